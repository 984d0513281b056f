"""The whole box: how far it is, its heaps, and what else can be done with it. A card laid there shows its record."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.enrol import session
from companion.enrol.state import Means, Tapped
from kiosk.i18n import _, ngettext
from kiosk.screens.box.check import CheckPage
from kiosk.screens.box.more import More
from kiosk.screens.box.page import TOP, Page, tiles_in
from kiosk.screens.box.words import minutes
from kiosk.theme import C, Metrics
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
        self.of = Text("", "event", C.ash, face="black")
        self.title = Text("", "body", C.ash, align="right")
        self.work = Text("", "small", align="right")
        self.bar = DeckBar()
        self.hint = Text("", "body", C.ash, lines=2)
        self.tiles: dict[str, BigTile] = {
            group: BigTile(_(label), icon, action=partial(self.open_group, group))
            for group, (icon, label) in self.words.groups.items()
        }
        self.add(self.bound, self.of, self.title, self.work, self.bar, self.hint, *self.tiles.values())
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

    # ------------------------------------------------------------ layout

    def lay(self, m: Metrics) -> None:
        top = 0.0 if m.wide else TOP
        base = 9.4 + top
        wide = self.bound.text_width() / m.u
        self.put(self.bound, left=4, width=max(wide, 10), baseline=base)
        self.put(self.of, left=5.2 + wide, width=14, baseline=base)
        if m.wide:
            self.put(self.title, right=4, width=m.columns - wide - 26, baseline=6)
            self.put(self.work, right=4, width=m.columns - wide - 26, baseline=base)
        else:
            self.put(self.title, right=4, width=m.columns - wide - 24, baseline=base)
            self.title.lines = 1
            self.put(self.work, left=4, right=4, baseline=base + 7.4)
        bar = base + 2
        self.put(self.bar, left=4, right=4, top=bar, height=2)
        first = bar + (3.4 if m.wide else 7)
        self.put(self.hint, left=4, right=4, top=first, height=5.4 if m.wide else 7.4)
        columns = 3 if m.wide else 2
        tiles_in(
            self,
            list(self.tiles.values()),
            columns,
            first + (6.6 if m.wide else 9),
            self.end(m),
            12.4 if m.wide else 14,
        )


def _cell(state: str) -> Cell:
    return "whole" if state == "whole" else "begun" if state == "begun" else "none"
