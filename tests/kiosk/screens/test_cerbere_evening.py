"""An evening of Cerbère: set up, played to its end, remembered, played again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine.requests import Legal, MakeMove
from companion.games.cerbere.moves import EndTurn, Ok, Symbol, Unseat
from kiosk.screens.history import MemoryRow
from tests.kiosk.remembered import Remembered
from tests.patience import PATIENCE_S

MOST = 700
ONWARD = 0.4
"""How often the big key is pressed though there is something else to do."""


def play_out(play: Any, seed: int) -> int:
    """Moves drawn from those worth offering until the game is over; how many there were."""
    rng = Random(seed)
    for n in range(MOST):
        if play.root.base != "cerbere":
            return n
        offered = list(play.kiosk.runtime.table.ask(Legal(), PATIENCE_S).answer)
        onward = [move for move in offered if isinstance(move, EndTurn | Ok)]
        deeds = [move for move in offered if not isinstance(move, EndTurn | Ok | Symbol | Unseat)]
        chosen = onward if onward and (not deeds or rng.random() < ONWARD) else deeds
        play.kiosk.runtime.table.ask(MakeMove(rng.choice(chosen)), PATIENCE_S)
        play.pump(1)
    return MOST


@pytest.mark.parametrize("level", ["tracker", "board"])
def test_an_evening(play: Any, level: str) -> None:
    context = play.kiosk.context
    play.tap(play.screen.gates[1])
    play.press("5")
    play.screen.wishes.change(level=level, boats="kept")
    play.press("Open the Portes")
    play.sync()
    assert play_out(play, seed=3) < MOST
    play.sync()
    assert play.root.base == "cerbere_recap" and play.view.over is not None
    [memory] = Remembered(context.memories).finished()
    assert memory.game == "cerbere" and memory.result["winner"] == str(play.view.over.side)
    assert Remembered(context.memories).unfinished() is None
    play.press("Play again")
    play.sync()
    assert play.root.name == "cerbere_setup"
    play.press("Open the Portes")
    play.sync()
    assert play.root.base == "cerbere" and play.view.over is None and len(play.view.seats) == 5
    from companion.engine.requests import Leave

    context.link.send(Leave(for_good=True))
    play.sync()
    assert play.root.name == "home" and play.screen.resume is None
    play.press("Memories")
    play.press("Games")
    rows = [w for w in play.root.walk() if isinstance(w, MemoryRow)]
    assert len(rows) == 1 and rows[0].ended.icon in ("boat", "cerberus")
    assert play.screen.beside.text in ("1 escape in 1", "0 escapes in 1")
