"""Positions: what may be left out, and that nothing is lost on the way out and in again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cerbere.moves import Symbol
from companion.games.cerbere.state import CerbereState
from tests.games.cerbere.io.hand import FOUR, GAME, MIDWAYS, fresh, joined, made, written


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
