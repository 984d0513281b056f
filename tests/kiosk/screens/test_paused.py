"""All games that wait are in a list; each is taken up or put away by touch."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Games, Leave
from tests.kiosk.remembered import Remembered
from tests.patience import PATIENCE_S


def begin(play: Any, gate: int) -> None:
    """A game of Infernal Wagon that is left waiting."""
    play.tap(play.screen.gates[gate])
    play.press("Start")
    play.advance(3_000)
    play.kiosk.link.send(Leave())
    play.sync()
    assert play.root.name == "home"


def waiting(play: Any) -> list[int]:
    return [memory.id for memory in Remembered(play.kiosk.context.memories).paused()]


def rows(play: Any) -> list[tuple[Any, Any]]:
    """The games that show, and the key of each that puts it away."""
    return [(row.children[0], row.children[1].children[0]) for row in play.screen.rows]


def test_an_older_game_is_taken_up(play: Any) -> None:
    begin(play, 0)
    [first] = waiting(play)
    pile = play.kiosk.context.update
    begin(play, 0)
    assert pile is not None and len(waiting(play)) == 2
    play.press("2")
    assert play.root.name == "paused"
    assert [line.memory.id for line, _away in rows(play)] == waiting(play)
    line = next(line for line, _away in rows(play) if line.memory.id == first)
    play.tap(line)
    assert play.root.name == "game" and str(play.view.phase) == "held"
    play.press("Resume")
    play.advance(1_000)
    assert play.screen.page.figure.text == "6:56"


def test_putting_away_asks_once_more(play: Any) -> None:
    begin(play, 0)
    begin(play, 0)
    newest, oldest = waiting(play)
    play.press("2")
    away = rows(play)[1][1]
    play.tap(away)
    assert waiting(play) == [newest, oldest] and [k.label for _l, k in rows(play)] == ["Put away", "Really?"]
    play.press("Really?")
    assert waiting(play) == [newest]
    assert [line.memory.id for line, _away in rows(play)] == [newest]
    play.press("Back")
    assert play.screen.others is None and play.screen.waiting.id == newest
    kept = {row.id: str(row.status) for row in play.kiosk.runtime.table.ask(Games(), PATIENCE_S).answer}
    assert kept[oldest] == "left", "nothing is deleted"


def test_pages(play: Any) -> None:
    for _n in range(5):
        begin(play, 0)
    play.press("5")
    assert len(rows(play)) == play.screen.per_page == 4
    play.tap(play.screen.older)
    assert [line.memory.id for line, _away in rows(play)] == waiting(play)[4:]
    play.tap(play.screen.newer)
    assert len(rows(play)) == 4
