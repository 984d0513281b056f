"""What a finger may ask of the map: the same as the rules allow."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.audience import PUBLIC
from companion.engine.game import GameSetup
from companion.engine.refused import Refused
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.grid import Stand
from companion.games.hellrail.moves import PlaceCircle, UseEffect
from companion.games.hellrail.offers import Offers, grid_of
from companion.games.hellrail.rulings import Rulings
from tests.games.hellrail.stage import position, spelled

GAME = HellRail(None)


def state(**short: Any) -> Any:
    """A state of a scenario's short forms."""
    return GAME.import_position(GameSetup((), {}, {}), position(spelled(short), "map"))


def offers(rulings: Any = None, **short: Any) -> Offers:
    return Offers(GAME.view(state(**short), PUBLIC, 0), rulings)


def test_the_grid_is_that_of_the_table() -> None:
    s = state(map="M1")
    grid = grid_of(GAME.view(s, PUBLIC, 0))
    assert grid.circles == s.grid.circles and set(grid.stacks) == set(s.grid.stacks)


def test_ways_out_of_a_circle_with_four_points() -> None:
    found = offers(map="M2", seats={"P1": {"at": "C1"}}).ways("P1", 4)
    assert [stand.node for stand in found] == ["1,0:W", "1,0:SW.1", "1,0:S", "C2"]
    assert len(found[Stand("C2")]) == 4


def test_off_the_rail_is_a_way_and_blocked_where_the_ruling_says_so() -> None:
    rail = {"map": {"circles": {"C1": "0,0"}, "cards": {"1,0": "X45", "2,0": "X40"}}, "seats": {"P1": {"at": "C1"}}}
    assert "off" in [stand.node for stand in offers(**rail).ways("P1", 5)]
    blocked = offers(Rulings(q18_unmatched_edge="blocked"), **rail)
    assert "off" not in [stand.node for stand in blocked.ways("P1", 5)]


def test_engines_are_in_the_way_on_ties_only() -> None:
    found = offers(map="M1", seats={"P1": {"at": "C1"}, "P2": {"at": "p2", "heading": "E"}})
    assert found.on("1,0:EW.2") == "P2" and found.on("1,0:EW.2", but="P2") is None
    assert found.on("C1") is None and found.on("1,0:W") is None


def test_a_turned_card_is_seen_as_it_lies() -> None:
    turned = offers(map={"circles": {"C1": "0,0"}, "cards": {"1,0": "X40/1"}}, seats={"P1": {"at": "C1"}})
    assert [stand.node for stand in turned.ways("P1", 2)] == ["1,0:W", "1,0:EW.2"]


def test_upgrades_are_those_of_the_rules() -> None:
    lie = {"map": {"circles": {"C1": "0,0"}, "cards": {"1,0": "X45", "3,3": "X41"}}}
    assert offers(**lie).upgrades(["NS", "NE"]) == {"1,0": (1, 3), "3,3": (2,)}
    occupied = offers(**lie, seats={"P1": {"at": "p2", "heading": "E"}})
    assert "1,0" not in occupied.upgrades(["NS", "EW"])
    marked = {**lie, "markers": ["p2"]}
    assert "1,0" not in offers(**marked).upgrades(["NS", "EW"])
    assert "1,0" in offers(Rulings(q03_upgrade_blocked_by_tokens=False), **marked).upgrades(["NS", "EW"])


def test_cells_for_a_card_touch_the_table() -> None:
    found = offers(map={"circles": {"C1": "0,0"}, "cards": {"1,0": "X45"}})
    assert {"1,-1", "2,0", "0,1"} <= set(found.lay_cells())
    assert "1,0" not in found.lay_cells() and "0,0" not in found.lay_cells() and "2,1" not in found.lay_cells()


def test_boatmen_cross_what_the_card_pays() -> None:
    gap = {"map": {"circles": {"C1": "0,0"}, "cards": {"3,0": "X45"}}, "seats": {"P1": {"at": "C1"}}}
    found = offers(**gap)
    assert found.crossings("P1", 2)["E"].gap == 2
    assert "E" not in found.crossings("P1", 1) and "E" in found.crossings("P1")


def test_free_cards_have_the_brimstone_and_no_engine() -> None:
    lie = {"map": {"circles": {"C1": "0,0"}, "cards": {"1,0": "F12", "2,0": "F11", "3,0": "F01"}}}
    assert {rail.card for rail in offers(**lie).free_cards(2)} == {"F12", "F01"}
    assert {rail.card for rail in offers(**lie).free_cards(None)} == {"F12", "F01", "F11"}
    engine = offers(**lie, seats={"P1": {"at": "p2", "heading": "E"}})
    assert {rail.card for rail in engine.free_cards(2)} == {"F01"}


def test_free_ties_are_those_that_a_marker_may_lie_on() -> None:
    short = {
        "map": "M4", "entry": "C1", "effects": {"C1": "delinquency"}, "markers": ["p2"],
        "seats": {"P1": {"at": "C1"}, "P2": {"at": "p3", "heading": "E"}},
    }  # fmt: skip
    found = offers(**short)
    free = set(found.free_ties())
    assert free and not {"1,0:EW.2", "1,0:EW.1"} & free
    s = state(**short)
    for node in found.graph.ties():
        move = UseEffect(node=node)
        if node in free:
            assert GAME.decide(s, move, 0, None)  # type: ignore[arg-type]  # nothing is drawn
        else:
            with pytest.raises(Refused):
                GAME.decide(s, move, 0, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_may_place_a_circle(seats: int) -> None:
    """Whoever is offered is taken, whoever is not is refused: all the way to the last circle."""
    from random import Random

    from companion.engine.game import Player

    names = tuple(f"P{i + 1}" for i in range(seats))
    options = {"level": "map", "variants": ["devils_advocate"], "deck": "demo"}
    s, _events = GAME.setup(GameSetup(tuple(Player(n, "") for n in names), options, {}), Random(1))
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
            s = GAME.apply(s, event, 0)
