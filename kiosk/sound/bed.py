"""The bed, rendered in chunks of any length to the same samples."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiosk.sound import notes as struck
from kiosk.sound.kit import RATE, Wave, band, resonance, rms1, u
from kiosk.sound.score import BED, BED_SAMPLES, CHOIRS, DRONES, FUSE, WIND, Points, Vowel

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
        self._layers = bed_layers()
        self._buffers = struck.buffers()
        self._notes = struck.score_notes()
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


def to_int16(samples: NDArray[np.floating]) -> NDArray[np.int16]:
    """-1..1 as int16, rounded."""
    return np.round(np.clip(samples, -1.0, 1.0) * 32767.0).astype(np.int16)


TABLE = 8 * RATE
"""Samples of a table; line f is at bin round(8 f)."""


class BedLayer(NamedTuple):
    """A table, shape (TABLE,), read modulo its length from track sample 0, and its gain over the track."""

    table: NDArray[np.float32]
    gain: Points


def _table(seed: int, magnitude: Wave) -> Wave:
    """The bins' magnitudes, shape (TABLE // 2 + 1,), with the phases pi u(seed), through one inverse FFT; RMS 1."""
    return rms1(np.fft.irfft(magnitude * np.exp(1j * np.pi * u(seed, len(magnitude))), TABLE))


def _lines(seed: int, lines: list[tuple[float, float]]) -> Wave:
    """Steady sines (Hz, amplitude), the i-th with the phase pi u(seed)_i; RMS 1."""
    spectrum = np.zeros(TABLE // 2 + 1, np.complex128)
    for (f, amplitude), phase in zip(lines, np.pi * u(seed, len(lines)), strict=True):
        spectrum[round(8 * f)] += amplitude * np.exp(1j * phase)
    return rms1(np.fft.irfft(spectrum, TABLE))


def _wave(turns: int, phase: float = 0.0) -> Wave:
    """A sine that turns so many times in a table."""
    return np.sin(2 * np.pi * turns * np.arange(TABLE) / TABLE + phase)


_BINS = np.arange(1, TABLE // 2 + 1) / 8
"""Hz of the bins from 1."""


def _noise(lo: float, hi: float) -> Wave:
    """Magnitudes of noise between lo and hi Hz."""
    return np.concatenate([[0.0], band(_BINS, lo, hi)])


def wind() -> Wave:
    magnitude = _noise(280, 1100)
    magnitude[1:] /= np.sqrt(_BINS)
    return _table(501, magnitude) * (0.7 + 0.2 * _wave(3) + 0.25 * _wave(5, 1.0))


def fuse() -> Wave:
    hiss = _table(502, _noise(1800, 5200)) * (0.8 + 0.2 * _wave(17))
    sparks = np.where(np.abs(u(503, TABLE)) > 0.9997, 4 * u(504, TABLE), 0.0)
    tail = np.exp(-np.arange(TABLE) / 40)
    return hiss + np.fft.irfft(np.fft.rfft(sparks) * np.fft.rfft(tail), TABLE)


def drone(root: float, x: float, seed: int) -> Wave:
    lines = []
    for (m, w), k, delta in product(((0.5, 1.0), (0.75, 0.45)), range(1, 25), (0.0, 0.25)):
        f = root * m * k + delta * k**0.5
        if 140 < f < 3200:
            lines.append((f, w / k**x * (0.4 if f < 250 else 1.0)))
    return _lines(seed, lines)


def choir(root: float, vowel: Vowel, ratios: tuple[float, ...], seed: int) -> Wave:
    lines = []
    for r, delta, k in product(ratios, (-0.525, 0.0, 0.4375), range(1, 13)):
        f = root * r * k + delta * k
        if f < 5000:
            lines.append((f, float(resonance(np.array([f]), *vowel)[0]) / k**0.5))
    return _lines(seed, lines)


def bed_layers() -> list[BedLayer]:
    """Every sustained layer, float32."""
    made = [(wind(), WIND), (fuse(), FUSE)]
    made += [(drone(root, x, seed), gain) for root, x, seed, gain in DRONES.values()]
    made += [(choir(root, vowel, ratios, seed), gain) for root, vowel, ratios, seed, gain in CHOIRS.values()]
    return [BedLayer(table.astype(np.float32), gain) for table, gain in made]
