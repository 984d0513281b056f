"""What stopped a family that played an evening by touch, without tags and without the manual."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.widgets.look import look
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.kiosk.screens.fitting import target_px

FINGER = target_px(800, 480)
GATES = {"Ana": 2, "Bo": 2, "Cy": 2, "Dan": 6}


@pytest.fixture
def board(play: Any) -> Cerbere:
    """Ana, Bo and Cy on one space, Dan ahead of them has the turn and the only bonus card."""
    table = Cerbere(play)
    players = [{"seat": name, "survival": int(name == "Dan")} for name in GATES]
    table.open(4, level="board", pos=GATES, die=3, players=players, turn={"active": "Dan"})
    return table


def test_no_dim_key_presses_the_halves_of_the_cards(board: Cerbere) -> None:
    """Whoever holds no bonus card has neither its key nor an end of the turn to see, whoever played before."""
    board.press("Run A")
    board.press("End of turn")
    sheet = board.screen.sheet
    board.play.pump(2)
    assert sheet.open and [key.label for key in sheet.keys] == ["Menu"]
    assert min(key.height for key in sheet.halves.keys) >= FINGER


def test_keys_of_pawns_on_one_space_are_as_large_as_a_finger(board: Cerbere) -> None:
    """Also where fewer of them stood in the same place before."""
    board.press("Run B")
    sheet = board.screen.sheet
    for touched in (2, 1, 2):
        board.play.pump(2)
        tiles = list(sheet.grid.tiles.values())
        assert sheet.by_marks and len(tiles) == touched + 1
        assert min(min(tile.size) for tile in tiles) >= FINGER
        if touched == 2:
            board.play.tap(tiles[0])
        else:
            board.press("Undo")


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
        assert play.kiosk.context.update.prompt.id == "curses" and bool(play.screen.page.question.legends) == there
        play.move("answer", question="curses", value="no")
        play.press("Home")
