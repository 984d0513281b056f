"""What makes a demon of a plain voice: deeper, rough, doubled, in a vault."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE, D, Wave, band, db, rms1, u
from kiosk.sound.measure import momentary

STORED = RATE // 2
"""Samples a second of a phrase that is kept: a small loudspeaker has nothing above 10 kHz to say."""
DEEPER = 0.94
"""Pitch and throat against the plain voice."""
ROUGH_HZ, ROUGH = 29.0, 0.22
DOUBLE_S, SWAY_S, SWAY_HZ, DOUBLE = 0.016, 0.0035, 0.9, 0.55
"""The second voice: behind the first one, swaying by, so often a second, its gain."""
VAULT_S, VAULT_FROM_S, VAULT = 0.32, 0.011, 0.2
"""The vault: seconds to -60 dB, its first echo, its RMS against the voice."""
LOW, HIGH = 180.0, 7000.0
LUFS = -17.0
SOFT, HARDEST = 0.45, 0.7
"""Bent from here on, never above that (-3.1 dBFS)."""
QUIET = 0.02
"""Of the loudest sample: what is less before the first word and after the last is cut."""
BEFORE, AFTER = 0.004, 0.03
"""Seconds that are kept of it."""


def demon(rate: int, samples: NDArray[np.int16]) -> NDArray[np.int16]:
    """A plain phrase as the demon says it, at the rate `STORED`; it begins with its first sound.

    :raises ValueError: if there is none.
    """
    x = _cut(samples.astype(np.float64), rate)
    x = _resampled(x, round(len(x) * STORED / rate / DEEPER))
    tail = round(VAULT_S * STORED)
    x = np.concatenate([x, np.zeros(tail)])
    t = np.arange(len(x)) / STORED
    x *= 1 + ROUGH * np.sin(2 * np.pi * ROUGH_HZ * t)
    x += DOUBLE * np.interp(t - DOUBLE_S - SWAY_S * np.sin(2 * np.pi * SWAY_HZ * t), t, x, left=0.0)
    x = rms1(x) + VAULT * rms1(_vault(x))
    x = _band(x)
    x[-tail // 2 :] *= np.linspace(1, 0, len(x[-tail // 2 :]))
    x[: STORED // 500] *= np.linspace(0, 1, STORED // 500)
    for _ in range(2):  # what is bent is less loud
        x *= db(LUFS - momentary(doubled(x)))
        size = np.abs(x)
        bent = SOFT + (HARDEST - SOFT) * np.tanh((size - SOFT) / (HARDEST - SOFT))
        x = np.where(size < SOFT, x, np.copysign(bent, x))
    return np.round(x * 32767).astype(np.int16)


def doubled(samples: NDArray[np.floating] | NDArray[np.integer]) -> Wave:
    """Twice as many samples a second: between each two their mean."""
    out = np.repeat(np.asarray(samples, np.float64), 2)
    out[1:-1:2] = (out[:-2:2] + out[2::2]) / 2
    return out


def _cut(wave: Wave, rate: int) -> Wave:
    heard = np.flatnonzero(np.abs(wave) > QUIET * max(float(np.max(np.abs(wave), initial=0.0)), 1.0))
    if not len(heard):
        raise ValueError("it is silent")
    return wave[max(heard[0] - round(BEFORE * rate), 0) : heard[-1] + round(AFTER * rate)]


def _resampled(wave: Wave, count: int) -> Wave:
    """`count` samples in the same time, by the spectrum."""
    spectrum = np.fft.rfft(wave)[: count // 2 + 1]
    return np.fft.irfft(spectrum, count)


def _vault(wave: Wave) -> Wave:
    """The echo of `wave` alone."""
    t = np.arange(round(VAULT_S * STORED)) / STORED
    echo = u(541, len(t)) * D(t, VAULT_S) * (t >= VAULT_FROM_S)
    size = 1 << (len(wave) + len(echo) - 1).bit_length()
    return np.fft.irfft(np.fft.rfft(wave, size) * np.fft.rfft(echo, size), size)[: len(wave)]


def _band(wave: Wave) -> Wave:
    size = 1 << (len(wave) - 1).bit_length()
    spectrum = np.fft.rfft(wave, size)
    f = np.arange(1, len(spectrum), dtype=np.float64) * (STORED / size)
    spectrum[0] = 0.0
    spectrum[1:] *= band(f, LOW, HIGH)
    return np.fft.irfft(spectrum, size)[: len(wave)]
