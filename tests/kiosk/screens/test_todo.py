"""A sheet that tells hands several things to do stays until somebody goes on, and can be brought back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.requests import Choose, Follow, Open, Undo
from companion.figures.cerbere.board import plan_of, stand
from companion.games.hellrail.names import What
from kiosk.screens.drama import Drama
from tests.games.hellrail.place import place
from tests.kiosk.eyes import eyes
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.kiosk.screens.game_table import GameTable
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.tools.gallery.played_hellrail import EFFECTS

AGES_S = 3600.0


def captured(play: Any) -> GameTable:
    """Bo is caught at the end of Ana's turn."""
    table = Cerbere(play)
    table.open(4, die=9, turn={"active": "Ana", "action_done": True})
    table.ask(Follow(("end",)))
    table.ask(Follow(("Bo",)))
    table.ask(Follow(("start",)))
    return table


def boat(play: Any) -> GameTable:
    """Somebody comes to the end board: a boat is turned over."""
    table = Cerbere(play)
    table.open(4, turn={"active": "Ana"})
    table.move("end_board_reached", pawn="Bo")
    table.ask(Choose(play.kiosk.context.table.prompt.options[0].key))  # how many it seats
    return table


def derailed(play: Any) -> GameTable:
    table = HellRailTable(play)
    seats = [{"seat": "Ana"}, {"seat": "Bo"}, {"seat": "Cy", "at": "C6", "soul_catcher": True}]
    table.ask(Open("hellrail", position=place(seats, "Cy", level="light", effects=EFFECTS)))
    table.move("report", what=What.DERAILED)
    return table


GAMES = pytest.mark.parametrize("begin", [captured, boat, derailed])
Begin = Callable[[Any], GameTable]


@GAMES
def test_it_stays_until_somebody_goes_on(play: Any, begin: Begin) -> None:
    table = begin(play)
    words = drama(table).order.text
    assert words and drama(table).notes.text
    assert getattr(table.screen, "_order_end", None) is None, "no timer takes it away"
    eyes.look_on(AGES_S)
    play.advance(round(1000 * AGES_S))
    play.root.rebuild()  # another language, another size of the words
    assert drama(table).order.text == words
    play.root.open("settings")
    play.sync()
    play.root.open(None)
    play.sync()
    assert drama(table).order.text == words, "whoever comes from the settings finds it"
    table.press("Go on")
    assert not isinstance(table.sheet, Drama)


@GAMES
def test_its_keys_lie_over_everything(play: Any, begin: Begin) -> None:
    """Jaws have a dark floor: what is drawn after it can be read."""
    sheet = drama(begin(play))
    drawn = list(reversed(sheet.children))
    assert [key.label for key in sheet.keys] == ["Go on"] and sheet.undo.visible
    for key in (*sheet.keys, sheet.undo):
        over = [widget for widget in drawn[drawn.index(key) + 1 :] if widget.visible and widget.collide_widget(key)]
        assert not over


@GAMES
def test_what_anybody_does_next_goes_on_as_well(play: Any, begin: Begin) -> None:
    table = begin(play)
    prompt = play.kiosk.context.table.prompt
    option = next(o for o in prompt.options if o.why is None)
    table.ask(Choose(option.key))
    assert not isinstance(table.sheet, Drama)


@GAMES
def test_the_menu_brings_it_back(play: Any, begin: Begin) -> None:
    table = begin(play)
    words = drama(table).order.text
    table.press("Go on")
    for _ in range(2):
        answer_until_menu(table)
        table.press("Menu", "What was to do?")
        assert drama(table).order.text == words
        table.press("Go on")
    assert not isinstance(table.sheet, Drama)


@GAMES
def test_a_step_back_takes_it_away_for_good(play: Any, begin: Begin) -> None:
    table = begin(play)
    table.ask(Undo())
    assert not isinstance(table.sheet, Drama) and play.kiosk.context.todo.last is None


def test_the_wagon_says_its_last_order_again_while_the_clock_stands(play: Any) -> None:
    """Over the running clock an order stays for seconds, and takes no touch."""
    play.open("L1")
    play.card("rail-03")
    play.move("miss")
    assert play.screen.page.order_now is not None and play.screen._order_end is not None
    order = play.screen.page.order_now
    play.screen.order_over()
    play.press("Hold", "What was to do?")
    assert play.screen.band.visible and str(order.text.facts.get("n", "")) in play.screen.band._expected


@pytest.mark.parametrize("at", [2, 20])
def test_a_card_of_a_first_game_hides_no_pawn(play: Any, at: int) -> None:
    """It lies over the end of the path where fewer stand."""
    table = Cerbere(play)
    table.open(4, level="board", pos=dict.fromkeys(("Ana", "Bo", "Cy", "Dan"), at), turn={"active": "Ana"})
    play.sync()
    sheet, m = table.sheet, table.sheet.m
    box = sheet.tip_box(m)
    low, high = sheet.top - (box.top + box.height) * m.u, sheet.top - box.top * m.u
    pawns = stand(sheet.board.view, plan_of(sheet.board.view.path, sheet.board.frame()))[0].values()
    middles = [(sheet.board.y + pawn.y, pawn.size / 2) for pawn in pawns]
    assert len(middles) == 5 and not any(y - half < high and y + half > low for y, half in middles[1:])


def drama(table: GameTable) -> Drama:
    table.play.sync()
    assert isinstance(table.sheet, Drama), table.kind
    return table.sheet


def answer_until_menu(table: GameTable) -> None:
    """Answer what is asked meanwhile, if there is something."""
    for _ in range(6):
        prompt = table.play.kiosk.context.table.prompt
        if prompt.id == "turn":
            return
        table.ask(Choose(next(o.key for o in prompt.options if o.why is None and o.move is not None)))
        if isinstance(table.sheet, Drama):
            table.press("Go on")
