"""Infernal Wagon at L0, as every family without tags plays it: nothing but touches."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.clock import ManualClock
from kiosk.screens.wagon import pieces


def advance(play: Any, ms: int) -> None:
    assert isinstance(play.kiosk.runtime.clock, ManualClock)
    play.advance(ms)


def test_a_counted_card_is_no_correction(play: Any) -> None:
    """E3: the normal act says what it is, on the line and on Undo."""
    play.open("L0")
    before = play.view.pile
    for n in (1, 2, 3):
        play.press("Card")
        assert play.view.pile == before - n
        assert play.screen.page.line.text == "Card counted"
        assert play.screen.page.undo.second.startswith("the counted card")
    play.press("Undo")
    assert play.view.pile == before - 2


def test_the_sign_of_what_happened_goes_with_its_words(play: Any) -> None:
    """In the last minute there is room for the sign alone: it says nothing any more when the line is over."""
    play.open("L0")
    advance(play, 361_000)
    play.press("Card")
    assert play.screen.page.sign.visible and play.screen.page.sign.name == "draw"
    play.wait(lambda: play.screen.page.sign.name == "")


@pytest.mark.parametrize("won", [True, False])
def test_a_recap_shows_no_figure_that_nobody_counted(play: Any, won: bool) -> None:
    play.open("L0")
    advance(play, 100_000)
    if won:
        play.press("Issue laid")
        play.press("Yes")
    else:
        advance(play, 321_000)
    recap = play.screen
    assert play.root.name == "recap" and not recap.chart.visible and not recap.note.visible
    assert not any(figure.visible for figure in recap.counts)
    assert recap.time.text == ("5:20" if won else "7:00")


def test_the_exit_is_asked_while_cards_remain(play: Any) -> None:
    """E1: one touch wins nothing."""
    play.open("L0")
    assert play.view.pile > 0
    play.press("Issue laid")
    assert play.root.name == "game" and play.face.mode == pieces.QUESTION
    assert all(not field.default for field in play.screen.page.question.fields), "nothing irrevocable is preselected"
    play.press("No")
    assert play.root.name == "game" and play.face.mode == pieces.CALM and play.screen.page.question is None
    play.press("Card")
    play.press("Issue laid")
    play.press("Yes")
    assert play.root.name == "recap" and play.view.result.won


def test_the_exit_on_the_page_of_counts_asks_too(play: Any) -> None:
    play.open("L1")
    play.tap(play.screen.page.more)
    play.press("Issue laid")
    assert play.root.name == "correct"
    play.press("Really?")
    assert play.root.name == "recap"
