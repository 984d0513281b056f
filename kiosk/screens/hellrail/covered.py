"""What one player alone may see or say, under a thumb: the worth of a card, a token that lies face down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from companion.engine.prompt import Prompt
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.words import active, seat_of
from kiosk.screens.sheet import Sheet, foot
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.hold_field import WORDS, HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, line

VALUES = tuple(str(n) for n in range(1, 13))


class Alone(Sheet):
    """Whose it is, what it is about, how to see it, and the figure under the thumb."""

    mark: PlayerMark
    title: Text
    hint: Text

    def lay_out(self, m: Metrics, figure: HoldField, hint: tuple[float, float], first: float) -> None:
        """`hint`: how far below the mark it begins, and its height; `first`: where the figure begins. In u."""
        wide = m.wide
        top = 3.4 if wide else 8.0
        self.title.lines = 1 if wide else 2
        self.put(self.mark, left=4, width=7.6, top=top, height=7.6)
        self.put(self.title, left=13.4, right=4, top=top - 1, height=9.6 if wide else 14)
        self.put(self.hint, left=4.2, right=4, top=top + hint[0], height=hint[1])
        end = m.rows - foot(m) - (0.8 if wide else 3)
        self.put(figure, left=4, right=4, top=top + first, height=end - top - first)


class Covered(Alone):
    """The prompt `worth_alone`. The value goes straight into what is chosen and stays nowhere."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.mark = PlayerMark()
        self.title = Text("", "name", face="bold", size=6)
        hold = _("Hold, slide to what the car is worth, lift.")
        if context.reads:
            hold = _("Hold, slide to what the car is worth, lift. Or lay its card on the reader.")
        self.hint = Text(hold, "body", C.ash, lines=3)
        self.dial = HoldDial(VALUES, self._seen)
        for widget in (self.mark, self.title, self.hint, self.dial):
            self.add_widget(widget)
        self.back = Key(_("Back"), "back", icon_size=3, action=context.back)
        self.go = Key(_("Deliver"), "deliver", kind="ok", action=self._deliver)
        self.go.enabled = False
        self.set_keys(self.back, self.go)

    @property
    def burning(self) -> Fire:
        return fires.OUT

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        self.mark.show(active(view))
        if self.context.prompt is not None:
            self.title.show(spoken(self.context.prompt.hint))

    def _seen(self) -> None:
        self.go.enabled = True

    def _deliver(self) -> None:
        if self.dial.ready:
            self.go.enabled = False
            self.context.choose(f"c{self.dial.take()}")

    def closed(self) -> None:
        self.dial.forget()

    def lay(self, m: Metrics) -> None:
        self.dial.prepare()
        self.lay_out(m, self.dial, hint=(9, 8) if m.wide else (15, 12), first=19 if m.wide else 30)


class LookAlone(Alone):
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
        self._prepare()
        self.lay_out(m, self.field, hint=(9.6, 4) if m.wide else (15, 8), first=16 if m.wide else 26)


STEP = 5.0
"""u that the thumb slides for the next value."""


class HoldDial(HoldField):
    """`seen` is called once a value has been looked at: it may be taken then."""

    def __init__(
        self, values: Sequence[str], seen: Callable[[], object], rng: Random | None = None, **kwargs: Any
    ) -> None:
        self._values = tuple(values)
        self._rng = rng or Random()
        self._at: int | None = None
        self._from = 0.0
        self._begun = 0
        self.seen = seen
        super().__init__("thumb", "", self._opened, lambda: None, **kwargs)

    @property
    def ready(self) -> bool:
        """Somebody has looked at a value."""
        return self._at is not None

    def take(self) -> str:
        """The value, once; nothing of it stays here."""
        at, self._at = self._at, None
        return "" if at is None else self._values[at]

    def forget(self) -> None:
        """Begin anew."""
        self.blank()
        self._at = None

    def prepare(self) -> None:
        """All values are laid out beforehand, so that none of them takes longer than the others."""
        for value in self._values:
            line(value, "text", round(WORDS * self.m.u))

    def _opened(self) -> None:
        self._begun = self._rng.randrange(len(self._values)) if self._at is None else self._at
        self._at = self._begun
        self._from = self._finger.x if self._finger is not None else 0.0
        self.reveal(self._values[self._at])
        self.seen()

    def on_touch_move(self, touch: Any) -> bool:
        mine = super().on_touch_move(touch)
        if mine and touch is self._finger and self.open:
            steps = round((touch.x - self._from) / (STEP * self.m.u))
            self._at = (self._begun + steps) % len(self._values)
            self.reveal(self._values[self._at])
        return mine
