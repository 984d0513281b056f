"""Infernal Wagon's time and event cues. `CUES`: buffer name -> recipe."""

from __future__ import annotations

from functools import partial

import numpy as np

from kiosk.sound.kit import A, D, G, L, M, N, S, W, Wave, at, bp, hits, sat, times, u
from kiosk.sound.parts import blast, board, chuff, creak, hammer, lub, pluck, snap, stone, stroke, thud, whistle
from kiosk.sound.recipe import CueKind, Recipe

MOST_THUDS = 8
"""More are not counted by listening; the rules destroy 2 to 4 cards at once."""


def a0_blast() -> Wave:
    t = times(1.5)
    x = N(51, 240, 750, t) * D(t, 1.4) * A(t, 45) + 0.4 * S(G(t, 300, 220, 0.5)) * D(t, 0.7) * A(t, 30)
    return at(1.5, (x, 0, 1), (x, 0.34, 0.45), (x, 0.62, 0.25))


def bell(strokes: int) -> Wave:
    one = stroke(587.33, 1.6)
    return at(1.6 + 0.55 * (strokes - 1), *((one, 0.55 * i, 1.0) for i in range(strokes)))


def rumble(seconds: float) -> Wave:
    t = times(seconds)
    am = 0.55 + 0.45 * np.abs(bp(u(21, len(t)), 3, 14))
    am /= am.max()
    return (
        (N(22, 180, 520, t) + 0.4 * N(23, 520, 1500, t))
        * (0.35 + am)
        * L(t, 0, 0, 0.08, 1, 0.6 * seconds, 0.8, seconds, 0)
    )


def stones() -> Wave:
    h, r = hits(31, 12, 0.95, 0.8), u(32, 12)
    parts = [(stone(1150 + 700 * r[i] - 45 * i), float(h[i]), 0.5 + 0.5 * abs(float(r[i]))) for i in range(12)]
    return at(1.1, *parts)


def timber() -> Wave:
    snaps = zip(range(41, 46), (0.50, 0.72, 0.80, 0.97, 1.12), (0.7, 1.2, 0.9, 0.6, 0.4), strict=True)
    return at(1.3, (creak(0.75, 14, 60), 0, 0.6), *((snap(seed), s, gain) for seed, s, gain in snaps))


def alarm() -> Wave:
    t = times(2.0)
    modes = ((1, 1, 0.24), (1.62, 0.7, 0.17), (2.41, 0.45, 0.11), (3.3, 0.2, 0.06))
    pair = [M(t, f, *modes) * A(t, 3) for f in (1046.5, 880.0)]
    return at(2.0, *((pair[i % 2], i / 11, 0.55 + 0.45 * min(1.0, i / 5)) for i in range(20)))


def whistle_2() -> Wave:
    chord = (523.25, 622.25, 783.99, 987.77)
    return at(0.95, (whistle(0.28, chord, 67), 0, 0.9), (whistle(0.52, chord, 67), 0.4, 1))


def tick(left: int, half: bool = False) -> Wave:
    t = times(0.24)
    f = 880 * 2 ** ((10 - left) / 12) * (0.75 if half else 1.0)
    return (M(t, f, (1, 1, 0.32), (2.76, 0.5, 0.12), (4.1, 0.25, 0.05)) + 0.9 * N(71, 1500, 4500, t) * D(t, 0.012)) * A(
        t, 1.5
    )


def explosion7() -> Wave:
    t = times(3.0)
    x = 2.2 * N(81, 300, 6000, t) * D(t, 0.5) + 1.7 * N(82, 180, 1100, t) * D(t, 2.3)
    x += 1.3 * S(G(t, 300, 90, 0.35)) * D(t, 0.8)
    h, v = 0.12 + hits(83, 34, 2.5, 1.3), u(84, 34)
    falling = ((stone(500 + 1100 * abs(v[i])), float(h[i]), 0.28 * float(np.exp(-h[i] / 1.3))) for i in range(34))
    return sat(x, 2.2) * A(t, 2) + at(3.0, *falling)


def match() -> Wave:
    t = times(0.2)

    def click(pitch: float) -> Wave:
        return M(t, pitch, (1, 1, 0.07), (1.53, 0.6, 0.05), (2.31, 0.4, 0.03)) * A(t, 1.5)

    return at(0.2, (click(1720), 0, 1), (click(1480), 0.075, 0.8))


def thuds(count: int) -> Wave:
    one = thud(1.0)
    return at(0.12 * (count - 1) + 0.2 + 0.02 * (count > 1), *((one, 0.12 * i, 1.0) for i in range(count)))


def plank() -> Wave:
    t = times(0.6)
    slide = S(G(t, 900, 420, 0.2)) * L(t, 0, 0, 0.12, 0.18, 0.2, 0)
    blows = zip((1, 1.03, 1.06, 1.08, 1.1), (0.2, 0.34, 0.43, 0.49, 0.53), (1, 0.55, 0.35, 0.22, 0.14), strict=True)
    return at(0.6, (slide, 0, 1), *((board(p), s, gain) for p, s, gain in blows))


def echo(backwards: bool) -> Wave:
    """Five clicks going away into the tunnel, or coming out of it."""
    t = times(0.6)
    parts = []
    for place in range(5):
        i = 4 - place if backwards else place
        x = M(t, 980 * 0.93**i, (1, 1, 0.1), (2.02, 0.5 - 0.08 * i, 0.06))
        x += 0.4 * N(121 + i, 500, 3500 / (1 + i), t) * D(t, 0.02)
        parts.append((x * A(t, 2 + 2 * i), 0.115 * place, 0.66**i))
    return at(0.6, *parts)


def silence_on() -> Wave:
    t = times(0.6)
    x = N(131, 1300, 4200, t) * L(t, 0, 0, 0.03, 1, 0.25, 0.55, 0.42, 0.12, 0.6, 0)
    x += N(132, 500, 1500, t) * L(t, 0, 0.2, 0.2, 0.7, 0.35, 0.3, 0.6, 0)
    return x + at(0.6, (board(1.9), 0.44, 0.5))


def silence_off() -> Wave:
    t = times(0.6)
    x = 0.6 * N(133, 900, 3800, t) * L(t, 0, 0, 0.34, 0.8, 0.36, 0.1, 0.6, 0)
    return x + at(0.6, (chuff(141, 1), 0.34, 1), (chuff(143, 1.15), 0.47, 0.9))


def uturn(backwards: bool) -> Wave:
    w = whistle(0.55, (523.25, 659.26, 783.99), 62, 0.8)
    return w[::-1] * times(0.55) ** 1.2 if backwards else w


def curse() -> Wave:
    t = times(0.6)
    x = M(t, 880, (0.5, 0.4, 0.9), (1, 1, 0.8), (1.19, 0.5, 0.5), (2, 0.25, 0.25)) * A(t, 14)
    return at(0.6, (x, 0, 1), (x, 0.19, 0.4), (x, 0.35, 0.2)) * L(t, 0, 1, 0.38, 1, 0.6, 0)


def curse_last() -> Wave:
    t = times(0.6)
    x = np.zeros_like(t)
    for f in (880, 1046.5, 1318.5):
        x += M(t, f, (0.5, 0.4, 0.9), (1, 1, 0.9), (1.19, 0.3, 0.5), (2.02, 0.3, 0.3))
    return x * A(t, 10) * L(t, 0, 1, 0.35, 1, 0.6, 0)


def last_cards() -> Wave:
    t = times(0.6)
    c = np.sin(np.pi * t / 0.6)
    x = N(151, 350, 700, t) * (1 - 0.6 * c) * c**0.7 + N(152, 800, 1500, t) * c**2
    return x + 0.6 * N(153, 1700, 2600, t) * c**4


def exit_drawn() -> Wave:
    notes = enumerate((587.33, 739.99, 880.0, 1174.66))
    parts = [(pluck(f, 0.6 - 0.095 * i, 0.35), 0.095 * i, 0.8 + 0.07 * i) for i, f in notes]
    return at(0.6, *parts) * L(times(0.6), 0, 1, 0.5, 1, 0.6, 0)


def heartbeat() -> Wave:
    return at(0.55, (lub(310), 0, 1), (lub(265), 0.24, 0.8))


def won() -> Wave:
    t = times(3.0)
    parts = [(whistle(0.8, (587.33, 739.99, 880.0), 63, 1.02), 0.0, 0.6)]
    for i, f in enumerate((293.66, 440, 587.33, 739.99, 880, 1174.66)):
        x = np.zeros_like(t)
        for k in (1, 2, 3):
            x += 0.5 ** (k - 1) * np.sin(2 * np.pi * k * f * (1 + 0.0012 * (k % 2)) * t)
        parts.append((x * D(t, 2.6) * A(t, 6), 0.62 + 0.09 * i, 0.55))
    return at(3.0, *parts) * L(t, 0, 1, 2.6, 1, 3, 0)


COLLAPSE_GAPS = (0.26, 0.22, 0.18, 0.15, 0.12, 0.10, 0.09, 0.08, 0.08, 0.09, 0.11, 0.14, 0.19, 0.26)


def collapse() -> Wave:
    t = times(2.5)
    x = 0.35 * creak(2.5, 34, 7, 91, 430) * L(t, 0, 0, 0.3, 0.3, 1, 1, 1.6, 0.7, 2.5, 0)
    x += 0.5 * N(92, 280, 1100, t) * L(t, 0, 0, 0.7, 0.35, 1.3, 1, 2.5, 0)
    x += 0.35 * bp(W(G(t, 185, 82, 1.9)), 260, 1500) * L(t, 0, 0, 0.15, 0.5, 1.5, 0.4, 2.1, 0)
    pitch, parts, start = u(93, 15), [], 0.02
    for i in range(15):
        gain = 0.5 + 0.5 * min(1.0, i / 6) - 0.0875 * max(0, i - 10)
        parts += [(thud(0.8 + 0.25 * float(pitch[i])), start, gain), (snap(94 + i), start, 0.5)]
        start += COLLAPSE_GAPS[i] if i < 14 else 0.0
    return x + at(2.5, *parts)


CUES: dict[str, Recipe] = {
    "count": Recipe(partial(hammer, 740), 1.5, -5.0, CueKind.COMPANION),
    "A0_blast": Recipe(a0_blast, 0, -5.0, CueKind.TIME),
    "A0_whistle": Recipe(partial(whistle, 1.1), 0, -9.0, CueKind.TIME),
    **{f"bell{n}": Recipe(partial(bell, n), 0, -5.0, CueKind.TIME) for n in range(1, 6)},
    "rumble": Recipe(partial(rumble, 0.8), 0, -6.0, CueKind.TIME),
    "rumble_long": Recipe(partial(rumble, 1.5), 0, -6.0, CueKind.TIME),
    "stones": Recipe(stones, 2, -5.0, CueKind.TIME),
    "timber": Recipe(timber, 2.5, -4.0, CueKind.TIME),
    "whistle_long": Recipe(partial(whistle, 1.9), 0, -9.0, CueKind.TIME),
    "alarm": Recipe(alarm, 0, -7.0, CueKind.TIME),
    "whistle_2": Recipe(whistle_2, 0, -5.0, CueKind.TIME),
    **{f"tick{k}": Recipe(partial(tick, k), 1.5, -8.0 + 0.6 * (10 - k), CueKind.TIME) for k in range(10, 0, -1)},
    **{f"tick{k}_half": Recipe(partial(tick, k, True), 1.5, -11.0 + 0.6 * (10 - k), CueKind.TIME) for k in (3, 2, 1)},
    "explosion7": Recipe(explosion7, 0, -4.5, CueKind.END),
    "match": Recipe(match, 1.5, -12.0, ducks=False),
    **{f"thuds{n}": Recipe(partial(thuds, n), 1.5, -7.0, n=n) for n in range(1, MOST_THUDS + 1)},
    "plank": Recipe(plank, 2, -5.0),
    "echo_on": Recipe(partial(echo, False), 2, -6.0),
    "echo_off": Recipe(partial(echo, True), 2, -6.0),
    "blast": Recipe(partial(blast, 0.6, 55, 5000), 0, -5.0),
    "silence_on": Recipe(silence_on, 0, -8.5),
    "silence_off": Recipe(silence_off, 0, -8.0),
    "uturn_on": Recipe(partial(uturn, True), 0, -9.0),
    "uturn_off": Recipe(partial(uturn, False), 0, -9.0),
    "curse": Recipe(curse, 0, -8.0),
    "curse_last": Recipe(curse_last, 0, -9.0),
    "last_cards": Recipe(last_cards, 0, -9.0),
    "exit_drawn": Recipe(exit_drawn, 0, -9.0),
    "heartbeat": Recipe(heartbeat, 0, -5.0),
    "won": Recipe(won, 0, -5.0, CueKind.END),
    "collapse": Recipe(collapse, 1.8, -4.0, CueKind.END),
}
"""Buffer name -> how it is made."""
