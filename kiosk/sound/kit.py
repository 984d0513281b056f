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


def u(seed: int, n: int) -> Wave:
    """`n` uniform numbers -1..1, the same on every machine and numpy (SplitMix64 of n + seed * 2^32)."""
    x = np.arange(1, n + 1, dtype=np.uint64) + np.uint64((seed << 32) % (1 << 64))
    x *= np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return (x >> np.uint64(40)).astype(np.float64) * 2.0**-23 - 1.0


def held(seed: int, t: Wave, seconds: float) -> Wave:
    """Uniform numbers, each held for `seconds`: a random staircase as long as `t`."""
    step = round(seconds * RATE)
    return np.repeat(u(seed, -(-len(t) // step)), step)[: len(t)]


def rms1(x: Wave) -> Wave:
    """`x` scaled to a root mean square of 1."""
    return x / math.sqrt(float(np.mean(x * x)))


def band(f: Wave, lo: float, hi: float, k: int = 2) -> Wave:
    """The gain of a band-pass lo..hi Hz of order `k` at the frequencies `f` > 0 (Hz)."""
    return 1.0 / np.sqrt((1.0 + (lo / f) ** (2 * k)) * (1.0 + (f / hi) ** (2 * k)))


def shaped(x: Wave, gain: Callable[[Wave], Wave]) -> Wave:
    """`x` through a zero-phase filter: FFT padded to the next power of two, times gain(Hz); nothing at 0 Hz."""
    size = 1 << max(1, (len(x) - 1).bit_length())
    spectrum = np.fft.rfft(x, size)
    f = np.arange(1, len(spectrum), dtype=np.float64) * (RATE / size)
    spectrum[0] = 0.0
    spectrum[1:] *= gain(f)
    return np.fft.irfft(spectrum, size)[: len(x)]


def bp(x: Wave, lo: float, hi: float, k: int = 2) -> Wave:
    """`x` through the band-pass `band`."""
    return shaped(x, lambda f: band(f, lo, hi, k))


def N(seed: int, lo: float, hi: float, t: Wave) -> Wave:
    """Noise between lo and hi Hz at an RMS of .35."""
    return 0.35 * rms1(bp(u(seed, len(t)), lo, hi))


def resonance(f: Wave, *formants: tuple[float, float, float]) -> Wave:
    """Sum of a / (1 + ((f - F) / (B/2))^2) over formants (F Hz, B Hz, a)."""
    total = np.zeros_like(f)
    for centre, width, a in formants:
        total += a / (1.0 + ((f - centre) / (width / 2)) ** 2)
    return total


def form(x: Wave, *formants: tuple[float, float, float]) -> Wave:
    """`x` through a throat: a band 150..7000 Hz times the formants (F Hz, B Hz, a)."""
    return shaped(x, lambda f: band(f, 150.0, 7000.0) * resonance(f, *formants))


def D(t: Wave, tau: float) -> Wave:
    """Exponential decay; `tau` = seconds to -60 dB."""
    return np.exp(-6.908 * t / tau)


def A(t: Wave, ms: float) -> Wave:
    """Raised-cosine attack of `ms` milliseconds."""
    return 0.5 - 0.5 * np.cos(np.pi * np.clip(t / (ms / 1000.0), 0.0, 1.0))


def L(t: Wave, *points: float) -> Wave:
    """Linear through the breakpoints s, value, s, value, ...; held outside."""
    return np.interp(t, points[0::2], points[1::2])


def G(t: Wave, f0: float, f1: float, d: float) -> Wave:
    """A glide from f0 to f1 in `d` seconds at a constant ratio, then held."""
    return f0 * (f1 / f0) ** np.clip(t / d, 0.0, 1.0)


def S(f: Wave) -> Wave:
    """A sine of the frequency f (Hz over time)."""
    return np.sin(2.0 * np.pi * np.cumsum(f) / RATE)


def W(f: Wave) -> Wave:
    """A saw of the frequency f (Hz over time), only for f below 300 Hz."""
    return 2.0 * np.mod(np.cumsum(f) / RATE, 1.0) - 1.0


def M(t: Wave, f: float, *modes: tuple[float, float, float]) -> Wave:
    """Struck body: the sum over modes (ratio, amplitude, seconds to -60 dB) of decaying sines on f Hz."""
    total = np.zeros_like(t)
    for ratio, a, tau in modes:
        total += a * np.sin(2.0 * np.pi * f * ratio * t) * D(t, tau)
    return total


def sat(x: Wave, g: float) -> Wave:
    """Soft saturation that leaves 1 at 1: tanh(g x) / tanh(g)."""
    return np.tanh(g * x) / math.tanh(g)


def hits(seed: int, n: int, d: float, c: float) -> Wave:
    """`n` moments within `d` seconds, jittered, thinned by the power c; shape (n,), seconds."""
    return d * np.clip((np.arange(n) + 0.405 * u(seed, n)) / n, 0.0, 1.0) ** c


def at(seconds: float, *parts: tuple[Wave, float, float]) -> Wave:
    """A buffer of `seconds` with each part (sound, start s, gain) added; what runs past the end is cut."""
    out = np.zeros(round(seconds * RATE))
    for sound, start, gain in parts:
        i = round(start * RATE)
        n = min(len(sound), len(out) - i)
        if n > 0:
            out[i : i + n] += gain * sound[:n]
    return out


def finish(x: Wave, g: float, peak_db: float) -> Wave:
    """The end of every cue: edges to zero (1 ms in, 5 ms or an eighth out), peak 1, saturation, peak in dBFS."""
    x = x.copy()
    out = min(round(0.005 * RATE), len(x) // 8)
    x[len(x) - out :] *= 1.0 - np.arange(1, out + 1) / out
    rise = round(0.001 * RATE)
    x[:rise] *= np.arange(rise) / rise
    x /= np.max(np.abs(x))
    if g:
        x = sat(x, g)
    return x * (db(peak_db) / float(np.max(np.abs(x))))


def knee(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """The limiter of the sum: as it is below .7, bent above, never over .98. Without memory."""
    size = np.abs(x)
    if float(size.max(initial=0.0)) < 0.7:
        return x
    bent = 0.7 + 0.28 * np.tanh((size - 0.7) / 0.28)
    return np.where(size < 0.7, x, np.copysign(bent, x)).astype(np.float32)
