"""Cerbère by touch at Tracker level: the real widgets, the real table, a manual clock."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Undo
from companion.games.cerbere.names import Side
from kiosk.screens.cerbere import routing
from tests.kiosk.screens.cerbere_positions import Cerbere


@pytest.fixture
def table(play: Any) -> Cerbere:
    """A kiosk with a game of Cerbère, in English."""
    return Cerbere(play)


def test_turn_shows_who_and_how_far(table: Cerbere) -> None:
    table.open(die=6, speed=5, hunters=["Eli"])
    screen = table.screen
    assert table.root.name == "cerbere" and table.kind == routing.TRACK
    assert screen.sheet.name.text == "Ana" and screen.sheet.figure.text == "3"
    track = screen.sheet.track
    assert (track.die_index, track.die.figure, track.unused, track.caught) == (6, "5", 2, ("pink",))
    assert screen.sheet.seats.seats[4].side is Side.CERBERUS


def test_a_card_without_tags(table: Cerbere) -> None:
    table.open()
    table.press("Run B")
    assert table.kind == routing.TRACK and table.view.turn.action_done
    assert [done for _word, done in table.screen.sheet.ticks.words] == [True, False]
    table.press("End of turn")
    assert table.view.turn.player == "Bo"


def test_what_cannot_be_paid_says_why(table: Cerbere) -> None:
    table.open(speed=8)
    first, second = (key for key in table.screen.sheet.halves.keys if key.label == "Run as two")
    assert not first.enabled and second.enabled
    table.play.tap(first)
    assert table.view.play is None and table.kind == routing.TRACK
    assert table.screen.band.visible and table.screen.band._what


def test_the_chase_catches(table: Cerbere) -> None:
    table.open(die=9, speed=5, hunters=["Eli"], turn={"active": "Ana", "action_done": True})
    table.press("End of turn")
    assert table.kind == routing.HUNT and table.screen.sheet.steps.text == "5"
    table.press("Bo")
    table.press("Départ")
    assert table.kind == routing.ORDER
    order = table.screen.sheet
    assert order.order.text == "Bo is caught" and "Bo, joueur Cerbère, draws 1 Trahison" in order.notes.text
    assert "back to the last mark" in order.notes.text
    table.press("Go on")
    assert table.kind == routing.TRACK and table.view.turn.player == "Bo"


def test_the_order_goes_by_itself(table: Cerbere) -> None:
    table.open(die=9, turn={"active": "Ana", "action_done": True})
    table.move("ok")
    table.move("answer", value="Bo")
    table.move("ok")
    table.move("answer", value="middle")
    assert table.kind == routing.ORDER
    table.screen.order_over()
    assert table.kind == routing.TRACK


def test_several_caught_in_order_and_nobody(table: Cerbere) -> None:
    table.open(die=9, turn={"active": "Ana", "action_done": True})
    table.press("End of turn")
    for name in ("Cy", "Bo"):
        table.press(name)
    tiles = table.screen.sheet.grid.tiles
    assert (tiles["Cy"].corner, tiles["Bo"].corner, tiles["Ana"].corner) == ("1", "2", "")
    assert [key.label for key in table.screen.sheet.keys] == ["Up to the Portes", "Départ", "Intermédiaires"]
    for name in ("Cy", "Bo"):
        table.press(name)
    table.press("Nobody")
    assert table.view.rage.caught == () and table.view.turn.player == "Bo"
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == "Cerbère goes hungry"
    assert "The Vitesse rises to 4" in table.screen.sheet.notes.text
    table.press("Go on")
    assert table.screen.sheet.line.text == "Nobody is caught"


def test_a_line_that_is_about_nobody_can_be_put_away(table: Cerbere) -> None:
    table.open(n=3, hunters=["Bo"], out=["Cy"], boats={"revealed": 1})
    table.move("play", card="act3_adv", option="a")
    mine, other = table.screen.sheet.card.lines[-2:]
    assert (mine.state, other.state) == ("now", "void") and table.screen.sheet.order.text == "Ana advances 2"
    table.press(other.label)
    assert table.view.play.left == (0,)
    table.press("It is done")
    assert table.view.play is None


def test_a_pawn_tag_picks_as_a_finger_does(table: Cerbere) -> None:
    table.open(die=9, turn={"active": "Ana", "action_done": True})
    table.press("End of turn")
    table.move("answer", value="Dan")
    assert table.screen.sheet.grid.tiles["Dan"].chosen
    assert set(table.screen.sheet.zones.values()) <= set(table.screen.sheet.keys)


def test_a_refusal_has_a_band_and_changes_nothing(table: Cerbere) -> None:
    table.open()
    table.move("end_turn")
    band = table.screen.band
    assert band.visible and band._what
    assert table.kind == routing.TRACK and table.screen.sheet.undo.visible


def test_undo_takes_back_and_says_what(table: Cerbere) -> None:
    table.open()
    table.move("play", card="act2_adv", option="a")
    assert table.screen.sheet.undo.second == "Ana: forward 2"
    table.play.kiosk.context.link.send(Undo())
    table.play.sync()
    assert table.kind == routing.TRACK and table.screen.sheet.line.text == "Taken back"
    assert table.view.rage.steps == 7


def test_without_cards_only_the_turn_is_ended(table: Cerbere) -> None:
    table.open(follow_cards=False)
    assert table.screen.sheet.ticks.words == ()
    assert table.key("End of turn").kind == "prime"
    table.press("End of turn")
    assert table.view.turn.player == "Bo"
