"""What only tests measure of sounds: peak, spectrum, onsets, and the row of the cue table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kiosk.sound.kit import RATE, Wave
from kiosk.sound.measure import Samples, k_weighted, loudness, momentary
from tests.tools.bench.kiosk.sound import onset_ms


def to_db(ratio: float) -> float:
    """A factor as decibels; silence is -300 dB."""
    return float(20 * np.log10(max(ratio, 1e-15)))


def peak_db(x: Samples) -> float:
    """Largest sample, dBFS."""
    return to_db(float(np.max(np.abs(x))))


def _power(x: Samples, size: int | None = None) -> tuple[Wave, Wave]:
    """Frequencies (Hz) and power of the whole of x."""
    size = size or 1 << (len(x) - 1).bit_length()
    spectrum: Wave = np.abs(np.fft.rfft(np.asarray(x, np.float64), size)) ** 2
    return np.arange(len(spectrum), dtype=np.float64) * (RATE / size), spectrum


def centroid(x: Samples, lo: float = 0.0, hi: float = RATE / 2) -> float:
    """Centre of the power spectrum between lo and hi, Hz."""
    f, p = _power(x)
    keep = (f >= lo) & (f <= hi)
    return float(np.sum(f[keep] * p[keep]) / np.sum(p[keep]))


def strongest(x: Samples) -> float:
    """Strongest partial, Hz."""
    f, p = _power(x)
    return float(f[int(np.argmax(p))])


def share(x: Samples, lo: float = 250.0, hi: float = 6000.0) -> float:
    """Share of the energy between lo and hi Hz, 0..1."""
    f, p = _power(x)
    return float(np.sum(p[(f >= lo) & (f <= hi)]) / np.sum(p))


def onsets(x: Samples) -> list[int]:
    """Samples at which something begins.

    RMS in 5-ms steps as log10(rms / peak + .01); an onset where three steps gain more than .25, then 45 ms blind.
    """
    step = RATE // 200
    frames = np.append(np.asarray(x, np.float64), np.zeros(-len(x) % step)).reshape(-1, step)
    rms = np.sqrt(np.mean(frames**2, axis=1)) / float(np.max(np.abs(x)))
    level = np.concatenate([np.full(3, -2.0), np.log10(rms + 0.01)])
    found: list[int] = []
    for i in np.flatnonzero(level[3:] - level[:-3] > 0.25):
        if not found or i * step - found[-1] >= 0.045 * RATE:
            found.append(int(i) * step)
    return found


def integrated(x: Samples) -> float:
    """Loudness of the whole, ungated, LUFS. Works through long sounds in pieces of 20 s."""
    piece, lead = 20 * RATE, RATE // 4
    total = 0.0
    for i in range(0, len(x), piece):
        j = max(0, i - lead)
        total += float(np.sum(k_weighted(np.asarray(x[j : i + piece], np.float64))[i - j :] ** 2))
    return loudness(total / len(x))


class Facts(NamedTuple):
    """A row of the cue table: s, ms to 10 %, onsets, dBFS, LUFS-M, centroid and strongest Hz, % in 250..6000 Hz."""

    seconds: float
    on: float
    n: int
    peak: float
    lufs: float
    centroid: float
    strongest: float
    share: float


def facts(x: Samples) -> Facts:
    """All figures of one cue."""
    return Facts(
        len(x) / RATE, onset_ms(x), len(onsets(x)), peak_db(x), momentary(x), centroid(x), strongest(x), 100 * share(x)
    )
