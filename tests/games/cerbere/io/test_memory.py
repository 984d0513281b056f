"""What is kept of a game that is over, and what the group's games make together."""

from __future__ import annotations

from typing import Any

from tests.games.cerbere.io.hand import GAME


def ended(winner: str, *winners: str) -> dict[str, Any]:
    return {"winner": winner, "winners": list(winners), "players": ["Ana", "Bo", "Cy"]}


def test_the_group() -> None:
    games = [
        ended("runners", "Ana"),
        ended("cerberus"),
        ended("cerberus", "Bo"),
        ended("runners", "Ana", "Cy"),
        ended("runners", "Bo"),
    ]
    assert GAME.group(games) == {
        "games": 5,
        "escapes": 3,
        "escapes_in_a_row": 2,
        "hunts_in_a_row": 0,
        "wins": {"Ana": 2, "Bo": 2, "Cy": 1},
        "known": ["Ana", "Bo", "Cy"],
    }
    assert GAME.group(games[:3])["hunts_in_a_row"] == 2
    assert GAME.group(games[:3])["escapes_in_a_row"] == 0


def test_no_games_and_strange_ones() -> None:
    assert GAME.group([])["games"] == 0
    assert GAME.group([{"won": True}, {"winner": "nobody"}]) == GAME.group([])
