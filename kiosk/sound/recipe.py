"""What a cue is made of and how it behaves: a raw sound, the figures of its finish, its kind."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from kiosk.sound.kit import Wave, finish


class CueKind(Enum):
    """Who speaks. One cue of a kind at a time; events wait, the companion answers at once, an end stops all."""

    EVENT = "event"
    COMPANION = "companion"
    END = "end"
    TIME = "time"
    """It follows the clock; no caller asks for it by name."""


class Recipe(NamedTuple):
    """`make()` gives the raw sound; `g` is the saturation (0 = none), `peak_db` the peak in dBFS.

    `n`: the count that ends the name of its buffer, of a cue with a buffer for each count. `ducks`: does the bed step
    back for it?
    """

    make: Callable[[], Wave]
    g: float
    peak_db: float
    kind: CueKind = CueKind.EVENT
    n: int | None = None
    ducks: bool = True

    def render(self) -> Wave:
        """The finished buffer, float64, shape (n,)."""
        return finish(self.make(), self.g, self.peak_db)
