"""Positions: what may be left out, and that nothing is lost on the way out and in again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cerbere.data.rulings import GatesZone
from companion.games.cerbere.moves import Symbol
from companion.games.cerbere.names import Boating, Level, Side
from companion.games.cerbere.state import ALL_ACTIONS, CerbereState, Pile, Turn
from tests.games.cerbere.io.hand import BOARD, FOUR, GAME, MIDWAYS, fresh, joined, made, written


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
    for _ in range(150):
        assert joined(written(state)) == state
        moves = list(GAME.legal(state, 0))
        if not moves:
            break
        state, _events = made(state, rng.choice(moves), seed)


def test_players_alone_are_a_position() -> None:
    state = joined({"players": [{"seat": "Ana"}, "Bo", {"seat": "Cy", "colour": "red"}, "Dan"]})
    assert [(seat.name, seat.colour) for seat in state.seats] == [
        ("Ana", "pink"), ("Bo", "green"), ("Cy", "red"), ("Dan", "blue"),
    ]  # fmt: skip
    assert (state.level, state.m, state.speed, state.die, state.turn) == (Level.TRACKER, 3, 3, 3, Turn(0))
    assert (state.survival, state.betrayal) == (Pile(28), Pile(18))
    assert all(seat.side is Side.RUNNER and seat.hand == ALL_ACTIONS and seat.at is None for seat in state.seats)
    assert state.boats.boating is Boating.UNKNOWN
    assert state.bridge and state.over is None and not state.agenda


def test_track_and_sides_tell_each_other() -> None:
    sides = joined({"players": ["A", {"seat": "B", "side": "out"}, "C", {"seat": "D", "side": "cerberus"}, "E"]})
    assert sides.caught == (3, 1) and sides.die == 4
    track = joined({"players": list("ABCDE"), "track": ["blocked", "blocked", "D", "B", "A", "E", None, None]})
    assert [seat.side.value for seat in track.seats] == ["cerberus", "cerberus", "runner", "cerberus", "out"]
    end = joined({"players": [{"seat": "A", "side": "out"}, "B", "C"], "track": ["blocked"] * 4 + ["A"]})
    assert end.seats[0].side is Side.OUT, "caught on the End board: a dark space, and out (CB-078)"


def test_piles_are_the_rest_of_the_deck() -> None:
    players = [{"seat": "A", "survival": 3}, {"seat": "B", "side": "cerberus", "betrayal": 2}, "C"]
    state = joined({"players": players, "piles": {"survival": {"discard": 5}, "betrayal": {"draw": 0}}})
    assert (state.survival, state.betrayal) == (Pile(20, 5), Pile(0, 16))
    few = joined({"players": players, "piles": {"survival": {"draw": 1, "discard": 0}}})
    assert few.survival == Pile(1, 0), "what is said counts, whatever the rest"


def test_a_pawn_on_the_boat_is_aboard() -> None:
    state = joined({**BOARD, "boats": {"revealed": 3}, "pos": {"Cy": 22, "Ana": 22}})
    assert state.boats.aboard == (2, 0)
    assert state.seats[2].at is None and state.place_of(2) == 22
    ordered = joined({**BOARD, "boats": {"revealed": 3, "seated": ["Ana", "Cy"]}, "pos": {"Cy": 22}})
    assert ordered.boats.aboard == (0, 2)


def test_options_of_the_order_count_until_the_position_says_otherwise() -> None:
    options: dict[str, Any] = {"level": "board", "m": 6, "mids": ["PORTAL", "STILTS"], "boats": "tagged", "first": "Bo"}
    state = joined({}, *FOUR, **options, fast_die=True, gates_zone="text")
    assert (state.m, state.turn.active, state.level) == (6, 1, Level.BOARD)
    assert state.path.faces == ("S2", "PORTAL", "STILTS", "E3")
    assert state.rulings.fast_die and state.rulings.gates_zone is GatesZone.TEXT
    said = joined(
        {"m": 4, "level": "tracker", "faces": ["S2", "BRIDGE", "NACELLE", "E3"], "gates_zone": "printed"},
        *FOUR,
        **options,
        gates_zone="text",
    )
    assert (said.m, said.level, said.path.faces[1]) == (4, Level.TRACKER, "BRIDGE")
    assert said.rulings.gates_zone is GatesZone.PRINTED


def test_a_correction_goes_before_the_rules() -> None:
    """What the table set by hand may be what no game leads to: such a position is taken, too."""
    odd: dict[str, Any] = {
        "players": ["A", {"seat": "B", "side": "cerberus"}, {"seat": "C", "side": "cerberus"}],
        "m": 3,
        "boats": {"boating": "kept", "hidden": [1, 2, 3], "revealed": 2},
        "tally": {"corrected": True},
    }
    state: CerbereState = joined(odd)
    assert (state.m, state.boats.revealed) == (3, 2)
    assert joined(written(state)) == state
