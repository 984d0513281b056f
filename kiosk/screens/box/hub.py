"""The whole box: how far it is, its heaps, and what else can be done with it. A card laid there shows its record."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.text import TitleAndHint
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.tools.enrol import session
from companion.tools.enrol.state import Means, Tapped
from kiosk.screens.box.heap import spaced
from kiosk.screens.box.more import MorePage
from kiosk.screens.box.page import BoxPage
from kiosk.screens.box.words import minutes
from kiosk.widgets.deck_bar import DeckBar, Progress, cell_state
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row, Split
from kiosk.widgets.niche import Niche
from kiosk.widgets.tile import Tile


class BoxHome(BoxPage):
    """The first page."""

    looks = True

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.bound = Figures("", size=8.6)
        self.bound.sit = "baseline"
        self.of = Text("", "event", C.ash, face="black", sit="baseline")
        self.title = Text("", "body", C.ash, align="right", sit="baseline")
        self.work = Text("", "small", align="right", sit="baseline")
        self.bar = DeckBar()
        self.hint = Text("", "body", C.ash, lines=2)
        self.tiles: dict[str, Tile] = {
            group: Tile(_(label), icon, action=partial(self.open_group, group))
            for group, (icon, label) in self.words.groups.items()
        }
        self.back = Key(_("Back"), "back", icon_size=3, action=screen.leave)
        self.more = Key(_("More"), "gear", action=partial(screen.go, MorePage))
        self.check = Key(_("Check"), "eye", action=self.open_check)
        self.next = Key(_("Go on"), "tag", kind="prime", action=self.go_on)
        self.set_keys(self.back, self.more, self.check, self.next)

    # ------------------------------------------------------------ fingers

    def open_group(self, group: str) -> None:
        """Open the first heap of the group that is not whole."""
        heaps = self.book.plan.group(group)
        heap = next((heap for heap in heaps if not self.book.at(heap).whole), heaps[0])
        self.screen.heap(heap.id)

    def go_on(self) -> None:
        groups = [g for g in self.words.groups if not self.book.at(*self.book.plan.group(g)).whole]
        self.open_group(groups[0] if groups else next(iter(self.words.groups)))

    def open_check(self) -> None:
        self.screen.change(lambda _plan, e: session.checking(e, True))
        self.screen.go(CheckPage)

    def met(self, tapped: Tapped) -> None:
        """Show the record of a card; a new tag goes to the heap that was open last."""
        if tapped.means is Means.FULL:
            self.screen.tell(TitleAndHint(_("This tag is on no card"), _("Enrol it in its heap.")))
        else:
            self.screen.heap()

    # ------------------------------------------------------------ what it shows

    def refresh(self) -> None:
        book = self.book
        at = book.at()
        self.bound.show(str(at.bound))
        self.of.show(f"/ {at.total}")
        self.title.show(book.e.name or _("The box"))
        tally = book.e.tally
        parts = [
            ngettext("{n} tap", "{n} taps", tally.taps).format(n=tally.taps),
            ngettext("{n} touch", "{n} touches", tally.touches).format(n=tally.touches),
            minutes(tally.ms),
        ]
        self.work.show(" · ".join(parts))
        self.bar.show(tuple(cell_state(book.state(slot)) for slot in book.plan.slots), None)
        for group, tile in self.tiles.items():
            heaps = book.plan.group(group)
            part, total = book.at(*heaps), sum(len(heap.slots) for heap in heaps)
            tile.second = f"{part.bound} / {total}"
            tile.tone = C.brim if part.described < part.bound else C.ok if part.bound == total else C.ember
            tile.redraw()
        self.hint.show(self._hint(at))
        self.next.visible = not at.whole
        self.check.show(kind="prime" if at.whole else "plain")
        self.check.enabled = at.bound > 0
        named = Split(wide=Column(Leaf(self.title, 6), self.work, gap=0), upright=self.title)
        self.compose(
            Column(
                Row(Leaf(self.bound, self.bound.text_width() / self.m.u), Leaf(self.of, 14), named, size=9.4),
                Leaf(self.bar, 2),
                Split(upright=Leaf(self.work, 2.4)),
                Leaf(self.hint, (5.4, 7.4)),
                Grid(*self.tiles.values(), columns=(3, 2), most=(12.4, 14), gap=1.2),
                gap=1.5,
                pad=(0, (0, 3), 0, 0),
            )
        )
        keys = (self.back, self.more, self.check)
        self.set_keys(*keys) if at.whole else self.set_keys(*keys, self.next)

    def _hint(self, at: Any) -> str:
        strangers = len(self.book.e.strangers)
        if strangers:
            words = ngettext(
                "{n} tag of the last game is not known", "{n} tags of the last game are not known", strangers
            )
            return words.format(n=strangers)
        if at.whole:
            return _("All is there. {n} of {all} were checked by a second look.").format(n=at.checked, all=at.total)
        if at.described < at.bound:
            n = at.bound - at.described
            return ngettext("{n} card is still to be described.", "{n} cards are still to be described.", n).format(n=n)
        return _("Choose a heap, then lay its cards. Lay any card to see its record.")


class CheckPage(BoxPage):
    """Shows a record to be compared with the card."""

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.niche = Niche()
        self.progress = Progress()
        self.title = Text("", "title", face="bold", lines=4)
        self.hint = Text("", "body", C.ash, lines=3)
        self.back = Key(_("Back"), "back", icon_size=3, action=self.close)
        self.wrong = Key(_("That is wrong"), "cross", icon_size=3, action=self.doubt)
        self.agreed = Key(_("Right so"), "check", kind="prime", action=self.agree)

    def met(self, tapped: Tapped) -> None:
        if tapped.means is Means.STRANGER:
            from companion.engine.text import TitleAndHint

            self.screen.tell(TitleAndHint(_("This tag is on no card"), _("Enrol it in its heap.")))

    def close(self) -> None:
        self.screen.change(lambda _plan, e: session.checking(e, False))
        self.screen.home()

    def doubt(self) -> None:
        """Correct the record."""
        self.book.change(session.doubted)
        self.screen.heap()

    def agree(self) -> None:
        """Confirm the record without waiting for the next card."""
        self.screen.change(lambda _plan, e: session.confirmed(e))

    def refresh(self) -> None:
        e, at = self.book.e, self.book.at()
        self.progress.show(at.checked, at.total)
        slot = e.shown
        if slot is None:
            self.niche.show("eye")
            reads = self.screen.context.table.reads
            self.title.show(_("Lay any card on the reader") if reads else _("First plug in a card reader"))
            self.hint.show(_("A second pair of eyes finds what the first overlooked."))
            self.set_keys(self.back)
        else:
            heap, record = self.book.heap_of(slot), self.book.record(slot)
            self.niche.show(self.words.icon(heap, slot), self.name_of(slot), spaced(record.tags[0].uid), lit=True)
            told = self.words.summary(heap, record.values, e)
            self.title.show(told or self.words.heap(heap))
            done = _("Checked. Lay the next card.")
            self.hint.show(done if record.checked else _("Is that so? The next card says yes."))
            self.agreed.enabled = not record.checked
            self.set_keys(self.back, self.wrong, self.agreed)
        values = self._values()
        printed = Row(
            *values, FreeSpace((max(0, 12 * (5 - len(values))), max(0, 10 * (5 - len(values))))), size=(12, 11)
        )
        count = Leaf(self.progress, 9.4)
        page = Column(count, Leaf(self.title, (11, 9)), printed, Leaf(self.hint, 10), gap=1.6)
        self.compose(
            Split(
                wide=Row(Column(self.niche, pad=(0, 5, 0, 2), size=26), page, gap=3),
                upright=Column(
                    count,
                    Row(FreeSpace(), Leaf(self.niche, 36), FreeSpace(), size=34),
                    *page.children[1:],
                    pad=(0, 3, 0, 0),
                ),
            )
        )

    def _values(self) -> list[Tile]:
        """Return tiles for what is printed on the card, as it was entered."""
        tiles: list[Tile] = []
        e = self.book.e
        if e.shown is not None:
            heap, values = self.book.heap_of(e.shown), self.book.record(e.shown).values
            for field in heap.fields:
                if value := values.get(field.name):
                    shown = self.words.shown(field, value, e)
                    figure = "" if shown.icon else shown.figure or shown.words[:3]
                    tiles.append(Tile(_(self.words.fields[field.name]), shown.icon, figure=figure, style="line"))
        return tiles
