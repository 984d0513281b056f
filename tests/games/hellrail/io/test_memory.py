"""What is kept of a game that is over, before and after the reveal, and what the group's games make together."""

from __future__ import annotations

import json
from typing import Any

from companion.engine.codec import public_json
from companion.games.hellrail import moves as mv
from tests.games.hellrail.io.hand import GAME, Json, joined, made, staged

SEATS: Json = {
    "P1": {"delivered": ["F01", "F02"], "train": ["F06"]},
    "P2": {"delivered": ["F05", "F04"], "train": ["F08"]},
}
"""10 to 10; the loaded cars decide: 5 to 3 (S29b)."""


def ended(**seats: Json) -> Any:
    """Nothing is left to draw: the next draw ends it."""
    place = staged("keeper", seats=SEATS | seats, phase="start", draw=0, turn={"n": 12})
    return made(joined(place), mv.Draw())[0]


def test_HR_026_before_the_reveal_that_it_ended_and_no_more() -> None:
    result = GAME.result(ended(), 0)
    assert result == {
        "ended": "no_cards",
        "players": ["P1", "P2"],
        "turns": 12,
        "level": "keeper",
        "revealed": False,
        "official": False,
        "layout": "placeholder_a",
        "variants": [],
    }
    assert result == GAME.result(ended(P2={"delivered": ["F03", "F07"], "train": ["F08"]}), 0)


def test_HR_079_HR_080_after_it_the_scores() -> None:
    shown, _ = made(ended(), mv.RevealScores())
    result = GAME.result(shown, 0)
    assert result is not None and public_json(result)
    assert result["revealed"]
    assert result["scores"] == {
        "P1": {"delivered": 10, "loaded": 5, "rank": 1},
        "P2": {"delivered": 10, "loaded": 3, "rank": 2},
    }
    assert (result["winners"], result["deliveries"]) == (["P1"], {"P1": 2, "P2": 2})


def test_a_reveal_that_was_compared_twice_keeps_the_record() -> None:
    shown, _ = made(ended(), mv.RevealScores())
    again, events = made(shown, mv.Correct(patch={"opened": {"P1": ["F01", "F03"]}}))
    assert GAME.result(again, 0) == GAME.result(shown, 0)
    assert json.loads(public_json(events[-1])) == {
        "type": "reveal_mismatch", "seat": "P1", "missing": ["F02"], "extra": ["F03"],
    }  # fmt: skip
