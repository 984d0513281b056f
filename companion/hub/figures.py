"""Statistics of all evenings at the hub: how long games take, how often they are lost and by what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.uplink.link.wire import GameResult

MOST_SHOWN = 100
"""Evenings, the last ones."""

FigureWords = dict[str, str]
"""By language."""


class Cause(Struct, frozen=True):
    how: FigureWords
    games: int


class GameFigures(Struct, frozen=True):
    """`minutes`: a quarter of the games took less than the first, half of them less than the second, three quarters
    less than the third. `lost` of `together`: games that are won or lost by all."""

    game: FigureWords
    games: int
    minutes: tuple[float, float, float]
    together: int
    lost: int
    causes: tuple[Cause, ...]


class BoxFigures(Struct, frozen=True):
    """Of one table."""

    table: str
    games: int
    hours: float
    together: int
    lost: int


class Past(Struct, frozen=True):
    """`evenings`: the last first. `games` and `boxes`: of all that there are, those with the most games first."""

    evenings: tuple[GameResult, ...] = ()
    games: tuple[GameFigures, ...] = ()
    boxes: tuple[BoxFigures, ...] = ()


def past(found: Sequence[tuple[str, GameResult]]) -> Past:
    """
    :param found: tables and how their games went.
    """
    ordered = sorted(found, key=lambda one: one[1].begun, reverse=True)
    evenings = [evening for _table, evening in ordered]
    length = np.array([evening.length_ms for evening in evenings], dtype=np.float64)
    together = np.array([evening.lost is not None for evening in evenings], dtype=bool)
    lost = np.array([bool(evening.lost) for evening in evenings], dtype=bool)
    games = [
        GameFigures(
            evenings[first].game,
            *_counts(rows, together, lost, length),
            _causes([evenings[row] for row in rows.tolist()]),
        )
        for first, rows in _grouped([evening.game.get("en", "") for evening in evenings])
    ]
    boxes = [
        BoxFigures(
            evenings[first].table, len(rows), round(float(length[rows].sum()) / 3_600_000, 1),
            int(together[rows].sum()), int(lost[rows].sum()),
        )
        for first, rows in _grouped([table for table, _evening in ordered])
    ]  # fmt: skip
    return Past(tuple(evenings[:MOST_SHOWN]), tuple(games), tuple(boxes))


Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def _grouped(keys: Sequence[str]) -> list[tuple[int, Ints]]:
    """Return the first row of each key, the last that was played, and all its rows; those with the most rows first."""
    names, of = np.unique(np.array(keys, dtype=np.str_), return_inverse=True)
    groups = [np.flatnonzero(of == number) for number in range(len(names))]
    return [(int(rows[0]), rows) for rows in sorted(groups, key=len, reverse=True)]


def _counts(
    rows: Ints, together: Bools, lost: Bools, length: Floats
) -> tuple[int, tuple[float, float, float], int, int]:
    low, middle, high = np.percentile(length[rows], (25, 50, 75)) / 60_000
    minutes = round(float(low), 1), round(float(middle), 1), round(float(high), 1)
    return len(rows), minutes, int(together[rows].sum()), int(lost[rows].sum())


def _causes(evenings: Sequence[GameResult]) -> tuple[Cause, ...]:
    lost = [evening.how for evening in evenings if evening.lost]
    words = {how.get("en", ""): how for how in lost}
    counted = Counter(how.get("en", "") for how in lost)
    return tuple(Cause(words[text], games) for text, games in counted.most_common())
