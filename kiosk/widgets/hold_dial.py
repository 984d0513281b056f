"""A value that only the one with the thumb on it sees: hold, slide, lift. Nothing else on the screen follows it.

It begins anywhere and goes round, so that the way of the thumb tells nobody the value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kiosk.widgets.hold_field import WORDS, HoldField
from kiosk.widgets.label import line

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
