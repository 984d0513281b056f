"""Measures how loud sounds are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE, Wave

Samples = NDArray[np.floating]


def k_weighted(samples: Samples) -> Wave:
    """`samples` through the two filters of BS.1770 (the published 48 kHz coefficients), by FFT with room to ring."""
    size = 1 << (len(samples) + RATE // 4 - 1).bit_length()
    z = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    shelf = (1.53512485958697 - 2.69169618940638 * z + 1.19839281085285 * z**2) / (
        1 - 1.69065929318241 * z + 0.73248077421585 * z**2
    )
    high = (1 - 2 * z + z**2) / (1 - 1.99004745483398 * z + 0.99007225036621 * z**2)
    return np.fft.irfft(np.fft.rfft(samples, size) * shelf * high, size)[: len(samples)]


def momentary(samples: Samples) -> float:
    """Loudest 400 ms, zero-padded, LUFS."""
    window = round(0.4 * RATE)
    energy = np.concatenate(
        [[0.0], np.cumsum(k_weighted(np.append(samples, np.zeros(max(0, window - len(samples))))) ** 2)]
    )
    return loudness(float(np.max(energy[window:] - energy[:-window])) / window)


def loudness(mean_square: float) -> float:
    """A K-weighted mean square as LUFS (mono)."""
    return float(-0.691 + 10 * np.log10(max(mean_square, 1e-30)))
