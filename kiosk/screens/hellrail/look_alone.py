"""Secret effects: one player looks at a token that lies face down, alone, for as long as the thumb holds.

The view of that seat is asked for only then. It goes straight into the field under the thumb and is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.prompt import Prompt
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.words import seat_of
from kiosk.screens.sheet import Sheet, foot
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.hold_field import WORDS, HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, line


class LookAlone(Sheet):
    """`held`: the player's own token on the engine card, not the circle's. `done`: back to the table."""

    def __init__(self, context: KioskContext, name: str, held: bool, done: Callable[[], object]) -> None:
        super().__init__(context)
        self.name, self.held = name, held
        self._looking = 0
        self.mark = PlayerMark()
        self.title = Text(_("{name} looks, alone").format(name=name), "name", face="bold", size=6)
        self.hint = Text(_("Lean in. Keep your thumb down."), "body", C.ash, lines=2)
        self.field = HoldField("lock", "", self._closed, self._lifted)
        for widget in (self.mark, self.title, self.hint, self.field):
            self.add_widget(widget)
        self.done = Key(_("Seen, hide it"), "check", icon_colour=C.ok, action=done)
        self.set_keys(self.done)
        self._prepare()

    def _prepare(self) -> None:
        """All names are laid out beforehand, so that none of them takes longer than the others."""
        for words in EFFECTS.values():
            line(_(words.name), "text", round(WORDS * self.m.u))

    @property
    def burning(self) -> Fire:
        return fires.OUT

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        seat = seat_of(view, self.name)
        if seat is not None:
            self.mark.show(seat)

    # ------------------------------------------------------------ holding

    def _closed(self) -> None:
        self._looking += 1
        self.context.link.look(self.name, partial(self._show, self._looking))

    def _lifted(self) -> None:
        self._looking += 1

    def _show(self, looking: int, seen: object) -> None:
        """The answer. It is shown only to the thumb that asked for it."""
        if looking != self._looking or not isinstance(seen, HellRailView):
            return
        seat = seat_of(seen, self.name)
        effect: Effect | None = (seat.held if seat is not None else None) if self.held else seen.seen
        if effect is not None:
            self.field.reveal(_(EFFECTS[effect].name))

    def closed(self) -> None:
        self.field.blank()

    # ------------------------------------------------------------ layout

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        top = 3.4 if wide else 8.0
        self.title.lines = 1 if wide else 2
        self.put(self.mark, left=4, width=7.6, top=top, height=7.6)
        self.put(self.title, left=13.4, right=4, top=top - 1, height=9.6 if wide else 14)
        self.put(self.hint, left=4.2, right=4, top=top + (9.6 if wide else 15), height=4 if wide else 8)
        self._prepare()
        first = top + (16 if wide else 26)
        end = m.rows - foot(m) - (0.8 if wide else 3)
        self.put(self.field, left=4, right=4, top=first, height=end - first)
