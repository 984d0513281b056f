"""A table of Cerbère for tests of its screens: positions played on through the real game, and whole games by dice.

updates = played(move("play", card="act2_adv", option="a"), n=3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.engine.audience import PUBLIC
from companion.engine.game import GameSetup, Player
from companion.engine.update import Update
from companion.games.cerbere.game import Cerbere
from tests.random_play import random_move
from tests.tools.gallery.played_cerbere import COLOURS, NAMES, played_cerbere, players


def move(kind: str, **fields: Any) -> dict[str, Any]:
    """A move as the screen makes it."""
    return {"type": kind, **fields}


def played(*moves: dict[str, Any], n: int = 5, **position: Any) -> tuple[Update, ...]:
    """All updates from the opening to the last move, at Board level."""
    return played_cerbere(*moves, **{"level": "board", "players": players(n), **position})


def random_game(seed: int, n: int, longest: int = 600, **options: Any) -> Iterator[Update]:
    """A whole game by dice, as the screens are told it, up to `longest` moves."""
    game, dice = Cerbere(None), Random(seed)
    seats = tuple(Player(name, colour) for name, colour in zip(NAMES[:n], COLOURS, strict=False))
    state, begun = game.setup(GameSetup(seats, options, {}), dice)
    yield _update_of(game, state, begun)
    for _ in range(longest):
        given = random_move(game, state, 0, dice)
        if given is None:
            return
        events, state = game.make_move(state, given, 0, dice)
        yield _update_of(game, state, events)
        if state.over is not None:
            return


def _update_of(game: Cerbere, state: Any, events: Sequence[Any]) -> Update:
    announced = tuple(event for event in events if event.announced)
    view, prompt = game.view(state, PUBLIC, 0), game.prompt(state, PUBLIC)
    return Update("cerbere", announced, (), view, None, None, game.face(state, 0), 0, 0, prompt=prompt)
