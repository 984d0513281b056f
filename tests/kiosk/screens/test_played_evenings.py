"""What stopped a family that played an evening by touch, without tags and without the manual."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect
from companion.games.hellrail.view import HellRailView
from companion.presentation import i18n
from companion.presentation.i18n import _
from kiosk.screens.hellrail.circles import LEADING, Circles, TokenRow
from kiosk.widgets.look import look
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.kiosk.screens.fitting import target_px
from tests.tools.gallery.played_hellrail import played_hellrail
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene

FINGER = target_px(800, 480)
GATES = {"Ana": 2, "Bo": 2, "Cy": 2, "Dan": 6}


@pytest.fixture
def french(english: None) -> None:
    """The longer words; `english` puts the language back."""
    i18n.set_language("fr")


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
            board.play.sync()
        else:
            board.press("Undo")


def test_the_longest_name_of_a_token_stays_in_its_row(french: None) -> None:
    row = TokenRow("1", EFFECTS[Effect.INFERNAL])
    row.size = (240, 49)
    laid = row.label_fit()
    assert laid.fits and len(laid.lines) * LEADING * laid.size <= row.height


def test_a_curse_has_a_key_beside_the_other_modules(play: Any) -> None:
    play.open("L0", silence=True, uturn=True, curse=True)
    play.pump(2)
    keys = play.screen.switches_shown
    assert [key.label for key in keys] == [_("{iw.silence}"), _("{iw.uturn}"), _("{iw.curse}")]
    assert all(left.right <= right.x for left, right in pairwise(keys))
    play.tap(keys[-1])
    play.sync()
    assert play.kiosk.context.update.prompt.id == "curse"


def test_the_keys_of_modules_lie_over_no_figure_of_the_last_minute(play: Any) -> None:
    play.open("L0", silence=True)
    play.advance(361_000)
    play.pump(2)
    assert play.face.mode == "last"
    (key,) = play.screen.switches_shown
    assert key.top <= play.screen.clock.y


def test_silence_can_be_told_while_an_order_stands(play: Any) -> None:
    play.open("L0", silence=True)
    play.press("Missed")
    play.sync()
    play.kiosk.context.act("miss", "2")
    play.sync()
    assert play.face.mode == "order" and [key.label for key in play.screen.switches_shown] == ["Silence"]


def test_the_cards_of_the_first_hand_are_not_dealt_again() -> None:
    update = played_hellrail(level="light")[-1]
    assert isinstance(update.view, HellRailView)
    for first in (True, False):
        sheet = Circles(context_for(Scene("circles"), []), True, first, lambda _place: None)
        sheet.update(update.view, update.prompt)
        dealt = _("{hr.rail_card:many}: {n} for each of you.").format(n=3)
        assert (dealt in sheet.text.text) == first


def test_an_answer_names_no_button_that_the_table_has_not(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (True, False):
        monkeypatch.setattr(look, "buttons", there)
        play.open("L0", curse=True)
        play.move("exit_laid")
        play.sync()
        assert play.kiosk.context.update.prompt.id == "curses" and bool(play.screen.question.legends) == there
        play.move("answer", question="curses", value="no")
        play.sync()
        play.press("Home")
        play.sync()
