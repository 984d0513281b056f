"""Who may place a circle before a game of HellRail: HR-122..125."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.audience import PUBLIC
from companion.engine.game import GameSetup, Player
from companion.engine.refused import Refused
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.moves import DealCircles, PlaceCircle
from companion.games.hellrail.names import CIRCLES, Phase
from companion.games.hellrail.prompts.tree import prompt
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


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_circles_that_the_companion_dealt(seats: int, seed: int) -> None:
    """HR-122..125: each circle with one seat, hands as even as can be; the Gates' owner begins, then clockwise, a seat
    without circles is passed over; nobody places a circle of somebody else."""
    s = opened(seats)
    made = GAME.decide(s, DealCircles(), 0, Random(seed))
    for event in made:
        s = event.apply(s, 0)
    hands = {seat.name: list(seat.circles) for seat in s.seats}
    assert sorted(c for hand in hands.values() for c in hand) == sorted(CIRCLES)
    assert {len(hand) for hand in hands.values()} <= {10 // seats, -(-10 // seats)}
    turn = next(i for i, seat in enumerate(s.seats) if "CG" in seat.circles)
    for n in range(len(CIRCLES)):
        while not hands[s.seats[turn].name]:
            turn = (turn + 1) % seats
        name = s.seats[turn].name
        placing = GAME.view(s, PUBLIC, 0).placing
        assert placing is not None and placing.may == (name,) and set(placing.left) == set(hands[name])
        circle, cell = "CG" if n == 0 else hands[name][0], placing.cells[0]
        offered = prompt(s) if n == 0 else prompt(s, ())
        assert all(o.key in (*hands[name], name) for o in offered.options)
        foreign = next((c for other in hands if other != name for c in hands[other]), None)
        for wrong, code in ((foreign, "bad_target"), (None if n else hands[name][-1], "gates_first")):
            if wrong is not None and wrong != "CG":
                with pytest.raises(Refused) as refused:
                    GAME.decide(s, PlaceCircle(circle=wrong, cell=cell), 0, Random(1))
                assert refused.value.code == code
        for event in GAME.decide(s, PlaceCircle(circle=circle, cell=cell), 0, Random(1)):
            s = event.apply(s, 0)
        hands[name].remove(circle)
        turn = (turn + 1) % seats
    assert s.phase is Phase.SETUP and s.turn.active == turn
