"""Infernal Wagon at L0, as every family without tags plays it: nothing but touches."""

from __future__ import annotations

from typing import Any

from companion.engine.clock import ManualClock
from kiosk.screens.wagon import routing
from kiosk.theme import C


def advance(play: Any, ms: int) -> None:
    assert isinstance(play.kiosk.runtime.clock, ManualClock)
    play.advance(ms)


def test_a_counted_card_is_no_correction(play: Any) -> None:
    """E3: the normal act says what it is, on the line and on Undo."""
    play.open("L0")
    before = play.view.pile
    for n in (1, 2, 3):
        play.press("Card")
        play.sync()
        assert play.view.pile == before - n
        assert play.screen.line.text == "Card counted"
        assert play.screen.undo.second.startswith("the counted card")
    play.press("Undo")
    play.sync()
    assert play.view.pile == before - 2


def test_a_correction_is_one_still(play: Any) -> None:
    play.open("L0")
    play.move("adjust", pile=play.view.pile - 4)
    assert play.screen.line.text == "Corrected"


def test_no_alarm_about_a_track_that_nobody_knows(play: Any) -> None:
    """E3: the wagon is calm, no card of the track is shown, and none is counted behind it, to the last second."""
    play.open("L0")
    assert play.screen.track.visible and play.screen.track.cards == ()
    assert play.screen.track.lead_colour is not C.danger and not play.screen.behind.visible
    advance(play, 361_000)
    assert play.face.mode == routing.LAST and not play.screen.tail.visible


def test_the_sign_of_what_happened_goes_with_its_words(play: Any) -> None:
    """In the last minute there is room for the sign alone: it says nothing any more when the line is over."""
    play.open("L0")
    advance(play, 361_000)
    play.press("Card")
    play.sync()
    assert play.screen.said_icon.visible and play.screen.said_icon.name == "draw"
    play.wait(lambda: play.screen.said_icon.name == "", 5)


def test_the_pace_stands_below_the_time(play: Any) -> None:
    """A game lost in time with almost nothing drawn: its words do not lie on its curve."""
    play.open("L0")
    play.press("Card")
    play.sync()
    advance(play, 421_000)
    recap = play.screen
    assert play.root.name == "recap" and "a card" in recap.note.text
    assert recap.note.top < recap.chart.y + 7.2 * recap.m.u


def test_with_tags_the_alarm_stays(play: Any) -> None:
    play.open("L1")
    assert play.screen.track.lead_colour is C.danger and play.screen.behind.visible


def test_every_penalty_is_told(play: Any) -> None:
    """Whatever the card says: nothing is refused, no page of corrections opens, and no count changes."""
    play.open("L0")
    pile = play.view.pile
    for tile, order in (("5", "Remove 5"), ("No draw", "No draw"), ("Nothing", "No effect")):
        play.press("Missed")
        play.press(tile)
        play.sync()
        assert play.face.mode == routing.ORDER and play.screen.order.text == order
        assert play.root.name == "game" and not play.screen.band.visible and play.view.pile == pile
        play.screen._order_over(0)
        play.pump(3)


def test_the_exit_is_asked_while_cards_remain(play: Any) -> None:
    """E1: one touch wins nothing."""
    play.open("L0")
    assert play.view.pile > 0
    play.press("Issue laid")
    play.sync()
    assert play.root.name == "game" and play.face.mode == routing.QUESTION
    assert all(not field.default for field in play.screen.question.fields), "nothing irrevocable is preselected"
    play.press("No")
    play.sync()
    assert play.root.name == "game" and play.face.mode == routing.CALM and play.screen.question is None
    play.press("Card")
    play.sync()
    play.press("Issue laid")
    play.sync()
    play.press("Yes")
    play.sync()
    assert play.root.name == "recap" and play.view.result.won


def test_the_exit_lay_when_it_was_pressed(play: Any) -> None:
    """The question costs no time: at 7:00 the Exit that was pressed before lies in time."""
    play.open("L0")
    advance(play, 419_000)
    play.press("Issue laid")
    play.sync()
    advance(play, 800)
    play.press("Yes")
    play.sync()
    assert play.view.result.won and play.view.result.elapsed_ms == 419_000


def test_with_an_empty_pile_it_is_not_asked(play: Any) -> None:
    play.open("L0")
    play.move("adjust", pile=0)
    play.press("Issue laid")
    play.sync()
    assert play.root.name == "recap" and play.view.result.won


def test_the_exit_on_the_page_of_counts_asks_too(play: Any) -> None:
    play.open("L1")
    play.tap(play.screen.more)
    play.press("Issue laid")
    play.sync()
    assert play.root.name == "correct"
    play.press("Really?")
    play.sync()
    assert play.root.name == "recap"


def test_looking_at_the_exploits_keeps_undo(play: Any) -> None:
    """E1: what was won is shown, nothing is ticked, and the end can still be taken back."""
    play.open("L0")
    play.press("Issue laid")
    play.sync()
    play.press("Yes")
    play.sync()
    play.press("Tick an exploit")
    play.sync()
    assert play.root.name == "exploits"
    assert [tile.state for tile in play.screen.tiles].count("ticked") == 0
    assert {tile.state for tile in play.screen.tiles} >= {"won", "ask"}
    play.press("Back")
    play.sync()
    assert play.root.name == "recap" and play.screen.undo.visible
    play.tap(play.screen.undo)
    play.sync()
    assert play.root.name == "game" and play.view.result is None
