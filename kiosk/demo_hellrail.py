"""HellRail’s part of the demonstration: a whole game on the map by moves drawn at random."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from companion.engine.refused import Refused
from companion.games.hellrail.moves import EndOfTurn, Fan, Setout
from kiosk.demo_player import Demo

SEED = 11
MOST = 900
"""Moves: a game never needs so many."""
PLAYERS = 3
WISH = {"level": "map"}
SHOTS = {"rail_laid": "rail", "car_loaded": "train", "car_delivered": "delivered", "derailed": "derailed"}
"""Event -> picture, once each."""


def play(demo: Demo) -> None:
    """Its gate, the set-up, the game, the reveal, the recap."""
    context = demo.kiosk.context
    demo.wish("hellrail", PLAYERS, WISH)
    context.enter("hellrail")
    demo.shoot("hellrail-setup")
    demo.root.screen.wishes.open()
    demo.wait()
    demo.shoot("hellrail-circles")
    demo.move("deal")
    rng = Random(SEED)
    for _ in range(MOST):
        if not _move(demo, rng):
            break
        demo.pump(1)
        demo.look("hellrail", SHOTS)
    demo.wait()
    demo.shoot("hellrail-sealed")
    demo.move("reveal")
    demo.shoot("hellrail-reveal")
    context.open_screen("hellrail_recap")
    demo.shoot("hellrail-recap")


def _move(demo: Demo, rng: Random) -> bool:
    """One move of those worth offering: a delivery if there is one, the turn's end now and then. False: the end."""
    from companion.engine.requests import Legal, MakeMove

    offered = list(demo.runtime.table.ask(Legal(), 10).answer)
    best = [move for move in offered if isinstance(move, Setout)]
    deeds = best or [move for move in offered if not isinstance(move, EndOfTurn | Fan) or rng.random() < 0.5] or offered
    if not deeds or demo.root.base != "hellrail":
        return False
    with suppress(Refused):  # nobody knows which cards are in a hand: an offered one may turn out to lie elsewhere
        demo.runtime.table.ask(MakeMove(rng.choice(deeds)), 10)
    return True
