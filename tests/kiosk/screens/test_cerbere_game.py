"""Cerbère by touch: the track or the path asks, words and keys stand beside it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Ask, Choose, Undo
from companion.figures.cerbere.board import plan_of
from companion.games.cerbere import moves as mv
from companion.games.cerbere import words
from companion.games.cerbere.names import Side
from companion.games.cerbere.rules.chase import run_of
from companion.presentation import i18n
from kiosk.display.look import look
from kiosk.screens.cerbere import routing
from kiosk.screens.correction_lines import StepView
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.kiosk.screens.conftest import Play
from tests.kiosk.screens.fitting import target_px


@pytest.fixture
def table(play: Any) -> Cerbere:
    """A kiosk with a game of Cerbère, in English."""
    return Cerbere(play)


def test_turn_shows_who_and_how_far(table: Cerbere) -> None:
    table.open(die=6, speed=5, hunters=["Eli"])
    screen = table.screen
    assert table.root.name == "cerbere" and table.kind == routing.TRACK
    assert screen.sheet.name.text == "Ana" and screen.sheet.figure.text == "3"
    rage = screen.sheet.track.view.rage
    assert (rage.die, rage.speed, rage.unused, rage.caught) == (6, 5, 2, ("Eli",))
    assert screen.sheet.seats.view.seats[4].side is Side.CERBERUS


def test_what_cannot_be_paid_says_why(table: Cerbere) -> None:
    table.open(speed=8)
    first, second = (key for key in table.screen.sheet.halves.keys if key.label == "Run as two")
    assert not first.enabled and second.enabled
    table.play.tap(first)
    assert table.view.play is None and table.kind == routing.TRACK
    assert table.screen.band.visible and table.screen.band._what


def test_the_fire_does_not_turn_with_a_question(table: Cerbere) -> None:
    table.open(n=3, hunters=["Bo"], out=["Cy"], boats={"revealed": 1})
    fire = table.screen.background.fire
    table.move("play", card="act3_adv", option="a")
    assert table.kind == routing.PLAY and table.screen.background.fire == fire
    table.press("It is done")
    table.ask(Choose("report"))
    table.ask(Choose("symbol"))
    assert table.kind == routing.PROMPT and table.screen.background.fire == fire


def test_a_sheet_that_has_left_is_taken_for_the_next_card(table: Cerbere) -> None:
    """Its eleven widgets are not made anew; what it was about is forgotten."""
    table.open(n=3, hunters=["Bo"])
    table.move("play", card="act3_adv", option="a")
    first = table.screen.sheet
    lines = [line.label for line in first.card.lines]
    table.ask(Undo())
    assert table.kind == routing.TRACK
    table.move("play", card="act2", option="a")
    assert table.kind == routing.PLAY and table.screen.sheet is first
    assert lines and [line.label for line in first.card.lines] not in (lines, [])


def test_a_line_that_is_about_nobody_can_be_put_away(table: Cerbere) -> None:
    table.open(n=3, hunters=["Bo"], out=["Cy"], boats={"revealed": 1})
    table.move("play", card="act3_adv", option="a")
    mine, other = table.screen.sheet.card.lines[-2:]
    assert (mine.state, other.state) == ("now", "void") and table.screen.sheet.order.text == "Ana advances 2"
    table.press(other.label)
    assert table.view.play.left == (0,)
    table.press("It is done")
    assert table.view.play is None


def labels(table: Cerbere) -> list[str]:
    """The keys beside Undo and the one for the other cards."""
    return [key.label for key in table.screen.sheet.keys if key.visible and key.label != "Survie"]


def test_what_pawns_reach_has_a_key_on_the_turn(table: Cerbere) -> None:
    """B6: once a card has moved pawns, the end board, a symbol and the bridge; before that, and where they are out of
    reach, not. The end of the turn stays the last key."""
    table.open(n=3, turn={"active": "Ana"})
    assert labels(table) == ["Menu"]
    table.move("play", card="act2", option="a")  # whose Course moves
    table.press("It is done")
    assert labels(table) == ["Menu", "Plateau de Fin", "Symbol", "Pont", "End of turn"]
    table.press("Symbol")
    assert table.kind == routing.PROMPT and table.screen.sheet.title.text == "Whose pawn?"
    table.press("Bo")
    table.press("Vitesse −1")
    assert table.kind == routing.TRACK
    table.press("Plateau de Fin", "Cy")
    assert table.screen.sheet.title.text == "How many seats?"
    table.move("answer", value="2")
    table.press("Go on")
    assert labels(table) == ["Menu", "Barque", "Symbol", "Pont", "End of turn"]
    table.press("Barque", "Cy")
    assert table.view.boats.aboard == ("Cy",)
    table.press("Pont")
    assert labels(table) == ["Menu", "Barque", "Symbol", "End of turn"], "the bridge is gone"


# ---------------------------------------------------------------- the path


FACES = ["S2", "BRIDGE", "PROMONTORY", "E3"]


def open_board(table: Cerbere, **more: Any) -> None:
    pos = {"Ana": 10, "Bo": 5, "Cy": 9, "Dan": 11, "Eli": 4}
    table.open(**{"level": "board", "faces": FACES, "pos": pos, "cerberus": 2, "die": 3, **more})


@pytest.mark.parametrize(("first", "low"), [(2, True), (17, False)])
def test_the_card_of_a_first_game_hides_no_pawns(first: int, low: bool, table: Cerbere) -> None:
    """B17: it lies over the end of the path where nobody is."""
    open_board(table, pos={name: first + i for i, name in enumerate(("Ana", "Bo", "Cy", "Dan", "Eli"))})
    box = table.screen.sheet.tip_box(look.metrics)
    m = look.metrics
    lower, upper = m.height - (box.top + box.height) * m.u, m.height - box.top * m.u
    board = table.screen.sheet.board
    plan = plan_of(board.view.path, board.frame())
    stand = [plan.nodes[seat.at] for seat in table.view.seats]
    assert (box.top > m.rows / 2) is low
    assert not [node for node in stand if lower < board.y + node.y < upper]


def test_the_chase_is_told_once_the_pawns_stand(table: Cerbere) -> None:
    turn = {"active": "Ana", "action_done": True}
    open_board(table, die=9, speed=4, cerberus=5, pos={"Ana": 12, "Bo": 8, "Cy": 13, "Dan": 14, "Eli": 15}, turn=turn)
    table.press("End of turn")
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == f"{run_of(4)} spaces"
    table.press("Go on")
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == "Bo is caught"
    assert "back to the last mark" not in table.screen.sheet.notes.text, "the board shows it"
    table.press("Go on")
    assert table.kind == routing.TABLE and table.screen.sheet.track.view.rage.caught == ("Bo",)


def test_the_chase_is_announced_before_cerberus_runs(table: Cerbere, until: Any) -> None:
    turn = {"active": "Ana", "action_done": True}
    open_board(table, die=9, speed=4, cerberus=5, pos={"Ana": 12, "Bo": 8, "Cy": 13, "Dan": 14, "Eli": 15}, turn=turn)
    look.set(motion=True)
    board = table.screen.table.board
    table.press("End of turn")
    assert table.screen.sheet.order.text == f"{run_of(4)} spaces" and board.waiting
    table.play.pump(2)
    assert board.parts["pawn "].gone == 0 and board.parts["pawn "].move is not None, "he has not moved yet"
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
    """Beside a board there is little room: who it was goes first, then it stands beside the key; its own word stays."""
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
            note = sheet.undo_note  # beside the key, where that is too narrow
            if not sheet.undo.second and not (note.visible and note.text and note.fits):
                silent.append(i18n._(label))
            assert sheet.undo.fits
    finally:
        i18n.set_language("en")
    assert not silent


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


# ---------------------------------------------------------------- boats


def test_a_swap_can_be_thought_better_of(play: Play) -> None:
    """E8: where the boats lie on the table, too; the rules hear of it with the second boat."""
    table = Cerbere(play)
    table.open()
    play.move("play", card="sur_couardise", option="a")
    play.move("ok")
    table.press("Swap two")
    assert table.screen.sheet.title.text == "Which two?"
    table.press("Barque 2")
    assert table.screen.sheet.title.text == "And which one?"
    assert play.kiosk.runtime.table.ask(Ask(path=())).answer.id == "boats", "nothing is told yet"
    table.press("Barque 2")
    assert table.screen.sheet.title.text == "Which two?", "touched again it is not chosen"
    table.press("Back")
    assert table.screen.sheet.title.text == "Look or swap?" and not table.screen.sheet.keys
    table.press("Look at one")
    table.press("Back")
    table.press("Swap two")
    table.press("Barque 1")
    table.press("Barque 3")
    assert table.kind == routing.TRACK and table.screen.sheet.line.text == "Barques 1 and 3 swapped"


# ---------------------------------------------------------------- corrections


@pytest.fixture
def correcting(table: Cerbere) -> Cerbere:
    """The page of corrections in a game where Dan alone still runs."""
    table.open(4, hunters=["Ana", "Bo"], out=["Cy"], turn={"active": "Dan"})
    table.play.kiosk.context.go.open("cerbere_correct")
    table.play.pump(3)
    return table


def test_what_the_table_refuses_is_said(correcting: Cerbere) -> None:
    play = correcting.play
    play.tap(play.screen.tabs["Cy"])
    play.press("Plays now")  # who is out
    assert play.screen.band.visible and play.view.turn.player == "Dan"
    play.tap(play.screen.tabs[""])
    speed = next(v for v in play.screen.lines if isinstance(v, StepView) and v.words.text == "Vitesse of the die")
    before = play.view.rage.speed
    play.tap(speed.stepper.plus)
    assert play.view.rage.speed == before + 1, "nothing waits for the refused one"


def test_what_ends_the_game_is_asked_on_its_page(correcting: Cerbere) -> None:
    play = correcting.play
    play.tap(play.screen.tabs["Dan"])
    play.press("Out")  # the last one who runs
    assert play.root.name == "cerbere" and play.view.over is None
    play.press("Put it right")
    assert play.view.seats[3].side is Side.RUNNER
    assert (play.root.name, play.screen.page) == ("cerbere_correct", "Dan"), "where it was made"
    play.press("Out")
    play.press("It is over")
    assert play.view.over is not None and play.root.name != "cerbere_correct"


def test_settings_come_back_to_the_game(correcting: Cerbere) -> None:
    play = correcting.play
    play.tap(play.screen.gear)
    assert play.root.name == "settings"
    play.kiosk.context.go.open(None)
    assert play.root.name == "cerbere"
