"""The gain of sounds that become quieter while a cue sounds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE
from kiosk.sound.timeline import Ducking


class Duck(NamedTuple):
    """A step back: `corners` are the samples where it begins, is down, rises and is over."""

    corners: tuple[int, int, int, int]
    kind: Ducking

    def amount(self, start: int, count: int) -> NDArray[np.float32] | float:
        """How far down, 0..1, at the samples start..start + count; a plain number where it does not move."""
        first, down, rise, over = self.corners
        if start >= over or start + count <= first:
            return 0.0
        if start >= down and start + count <= rise:
            return 1.0
        return np.interp(np.arange(start, start + count), self.corners, (0.0, 1.0, 1.0, 0.0)).astype(np.float32)


def released(one: Duck, at: int) -> Duck:
    """Return the same duck, but rising from the sample `at` on, if it was to stay down longer."""
    first, down, rise, over = one.corners
    rise = max(down, min(rise, at))
    return one._replace(corners=(first, down, rise, min(over, rise + round(one.kind.release * RATE))))


def duck(kind: Ducking, start: int, length: int) -> Duck:
    """The step back for a cue of `length` samples that begins at the sample `start`."""
    first = start - round(kind.lead * RATE)
    down = first + round(kind.attack * RATE)
    rise = max(down, start + round(kind.hold * length))
    return Duck((first, down, rise, rise + round(kind.release * RATE)), kind)


def gains(ducks: list[Duck], start: int, count: int) -> tuple[NDArray[np.float32] | float, NDArray[np.float32] | float]:
    """Gains of the bed and of event cues; where ducks overlap the deepest counts."""
    bed: NDArray[np.float32] | float = 1.0
    events: NDArray[np.float32] | float = 1.0
    for one in ducks:
        amount = one.amount(start, count)
        if isinstance(amount, float) and amount == 0.0:
            continue
        bed = np.minimum(bed, 1.0 - (1.0 - one.kind.bed) * amount)
        events = np.minimum(events, 1.0 - (1.0 - one.kind.events) * amount)
    return bed, events
