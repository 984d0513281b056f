"""The end of a game, as data for a page."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.text import NOTHING, Text


class Score(Struct, frozen=True):
    """The score of one player, and its growth: `series` has a value after each turn."""

    name: str
    colour: str
    points: int
    series: tuple[int, ...] = ()


class Ending(Struct, frozen=True):
    """The outcome of a finished game: `how` without a name, `named` with the names of who won, and more facts.
    `lost`: by all of them together; None: some of them win. `good`: it counts as a win."""

    how: Text
    lost: bool | None = None
    named: Text = NOTHING
    icon: str = "crown"
    good: bool = True
    more: tuple[Text, ...] = ()

    @property
    def in_words(self) -> Text:
        """It in words for those who played."""
        return self.named if self.named != NOTHING else self.how


class Summary(Struct, frozen=True):
    """`good`: it counts as a win. `scores`: the best first."""

    title: Text
    line: Text = NOTHING
    good: bool = True
    scores: tuple[Score, ...] = ()
