"""How a game ended, as data: a page shows it."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.text import NOTHING, Text


class Score(Struct, frozen=True):
    """What one player reached, and how it grew: `series` has a value after each turn."""

    name: str
    colour: str
    points: int
    series: tuple[int, ...] = ()


class Summary(Struct, frozen=True):
    """`good`: it is told as a win. `scores`: the best first."""

    title: Text
    line: Text = NOTHING
    good: bool = True
    scores: tuple[Score, ...] = ()
