"""Positions: what may be left out, and that nothing is lost on the way out and in again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cerbere.data.rulings import GatesZone
from companion.games.cerbere.moves import Symbol
from companion.games.cerbere.names import Level, Side
from companion.games.cerbere.state import CerbereState, DeckCount
from tests.games.cerbere.io.hand import BOARD, FOUR, GAME, MIDWAYS, fresh, joined, made, written
from tests.thorough import rounds


@pytest.mark.parametrize("name", MIDWAYS)
def test_the_middle_of_a_card_can_be_played_on(name: str) -> None:
    """Each of these positions asks something, and every answer is taken. (A symbol may change nothing.)"""
    state = joined(MIDWAYS[name])
    moves = GAME.legal(state, 0)
    assert moves
    for move in moves:
        after, _ = made(state, move)
        assert after != state or isinstance(move, Symbol)


@pytest.mark.parametrize("seed", range(6))
def test_every_state_of_a_game_round_trips(seed: int) -> None:
    rng = Random(seed)
    names = [*FOUR, "Eli", "Flo", "Gus"][: 3 + seed % 5]
    level, boats = ("tracker", "board")[seed % 2], ("unknown", "tagged", "kept")[seed % 3]
    faces = (["BRIDGE", "PROMONTORY"], ["NACELLE", "PORTAL"], ["FUNICULAR", "STILTS"])[seed % 3]
    state = fresh(seed, names, level=level, boats=boats, mids=faces)
    for _ in range(rounds(60, 150)):
        assert joined(written(state)) == state
        moves = list(GAME.legal(state, 0))
        if not moves:
            break
        state, _events = made(state, rng.choice(moves), seed)


def test_players_alone_are_a_position() -> None:
    state = joined({"players": ["Ana", "Bo", {"name": "Cy", "colour": "red"}, "Dan"]})
    assert [(seat.name, seat.colour) for seat in state.seats] == [
        ("Ana", "pink"), ("Bo", "green"), ("Cy", "red"), ("Dan", "blue"),
    ]  # fmt: skip
    assert state == fresh(names=["Ana", "Bo", "Cy", "Dan"], colours=["pink", "green", "red", "blue"])


def test_a_position_says_what_differs_from_a_fresh_game_and_no_more() -> None:
    place = written(joined({**BOARD, "speed": 5, "seats": {"Bo": {"at": 8}}}), reveal=False)
    del place["players"], place["options"]
    assert place == {"seats": {"Bo": {"at": 8}}, "speed": 5, "boats": {"slots": "sealed"}}


def test_track_and_sides_tell_each_other() -> None:
    players = list("ABCDE")
    sides = joined({"players": players, "seats": {"B": {"side": "out"}, "D": {"side": "cerberus"}}})
    assert sides.caught == (3, 1) and sides.die == 4
    track = joined({"players": players, "caught": ["D", "B", "A", "E"]})
    assert [seat.side.value for seat in track.seats] == ["cerberus", "cerberus", "runner", "cerberus", "out"]
    end = joined({"players": players[:3], "seats": {"A": {"side": "out"}}, "caught": ["A"], "turn": {"active": "B"}})
    assert end.seats[0].side is Side.OUT, "caught on the End board: a dark space, and out (CB-078)"


def test_piles_are_the_rest_of_the_deck() -> None:
    seats = {"A": {"survival": 3}, "B": {"side": "cerberus", "betrayal": 2}}
    place = {"players": list("ABC"), "seats": seats, "survival": {"discard": 5}, "betrayal": {"draw": 0}}
    state = joined(place)
    assert (state.survival, state.betrayal) == (DeckCount(20, 5), DeckCount(0, 16))


def test_a_pawn_on_the_boat_is_aboard() -> None:
    state = joined({**BOARD, "boats": {"revealed": 3}, "seats": {"Cy": {"at": 22}, "Ana": {"at": 22}}})
    assert state.boats.aboard == (0, 2)
    assert state.seats[2].at is None and state.place_of(2) == 22
    ordered = joined({**BOARD, "boats": {"revealed": 3, "aboard": ["Cy", "Ana"]}, "seats": {"Cy": {"at": 22}}})
    assert ordered.boats.aboard == (2, 0)


def test_options_of_the_order_count_until_the_position_says_otherwise() -> None:
    options: dict[str, Any] = {"level": "board", "m": 6, "mids": ["PORTAL", "STILTS"], "boats": "tagged", "first": "Bo"}
    state = joined({}, *FOUR, **options, fast_die=True, gates_zone="text")
    assert (state.m, state.turn.active, state.level) == (6, 1, Level.BOARD)
    assert state.path.faces == ("S2", "PORTAL", "STILTS", "E3")
    assert state.rulings.fast_die and state.rulings.gates_zone is GatesZone.TEXT
    own = {"level": "tracker", "mids": ["BRIDGE", "NACELLE"], "gates_zone": "printed"}
    said = joined({"m": 4, "options": own}, *FOUR, **options, gates_zone="text")
    assert (said.m, said.level, said.path.faces[1]) == (4, Level.TRACKER, "BRIDGE")
    assert said.rulings.gates_zone is GatesZone.PRINTED


def test_a_correction_goes_before_the_rules() -> None:
    """What the table set by hand may be what no game leads to: such a position is taken, too."""
    odd: dict[str, Any] = {
        "players": ["A", "B", "C"],
        "options": {"boats": "kept"},
        "seats": {"B": {"side": "cerberus"}, "C": {"side": "cerberus"}},
        "m": 3,
        "boats": {"slots": [1, 2, 3], "revealed": 2},
        "tally": {"corrected": True},
    }
    state: CerbereState = joined(odd)
    assert (state.m, state.boats.revealed) == (3, 2)
    assert joined(written(state)) == state
