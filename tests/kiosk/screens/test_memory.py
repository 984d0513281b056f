"""A finished game has a page in the memories: who won can be put right, and the game can be taken out of them."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Games, Leave
from tests.kiosk.screens.test_paused import begin
from tests.patience import PATIENCE_S


def lose(play: Any) -> None:
    """A game of Infernal Wagon whose time runs out."""
    begin(play, 0)
    play.press("Resume") if play.root.name == "game" else play.tap(play.screen.resume)
    play.press("Resume")
    play.advance(430_000)
    play.kiosk.link.send(Leave())
    play.sync()


def rows(play: Any) -> list[Any]:
    """The journal's games, the newest first."""
    return list(play.kiosk.runtime.table.ask(Games(), PATIENCE_S).answer)


def open_first(play: Any) -> None:
    """The page of the newest game, by touch from the list."""
    play.root.open("history")
    play.sync()
    play.tap(play.screen.rows[0])


def test_who_won_is_put_right_by_touch(play: Any) -> None:
    lose(play)
    open_first(play)
    play.press("Won")
    (row,) = rows(play)
    assert row.result["won"] is True and str(row.status) == "ended"
    assert [key.icon for key in play.screen.choices] == ["check", ""]
    play.press("Back")
    assert play.screen.rows[0].ended.good


def test_a_game_is_taken_out_of_the_memories_after_a_second_question(play: Any) -> None:
    lose(play)
    open_first(play)
    play.press("Delete")
    assert str(rows(play)[0].status) == "ended" and play.screen.delete.label == "Really?"
    play.press("Really?")
    assert play.root.name == "history" and play.screen.rows == []
    (row,) = rows(play)
    assert str(row.status) == "left" and row.result is not None, "nothing is deleted"
