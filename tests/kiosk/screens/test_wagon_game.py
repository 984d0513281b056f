"""Infernal Wagon by touch, with tags and without: the real widgets, the real table, a manual clock."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Open
from companion.engine.signals import ReaderState
from kiosk.display.look import look
from kiosk.screens.infernal_wagon import pieces
from kiosk.storage.settings import SettingsFile
from tests.games.infernal_wagon.place import place
from tests.kiosk.remembered import Remembered


def test_easy_count(play: Any) -> None:
    play.tap(play.screen.gates[0])
    play.press("Facile")
    assert play.view.setup.easy == 1
    play.tap(play.screen.more)
    assert play.view.setup.easy == 2
    play.tap(play.screen.less)
    play.tap(play.screen.less)
    assert "easy" not in play.view.setup.modules


def test_players_and_name(play: Any) -> None:
    play.tap(play.screen.gates[0])
    play.tap(play.screen.players)
    play.press("Bo")
    assert play.root.name == "name:1"
    for letter in "ZOE":
        play.press(letter)
    play.press("Done")
    assert [h.name for h in play.view.hands] == ["Ana", "Zoe", "Cy"]
    colour = play.screen.rows[0][0]
    play.tap(colour)
    assert play.view.hands[0].colour == play.kiosk.context.set_up.seats()[0].colour != "red"


def test_a_table_that_is_ready_goes_back_or_starts_by_its_keys(play: Any) -> None:
    """The set-up's key starts at once; a phone or a program may leave the table ready."""
    play.tap(play.screen.gates[0])
    play.move("confirm")
    assert play.face.mode == pieces.READY
    play.press("Back")
    assert play.root.name == "setup"
    play.move("confirm")
    play.press("Start")
    assert play.face.mode == pieces.CALM


def test_cards_question_undo(play: Any) -> None:
    play.open("L1")
    before = play.view.pile
    play.card("rail-01")
    assert play.view.pile == before - 1
    assert len(play.screen.page.picture.view.track) == len(play.view.track) == 4
    assert "draw" in play.screen.page.line.text.lower()
    play.press("Undo")
    assert len(play.view.track) == 3 and play.screen.page.line.text == "Taken back"


def test_miss_asks_the_penalty(play: Any) -> None:
    play.open("L1")
    play.card("rail-01")
    play.card("rail-02")
    play.press("Missed")
    assert play.face.mode == pieces.SHEET
    play.press("2")
    assert play.face.mode == pieces.ORDER and play.screen.page.order.text == "Remove 2"
    assert len(play.view.track) == 3
    play.press("It fits")
    assert len(play.view.track) == 5


def test_silence_and_uturn_are_states(play: Any) -> None:
    play.open("L1", silence=True, uturn=True)
    play.card("rail-01")
    play.uid(play.of_kind("silence").uid)
    assert play.face.silence and play.screen.page.stitches.visible and not play.screen.page.line.visible
    play.card("rail-02")
    play.uid(play.of_kind("uturn").uid)
    assert play.face.uturn and play.screen.page.pennant.visible
    play.card("rail-03")
    play.uid(play.of_kind("silence", 1).uid)
    assert not play.face.silence and not play.screen.page.stitches.visible
    assert "silence True" in play.kiosk.sounds.heard and "silence False" in play.kiosk.sounds.heard


def test_no_key_of_the_recap_moves_when_the_end_stands(play: Any) -> None:
    play.open("L1")
    play.card("rail-01")
    play.advance(420_000)
    screen = play.screen
    keys = (screen.home, screen.undo, screen.appeal, screen.tick, screen.again)
    before = [(key.visible, tuple(key.pos), tuple(key.size)) for key in keys]
    assert all(visible for visible, _at, _size in before) and screen.undo.enabled and screen.appeal.enabled
    play.advance(11_000)
    screen.on_update(play.kiosk.context.table.update)
    assert screen.undo.enabled and not screen.appeal.enabled
    assert [(key.visible, tuple(key.pos), tuple(key.size)) for key in keys] == before


def test_an_end_is_taken_back_as_long_as_its_recap_stands(play: Any) -> None:
    """A wrong touch is seen half a minute later; what was undone is in no memory and no figure."""
    play.open("L1")
    play.card("rail-01")
    play.advance(100_000)
    play.uid(play.of_kind("exit").uid)
    play.advance(30_000)
    finished = Remembered(play.kiosk.context.table.memories).finished
    assert play.root.name == "recap" and [memory.result["won"] for memory in finished()] == [True]
    before = [(key.visible, tuple(key.pos)) for key in (play.screen.home, play.screen.undo, play.screen.again)]
    play.press("Undo")
    assert play.root.name == "game" and finished() == []
    assert play.screen.page.figure.text == "5:10", "it ran on for ten seconds, and stood then"
    play.uid(play.of_kind("exit").uid)
    play.press("Tick an exploit")
    play.tap(next(t for t in play.screen.tiles if t.state == "won"))
    assert [memory.result["ticked"] for memory in finished()] == ["welcome"]
    assert [(key.visible, tuple(key.pos)) for key in (play.screen.home, play.screen.undo, play.screen.again)] == before
    play.advance(600_000)
    play.press("Undo")
    assert play.root.name == "recap" and [memory.result["ticked"] for memory in finished()] == [None]
    play.press("Undo")
    assert play.root.name == "game" and finished() == []
    play.advance(350_000)
    assert play.root.name == "recap"
    play.press("Home")
    assert [(memory.result["won"], memory.result["reason"]) for memory in finished()] == [(False, "time")]


def test_counts_are_corrected(play: Any) -> None:
    play.open("L1")
    before = play.view.pile
    play.tap(play.screen.page.more)
    pile, behind, _first, second, *_others = [line.stepper for line in play.screen.lines]
    lines = list(play.screen.lines)
    for key in (pile.minus, second.plus, behind.minus):  # quicker than the table answers
        play._touch(key.center_x, key.center_y).lift()
    play.wait(lambda: len(play.view.track) == 2)
    assert play.view.pile == before - 1 and play.view.hands[1].cards == 4 and len(play.view.track) == 2
    assert play.screen.lines == lines, "an answer leaves the keys under the fingers where they are"
    play.press("Done")
    assert play.root.name == "game"


def test_what_ends_the_game_is_asked_and_put_right_where_it_was_made(play: Any) -> None:
    position = {"players": ["Ana", "Bo"], **place(["Ana", "Bo"], [1, 0], pile=20, level="L1", box="demo")}
    play.kiosk.runtime.table.ask(Open("infernal_wagon", position=position), 10)
    play.sync()
    play.tap(play.screen.page.more)
    hand = play.screen.lines[2].stepper
    play.tap(hand.minus)
    play.wait(lambda: play.root.name == "game")
    play.press("Put it right")
    assert play.root.name == "correct" and play.view.hands[0].cards == 1


def test_refused_tap_says_what_was_expected(play: Any) -> None:
    play.open("L1")
    play.uid("FFFFFFFFFF")
    assert play.screen.band.visible
    assert play.screen.page.figure.visible and play.screen.page.undo.visible


def test_language_at_any_moment(play: Any) -> None:
    play.open("L1")
    play.kiosk.context.owner.next_language()
    play.pump(3)
    assert play.key("Raté") and play.key("Pause")
    play.kiosk.context.owner.next_language()
    play.pump(3)
    assert play.key("Missed")


def test_settings_are_kept(play: Any) -> None:
    play.tap(play.screen.gear)
    play.press("Large")
    play.press("Quiet")
    now = play.kiosk.settings.now
    assert (now.type_size, now.profile) == ("large", "quiet")
    assert SettingsFile(play.kiosk.options.data).now == now
    play.press("Normal")


def test_notices_stand_and_go(play: Any) -> None:
    table = play.kiosk.runtime.table
    table.post(ReaderState("table", False, "ttyUSB0"))
    play.sync()
    assert play.root.strip.visible and play.root.gravest().code == "reader_lost"
    table.post(ReaderState("table", True, "ttyUSB0"))
    play.sync()
    assert "reader_lost" not in play.kiosk.context.table.notices


# ---------------------------------------------------------------- without tags


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
    play.advance(361_000)
    play.press("Card")
    assert play.screen.page.sign.visible and play.screen.page.sign.name == "draw"
    play.wait(lambda: play.screen.page.sign.name == "")


@pytest.mark.parametrize("won", [True, False])
def test_a_recap_shows_no_figure_that_nobody_counted(play: Any, won: bool) -> None:
    play.open("L0")
    play.advance(100_000)
    if won:
        play.press("Issue laid")
        play.press("Yes")
    else:
        play.advance(321_000)
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


# ---------------------------------------------------------------- the clock


def test_the_keys_of_modules_lie_over_no_figure_of_the_last_minute(play: Any) -> None:
    play.open("L0", silence=True)
    play.advance(361_000)
    play.pump(2)
    assert play.face.mode == "last"
    (key,) = play.screen.page.switches_shown
    assert key.top <= play.screen.page.figure.y


def test_an_answer_names_no_button_that_the_table_has_not(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (True, False):
        monkeypatch.setattr(look, "buttons", there)
        play.open("L0", curse=True)
        play.move("exit_laid")
        assert (
            play.kiosk.context.table.update.prompt.id == "curses" and bool(play.screen.page.question.legends) == there
        )
        play.move("answer", question="curses", value="no")
        play.press("Home")


def test_each_ten_seconds_can_be_seen(play: Any) -> None:
    look.set(motion=True)
    play.open("L2")
    play.screen.page.start.action()
    play.sync()
    play.advance(1000)
    play.pump(3)
    background = play.screen.background
    seen = []
    for _ in range(11):
        play.advance(1000)
        seen.append(background._flaring is not None)
        play.wait(lambda: background._flaring is None)
    assert sum(seen) == 1, seen
