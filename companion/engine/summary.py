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


class Ending(Struct, frozen=True):
    """How a finished game went, without a name. `lost`: by all of them together; None: some of them win."""

    how: Text
    lost: bool | None = None


class Summary(Struct, frozen=True):
    """`good`: it counts as a win. `scores`: the best first."""

    title: Text
    line: Text = NOTHING
    good: bool = True
    scores: tuple[Score, ...] = ()
