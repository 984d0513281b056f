"""Cerbère's part of the demonstration: a whole game by moves drawn at random, the same ones each time."""

from __future__ import annotations

from random import Random

from companion.games.cerbere.moves import EndTurn, Ok
from kiosk.demo_player import Demo

SEED = 5
MOST = 600
"""Moves: a game never needs so many."""
PLAYERS = 4
WISH = {"level": "board", "boats": "kept"}
SHOTS = {"hunt_started": "hunt", "captured": "captured", "boat_revealed": "boat", "seated": "aboard"}
"""Event -> picture, once each."""


def play(demo: Demo) -> None:
    """Its gate, the set-up, the boards, the game, the end."""
    context = demo.kiosk.context
    demo.wish("cerbere", PLAYERS, WISH)
    context.enter("cerbere")
    demo.shoot("cerbere-setup")
    context.open_screen("cerbere_boards")
    demo.shoot("cerbere-boards")
    context.open_screen("cerbere_setup")
    demo.root.screen.begin()
    demo.wait()
    demo.shoot("cerbere-first-turn")
    rng = Random(SEED)
    for _ in range(MOST):
        if not _move(demo, rng):
            break
        demo.pump(1)
        demo.look("cerbere", SHOTS)
    demo.wait()
    demo.shoot("cerbere-end")


def _move(demo: Demo, rng: Random) -> bool:
    """One move of those worth offering; a turn is only ended when nothing else is left to do. False: the end."""
    from companion.engine.requests import Legal, MakeMove

    offered = list(demo.runtime.table.ask(Legal(), 10).answer)
    deeds = [move for move in offered if not isinstance(move, EndTurn | Ok)] or offered
    if deeds:
        demo.runtime.table.ask(MakeMove(rng.choice(deeds)), 10)
    return bool(deeds)
