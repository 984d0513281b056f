"""What a move makes of a state, for every game."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from companion.engine.game import Game
from companion.engine.refused import Refused

S = TypeVar("S")


def state_after(game: Game[S], s: S, move: Any, at: int = 0) -> S | None:
    """The state after a move; None if it is refused."""
    try:
        return game.make_move(s, move, at, Random(1))[1]
    except Refused:
        return None
