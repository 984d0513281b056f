"""The companion keeps the boats: one player looks at one, alone with the screen, or swaps two unseen.

The view of that seat is asked for only while the thumb holds. It goes straight into the field under the thumb and is
kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from companion.engine.prompt import Keys, Prompt
from companion.games.cerbere.names import BOATS
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from kiosk.screens.alone import Alone
from kiosk.screens.cerbere.seats import put_player
from kiosk.screens.cerbere.words import seat_of
from kiosk.table.context import KioskContext
from kiosk.widgets.hold_field import HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Column, Node, Row, Split
from kiosk.widgets.seat import BareMark
from kiosk.widgets.tile import Tile


def seats_words(count: int) -> str:
    return ngettext("{n} seat", "{n} seats", count).format(n=count)


class Peek(Alone):
    """Three slots that look alike before and after. `done`: it was seen, the screen goes on."""

    def __init__(self, context: KioskContext, done: Callable[[], object]) -> None:
        super().__init__(context, BareMark(put_player))
        self.view: CerbereView | None = None
        self.prompt: Prompt | None = None
        self.swapping = False
        """Two boats are being chosen."""
        self.slot = 0
        """The slot under the thumb, 0 for none."""
        self.slots = [HoldField("boat", str(n), partial(self._closed, n), self.lifted) for n in BOATS]
        self.pairs = [Tile(str(n), "boat", tone=C.rim, action=partial(self._pick, n)) for n in BOATS]
        self.swap = Key(_("Swap two {cb.boat:many}"), "swap", action=partial(context.ask.choose, "swap"))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.ask.back)
        self.leave = Key(_("Leave them"), "cross", icon_size=3, action=partial(context.ask.choose, "none"))
        self.seen = Key(_("Seen, hide it"), "check", icon_colour=C.ok, action=done)
        self.prepare()

    def secrets(self) -> Iterable[str]:
        return (seats_words(n) for n in BOATS)

    def figures(self) -> Node:
        fields = (*self.slots, *self.pairs)
        return Split(wide=Row(*fields, gap=2.2), upright=Column(*fields, gap=2.2))

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        self.view = view
        self.prompt = prompt if prompt is not None and prompt.id in ("boats", "boat", "swap") else None
        peek = view.boats.peek
        seat = seat_of(view, peek[0] if peek is not None else self.prompt.who if self.prompt is not None else "")
        if seat is not None:
            self.mark.show(seat)
        path = self.context.table.update.path if self.context.table.update is not None else ()
        self.swapping = self.prompt is not None and self.prompt.id == "swap"
        self._show_words(seat.name if seat is not None else "")
        for n, field, pair in zip(BOATS, self.slots, self.pairs, strict=True):
            field.visible, pair.visible = not self.swapping, self.swapping
            field.allow(not self.swapping and (peek is None or peek[1] == n))
            option = self.prompt.option(str(n)) if self.prompt is not None else None
            on = option is not None and option.chosen
            if on != pair.chosen:
                pair.chosen, pair.tone = on, C.ember if on else C.rim
                pair.redraw()
        self._show_keys(path)
        if self.slot and peek is not None and peek[1] == self.slot:
            self._look()

    def _show_words(self, name: str) -> None:
        swapping = self.swapping
        self.title.show((_("{name} swaps two") if swapping else _("{name} looks, alone")).format(name=name))
        self.hint.show(
            _("Touch the two {cb.boat:many}. Nobody looks.")
            if swapping
            else _("Lean in, and keep your thumb on a {cb.boat}.")
        )

    def _show_keys(self, path: Keys) -> None:
        prompt = self.prompt
        if prompt is None:
            self.set_keys(self.seen)
        elif path:
            self.set_keys(self.back)
        else:
            keys = (self.leave, "none"), (self.swap, "swap")
            self.set_keys(*(key for key, option in keys if prompt.option(option) is not None))

    # ------------------------------------------------------------ holding

    def _closed(self, slot: int) -> None:
        """Look at this slot once the ring has closed. The rules are notified first."""
        self.slot = slot
        view = self.view
        if view is None:
            return
        if view.boats.peek is not None:
            self._look()
            return
        if self.prompt is None:
            return
        first = ("peek",) if self.prompt.id == "boats" else ()
        self.context.ask.on(*first, str(slot))

    def lifted(self) -> None:
        self.slot = 0
        super().lifted()

    def _look(self) -> None:
        peek = self.view.boats.peek if self.view is not None else None
        if peek is not None and self.slot:
            self.look(peek[0])

    def reveal(self, seen: object) -> None:
        boats = getattr(seen, "boats", None)
        if self.slot and boats is not None and boats.seen is not None:
            self.slots[self.slot - 1].reveal(seats_words(boats.seen))

    def _pick(self, slot: int) -> None:
        self.context.ask.choose(str(slot))

    def closed(self) -> None:
        for field in self.slots:
            field.blank()
