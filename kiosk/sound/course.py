"""Maps a countdown of any length to the bed: from which of its places it is played when.

It always ends with the end. A shorter countdown begins in the middle of it. A longer one plays some of its bars again,
while it is calm: 48 s at a time where that fits, so that bars, pattern and tables meet as they were, else as many times
four bars as are left over. Half of what is wanting is played again in the first section, the other half in the second.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE
from kiosk.sound.score import BED_SAMPLES, BED_SECONDS

AGAIN = 48
"""s: 16 bars of the first section, 18 of the second, 6 tables."""
CALM = 111
"""s: a bar line of the first section, from which it goes back."""
DRUMS = 176
"""s: a bar line of the second section before its quarters become eighths, and before the choir is full."""
BLEND = round(0.03 * RATE)
"""Samples over which one piece passes into the next."""


class BedPiece(NamedTuple):
    """From sample `start` of the countdown on, the bed's sample `bed` and those after it."""

    start: int
    bed: int


class BedCourse(NamedTuple):
    """The pieces in order; the first begins with the countdown."""

    pieces: tuple[BedPiece, ...]

    def place(self, sample: float) -> float:
        """Return where in the bed the countdown's sample is played from."""
        start, bed = self.pieces[max(0, bisect_right(self.pieces, sample, key=lambda piece: piece.start) - 1)]
        return sample - start + bed

    def end(self, bed: NDArray[np.int16]) -> int:
        """Return the countdown's sample after the bed's last one."""
        start, first = self.pieces[-1]
        return start + len(bed) - first

    def take(self, bed: NDArray[np.int16], start: int, stop: int) -> NDArray[np.float32]:
        """Return the samples `start` to `stop` of the countdown, -32768..32767; 0 <= start < stop <= end."""
        out = np.empty(stop - start, np.float32)
        for i, (first, at) in enumerate(self.pieces):
            last = self.pieces[i + 1].start if i + 1 < len(self.pieces) else stop
            a, b = max(start, first), min(stop, last)
            if a >= b:
                continue
            out[a - start : b - start] = bed[a - first + at : b - first + at]
            b = min(b, first + BLEND)
            if i and a < b:
                before = self.pieces[i - 1]
                old = bed[a - before.start + before.bed : b - before.start + before.bed]
                share = ((np.arange(a, b) - first) / BLEND).astype(np.float32)
                part = out[a - start : b - start]
                part[:] = old + (part - old) * share
        return out


@lru_cache(maxsize=16)
def bed_course(seconds: int) -> BedCourse:
    """Return the course for a countdown of so many seconds, a whole number of minutes."""
    wanting = seconds - BED_SECONDS
    if wanting <= 0:
        return BedCourse((BedPiece(0, BED_SAMPLES - seconds * RATE),))
    later = [AGAIN] * (wanting // 2 // AGAIN)
    first, rest = divmod(wanting - sum(later), AGAIN)
    backs = [*((CALM, s) for s in [AGAIN] * first + [rest] * bool(rest)), *((DRUMS, s) for s in later)]
    pieces, moved = [BedPiece(0, 0)], 0
    for at, back in backs:
        pieces.append(BedPiece((at + moved) * RATE, (at - back) * RATE))
        moved += back
    return BedCourse(tuple(pieces))


WHOLE = bed_course(BED_SECONDS)
"""As it is."""
