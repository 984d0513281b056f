"""A gain that moves in straight lines, a block at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Gain = NDArray[np.float32] | float
"""A gain for a block: one number, or one a sample."""


class Ramp:
    """A gain on its way to a target. Times are in samples."""

    def __init__(self, value: float) -> None:
        self.value = value
        self._target = value
        self._left = 0

    @property
    def target(self) -> float:
        """The value at its end."""
        return self._target

    def to(self, target: float, samples: int) -> None:
        """Go to `target` in so many samples, from the present value."""
        self._target = target
        self._left = samples
        if samples <= 0:
            self.value = target

    def take(self, count: int) -> Gain:
        """The gain of the next `count` samples."""
        if not self._left:
            return self.value
        step = (self._target - self.value) / self._left
        moving = min(count, self._left)
        gain = np.full(count, self._target, np.float32)
        gain[:moving] = self.value + step * np.arange(1, moving + 1, dtype=np.float32)
        self._left -= moving
        self.value = self._target if not self._left else self.value + step * moving
        return gain

    @property
    def silent(self) -> bool:
        """Whether it has come to rest at 0."""
        return not self._left and self.value == 0.0
