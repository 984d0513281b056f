"""Select the earlier games of the present players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from companion.engine.forgetting import group_of

G = TypeVar("G")


def of_these(games: Iterable[G], players: Iterable[str], names: Callable[[G], Iterable[str]]) -> list[G]:
    """Return the games of exactly these players, in whatever order they sat; if there is none, those that all of them
    played.

    So a table that is one player short continues its group. A player who has not played with the others makes it a new
    group, without earlier games. The order of `games` stays.

    >>> games = ["ab", "abc", "cab"]
    >>> of_these(games, "ba", tuple), of_these(games, "ca", tuple), of_these(games, "abcd", tuple)
    (['ab'], ['abc', 'cab'], [])
    """
    wanted = group_of(players)
    there = frozenset(wanted)
    played = [(group_of(names(game)), game) for game in games]
    same = [game for group, game in played if group == wanted]
    return same or [game for group, game in played if there and there <= set(group)]
