"""The bed, rendered in chunks of any length to the same samples (sound.md section 2, "Building it")."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kiosk.sound import notes as struck
from kiosk.sound.kit import RATE
from kiosk.sound.score import BED, BED_SAMPLES, Points
from kiosk.sound.tables import TABLE, layers

HOLD = 64
"""Gains are held this many samples, on absolute multiples of it."""
FADE = 96
"""The bed's last samples fade to 0."""
CHUNK = 10 * RATE


def gain_at(points: Points, start: int, stop: int) -> NDArray[np.float32]:
    """The breakpoints `points` at the samples start..stop, shape (stop - start,)."""
    first = start // HOLD
    steps = np.arange(first, -(-stop // HOLD)) * (HOLD / RATE)
    values = np.interp(steps, points[0::2], points[1::2]).astype(np.float32)
    return np.repeat(values, HOLD)[start - first * HOLD : stop - first * HOLD]


class Bed:
    """The synthesised bed: holds tables and note buffers (about 25 MB) while it renders."""

    def __init__(self) -> None:
        self._layers = layers()
        self._buffers = struck.buffers()
        self._notes = struck.notes()
        self._starts = [note.sample for note in self._notes]
        self._longest = max(len(buffer) for buffer in self._buffers.values())

    def chunk(self, start: int, stop: int) -> NDArray[np.float32]:
        """Samples start..stop of the bed, 0 <= start < stop <= BED_SAMPLES."""
        out = np.zeros(stop - start, np.float32)
        for layer in self._layers:
            gain = gain_at(layer.gain, start, stop)
            if gain.any():
                out += np.take(layer.table, np.arange(start, stop) % TABLE) * gain
        for note in self._notes[bisect_left(self._starts, start - self._longest) : bisect_left(self._starts, stop)]:
            buffer = self._buffers[note.buffer]
            a, b = max(start, note.sample), min(stop, note.sample + len(buffer))
            if a < b:
                out[a - start : b - start] += np.float32(note.gain) * buffer[a - note.sample : b - note.sample]
        out *= gain_at(BED, start, stop)
        tail = stop - (BED_SAMPLES - FADE)
        if tail > 0:
            n = np.arange(max(start, BED_SAMPLES - FADE), stop)
            out[n[0] - start :] *= ((BED_SAMPLES - 1 - n) / FADE).astype(np.float32)
        return out

    def chunks(self, length: int = CHUNK, stop: int = BED_SAMPLES) -> Iterator[NDArray[np.int16]]:
        """The whole bed as int16, `length` samples at a time."""
        for start in range(0, stop, length):
            yield to_int16(self.chunk(start, min(start + length, stop)))


def to_int16(x: NDArray[np.floating]) -> NDArray[np.int16]:
    """-1..1 as int16, rounded."""
    return np.round(np.clip(x, -1.0, 1.0) * 32767.0).astype(np.int16)
