"""Games that wait and games that are over: their lists and pages by touch, recaps that show again, memories that come
late."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.refused import Refused
from companion.engine.requests import Leave, ListGames, MakeMove, Now, Recall
from companion.presentation import i18n
from companion.presentation.words import names_and_day, when
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import TableMemories
from kiosk.window.root_widget import lay_out_now
from tests.kiosk.remembered import Remembered, settled
from tests.kiosk.screens.touching import Hand
from tests.openings import OPENINGS
from tests.patience import PATIENCE_S
from tests.random_play import random_move
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes


def begin(play: Any) -> None:
    """A game of Infernal Wagon that is left waiting."""
    play.tap(play.screen.gates[0])
    play.press("Start")
    play.advance(3_000)
    leave(play)
    assert play.root.name == "home"


def leave(play: Any) -> None:
    play.kiosk.link.send(Leave())
    play.sync()


def lose(play: Any) -> None:
    """A game of Infernal Wagon whose time runs out."""
    begin(play)
    play.tap(play.screen.resume)
    play.press("Resume")
    play.advance(430_000)
    leave(play)


def saved(play: Any) -> list[Any]:
    """The journal's games, the newest first."""
    return list(play.kiosk.runtime.table.ask(ListGames(), PATIENCE_S).answer)


# ---------------------------------------------------------------- games that wait


def waiting(play: Any) -> list[int]:
    return [memory.id for memory in Remembered(play.kiosk.context.table.memories).paused()]


def rows(play: Any) -> list[tuple[Any, Any]]:
    """The games that show, and the key of each that puts it away."""
    return [(row.children[0], row.children[1].children[0]) for row in play.screen.rows]


def test_an_older_game_is_taken_up(play: Any) -> None:
    begin(play)
    [first] = waiting(play)
    begin(play)
    assert len(waiting(play)) == 2
    play.press("2")
    assert play.root.name == "paused"
    assert [line.memory.id for line, _away in rows(play)] == waiting(play)
    play.tap(next(line for line, _away in rows(play) if line.memory.id == first))
    assert play.root.name == "game" and str(play.view.phase) == "held"
    play.press("Resume")
    play.advance(1_000)
    assert play.screen.page.figure.text == "6:56"


def test_putting_away_asks_once_more(play: Any) -> None:
    begin(play)
    begin(play)
    newest, oldest = waiting(play)
    play.press("2")
    play.tap(rows(play)[1][1])
    assert waiting(play) == [newest, oldest] and [k.label for _l, k in rows(play)] == ["Put away", "Really?"]
    play.press("Really?")
    assert waiting(play) == [newest]
    assert [line.memory.id for line, _away in rows(play)] == [newest]
    play.press("Back")
    assert play.screen.others is None and play.screen.waiting.id == newest
    assert {row.id: str(row.status) for row in saved(play)}[oldest] == "left", "nothing is deleted"


def test_a_game_that_goes_takes_no_key_from_under_a_finger(play: Any, touch: Any) -> None:
    """Each key is about its game, wherever its line is by then."""
    begin(play)
    begin(play)
    _newest, oldest = waiting(play)
    play.press("2")
    finger = touch(*rows(play)[1][1].center)
    play.screen.games = [memory for memory in play.screen.games if memory.id == oldest]
    play.screen.fill()
    finger.touch_up()
    assert [(line.memory.id, key.label) for line, key in rows(play)] == [(oldest, "Really?")]


def test_pages(play: Any) -> None:
    for _n in range(5):
        begin(play)
    play.press("5")
    assert len(rows(play)) == play.screen.per_page == 4
    play.tap(play.screen.older)
    assert [line.memory.id for line, _away in rows(play)] == waiting(play)[4:]
    play.tap(play.screen.newer)
    assert len(rows(play)) == 4


TABLES = (
    ("Ana", "Bo"),
    ("Ana", "Bo", "Cy", "Dan", "Eli"),
    ("Éléonore", "Maximilien", "Marguerite", "Barthélemy", "Clémentine", "Christophe", "Wilhelmine"),
)
PLAYED = datetime.fromisoformat("2026-01-01T22:48:00+01:00")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "upright"])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_key_that_resumes_fits_on_every_day(size: tuple[int, int], language: i18n.Language, window: Any) -> None:
    shown = window(None, size)
    i18n.set_language(language)
    root = stand(next(scene for scene in scenes() if scene.name == "home-waiting"))
    shown.add_widget(root)
    lay_out_now(root)
    home: Any = root.screen
    key = home.resume
    for names in TABLES:
        for day in range(366):
            played = PLAYED + timedelta(days=day)
            said = when(played.isoformat(), PLAYED + timedelta(days=400))
            key.show(second=names_and_day(names, said))
            assert key.fits, (names, said)
            line = key.second_fit().lines[0]
            assert line.startswith(names[0]) and line.endswith(said), line


# ---------------------------------------------------------------- the page of a game that is over


def open_first(play: Any) -> None:
    """The page of the newest game, by touch from the list."""
    play.root.open("history")
    play.sync()
    play.tap(play.screen.rows[0])


def test_who_won_is_put_right_by_touch(play: Any) -> None:
    lose(play)
    open_first(play)
    play.press("Won")
    (row,) = saved(play)
    assert row.result["won"] is True and str(row.status) == "ended"
    assert [key.icon for key in play.screen.choices] == ["check", ""]
    play.press("Back")
    assert play.screen.rows[0].ended.good


def test_a_game_is_taken_out_of_the_memories_after_a_second_question(play: Any) -> None:
    lose(play)
    open_first(play)
    play.press("Delete")
    assert str(saved(play)[0].status) == "ended" and play.screen.delete.label == "Really?"
    play.press("Really?")
    assert play.root.name == "history" and play.screen.rows == []
    (row,) = saved(play)
    assert str(row.status) == "left" and row.result is not None, "nothing is deleted"


# ---------------------------------------------------------------- its recap again


@pytest.fixture
def hand(seat: Any) -> Hand:
    made: Hand = seat(language="en")
    return made


def finish(hand: Hand, level: str) -> None:
    """To the end and home, by moves."""
    engine = hand.kiosk.runtime.table
    engine.ask(OPENINGS[level], PATIENCE_S)
    rng = Random(3)
    for _ in range(3_000):
        session = engine.engine._session
        assert session is not None
        move = random_move(session.game, session.state, session.last_at, rng)
        if move is None or type(move).__struct_config__.tag in ("again", "next", "new_game"):
            break
        with contextlib.suppress(Refused):  # for what nobody may know
            engine.ask(MakeMove(move), PATIENCE_S)
    engine.ask(Now(), PATIENCE_S)
    engine.ask(Leave(), PATIENCE_S)
    hand.sync()


@pytest.mark.parametrize("level", ["board", "no tags", "keeper"])
def test_a_memory_opens_its_recap(hand: Hand, level: str) -> None:
    finish(hand, level)
    hand.press("Memories", "Games")
    hand.touch(next(w for w in hand.seen() if type(w).__name__ not in ("Key", "CornerKey")))
    hand.touch(hand.screen.recap)
    assert hand.root.name.startswith("recalled:")
    inside = hand.screen.recap
    ui = GAME_UIS[OPENINGS[level].game]
    assert isinstance(inside, type(hand.kiosk.context.go.game_pages[ui.game].screens[ui.recap](hand.kiosk.context)))
    assert inside.view is not None, "the recap has something to tell"
    hand.shoot("recalled")
    assert [w for w in hand.seen() if w is not hand.screen.back] == []
    hand.touch(hand.screen.back)
    assert hand.root.name.startswith("memory:")
    assert not hand.diary.faults, hand.diary.faults


def test_what_is_no_finished_game_is_refused(hand: Hand) -> None:
    engine = hand.kiosk.runtime.table
    engine.ask(OPENINGS["board"], PATIENCE_S)
    for id in (1, 99):
        with pytest.raises(Refused, match="no_saved_game"):
            engine.ask(Recall(id), PATIENCE_S)
    assert Remembered(hand.kiosk.context.table.memories).recall(99) is None


def test_a_damaged_game_is_said_to_be_lost(hand: Hand, seat: Any, tmp_path: Path) -> None:
    finish(hand, "no tags")
    game = Remembered(hand.kiosk.context.table.memories).finished()[0].id
    hand.close()
    for copy in (tmp_path / "data").rglob("journal.db.copy-*"):
        copy.unlink()
    with contextlib.closing(sqlite3.connect(next((tmp_path / "data").rglob("journal.db")))) as db, db:
        db.execute("UPDATE entry SET events = ? WHERE seq = 1", (b"[1]",))
    again = seat()
    again.kiosk.context.go.open(f"recalled:{game}")
    again.sync()
    assert again.screen.recap is None and again.screen.lost.text


# ---------------------------------------------------------------- memories that come late


class SlowTable:
    """A table that answers when it is told to."""

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self.may_answer = threading.Event()

    def ask(self, request: Any, timeout: float | None) -> Any:
        self.may_answer.wait(PATIENCE_S)
        return self._ask(request, timeout)


@pytest.fixture
def slow(play: Any) -> Iterator[SlowTable]:
    """A game was played; from now on the table answers late, and nothing is known of it."""
    lose(play)
    table = SlowTable(play.kiosk.runtime.table.ask)
    memories = TableMemories(table.ask)
    memories.changed = play.kiosk.context.table.memories.changed
    play.kiosk.context.table.memories = memories
    yield table
    table.may_answer.set()
    settled(memories)


def comes(play: Any, slow: SlowTable) -> None:
    """The table answers."""
    slow.may_answer.set()
    play.sync()


def words(play: Any) -> list[str]:
    """All that can be read on the page."""
    found = [getattr(widget, name, "") for widget in play.screen.walk() for name in ("text", "label") if widget.visible]
    return [text for text in found if text]


def test_the_list_fills_in(play: Any, slow: SlowTable) -> None:
    play.root.open("history")
    play.pump(3)
    assert play.screen.rows == [] and not play.screen.empty.visible
    comes(play, slow)
    assert [row.label for row in play.screen.rows] == ["Time is up"]


@pytest.mark.parametrize("page", ["memory:1", "recalled:1", "evening:0", "evenings", "names"])
def test_no_page_says_that_there_is_nothing(play: Any, slow: SlowTable, page: str) -> None:
    play.root.open(page)
    play.pump(3)
    before = words(play)
    assert not any(word in text for text in before for word in ("any more", "No game", "recap."))
    comes(play, slow)
    assert play.root.name == page and len(words(play)) > len(before)


def test_another_page_is_left_alone(play: Any, slow: SlowTable) -> None:
    play.root.open("history")
    play.root.open("settings")
    page = play.screen
    comes(play, slow)
    assert play.screen is page
