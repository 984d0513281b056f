"""Cerbère's cues: throat, chain and water. `CUES`: buffer name -> recipe.

`peek` has one buffer and no argument: it is played for a look and for a swap, whatever is in the boats.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from kiosk.sound.kit import RATE, A, D, G, L, M, N, S, W, Wave, at, rms1, sat, through_throat, times, u
from kiosk.sound.parts import blast, creak, drip, growl, hammer, link, oar, paw, pluck, thud
from kiosk.sound.recipe import CueKind, Recipe

SLOWEST = 3
"""The least face of the Speed die: a growl for each."""
SHORTEST, LONGEST = 3, 8
"""Spaces that Cerberus may run: a chase for each."""
MOST_LINKS = 4
"""More are not counted by listening; a card moves the rage by one or two."""
FIRST_STEP, QUICKER = 0.30, 0.93
"""How long Cerberus takes for his first step, s, and for each further one, of the one before."""
GROWL_PEAKS = (-11.0, -9.5, -8.0, -6.7, -5.3, -4.0)
"""dBFS by speed, from the slowest."""


def chain(steps: int, up: int) -> Wave:
    """The die goes so many spaces along the track: the links climb (`up` = 1) or fall (-1).

    A single step has no second link to climb or fall to: when it falls, its own clinks are turned upside down.
    """
    ratios = (1.12, 0.94) if steps > 1 or up > 0 else (1 / 1.12, 1 / 0.94)
    parts: list[tuple[Wave, float, float]] = []
    for i in range(steps):
        f, start = 1500 * 2 ** (up * i / 6), 0.14 * i
        parts += [(link(f), start, 1)]
        parts += [(link(f * r), start + s, g) for r, s, g in zip(ratios, (0.04, 0.07), (0.55, 0.35), strict=True)]
    return at(0.12 + 0.14 * steps, *parts)


def bark() -> Wave:
    t = times(0.2)
    cords = sat(W(G(t, 260, 130, 0.18)) + 0.5 * u(231, len(t)), 3)
    x = rms1(through_throat(cords, (650, 300, 1), (1300, 400, 0.8), (2600, 800, 0.35)))
    x = x * L(t, 0, 0, 0.012, 1, 0.09, 0.8, 0.2, 0)
    return at(0.62, (x, 0, 0.9), (x, 0.29, 1), (growl(6, 0.62), 0, 0.3))


def chase(steps: int) -> Wave:
    """Cerberus runs so many steps, each a little shorter than the last, and pants louder and louder."""
    lasts = [FIRST_STEP * QUICKER**i for i in range(steps)]
    begins = np.concatenate([[0.0], np.cumsum(lasts)])
    parts: list[tuple[Wave, float, float]] = []
    for start, long in zip(begins[:-1], lasts, strict=True):
        parts += [(paw(1.15), start, 0.6), (paw(1.05), start + 0.22 * long, 0.75), (paw(0.9), start + 0.5 * long, 1)]
    t = times(float(begins[-1]) + 0.12)
    rate = G(t, 1 / FIRST_STEP, 1 / (FIRST_STEP * QUICKER**steps), float(begins[-1]))
    pant = 0.5 + 0.5 * np.sin(2 * np.pi * np.cumsum(rate) / RATE - 1.2)
    return at(len(t) / RATE, *parts) + 0.45 * N(243, 700, 2200, t) * pant * L(t, 0, 0.2, len(t) / RATE, 1)


def whimper() -> Wave:
    t = times(0.7)
    f = L(t, 0, 900, 0.1, 1050, 0.22, 700, 0.23, 980, 0.4, 1040, 0.62, 560, 0.7, 540)
    x = S(f * (1 + 0.01 * np.sin(2 * np.pi * 9 * t))) + 0.3 * N(261, 900, 2500, t)
    return x * L(t, 0, 0, 0.04, 1, 0.2, 0.4, 0.24, 0, 0.3, 0.8, 0.6, 0.3, 0.7, 0)


def capture() -> Wave:
    """The jaws snap, the chain runs out."""
    t = times(0.07)
    x = M(t, 1250, (1, 1, 0.05), (1.6, 0.8, 0.04), (2.3, 0.5, 0.03)) + 1.5 * N(251, 800, 4000, t) * D(t, 0.025)
    jaws = x * A(t, 1.5)
    links = ((link(2300 * 0.93**i), 0.34 + 0.085 * i, 0.45) for i in range(9))
    return at(1.3, (jaws, 0, 0.8), (jaws, 0.085, 1.1), (thud(0.9), 0.085, 1.1), (growl(7, 0.9), 0.3, 0.55), *links)


def oars() -> Wave:
    wood = (creak(0.2, 30, 55, 271, 520), 0, 0.35), (creak(0.2, 30, 55, 273, 480), 0.66, 0.3)
    water = (oar(272), 0.08, 1), (oar(274), 0.72, 0.9), (drip(1300), 1.12, 0.3), (drip(1650), 1.2, 0.25)
    return at(1.3, *wood, *water)


def peek() -> Wave:
    return at(0.55, (drip(800), 0, 1), (drip(1100), 0.15, 0.8), (drip(950), 0.33, 0.6))


def doors() -> Wave:
    """The gates swing on their hinges and fall shut."""
    hinges = (creak(1.45, 9, 32, 281, 310), 0, 0.9), (creak(1.45, 11, 26, 282, 470), 0, 0.5)
    return at(2.2, *hinges, (blast(0.75, 284, 1600), 1.42, 1), (hammer(330), 1.42, 0.7))


def howl() -> Wave:
    """Three heads, one after another."""
    t = times(2.4)
    x = 0.25 * N(291, 500, 1600, t) * L(t, 0, 0, 0.6, 1, 2.4, 0)
    for i, (f, o) in enumerate(((330, 0), (392, 0.22), (466.16, 0.45))):
        p = (
            f
            * L(t, 0, 0.72, o, 0.72, o + 0.5, 1, 1.7, 1, 2.4, 0.72)
            * (1 + 0.012 * np.sin(2 * np.pi * (5 + 0.6 * i) * t))
        )
        head = S(p) + 0.5 * S(2 * p) + 0.3 * S(3 * p) + 0.12 * S(4 * p)
        x += head * L(t, o, 0, o + 0.35, 1, 1.7, 0.9, 2.4, 0)
    return x


def escape() -> Wave:
    """The boat rows off, and it grows light."""
    notes = enumerate((392.0, 493.88, 587.33, 783.99, 987.77, 1174.66))
    parts = [(pluck(f, 1.5, 0.4), 0.25 + 0.16 * i, 0.9) for i, f in notes]
    rowing = (oar(272), 0.0, 0.5), (oar(274), 0.5, 0.5)
    return at(2.6, *rowing, *parts) * L(times(2.6), 0, 1, 2.2, 1, 2.6, 0)


CUES: dict[str, Recipe] = {
    **{f"growl{s}": Recipe(partial(growl, s), 1.5, peak, n=s) for s, peak in enumerate(GROWL_PEAKS, SLOWEST)},
    **{f"chain_up{n}": Recipe(partial(chain, n, 1), 1.5, -8.0, n=n) for n in range(1, MOST_LINKS + 1)},
    **{f"chain_down{n}": Recipe(partial(chain, n, -1), 1.5, -8.0, n=n) for n in range(1, MOST_LINKS + 1)},
    "bark": Recipe(bark, 0, -5.0),
    **{f"chase{s}": Recipe(partial(chase, s), 0, -6.0, n=s) for s in range(SHORTEST, LONGEST + 1)},
    "whimper": Recipe(whimper, 0, -11.0),
    "capture": Recipe(capture, 1.5, -4.0),
    "oars": Recipe(oars, 1.3, -8.0),
    "peek": Recipe(peek, 0, -10.0),
    "doors": Recipe(doors, 2, -4.0),
    "howl": Recipe(howl, 0, -6.5, CueKind.END),
    "escape": Recipe(escape, 0, -6.5, CueKind.END),
}
"""Buffer name -> how it is made."""
