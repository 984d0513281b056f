"""Cerbère by touch at Board level: the path asks, the words and keys stand beside it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cerbere import moves as mv
from kiosk.screens.cerbere import routing
from kiosk.widgets.look import look
from tests.kiosk.screens.cerbere_positions import Cerbere

FACES = ["S2", "BRIDGE", "PROMONTORY", "E3"]


@pytest.fixture
def table(play: Any) -> Cerbere:
    return Cerbere(play)


def open_board(table: Cerbere, **more: Any) -> None:
    pos = {"Ana": 10, "Bo": 5, "Cy": 9, "Dan": 11, "Eli": 4}
    table.open(**{"level": "board", "faces": FACES, "pos": pos, "cerberus": 2, "die": 3, **more})


def test_the_chase_is_told_once_the_pawns_stand(table: Cerbere) -> None:
    turn = {"active": "Ana", "action_done": True}
    open_board(table, die=9, speed=4, cerberus=5, pos={"Ana": 12, "Bo": 8, "Cy": 13, "Dan": 14, "Eli": 15}, turn=turn)
    table.press("End of turn")
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == "4 spaces"
    table.press("Go on")
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == "Bo is caught"
    assert "back to the last mark" not in table.screen.sheet.notes.text, "the board shows it"
    table.press("Go on")
    assert table.kind == routing.TABLE and table.screen.sheet.track.caught == ("orange",)


def test_the_chase_is_announced_before_cerberus_runs(table: Cerbere, until: Any) -> None:
    turn = {"active": "Ana", "action_done": True}
    open_board(table, die=9, speed=4, cerberus=5, pos={"Ana": 12, "Bo": 8, "Cy": 13, "Dan": 14, "Eli": 15}, turn=turn)
    look.set(motion=True)
    board = table.screen.table.board
    at = tuple(board.pawns[""].pos)
    table.press("End of turn")
    assert table.screen.sheet.order.text == "4 spaces" and board.waiting
    assert tuple(board.pawns[""].pos) == at, "he has not moved yet"
    table.press("Go on")
    assert not board.waiting and table.kind == routing.TABLE and board.moving
    board.finish()
    table.play.pump(2)
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == "Bo is caught"


def test_all_that_is_to_do_can_be_touched(table: Cerbere) -> None:
    """A question of two lines leaves room for three effects, no question for four lines."""
    open_board(table)
    table.move("play", card="act1_adv", option="b")
    table.play.pump(3)
    sheet = table.screen.sheet
    waiting = [line for line in sheet.card.lines if line.state != "done"]
    assert len(waiting) == 3 and all(line.visible and line.fits for line in waiting)
    assert waiting[-1].y > 0 and waiting[0].top < sheet.title.y
    assert all(key.top < waiting[-1].y for key in sheet.keys) and sheet.undo.right < waiting[-1].x


@pytest.mark.parametrize("language", ["en", "fr"])
def test_undo_always_says_what(table: Cerbere, language: Any) -> None:
    """Beside a board there is little room: who it was goes first, then it takes two lines; its own word stays."""
    from companion.games.cerbere import words
    from companion.presentation import i18n
    from tests.games.cerbere.io.test_labels import labels

    open_board(table)
    table.play.pump(3)
    names = {
        "name": "Maximilien",
        "pawn": "Maximilien",
        "names": "Maximilien, Éléonore",
        "n": 3,
        "slot": 2,
        "a": 1,
        "b": 3,
    }
    sheet, silent = table.screen.sheet, []
    try:
        i18n.set_language(language)
        for label in sorted(labels() - {words.OF_MOVE[mv.Symbol]}):
            sheet.say_undo(True, i18n._(label).format(**names))
            assert sheet.undo.label == i18n._("Undo")
            if not sheet.undo.second:
                silent.append(i18n._(label))
            assert sheet.undo.fits
    finally:
        i18n.set_language("en")
    assert not silent
