"""The whole box: how far it is, its heaps, and what else can be done with it. A card laid there shows its record."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.enrol import session
from companion.enrol.state import Means, Tapped
from kiosk.i18n import _, ngettext
from kiosk.layout import Column, Grid, Leaf, Row, Split
from kiosk.screens.box.check import CheckPage
from kiosk.screens.box.more import More
from kiosk.screens.box.page import Page
from kiosk.screens.box.words import minutes
from kiosk.theme import C
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.deck_bar import Cell, DeckBar
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.words import Said


class Hub(Page):
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
        self.tiles: dict[str, BigTile] = {
            group: BigTile(_(label), icon, action=partial(self.open_group, group))
            for group, (icon, label) in self.words.groups.items()
        }
        self.back = Key(_("Back"), "back", icon_size=3, action=screen.leave)
        self.more = Key(_("More"), "gear", action=self.open_more)
        self.check = Key(_("Check"), "eye", action=self.open_check)
        self.next = Key(_("Go on"), "tag", kind="prime", action=self.go_on)
        self.set_keys(self.back, self.more, self.check, self.next)

    # ------------------------------------------------------------ fingers

    def open_group(self, group: str) -> None:
        """The first heap of it that is not whole."""
        if group in self.words.elsewhere:
            self.book.context.open_screen(self.words.elsewhere[group])
            return
        heaps = self.book.plan.group(group)
        heap = next((heap for heap in heaps if not self.book.at(heap).whole), heaps[0])
        self.screen.heap(heap.id)

    def go_on(self) -> None:
        """The first group that is not whole."""
        groups = [g for g in self.words.groups if not self.book.at(*self.book.plan.group(g)).whole]
        self.open_group(groups[0] if groups else next(iter(self.words.groups)))

    def open_more(self) -> None:
        """Name, symbols, numbers, sticks."""
        self.screen.go(More)

    def open_check(self) -> None:
        """The second look."""
        self.screen.change(lambda _plan, e: session.checking(e, True))
        self.screen.go(CheckPage)

    def met(self, tapped: Tapped) -> None:
        """A card shows its record; a new tag goes to the heap that was open last."""
        if tapped.means is Means.FULL:
            self.screen.tell(Said(_("This tag is on no card"), _("Enrol it in its heap.")))
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
        self.bar.show(tuple(_cell(book.state(slot)) for slot in book.plan.slots), None)
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


def _cell(state: str) -> Cell:
    return "whole" if state == "whole" else "begun" if state == "begun" else "none"
