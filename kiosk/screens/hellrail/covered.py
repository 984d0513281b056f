"""What one player alone may see or say, under a thumb: the worth of a card, a token that is face down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

from companion.engine.prompt import Prompt
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.screens.alone import Alone
from kiosk.screens.hellrail.marks import put_player
from kiosk.screens.hellrail.words import seat_of
from kiosk.table.context import KioskContext
from kiosk.widgets.hold_field import HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Leaf, Node
from kiosk.widgets.seat import BareMark

VALUES = tuple(str(n) for n in range(1, 13))


class Covered(Alone):
    """The prompt `worth_alone`. The value goes straight into what is chosen and stays nowhere.

    A thumb that slides to the value and lifts sets the car out. One that was shown the right value at once, and so did
    not slide, leaves that to the key, which has a place of its own.
    """

    def __init__(self, context: KioskContext) -> None:
        hold = _("Hold, slide to what the car is worth, lift: it is set out.")
        if context.table.reads:
            hold = _("Hold, slide to what the car is worth, lift: it is set out. Or lay its card on the reader.")
        super().__init__(context, BareMark(put_player), hint=hold, room=(8, 12))
        self.dial = HoldDial(VALUES, self._seen, self._deliver, self._only_looked, self._gone)
        self.how = hold
        self.back = Key(_("Back"), "back", icon_size=3, action=context.ask.back)
        self.go = Key(_("{hr.set_out:short}"), "deliver", kind="ok", action=self._deliver)
        self.go.enabled = False
        self.set_keys(self.back, self.go)

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        self.mark.show(view.active)
        if self.context.table.prompt is not None:
            self.title.show(spoken(self.context.table.prompt.hint))

    def figures(self) -> Node:
        return Leaf(self.dial)

    def secrets(self) -> Iterable[str]:
        return VALUES

    def _seen(self) -> None:
        """Handle that a value is shown above the thumb: sliding changes it."""
        self.go.enabled = False
        self.hint.show(_("Slide to what the car is worth. Lift, and it is set out."))

    def _gone(self) -> None:
        """Handle that no value is shown any more: the thumb was held for too long, or a second finger came."""
        self.hint.show(self.how)

    def _only_looked(self) -> None:
        """Leave the value to the key: the thumb lifted where it was laid."""
        self.go.enabled = True
        words = _("Not set out yet. Was it right? Then {key}. If not: hold, slide, lift.")
        self.hint.show(words.format(key=_("{hr.set_out:short}")))

    def _deliver(self) -> None:
        if self.dial.ready:
            self.go.enabled = False
            self.context.ask.choose(f"c{self.dial.take()}")

    def closed(self) -> None:
        self.dial.forget()


class LookAlone(Alone):
    """`held`: the player's own token on the engine card, not the circle's. `done`: back to the table."""

    def __init__(self, context: KioskContext, name: str, held: bool, done: Callable[[], object]) -> None:
        title = _("{name} looks, alone").format(name=name)
        super().__init__(context, BareMark(put_player), title, _("Lean in. Keep your thumb down."))
        self.name, self.held = name, held
        self.field = HoldField("lock", "", partial(self.look, name), self.lifted)
        self.done = Key(_("Seen, hide it"), "check", icon_colour=C.ok, action=done)
        self.set_keys(self.done)
        self.prepare()

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        seat = seat_of(view, self.name)
        if seat is not None:
            self.mark.show(seat)

    def figures(self) -> Node:
        return Leaf(self.field)

    def secrets(self) -> Iterable[str]:
        return (_(words.name) for words in EFFECTS.values())

    def reveal(self, seen: object) -> None:
        if not isinstance(seen, HellRailView):
            return
        seat = seat_of(seen, self.name)
        effect: Effect | None = (seat.held if seat is not None else None) if self.held else seen.seen
        if effect is not None:
            self.field.reveal(_(EFFECTS[effect].name))

    def closed(self) -> None:
        self.field.blank()


STEP = 5.0
"""u that the thumb slides for the next value."""


class HoldDial(HoldField):
    """`seen` is called once a value is shown above the thumb, `chosen` when a thumb that has slid to one lifts,
    `looked` when one lifts that has not slid; `gone` before these two, and where the value is hidden otherwise."""

    def __init__(
        self,
        values: Sequence[str],
        seen: Callable[[], object],
        chosen: Callable[[], object] = lambda: None,
        looked: Callable[[], object] = lambda: None,
        gone: Callable[[], object] = lambda: None,
        rng: Random | None = None,
        **kwargs: Any,
    ) -> None:
        self._values = tuple(values)
        self._rng = rng or Random()
        self._at: int | None = None
        self._from = 0.0
        self._begun = 0
        self.seen, self.chosen, self.looked = seen, chosen, looked
        self._slid = False
        super().__init__("thumb", "", self._opened, gone, **kwargs)

    @property
    def ready(self) -> bool:
        return self._at is not None

    def take(self) -> str:
        """Return the value, once; nothing of it stays here."""
        at, self._at = self._at, None
        return "" if at is None else self._values[at]

    def forget(self) -> None:
        self.blank()
        self._at = None

    def on_touch_up(self, touch: Any) -> bool:
        seen, slid = touch is self._finger and self.open, self._slid
        mine = super().on_touch_up(touch)
        if mine and seen:
            (self.chosen if slid else self.looked)()
        return mine

    def _opened(self) -> None:
        self._slid = False
        self._begun = self._rng.randrange(len(self._values)) if self._at is None else self._at
        self._at = self._begun
        self._from = self._finger.x if self._finger is not None else 0.0
        self.reveal(self._values[self._at])
        self.seen()

    def on_touch_move(self, touch: Any) -> bool:
        mine = super().on_touch_move(touch)
        if mine and touch is self._finger and self.open:
            steps = round((touch.x - self._from) / (STEP * self.m.u))
            self._slid = self._slid or steps != 0
            self._at = (self._begun + steps) % len(self._values)
            self.reveal(self._values[self._at])
        return mine
