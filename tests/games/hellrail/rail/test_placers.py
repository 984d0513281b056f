"""Who may place a circle before a game of HellRail: HR-122..125."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.audience import PUBLIC
from companion.engine.game import GameSetup, Player
from companion.engine.refused import Refused
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.moves import PlaceCircle
from companion.games.hellrail.state import RailState

GAME = HellRail(None)


def opened(seats: int) -> RailState:
    options = {"level": "map", "variants": ["devils_advocate"], "deck": "demo"}
    players = tuple(Player(f"P{i + 1}", "") for i in range(seats))
    return GAME.setup(GameSetup(players, options, {}), Random(1))[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_may_place_a_circle(seats: int) -> None:
    """Whoever is offered is taken, whoever is not is refused: all the way to the last circle."""
    s = opened(seats)
    names = [seat.name for seat in s.seats]
    while (view := GAME.view(s, PUBLIC, 0)).placing is not None:
        offered = view.placing.may
        assert offered[0] == view.placing.seat
        circle, cell = view.placing.left[0], view.placing.cells[0]
        for name in names:
            move = PlaceCircle(seat=name, circle=circle, cell=cell)
            if name not in offered:
                with pytest.raises(Refused) as refused:
                    GAME.decide(s, move, 0, Random(1))
                assert refused.value.code == "not_your_turn"
        taken = offered[-1 if len(view.placing.left) % 2 else 0]
        for event in GAME.decide(s, PlaceCircle(seat=taken, circle=circle, cell=cell), 0, Random(1)):
            s = event.apply(s, 0)
