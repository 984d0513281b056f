"""Memories that come late: the page stands there without them, says nothing false, and fills in when they come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from kiosk.memories import TableMemories
from tests.kiosk.remembered import settled
from tests.kiosk.screens.test_memory import lose
from tests.patience import PATIENCE_S


class SlowTable:
    """A table that answers when it is told to."""

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self.may_answer = threading.Event()
        self.asked = 0

    def ask(self, request: Any, timeout: float | None) -> Any:
        self.asked += 1
        self.may_answer.wait(PATIENCE_S)
        return self._ask(request, timeout)


@pytest.fixture
def slow(play: Any) -> Iterator[SlowTable]:
    """A game was played; from now on the table answers late, and nothing is known of it."""
    lose(play)
    table = SlowTable(play.kiosk.runtime.table.ask)
    memories = TableMemories(table.ask)
    memories.changed = play.kiosk.context.memories.changed
    play.kiosk.context.memories = memories
    yield table
    table.may_answer.set()
    settled(memories)


def comes(play: Any, slow: SlowTable) -> None:
    """The table answers."""
    slow.may_answer.set()
    play.sync()


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


def words(play: Any) -> list[str]:
    """All that can be read on the page."""
    found = [getattr(widget, name, "") for widget in play.screen.walk() for name in ("text", "label") if widget.visible]
    return [text for text in found if text]
