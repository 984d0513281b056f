"""The synthesis kit: its words, in pure numpy.

A sound is a float64 array at `RATE`; `t` is its time axis in seconds from its own start (`times`).
No filter loops: resonances are sums of decaying sines, noise is filtered by FFT magnitude (zero phase)
before its envelope, so nothing rings ahead of an onset.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
"""Samples a second, everywhere."""

Wave = NDArray[np.float64]
"""One mono sound, shape (n,), or anything as long as one: an envelope, a frequency in Hz over time."""


def db(level: float) -> float:
    """Decibels as a factor."""
    return float(10.0 ** (level / 20.0))


def times(seconds: float) -> Wave:
    """The time axis of a sound of that length, shape (round(seconds * RATE),)."""
    return np.arange(round(seconds * RATE)) / RATE


def u(seed: int, count: int) -> Wave:
    """`count` uniform numbers -1..1, the same on every machine and numpy (SplitMix64 of n + seed * 2^32)."""
    x = np.arange(1, count + 1, dtype=np.uint64) + np.uint64((seed << 32) % (1 << 64))
    x *= np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return (x >> np.uint64(40)).astype(np.float64) * 2.0**-23 - 1.0


def random_stairs(seed: int, time: Wave, seconds: float) -> Wave:
    """Uniform numbers, each held for `seconds`: a random staircase as long as `time`."""
    step = round(seconds * RATE)
    return np.repeat(u(seed, -(-len(time) // step)), step)[: len(time)]


def rms1(wave: Wave) -> Wave:
    """`wave` scaled to a root mean square of 1."""
    return wave / math.sqrt(float(np.mean(wave * wave)))


def band(frequency: Wave, lo: float, hi: float, order: int = 2) -> Wave:
    """The gain of a band-pass lo..hi Hz at the frequencies `frequency` > 0 (Hz)."""
    return 1.0 / np.sqrt((1.0 + (lo / frequency) ** (2 * order)) * (1.0 + (frequency / hi) ** (2 * order)))


def shaped(wave: Wave, gain: Callable[[Wave], Wave]) -> Wave:
    """`wave` through a zero-phase filter: FFT padded to the next power of two, times gain(Hz); nothing at 0 Hz."""
    size = 1 << max(1, (len(wave) - 1).bit_length())
    spectrum = np.fft.rfft(wave, size)
    f = np.arange(1, len(spectrum), dtype=np.float64) * (RATE / size)
    spectrum[0] = 0.0
    spectrum[1:] *= gain(f)
    return np.fft.irfft(spectrum, size)[: len(wave)]


def bp(wave: Wave, lo: float, hi: float, order: int = 2) -> Wave:
    """`wave` through the band-pass `band`."""
    return shaped(wave, lambda f: band(f, lo, hi, order))


def N(seed: int, lo: float, hi: float, time: Wave) -> Wave:
    """Noise between lo and hi Hz at an RMS of .35."""
    return 0.35 * rms1(bp(u(seed, len(time)), lo, hi))


def resonance(frequency: Wave, *formants: tuple[float, float, float]) -> Wave:
    """Sum of a / (1 + ((frequency - F) / (B/2))^2) over formants (F Hz, B Hz, a)."""
    total = np.zeros_like(frequency)
    for centre, width, a in formants:
        total += a / (1.0 + ((frequency - centre) / (width / 2)) ** 2)
    return total


def through_throat(wave: Wave, *formants: tuple[float, float, float]) -> Wave:
    """`wave` through a throat: a band 150..7000 Hz times the formants (F Hz, B Hz, a)."""
    return shaped(wave, lambda f: band(f, 150.0, 7000.0) * resonance(f, *formants))


def D(time: Wave, tau: float) -> Wave:
    """Exponential decay; `tau` = seconds to -60 dB."""
    return np.exp(-6.908 * time / tau)


def A(time: Wave, ms: float) -> Wave:
    """Raised-cosine attack of `ms` milliseconds."""
    return 0.5 - 0.5 * np.cos(np.pi * np.clip(time / (ms / 1000.0), 0.0, 1.0))


def L(time: Wave, *points: float) -> Wave:
    """Linear through the breakpoints s, value, s, value, ...; held outside."""
    return np.interp(time, points[0::2], points[1::2])


def G(time: Wave, f0: float, f1: float, seconds: float) -> Wave:
    """A glide from f0 to f1 in `seconds` at a constant ratio, then held."""
    return f0 * (f1 / f0) ** np.clip(time / seconds, 0.0, 1.0)


def S(frequency: Wave) -> Wave:
    """A sine of a frequency (Hz over time)."""
    return np.sin(2.0 * np.pi * np.cumsum(frequency) / RATE)


def W(frequency: Wave) -> Wave:
    """A saw of a frequency (Hz over time), only for those below 300 Hz."""
    return 2.0 * np.mod(np.cumsum(frequency) / RATE, 1.0) - 1.0


def M(time: Wave, pitch: float, *modes: tuple[float, float, float]) -> Wave:
    """Struck body: the sum over modes (ratio, amplitude, seconds to -60 dB) of decaying sines on `pitch` Hz."""
    total = np.zeros_like(time)
    for ratio, a, tau in modes:
        total += a * np.sin(2.0 * np.pi * pitch * ratio * time) * D(time, tau)
    return total


def sat(wave: Wave, drive: float) -> Wave:
    """Soft saturation that leaves 1 at 1: tanh(drive wave) / tanh(drive)."""
    return np.tanh(drive * wave) / math.tanh(drive)


def hits(seed: int, count: int, seconds: float, power: float) -> Wave:
    """`count` moments within `seconds`, jittered, thinned by `power`; shape (count,), seconds."""
    return seconds * np.clip((np.arange(count) + 0.405 * u(seed, count)) / count, 0.0, 1.0) ** power


def at(seconds: float, *parts: tuple[Wave, float, float]) -> Wave:
    """A buffer of `seconds` with each part (sound, start s, gain) added; what runs past the end is cut."""
    out = np.zeros(round(seconds * RATE))
    for sound, start, gain in parts:
        i = round(start * RATE)
        n = min(len(sound), len(out) - i)
        if n > 0:
            out[i : i + n] += gain * sound[:n]
    return out


def finish(wave: Wave, drive: float, peak_db: float) -> Wave:
    """The end of every cue: edges to zero (1 ms in, 5 ms or an eighth out), peak 1, saturation, peak in dBFS."""
    wave = wave.copy()
    out = min(round(0.005 * RATE), len(wave) // 8)
    wave[len(wave) - out :] *= 1.0 - np.arange(1, out + 1) / out
    rise = round(0.001 * RATE)
    wave[:rise] *= np.arange(rise) / rise
    wave /= np.max(np.abs(wave))
    if drive:
        wave = sat(wave, drive)
    return wave * (db(peak_db) / float(np.max(np.abs(wave))))


def knee(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The limiter of the sum: as it is below .7, bent above, never over .98. Without memory."""
    size = np.abs(samples)
    if float(size.max(initial=0.0)) < 0.7:
        return samples
    bent = 0.7 + 0.28 * np.tanh((size - 0.7) / 0.28)
    return np.where(size < 0.7, samples, np.copysign(bent, samples)).astype(np.float32)
