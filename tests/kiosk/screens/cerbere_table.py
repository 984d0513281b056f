"""A table of Cerbère for tests of its screens: positions played on through the real game.

updates = played(move("play", card="act2_adv", option="a"), level="board", players=runners(3))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.bench.play import random_move
from companion.engine.audience import PUBLIC
from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import GameSetup, Player
from companion.engine.journal import Journal
from companion.engine.requests import MakeMove, Open
from companion.engine.update import Update
from companion.games.cerbere.game import Cerbere

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eli", "Flo", "Gus")
COLOURS = ("cyan", "orange", "white", "green", "pink", "red", "blue")
WALL = "2026-11-20T22:14:00+01:00"


def move(kind: str, **fields: Any) -> dict[str, Any]:
    """A move as the screen makes it."""
    return {"type": kind, **fields}


def players(n: int = 5, **sides: str) -> list[dict[str, Any]]:
    """The first `n` players; `Eli="cerberus"` names another side than runner."""
    return [{"seat": name, "colour": COLOURS[i], "side": sides.get(name, "runner")} for i, name in enumerate(NAMES[:n])]


def played(*moves: dict[str, Any], n: int = 5, sides: dict[str, str] | None = None, **position: Any) -> list[Update]:
    """All updates from the opening to the last move. A refusal is a fault of the test."""
    heard: list[Update] = []
    journal = Journal()
    try:
        desk = Engine({"cerbere": Cerbere(None)}, journal, ManualClock(1_000), lambda: WALL)
        desk.listen(heard.append)
        seats = tuple(Player(name, colour) for name, colour in zip(NAMES[:n], COLOURS, strict=False))
        laid = {"level": "board", "players": players(n, **(sides or {})), **position}
        desk.handle(Open("cerbere", seats, position=laid, seed=1))
        for given in moves:
            desk.handle(MakeMove(given))
    finally:
        journal.close()
    return heard


def random_game(seed: int, n: int, longest: int = 600, **options: Any) -> Iterator[Update]:
    """A whole game by dice, as the screens are told it, up to `longest` moves."""
    game, dice = Cerbere(None), Random(seed)
    seats = tuple(Player(name, colour) for name, colour in zip(NAMES[:n], COLOURS, strict=False))
    state, begun = game.setup(GameSetup(seats, options, {}), dice)
    yield _told(game, state, begun)
    for _ in range(longest):
        given = random_move(game, state, 0, dice)
        if given is None:
            return
        events, state = game.make_move(state, given, 0, dice)
        yield _told(game, state, events)
        if state.over is not None:
            return


def _told(game: Cerbere, state: Any, events: Sequence[Any]) -> Update:
    told = tuple(event for event in events if event.told)
    view, prompt = game.view(state, PUBLIC, 0), game.prompt(state, PUBLIC)
    return Update("cerbere", told, (), view, None, None, game.face(state, 0), 0, 0, prompt=prompt)
