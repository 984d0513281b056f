"""The whole track in one file: bed, ducks and time cues, for tests and for any simple player."""

from __future__ import annotations

import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.bank import Bank
from kiosk.sound.bed import CHUNK, to_int16
from kiosk.sound.ducks import duck, gains
from kiosk.sound.kit import RATE, knee
from kiosk.sound.timeline import FOR_TIME, schedule

TRACK_SAMPLES = 423 * RATE
"""7:03: the explosion rings to sample 20 304 000."""


def baked(bank: Bank, bed: NDArray[np.int16], language: str, stop: int = TRACK_SAMPLES) -> Iterator[NDArray[np.int16]]:
    """The track from 0 to `stop`, chunk by chunk, int16 mono."""
    starts = [(start.sample, bank[start.buffer]) for start in schedule(language)]
    ducks = [duck(FOR_TIME, sample, len(sound)) for sample, sound in starts]
    for a in range(0, stop, CHUNK):
        b = min(a + CHUNK, stop)
        out = np.zeros(b - a, np.float32)
        part = bed[a:b]
        out[: len(part)] = part * np.float32(1 / 32767)
        out *= gains(ducks, a, b - a)[0]
        for sample, sound in starts:
            i, j = max(a, sample), min(b, sample + len(sound))
            if i < j:
                out[i - a : j - a] += sound[i - sample : j - sample] * np.float32(1 / 32767)
        yield to_int16(knee(out))


def write_wav(path: Path, chunks: Iterator[NDArray[np.int16]]) -> None:
    """Mono 16-bit WAV at RATE."""
    with path.open("wb") as file, wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        for chunk in chunks:
            out.writeframes(chunk.astype("<i2").tobytes())
