"""The parts that several cues share. Each returns a raw sound, not yet finished."""

from __future__ import annotations

import numpy as np

from kiosk.sound.kit import (
    RATE,
    A,
    D,
    G,
    L,
    M,
    N,
    S,
    W,
    Wave,
    at,
    bp,
    random_stairs,
    rms1,
    sat,
    through_throat,
    times,
    u,
)

CHORD = (466.16, 554.37, 698.46, 880.0)
"""The wagon's whistle, Hz."""


def stroke(pitch: float, seconds: float) -> Wave:
    """One blow on the iron bell."""
    t = times(seconds)
    modes = ((0.5, 0.3, 2.2), (1, 1, 1.9), (1.19, 0.6, 1.3), (1.5, 0.3, 0.9), (2, 0.7, 0.9), (2.51, 0.3, 0.5),
             (2.66, 0.25, 0.4), (3.01, 0.25, 0.35), (4.17, 0.15, 0.2))  # fmt: skip
    return (M(t, pitch, *modes) + 2.0 * N(11, 1800, 5000, t) * D(t, 0.03)) * A(t, 2)


def whistle(seconds: float, chord: tuple[float, ...] = CHORD, seed: int = 61, drop: float = 0.955) -> Wave:
    """The steam whistle, ending `drop` times its pitch."""
    t = times(seconds)
    bend = L(t, 0, 0.9, 0.13, 1, seconds - 0.16, 1, seconds, drop) * (1 + 0.004 * np.sin(2 * np.pi * 6.1 * t))
    x = np.zeros_like(t)
    for i, f in enumerate(chord):
        x += 0.9**i * (S(bend * f) + 0.35 * S(2 * bend * f) + 0.12 * S(3 * bend * f))
    x += N(seed, 1200, 4200, t) * (0.3 + 3 * D(t, 0.09))
    return x * L(t, 0, 0, 0.012, 0.45, 0.14, 1, seconds - 0.12, 0.9, seconds, 0)


def creak(seconds: float, r0: float, r1: float, seed: int = 40, pitch: float = 720.0) -> Wave:
    """Wood under strain: grains whose rate glides from r0 to r1 a second."""
    t = times(seconds)
    phase = np.cumsum(G(t, r0, r1, seconds) * (1 + 0.12 * random_stairs(seed, t, 0.01))) / RATE
    turns = np.flatnonzero(np.diff(np.floor(phase), prepend=0.0) > 0)
    tg = times(0.03)
    grain = M(tg, pitch, (1, 1, 0.025), (1.74, 0.7, 0.018), (2.9, 0.4, 0.012)) * A(tg, 1)
    return at(seconds, *((grain, int(i) / RATE, 1.0) for i in turns)) * L(t, 0, 0.4, 0.8 * seconds, 1, seconds, 0.2)


def thud(factor: float) -> Wave:
    """Earth falling on a plank, .2 s; its pitch times `factor`."""
    t = times(0.2)
    return (S(G(t, 420 * factor, 210 * factor, 0.07)) * D(t, 0.17) + 0.9 * N(101, 300, 1400, t) * D(t, 0.05)) * A(t, 2)


def board(factor: float) -> Wave:
    """A wooden board, .16 s; its pitch times `factor`."""
    t = times(0.16)
    body = M(t, 415 * factor, (1, 1, 0.12), (2.31, 0.8, 0.07), (3.87, 0.5, 0.05), (5.6, 0.3, 0.03)) * A(t, 1.5)
    return body + 0.5 * N(111, 700, 3500, t) * D(t, 0.02)


def stone(pitch: float) -> Wave:
    """A falling stone, .12 s."""
    t = times(0.12)
    body = M(t, pitch, (1, 1, 0.09), (1.7, 0.6, 0.06), (2.9, 0.35, 0.04)) * A(t, 1.5)
    return body + 0.6 * N(int(pitch), 600, 3000, t) * D(t, 0.02)


def snap(seed: int) -> Wave:
    """Timber that breaks, .09 s."""
    t = times(0.09)
    return (N(seed, 450, 3200, t) * D(t, 0.07) + 0.5 * M(t, 690, (1, 1, 0.06), (2.2, 0.5, 0.03))) * A(t, 1.5)


def blast(seconds: float, seed: int, hi: float) -> Wave:
    """A short explosion, noise up to hi Hz."""
    t = times(seconds)
    x = 1.6 * N(seed, 250, hi, t) * D(t, 0.35 * seconds) + 1.2 * N(seed + 1, 150, 700, t) * D(t, seconds)
    x += S(G(t, 320, 120, 0.14)) * D(t, 0.28)
    return sat(x, 2) * A(t, 3)


def hammer(pitch: float) -> Wave:
    """A hammer on iron, .55 s."""
    t = times(0.55)
    x = M(t, pitch, (1, 1, 0.45), (2.13, 0.6, 0.3), (2.93, 0.5, 0.22), (4.41, 0.25, 0.1))
    x += 1.2 * N(171, 900, 4000, t) * D(t, 0.025) + 0.6 * S(G(t, 300, 160, 0.07)) * D(t, 0.12)
    return x * A(t, 2)


def pluck(pitch: float, seconds: float, brightness: float) -> Wave:
    """A plucked string; `brightness`: of each partial, the share that the next one has."""
    t = times(seconds)
    x = np.zeros_like(t)
    for k in range(1, 7):
        x += brightness ** (k - 1) / k * np.sin(2 * np.pi * k * pitch * t) * D(t, 1.1 * seconds / k**0.6)
    return x * A(t, 2.5)


def chuff(seed: int, beta: float) -> Wave:
    """One breath of the engine, brightness beta, .22 s."""
    t = times(0.22)
    low = N(seed, 550 * beta, 1500 * beta, t) * D(t, 0.2)
    return (low + 0.5 * N(seed + 1, 1500 * beta, 4200 * beta, t) * D(t, 0.12)) * A(t, 9)


def lub(pitch: float) -> Wave:
    """Half a heartbeat, .2 s."""
    t = times(0.2)
    p = G(t, pitch, 0.75 * pitch, 0.15)
    return sat(S(p) + 0.7 * S(2 * p) + 0.4 * S(3 * p), 1.5) * D(t, 0.19) * A(t, 16)


def grunt(f0: float, *formants: tuple[float, float, float]) -> Wave:
    """A throat that says no: a saw of f0 Hz through formants, .13 s."""
    t = times(0.13)
    return through_throat(W(np.full_like(t, f0)), *formants) * L(t, 0, 0, 0.01, 1, 0.1, 0.9, 0.13, 0)


def growl(speed: int, seconds: float | None = None) -> Wave:
    """Cerberus at a speed of 3..8: longer, higher and rougher the faster he is. `seconds`: another length."""
    r = (speed - 3) / 5
    seconds = 0.45 + 0.09 * (speed - 3) if seconds is None else seconds
    t = times(seconds)
    shaking = np.clip(1 + 1.2 * bp(u(210 + speed, len(t)), 2, 40, 1), 0.7, 1.3)
    cords = sat(W(G(t, 66 + 26 * r, 58 + 20 * r, seconds) * shaking) + 0.25 * u(220 + speed, len(t)), 1.5 + 3 * r)
    throat = ((380 + 220 * r, 260, 1), (900 + 350 * r, 380, 0.55 + 0.25 * r), (2200 + 500 * r, 700, 0.12 + 0.3 * r))
    rolling = 0.55 + 0.45 * np.sin(2 * np.pi * (23 + 9 * r) * t + 2 * np.sin(2 * np.pi * 5 * t))
    return rms1(through_throat(cords, *throat)) * rolling * L(t, 0, 0, 0.06, 0.9, 0.55 * seconds, 1, seconds, 0)


def link(pitch: float) -> Wave:
    """A link of a chain, .11 s."""
    t = times(0.11)
    return M(t, pitch, (1, 1, 0.08), (1.38, 0.8, 0.06), (1.91, 0.5, 0.04), (2.7, 0.3, 0.02)) * A(t, 1.5)


def clank(pitch: float) -> Wave:
    """Iron on iron, a buffer or a coupling, .3 s."""
    t = times(0.3)
    body = M(t, pitch, (1, 1, 0.22), (1.47, 0.7, 0.17), (2.19, 0.6, 0.13), (3.07, 0.4, 0.08), (4.3, 0.2, 0.05))
    return (body + 1.1 * N(301, 600, 3500, t) * D(t, 0.03)) * A(t, 2)


def paw(factor: float) -> Wave:
    """A paw on the ground, .09 s; its pitch times `factor`."""
    t = times(0.09)
    return (S(G(t, 380 * factor, 250 * factor, 0.05)) * D(t, 0.08) + 0.8 * N(241, 300, 1500, t) * D(t, 0.05)) * A(t, 2)


def drip(pitch: float) -> Wave:
    """A drop that falls into the river, .144 s."""
    t = times(0.144)
    return S(G(t, pitch, 1.5 * pitch, 0.09)) * D(t, 0.126) * A(t, 2)


def oar(seed: int) -> Wave:
    """One stroke of the oars, .55 s."""
    t = times(0.55)
    deep = N(seed, 450, 1400, t) * L(t, 0, 0, 0.12, 0.6, 0.22, 1, 0.5, 0)
    return deep + 0.8 * N(seed + 1, 1400, 3800, t) * L(t, 0, 0, 0.2, 0.1, 0.26, 1, 0.34, 0.4, 0.55, 0)
