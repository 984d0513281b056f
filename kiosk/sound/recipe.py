"""What a cue is made of: a raw sound and the figures of its finish (sound.md section 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.sound.kit import Wave, finish


class Recipe(NamedTuple):
    """`make()` gives the raw sound; `g` is the saturation (0 = none), `peak_db` the peak in dBFS."""

    make: Callable[[], Wave]
    g: float
    peak_db: float

    def render(self) -> Wave:
        """The finished buffer, float64, shape (n,)."""
        return finish(self.make(), self.g, self.peak_db)
