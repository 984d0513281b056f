"""The parts that several cues share. Each returns a raw sound, not yet finished."""

from __future__ import annotations

import numpy as np

from kiosk.sound.kit import RATE, A, D, G, L, M, N, S, W, Wave, at, bp, form, held, rms1, sat, times, u

CHORD = (466.16, 554.37, 698.46, 880.0)
"""The wagon's whistle, Hz."""


def stroke(f: float, seconds: float) -> Wave:
    """One blow on the iron bell of pitch f."""
    t = times(seconds)
    modes = ((0.5, 0.3, 2.2), (1, 1, 1.9), (1.19, 0.6, 1.3), (1.5, 0.3, 0.9), (2, 0.7, 0.9), (2.51, 0.3, 0.5),
             (2.66, 0.25, 0.4), (3.01, 0.25, 0.35), (4.17, 0.15, 0.2))  # fmt: skip
    return (M(t, f, *modes) + 2.0 * N(11, 1800, 5000, t) * D(t, 0.03)) * A(t, 2)


def whistle(d: float, chord: tuple[float, ...] = CHORD, seed: int = 61, drop: float = 0.955) -> Wave:
    """The steam whistle, `d` seconds, ending `drop` times its pitch."""
    t = times(d)
    bend = L(t, 0, 0.9, 0.13, 1, d - 0.16, 1, d, drop) * (1 + 0.004 * np.sin(2 * np.pi * 6.1 * t))
    x = np.zeros_like(t)
    for i, f in enumerate(chord):
        x += 0.9**i * (S(bend * f) + 0.35 * S(2 * bend * f) + 0.12 * S(3 * bend * f))
    x += N(seed, 1200, 4200, t) * (0.3 + 3 * D(t, 0.09))
    return x * L(t, 0, 0, 0.012, 0.45, 0.14, 1, d - 0.12, 0.9, d, 0)


def creak(d: float, r0: float, r1: float, seed: int = 40, f: float = 720.0) -> Wave:
    """Wood under strain: grains whose rate glides from r0 to r1 a second."""
    t = times(d)
    phase = np.cumsum(G(t, r0, r1, d) * (1 + 0.12 * held(seed, t, 0.01))) / RATE
    turns = np.flatnonzero(np.diff(np.floor(phase), prepend=0.0) > 0)
    tg = times(0.03)
    grain = M(tg, f, (1, 1, 0.025), (1.74, 0.7, 0.018), (2.9, 0.4, 0.012)) * A(tg, 1)
    return at(d, *((grain, int(i) / RATE, 1.0) for i in turns)) * L(t, 0, 0.4, 0.8 * d, 1, d, 0.2)


def thud(p: float) -> Wave:
    """Earth falling on a plank, pitch factor p, .2 s."""
    t = times(0.2)
    return (S(G(t, 420 * p, 210 * p, 0.07)) * D(t, 0.17) + 0.9 * N(101, 300, 1400, t) * D(t, 0.05)) * A(t, 2)


def board(g: float) -> Wave:
    """A wooden board, pitch factor g, .16 s."""
    t = times(0.16)
    body = M(t, 415 * g, (1, 1, 0.12), (2.31, 0.8, 0.07), (3.87, 0.5, 0.05), (5.6, 0.3, 0.03)) * A(t, 1.5)
    return body + 0.5 * N(111, 700, 3500, t) * D(t, 0.02)


def stone(f: float) -> Wave:
    """A falling stone of pitch f, .12 s."""
    t = times(0.12)
    body = M(t, f, (1, 1, 0.09), (1.7, 0.6, 0.06), (2.9, 0.35, 0.04)) * A(t, 1.5)
    return body + 0.6 * N(int(f), 600, 3000, t) * D(t, 0.02)


def snap(seed: int) -> Wave:
    """Timber that breaks, .09 s."""
    t = times(0.09)
    return (N(seed, 450, 3200, t) * D(t, 0.07) + 0.5 * M(t, 690, (1, 1, 0.06), (2.2, 0.5, 0.03))) * A(t, 1.5)


def blast(d: float, seed: int, hi: float) -> Wave:
    """A short explosion of `d` seconds, noise up to hi Hz."""
    t = times(d)
    x = 1.6 * N(seed, 250, hi, t) * D(t, 0.35 * d) + 1.2 * N(seed + 1, 150, 700, t) * D(t, d)
    x += S(G(t, 320, 120, 0.14)) * D(t, 0.28)
    return sat(x, 2) * A(t, 3)


def hammer(f: float) -> Wave:
    """A hammer on iron, pitch f, .55 s."""
    t = times(0.55)
    x = M(t, f, (1, 1, 0.45), (2.13, 0.6, 0.3), (2.93, 0.5, 0.22), (4.41, 0.25, 0.1))
    x += 1.2 * N(171, 900, 4000, t) * D(t, 0.025) + 0.6 * S(G(t, 300, 160, 0.07)) * D(t, 0.12)
    return x * A(t, 2)


def pluck(f: float, d: float, b: float) -> Wave:
    """A plucked string of pitch f, `d` seconds, brightness b."""
    t = times(d)
    x = np.zeros_like(t)
    for k in range(1, 7):
        x += b ** (k - 1) / k * np.sin(2 * np.pi * k * f * t) * D(t, 1.1 * d / k**0.6)
    return x * A(t, 2.5)


def chuff(seed: int, beta: float) -> Wave:
    """One breath of the engine, brightness beta, .22 s."""
    t = times(0.22)
    low = N(seed, 550 * beta, 1500 * beta, t) * D(t, 0.2)
    return (low + 0.5 * N(seed + 1, 1500 * beta, 4200 * beta, t) * D(t, 0.12)) * A(t, 9)


def lub(f: float) -> Wave:
    """Half a heartbeat, .2 s."""
    t = times(0.2)
    p = G(t, f, 0.75 * f, 0.15)
    return sat(S(p) + 0.7 * S(2 * p) + 0.4 * S(3 * p), 1.5) * D(t, 0.19) * A(t, 16)


def grunt(f0: float, *formants: tuple[float, float, float]) -> Wave:
    """A throat that says no: a saw of f0 Hz through formants, .13 s."""
    t = times(0.13)
    return form(W(np.full_like(t, f0)), *formants) * L(t, 0, 0, 0.01, 1, 0.1, 0.9, 0.13, 0)


def growl(s: int, d: float | None = None) -> Wave:
    """Cerberus at the speed s (3..8): longer, higher and rougher the faster he is. `d`: another length, s."""
    r = (s - 3) / 5
    d = 0.45 + 0.09 * (s - 3) if d is None else d
    t = times(d)
    shaking = np.clip(1 + 1.2 * bp(u(210 + s, len(t)), 2, 40, 1), 0.7, 1.3)
    cords = sat(W(G(t, 66 + 26 * r, 58 + 20 * r, d) * shaking) + 0.25 * u(220 + s, len(t)), 1.5 + 3 * r)
    throat = ((380 + 220 * r, 260, 1), (900 + 350 * r, 380, 0.55 + 0.25 * r), (2200 + 500 * r, 700, 0.12 + 0.3 * r))
    rolling = 0.55 + 0.45 * np.sin(2 * np.pi * (23 + 9 * r) * t + 2 * np.sin(2 * np.pi * 5 * t))
    return rms1(form(cords, *throat)) * rolling * L(t, 0, 0, 0.06, 0.9, 0.55 * d, 1, d, 0)


def link(f: float) -> Wave:
    """A link of a chain, pitch f, .11 s."""
    t = times(0.11)
    return M(t, f, (1, 1, 0.08), (1.38, 0.8, 0.06), (1.91, 0.5, 0.04), (2.7, 0.3, 0.02)) * A(t, 1.5)


def clank(f: float) -> Wave:
    """Iron on iron, a buffer or a coupling, pitch f, .3 s."""
    t = times(0.3)
    body = M(t, f, (1, 1, 0.22), (1.47, 0.7, 0.17), (2.19, 0.6, 0.13), (3.07, 0.4, 0.08), (4.3, 0.2, 0.05))
    return (body + 1.1 * N(301, 600, 3500, t) * D(t, 0.03)) * A(t, 2)


def paw(p: float) -> Wave:
    """A paw on the ground, pitch factor p, .09 s."""
    t = times(0.09)
    return (S(G(t, 380 * p, 250 * p, 0.05)) * D(t, 0.08) + 0.8 * N(241, 300, 1500, t) * D(t, 0.05)) * A(t, 2)


def drip(f: float) -> Wave:
    """A drop that falls into the river, pitch f, .144 s."""
    t = times(0.144)
    return S(G(t, f, 1.5 * f, 0.09)) * D(t, 0.126) * A(t, 2)


def oar(seed: int) -> Wave:
    """One stroke of the oars, .55 s."""
    t = times(0.55)
    deep = N(seed, 450, 1400, t) * L(t, 0, 0, 0.12, 0.6, 0.22, 1, 0.5, 0)
    return deep + 0.8 * N(seed + 1, 1400, 3800, t) * L(t, 0, 0, 0.2, 0.1, 0.26, 1, 0.34, 0.4, 0.55, 0)
