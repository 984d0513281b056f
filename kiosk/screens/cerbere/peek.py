"""The companion keeps the boats: one player looks at one, alone with the screen, or swaps two unseen.

The view of that seat is asked for only while the thumb holds. It goes straight into the field under the thumb and is
kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.prompt import Keys, Prompt
from companion.engine.requests import Choose
from companion.games.cerbere.names import BOATS
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import Sheet, foot, seat_of
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.hold_field import WORDS, HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, line


def seats_words(n: int) -> str:
    """A boat in words."""
    return ngettext("{n} seat", "{n} seats", n).format(n=n)


class Peek(Sheet):
    """Three slots that look alike before and after. `done`: it was seen, the screen goes on."""

    def __init__(self, context: KioskContext, done: Callable[[], object]) -> None:
        super().__init__(context)
        self.view: CerbereView | None = None
        self.prompt: Prompt | None = None
        self.swapping = False
        """Two boats are being chosen."""
        self.slot = 0
        """The slot under the thumb, 0 for none."""
        self._looking = 0
        self.mark = PlayerMark()
        self.title = Text("", "name", face="bold", size=6)
        self.hint = Text("", "body", C.ash)
        self.slots = [HoldField("boat", str(n), partial(self._closed, n), self._lifted) for n in BOATS]
        self.pairs = [BigTile(str(n), "boat", tone=C.rim, action=partial(self._pick, n)) for n in BOATS]
        for widget in (self.mark, self.title, self.hint, *self.slots, *self.pairs):
            self.add_widget(widget)
        self.swap = Key(_("Swap two boats"), "swap", action=partial(context.choose, "swap"))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.back)
        self.leave = Key(_("Leave them"), "cross", icon_size=3, action=partial(context.choose, "none"))
        self.seen = Key(_("Seen, hide it"), "check", icon_colour=C.ok, action=done)
        self._prepare()

    def _prepare(self) -> None:
        """All three answers are laid out beforehand, so that none of them takes longer than the others."""
        for n in BOATS:
            line(seats_words(n), "text", round(WORDS * self.m.u))

    @property
    def burning(self) -> Fire:
        return fires.OUT

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        self.view = view
        self.prompt = prompt if prompt is not None and prompt.id in ("boats", "boat", "swap") else None
        peek = view.boats.peek
        seat = seat_of(view, peek[0] if peek is not None else self.prompt.who if self.prompt is not None else "")
        if seat is not None:
            self.mark.show(seat)
        path = self.context.update.path if self.context.update is not None else ()
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
        self.hint.show(_("Touch the two boats. Nobody looks.") if swapping else _("Lean in. Keep your thumb down."))

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
        """The ring has closed: look at this slot. The rules are told first that somebody does."""
        self.slot = slot
        view = self.view
        if view is None:
            return
        if view.boats.peek is not None:
            self._look()
            return
        if self.prompt is None:
            return
        if self.prompt.id == "boats":
            self.context.link.send(Choose("peek"))
        self.context.link.send(Choose(str(slot)))

    def _lifted(self) -> None:
        self.slot = 0
        self._looking += 1

    def _look(self) -> None:
        peek = self.view.boats.peek if self.view is not None else None
        if peek is None or not self.slot:
            return
        self._looking += 1
        self.context.link.look(peek[0], partial(self._show, self._looking))

    def _show(self, looking: int, seen: object) -> None:
        """The answer. It is shown only to the thumb that asked for it, and kept nowhere."""
        boats = getattr(seen, "boats", None)
        if looking != self._looking or not self.slot or boats is None or boats.seen is None:
            return
        self.slots[self.slot - 1].reveal(seats_words(boats.seen))

    def _pick(self, slot: int) -> None:
        self.context.choose(str(slot))

    def closed(self) -> None:
        for field in self.slots:
            field.blank()

    # ------------------------------------------------------------ layout

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        top = 3.4 if wide else 8.0
        self.title.lines, self.hint.lines = (1, 1) if wide else (2, 2)
        self.put(self.mark, left=4, width=7.6, top=top, height=7.6)
        self.put(self.title, left=13.4, right=4, top=top - 1, height=9.6 if wide else 14)
        self.put(self.hint, left=4.2, right=4, top=top + (9.6 if wide else 15), height=4 if wide else 8)
        self._prepare()
        first = top + (16 if wide else 26)
        end = m.rows - foot(m) - (0.8 if wide else 3)
        gap = 2.2
        if wide:
            width = (m.columns - 8 - 2 * gap) / 3
            for i, field in enumerate((*self.slots, *self.pairs)):
                self.put(field, left=4 + (i % 3) * (width + gap), width=width, top=first, height=end - first)
        else:
            high = (end - first - 2 * gap) / 3
            for i, field in enumerate((*self.slots, *self.pairs)):
                self.put(field, left=4, right=4, top=first + (i % 3) * (high + gap), height=high)
