"""The struck layers of the bed: note buffers and the list of notes, sorted by sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE, A, D, G, L, M, N, S, Wave, times, u
from kiosk.sound.score import (
    A4,
    BREAK,
    BREAK_DRUM,
    BREAK_HAMMER,
    BREAK_RISER,
    CHUFFS,
    FINAL,
    FINAL_P,
    RISERS,
    ROLL,
    SECTIONS,
    STRUCK,
    TURN8,
    TURN16,
    WHEELS,
    ScoreSection,
)


class Note(NamedTuple):
    """A buffer struck at a sample of the track."""

    sample: int
    buffer: str
    gain: float


def wheel(index: int) -> Wave:
    t = times(0.12)
    x = M(t, WHEELS[index], (1, 1, 0.09), (1.47, 0.7, 0.06), (2.28, 0.4, 0.04), (0.52, 0.5, 0.07))
    return (x + 0.7 * N(421 + index, 700, 3000, t) * D(t, 0.02)) * A(t, 1.5)


def breath(seconds: float, seed: int, beta: float) -> Wave:
    t = times(seconds)
    x = N(seed, 480 * beta, 1300 * beta, t) * D(t, 0.9 * seconds)
    return (x + 0.45 * N(seed + 1, 1300 * beta, 3600 * beta, t) * D(t, 0.55 * seconds)) * A(t, 8)


def drum() -> Wave:
    t = times(0.3)
    x = S(G(t, 340, 165, 0.08)) * D(t, 0.26) + 0.5 * S(G(t, 680, 330, 0.06)) * D(t, 0.1)
    return (x + 0.7 * N(431, 250, 1100, t) * D(t, 0.05)) * A(t, 2)


def string(pitch: float, brightness: float) -> Wave:
    t = times(0.38)
    x = np.zeros_like(t)
    for k in range(1, 9):
        x += brightness ** (k - 1) * np.sin(2 * np.pi * k * pitch * (1 + 0.0006 * k * k) * t) * D(t, 0.42 / k**0.5)
    return x * A(t, 2)


def anvil() -> Wave:
    t = times(0.6)
    x = M(t, 784, (1, 1, 0.5), (2.13, 0.6, 0.33), (2.93, 0.45, 0.22), (4.41, 0.2, 0.1))
    return (x + 0.8 * N(433, 1200, 4500, t) * D(t, 0.02)) * A(t, 2)


def snare() -> Wave:
    t = times(0.1)
    return (N(432, 500, 3200, t) * D(t, 0.09) + 0.5 * S(G(t, 420, 300, 0.04)) * D(t, 0.07)) * A(t, 2)


def riser() -> Wave:
    t = times(2.0)
    x = N(434, 400, 900, t) * L(t, 0, 0, 1.2, 0.6, 2, 0.2) + N(435, 900, 2200, t) * L(t, 0, 0, 2, 1)
    return (x + N(436, 2200, 4500, t) * L(t, 1, 0, 2, 0.9)) * L(t, 0, 0, 1.97, 1, 2, 0)


def buffers() -> dict[str, NDArray[np.float32]]:
    """Every note buffer, each scaled to peak 1."""
    raw: dict[str, Wave] = {"drum": drum(), "anvil": anvil(), "snare": snare(), "riser": riser()}
    raw |= {f"wheel{i}": wheel(i) for i in range(4)}
    for name, (d, seed, betas) in CHUFFS.items():
        raw |= {f"chuff_{name}_{i}": breath(d, seed + 2 * i, beta) for i, beta in enumerate(betas)}
    for s, section in enumerate(SECTIONS):
        if s:
            for n in {*TURN8, *TURN16, 10, 12}:
                raw[f"string_{s}_{n}"] = string(section.root * 2 ** (n / 12), section.p)
    raw |= {f"string_5_{n}": string(A4 * 2 ** (n / 12), FINAL_P) for n in (0, 1)}
    return {name: (x / np.max(np.abs(x))).astype(np.float32) for name, x in raw.items()}


def _at(second: float) -> int:
    return round(second * RATE)


def _section(index: int, section: ScoreSection) -> Iterator[Note]:
    """The notes of S1 to S5 (`index` = 0..4)."""
    g = STRUCK[index]
    h = 1 + 0.12 * u(600 + index, 8 * section.beats)
    for b in range(section.beats):
        bar, q = divmod(b, 4)
        if g.every_beat or q % 2 == 0:
            for j, part in enumerate(g.wheel_strokes):
                gain = g.wheels * (0.7 if q % 2 else 1.0) * (0.8 if j == 0 else 1.0) * h[8 * b + j]
                yield Note(_at(section.second(b + part)), f"wheel{(b + j) % 4}", float(gain))
        for j in range(g.chuff_strokes):
            gain = g.chuff * (0.75 if j else 1.2 if q == 0 else 1.0) * h[8 * b + 2 + j]
            name = f"chuff_{g.chuff_set}_{(b * g.chuff_strokes + j) % 4}"
            yield Note(_at(section.second(b + j / g.chuff_strokes)), name, float(gain))
        yield from _drums(index, section, b, q)
        yield from _strings(index, section, b, q)
        if (index == 0 and b >= 80 and q == 2 and bar % 4 == 3) or (index == 2 and q == 3 and bar % 2 == 1):
            yield Note(_at(section.second(b)), "anvil", g.anvil)
        if (index == 3 and q == 3) or (index == 4 and q % 2 == 1):
            yield Note(_at(section.second(b)), "anvil", g.anvil)
    for i in range(8):
        fill = (0.12 + 0.05 * index) * (0.4 + 0.6 * i / 7)
        yield Note(_at(section.second(section.beats - 2 + i / 4)), "snare", fill)
    if index < len(RISERS):
        yield Note(_at(section.end - 2.0), "riser", RISERS[index])


def _drums(index: int, section: ScoreSection, beat: int, quarter: int) -> Iterator[Note]:
    g = STRUCK[index].drum
    if (index == 1 and quarter == 0) or (index == 2 and quarter % 2 == 0) or index >= 3:
        yield Note(_at(section.second(beat)), "drum", g)
    if index == 4:
        yield Note(_at(section.second(beat + 0.5)), "drum", 0.15)


def _strings(index: int, section: ScoreSection, beat: int, quarter: int) -> Iterator[Note]:
    """The ostinato: quarters, eighths from 3:00, sixteenths from 6:00; an upper turn in S4."""
    if index == 0:
        return
    div, pattern = ((1 if beat < 90 else 2), TURN8) if index == 1 else ((4 if index == 4 else 2), TURN16)
    for j in range(div):
        gain = STRUCK[index].ostinato * (0.8 if index == 4 and j else 1.0)
        yield Note(
            _at(section.second(beat + j / div)), f"string_{index}_{pattern[(beat * div + j) % len(pattern)]}", gain
        )
    if index == 3 and quarter % 2 == 1:
        yield Note(_at(section.second(beat + 0.25)), "string_3_12", 0.12)
        yield Note(_at(section.second(beat + 0.75)), "string_3_10", 0.12)


def _end() -> Iterator[Note]:
    """The roll from 6:45, the break, and the ten seconds whose beat is the clock."""
    for i in range(80):
        yield Note(_at(ROLL + i / 16), "snare", 0.10 + 0.26 * i / 79)
    for i in range(160):
        yield Note(_at(FINAL + i / 16), "snare", (0.06 + 0.16 * i / 159) * (0.6 if i % 2 else 1.0))
    yield Note(_at(BREAK), "riser", BREAK_RISER)
    for part in BREAK_HAMMER:
        yield Note(_at(BREAK + part), "drum", BREAK_DRUM)
    for n in range(10):
        dense = 8 if n >= 7 else 4
        for j in range(dense):
            second = FINAL + n + j / dense
            yield Note(_at(second), "drum", (0.16 if j else 0.26) + 0.012 * n)
            yield Note(_at(second), f"chuff_S4_{(n * dense + j) % 4}", 0.16 + 0.014 * n)
        for j in range(4):
            yield Note(_at(FINAL + n + j / 4), f"string_5_{j % 2}", 0.16 + 0.012 * n)


def score_notes() -> list[Note]:
    """All notes of the seven minutes, by sample; equal samples keep the order they were written in."""
    found = [note for s, section in enumerate(SECTIONS) for note in _section(s, section)]
    return sorted([*found, *_end()], key=lambda note: note.sample)
