"""The voice that says "one minute": formants, no speech samples."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from kiosk.sound.kit import RATE, A, D, N, Wave, at, times
from kiosk.sound.recipe import CueKind, Recipe


class Segment(NamedTuple):
    """A sound of speech: length s, pitch Hz, three formants Hz, gain."""

    seconds: float
    f0: float
    formants: tuple[float, float, float]
    gain: float


WORDS: dict[str, tuple[Segment, ...]] = {
    "fr": (
        Segment(0.16, 118, (280, 1850, 2300), 1),
        Segment(0.07, 116, (260, 1200, 2400), 0.35),
        Segment(0.07, 124, (260, 1000, 2400), 0.4),
        Segment(0.13, 128, (300, 2200, 2900), 1),
        Segment(0.07, 122, (260, 1400, 2400), 0.35),
        Segment(0.20, 112, (280, 1850, 2300), 1),
        Segment(0.06, 104, (280, 1800, 2300), 0),
        Segment(0.10, 100, (300, 1800, 2500), 0),
    ),
    "en": (
        Segment(0.09, 112, (320, 700, 2300), 0.6),
        Segment(0.17, 118, (640, 1200, 2400), 1),
        Segment(0.08, 114, (260, 1300, 2300), 0.35),
        Segment(0.07, 126, (260, 1000, 2400), 0.4),
        Segment(0.14, 130, (400, 1950, 2550), 1),
        Segment(0.07, 120, (260, 1400, 2400), 0.35),
        Segment(0.10, 110, (400, 1900, 2500), 0.9),
        Segment(0.07, 104, (400, 1800, 2500), 0),
        Segment(0.10, 100, (400, 1800, 2500), 0),
    ),
}
"""Language -> the segments of «une minute» / "one minute"."""

WIDTHS = (110.0, 150.0, 220.0)
"""Bandwidths of the three formants, Hz."""
LEVELS = (1.0, 0.8, 0.5)


def _glide(time: Wave, words: tuple[Segment, ...], values: list[float], edge: float) -> Wave:
    """`values`, one a segment, held inside it and linear within `edge` seconds of its borders."""
    points: list[tuple[float, float]] = []
    start = 0.0
    for segment, value in zip(words, values, strict=True):
        points += [(start + edge, value), (start + segment.seconds - edge, value)]
        start += segment.seconds
    return np.interp(time, [s for s, _ in points], [v for _, v in points])


def speak(language: str) -> Wave:
    """The raw voice in `language`, float64."""
    words = WORDS[language]
    total = sum(w.seconds for w in words)
    t = times(total)
    f0 = _glide(t, words, [w.f0 for w in words], 0.025) * (1 + 0.012 * np.sin(2 * np.pi * 5.3 * t))
    phase = 2 * np.pi * np.cumsum(f0) / RATE
    formants = [_glide(t, words, [w.formants[j] for w in words], 0.025) for j in range(3)]
    x = np.zeros_like(t)
    for k in range(1, 36):
        throat = np.zeros_like(t)
        for centre, width, level in zip(formants, WIDTHS, LEVELS, strict=True):
            throat += level / (1 + ((k * f0 - centre) / (width / 2)) ** 2)
        x += np.sin(k * phase) * k**-0.1 * throat
    x *= _glide(t, words, [w.gain for w in words], 0.02)
    tt = times(0.05)
    stop = 2.2 * N(181, 2500, 5500, tt) * D(tt, 0.05) * A(tt, 2)
    return x + at(total, (stop, total - words[-1].seconds, 0.25))


CUES: dict[str, Recipe] = {
    f"voice_{language}": Recipe(partial(speak, language), 0, -7.0, CueKind.TIME) for language in WORDS
}
"""Buffer name -> how it is made."""
