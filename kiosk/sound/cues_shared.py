"""The companion's own cues, the same in all games."""

from __future__ import annotations

from kiosk.sound.kit import A, D, G, L, M, N, S, Wave, at, random_stairs, times
from kiosk.sound.parts import board, chuff, grunt, whistle
from kiosk.sound.recipe import CueKind, Recipe


def knock() -> Wave:
    t = times(0.18)
    return (
        M(t, 560, (1, 1, 0.17), (2.26, 0.6, 0.1), (3.4, 0.35, 0.05)) + 0.5 * N(161, 500, 2500, t) * D(t, 0.015)
    ) * A(t, 1.5)


def tap() -> Wave:
    t = times(0.04)
    return M(t, 2100, (1, 1, 0.035), (1.5, 0.4, 0.02)) * A(t, 1.5)


def refused() -> Wave:
    high = grunt(165, (450, 200, 1), (1150, 250, 0.7))
    low = grunt(131, (400, 200, 1), (900, 250, 0.7))
    return at(0.38, (high, 0, 1), (low, 0.2, 1))


def undo() -> Wave:
    t = times(0.35)
    x = N(201, 500, 1100, t) * L(t, 0, 0, 0.3, 1, 0.32, 0)
    x += 0.8 * S(G(t, 420, 1100, 0.32)) * L(t, 0, 0, 0.3, 0.5, 0.32, 0)
    return x + at(0.35, (tap(), 0, 0.6), (tap(), 0.31, 1))


def hold() -> Wave:
    t = times(0.6)
    x = 0.5 * S(G(t, 1250, 640, 0.5) * (1 + 0.01 * random_stairs(191, t, 0.005))) + 0.7 * N(192, 900, 3000, t)
    return x * L(t, 0, 0, 0.05, 1, 0.4, 0.7, 0.6, 0) + at(0.6, (board(0.8), 0.46, 0.6))


def resume() -> Wave:
    t = times(0.6)
    steam = 0.3 * whistle(0.6, (554.37,), 64) * L(t, 0.3, 0, 0.36, 1, 0.6, 0)
    return steam + at(0.6, (chuff(141, 0.8), 0, 0.8), (chuff(143, 0.95), 0.26, 1))


CUES: dict[str, Recipe] = {
    "knock": Recipe(knock, 2, -7.0, CueKind.COMPANION),
    "tap": Recipe(tap, 0, -16.0, CueKind.COMPANION, ducks=False),
    "refused": Recipe(refused, 0, -10.0, CueKind.COMPANION),
    "undo": Recipe(undo, 1.5, -10.0, CueKind.COMPANION),
    "hold": Recipe(hold, 0, -10.0, CueKind.COMPANION),
    "resume": Recipe(resume, 2, -8.0, CueKind.COMPANION),
}
"""Buffer name -> how it is made."""
