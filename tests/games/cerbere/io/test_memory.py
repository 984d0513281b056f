"""What is kept of a game that is over."""

from __future__ import annotations

from typing import Any

from companion.engine.codec import public_json
from companion.games.cerbere import moves as mv
from tests.games.cerbere.io.hand import GAME, STARTS, joined, made


def test_an_escape() -> None:
    aboard = {"boats": {"revealed": 1, "aboard": ["Cy"]}, "turn": {"action_done": True, "n": 9}, "options": {"m": 5}}
    ended, _ = made(joined({**STARTS["tracker"], **aboard}), mv.EndTurn())
    result = GAME.result(ended, 0)
    assert result is not None and public_json(result)
    assert (result["winner"], result["winners"], result["escaped"]) == ("runners", ["Cy"], ["Cy"])
    assert (result["players"], result["turns"]) == (["Ana", "Bo", "Cy", "Dan"], 9)
    assert (result["difficulty"], result["level"], result["captured"]) == (12, "tracker", [])


def test_a_hunt_to_the_end() -> None:
    position: dict[str, Any] = {"players": ["Ana", "Bo", "Cy"], "die": 9, "turn": {"action_done": True}}
    state, _ = made(joined(position), mv.EndTurn())
    for value in ("Bo", "Ana", None, "start"):
        state, _ = made(state, mv.Ok() if value is None else mv.Answer(value))
    state, _ = made(state, mv.TakeCapture(("Cy",)))
    result = GAME.result(state, 0)
    assert result is not None
    assert (result["winner"], result["winners"], result["escaped"]) == ("cerberus", ["Bo"], [])
    assert result["captured"] == [
        {"name": "Bo", "role": "cerberus", "turn": 1},
        {"name": "Ana", "role": "out", "turn": 1},
        {"name": "Cy", "role": "out", "turn": 2},
    ]
    assert (result["chases"], result["misses"]) == (1, 0)
