"""HellRail's cues: iron, steam, and one bright bell. `CUES`: buffer name -> recipe.

`delivery` and `reveal` have one buffer each and no argument: whatever the car is worth, it sounds the same.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate

import numpy as np

from kiosk.sound.kit import A, D, G, L, M, N, S, Wave, at, hits, times, u
from kiosk.sound.parts import board, chuff, clank, creak, growl, hammer, link, pluck, stroke, thud, whistle
from kiosk.sound.recipe import CueKind, Recipe

MOST_CHUFFS = 9
"""The largest value of a car: no engine moves further with one card."""
FIRST_GAP, QUICKER = 0.24, 0.93
"""Seconds from the first chuff to the second, and each further gap, of the one before."""
ROLL = 22
"""Strokes a second of the drum."""
ENGINE = (622.25, 739.99, 932.33)
"""The engines' whistle, Hz."""


def toot() -> Wave:
    return at(0.8, (whistle(0.2, ENGINE, 65, 1), 0, 0.9), (whistle(0.5, ENGINE, 65, 0.97), 0.27, 1))


def coupling() -> Wave:
    """The hook falls in, the chain follows, the engine breathes."""
    iron = (clank(415), 0, 0.85), (clank(349), 0.11, 1)
    return at(0.75, *iron, (link(1250), 0.3, 0.35), (link(1120), 0.37, 0.25), (chuff(303, 1.3), 0.42, 0.5))


def fire() -> Wave:
    """The flames rise, the coal cracks."""
    t, tc = times(1.2), times(0.012)
    x = N(311, 280, 800, t) * L(t, 0, 0, 0.2, 1, 0.6, 0.7, 1.2, 0)
    x += 0.6 * N(312, 800, 2200, t) * L(t, 0, 0, 0.22, 1, 0.5, 0.4, 1.2, 0)
    loud = 1.2 + 1.2 * u(314, 26)
    moments = enumerate(hits(313, 26, 1.1, 0.9))
    return x + at(1.2, *((N(315 + i, 1200, 4500, tc) * D(tc, 0.012), s, float(loud[i])) for i, s in moments))


def chuffs(count: int) -> Wave:
    """The engine breathes `count` times, ever faster and brighter."""
    begins = [0.0, *accumulate(FIRST_GAP * QUICKER**i for i in range(count))]
    return at(begins[count] + 0.2, *((chuff(141 + 2 * (i % 3), 0.9 + 0.05 * i), begins[i], 1) for i in range(count)))


def ram() -> Wave:
    t = times(0.8)
    modes = ((1, 1, 0.5), (1.34, 0.8, 0.45), (1.81, 0.7, 0.4), (2.46, 0.7, 0.35), (3.17, 0.5, 0.25),
             (4.29, 0.4, 0.18), (5.6, 0.3, 0.1))  # fmt: skip
    x = M(t, 290, *modes) * A(t, 2) + 2 * N(321, 350, 4000, t) * D(t, 0.12)
    return x + at(0.8, (thud(0.85), 0, 1.2), (clank(520), 0.16, 0.35))


def derail() -> Wave:
    """The wheels scream, then the engine tumbles down the bank."""
    t = times(1.9)
    scream = 0.5 * S(G(t, 1150, 560, 0.7) * (1 + 0.02 * np.sin(2 * np.pi * 17 * t))) + 0.35 * S(G(t, 1490, 700, 0.7))
    x = 0.8 * (scream + 0.6 * N(331, 900, 3000, t)) * L(t, 0, 0, 0.06, 1, 0.5, 0.7, 0.72, 0)
    pitch = 380 * (0.9 + 0.26 * u(332, 8))
    falls = enumerate((0.62, 0.82, 0.99, 1.12, 1.23, 1.34, 1.48, 1.67))
    hard = ((clank(float(pitch[i])), thud(0.85), s, 0.86**i) for i, s in falls)
    return x + at(1.9, *(part for c, e, s, g in hard for part in ((c, s, 0.95 * g), (e, s, 0.9 * g))))


def delivery() -> Wave:
    """One bright bell, for every car."""
    t = times(1.0)
    bell = M(t, 1318.5, (0.5, 0.25, 0.8), (1, 1, 0.9), (2, 0.3, 0.5), (2.76, 0.4, 0.3), (4.07, 0.15, 0.12))
    return (bell + 0.8 * N(341, 2500, 5000, t) * D(t, 0.012)) * A(t, 2)


def gong() -> Wave:
    """Its higher partials come later."""
    t = times(1.6)
    modes = ((196, 0.5, 6), (293, 1, 10), (311, 0.9, 14), (437, 0.7, 40), (463, 0.7, 55), (689, 0.5, 90),
             (731, 0.5, 110), (1090, 0.35, 150), (1165, 0.3, 170), (1630, 0.2, 220))  # fmt: skip
    x = np.zeros_like(t)
    for f, a, rise in modes:
        x += a * np.sin(2 * np.pi * f * t) * D(t, 1.5) * A(t, rise)
    return x


def heresy() -> Wave:
    """Voices that contradict each other, trembling; each wavers against its own overtones."""
    t = times(0.8)
    x = np.zeros_like(t)
    for f in (293.66, 415.3, 587.33, 830.6):
        held = np.full_like(t, f)
        x += S(f * (1 + 0.006 * np.sin(2 * np.pi * 7 * t))) + 0.5 * S(2 * held) + 0.25 * S(3 * held)
    q = np.sin(2 * np.pi * 8 * t)
    trembling = 0.6 + 0.4 * np.sign(q) * np.minimum(1, 6 * np.abs(q))
    return x * trembling * L(t, 0, 0, 0.02, 1, 0.6, 0.9, 0.8, 0)


def coin(pitch: float) -> Wave:
    """A coin, .22 s."""
    t = times(0.22)
    return M(t, pitch, (1, 1, 0.2), (1.49, 0.6, 0.13), (2.31, 0.3, 0.07)) * A(t, 1.5)


def toll() -> Wave:
    """Coins for Cerberus, who growls."""
    coins = zip((2350, 2090, 2480, 2210), (0, 0.13, 0.22, 0.3), (0.8, 0.8, 0.6, 0.4), strict=True)
    return at(1.1, *((coin(f), s, g) for f, s, g in coins), (growl(5, 0.65), 0.42, 0.9))


def riffle() -> Wave:
    """The cards are riffled and squared on the table."""
    t = times(0.014)
    parts: list[tuple[Wave, float, float]] = []
    for i in range(30):
        x = i / 29
        card = N(351 + i, 1100 + 25 * i, 3800, t) * D(t, 0.014) * A(t, 1)
        parts.append((card, 0.75 * x**0.75, 0.5 + 0.5 * x))
    return at(1.05, *parts, (board(1.5), 0.85, 0.9))


def spike() -> Wave:
    """Two blows on a rail spike."""
    return at(0.75, (hammer(880), 0, 0.85), (hammer(988), 0.26, 1))


def reveal_roll() -> Wave:
    """A drum roll that grows."""
    t, n = times(0.1), round(1.5 * ROLL)
    skin = 0.6 * S(G(t, 400, 300, 0.05)) * D(t, 0.06)
    sticks = [(N(381 + i, 350, 2600, t) * D(t, 0.08) + skin) * A(t, 2) for i in range(5)]
    return at(1.6, *((sticks[i % 5], i / ROLL, 0.25 + 0.75 * (i / n) ** 1.5) for i in range(n)))


def reveal() -> Wave:
    """A lid lifts, for every car."""
    return at(
        0.7, (creak(0.22, 40, 90, 391, 640), 0, 0.4), (board(0.9), 0.22, 0.6), (pluck(1046.5, 0.45, 0.3), 0.24, 0.8)
    )


def crown() -> Wave:
    """A fanfare, the whistle and the bell."""
    t = times(0.16)
    parts: list[tuple[Wave, float, float]] = []
    for f, start in zip((466.16, 466.16, 466.16, 622.25, 554.37), (0, 0.18, 0.36, 0.54, 0.9), strict=True):
        held = np.full_like(t, f)
        brass = S(held) + S(1.25 * held) + S(1.5 * held) + 0.4 * S(2 * held)
        parts.append((brass * L(t, 0, 0, 0.015, 1, 0.13, 0.8, 0.16, 0), start, 0.8))
    tonic = 622.25
    steam = whistle(1.4, (tonic, 1.25 * tonic, 1.5 * tonic), 66, 1)
    return at(2.9, *parts, (steam, 1.08, 0.8), (stroke(tonic, 1.8), 1.08, 0.8))


CUES: dict[str, Recipe] = {
    "toot": Recipe(toot, 0, -9.0),
    "coupling": Recipe(coupling, 2, -5.0),
    "fire": Recipe(fire, 1.5, -7.0),
    **{f"chuffs{n}": Recipe(partial(chuffs, n), 1.5, -7.0, n=n) for n in range(1, MOST_CHUFFS + 1)},
    "ram": Recipe(ram, 2.5, -4.0),
    "derail": Recipe(derail, 1.5, -5.0),
    "delivery": Recipe(delivery, 0, -7.0),
    "gong": Recipe(gong, 0, -7.0),
    "heresy": Recipe(heresy, 0, -10.0),
    "toll": Recipe(toll, 1.5, -7.0),
    "riffle": Recipe(riffle, 2.5, -7.0),
    "spike": Recipe(spike, 1.5, -6.0),
    "reveal_roll": Recipe(reveal_roll, 1.5, -7.0),
    "reveal": Recipe(reveal, 0, -9.0),
    "crown": Recipe(crown, 0, -5.0, CueKind.END),
}
"""Buffer name -> how it is made."""
