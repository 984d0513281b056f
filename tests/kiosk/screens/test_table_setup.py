"""The list of what hands do before a game: asked for, skipped for ever, and before a game that is to be explained."""

from __future__ import annotations

from typing import Any

import pytest

GAMES = [("infernal_wagon", 0), ("cerbere", 1), ("hellrail", 2)]


def enter(play: Any, gate: int) -> Any:
    """Through a gate, to the list of its set-up page."""
    play.tap(play.screen.gates[gate])
    return play.screen.table


@pytest.mark.parametrize(("game", "gate"), GAMES)
def test_it_is_a_touch_away_and_skipped_for_ever_by_one(play: Any, game: str, gate: int) -> None:
    table = enter(play, gate)
    play.press("Lay it out")
    assert table.shown and table.start.stands() and not play.screen.players.stands()
    play.press("Back")
    assert not table.shown and play.screen.players.stands()
    play.press("Lay it out")
    play.press("Never again")
    assert not table.shown and not table.open.visible
    assert play.kiosk.context.explained(game, "table_setup")


@pytest.mark.parametrize(("game", "gate"), GAMES)
def test_it_comes_before_a_game_that_is_to_be_explained(play: Any, game: str, gate: int) -> None:
    play.kiosk.context.choose_first_game(game, True)
    table = enter(play, gate)
    play.tap(table.start)
    assert table.shown, "the list comes first"
    play.tap(table.start)
    assert play.root.base == {"infernal_wagon": "game"}.get(game, game)
