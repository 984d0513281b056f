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


def test_volunteers_pay(table: Cerbere) -> None:
    table.open()
    table.press("Survie")
    table.press("Favoritisme")
    table.press("B")
    sheet = table.screen.sheet
    assert sheet.question.text == "Who discards 3 Survie?"
    table.press("Ana")
    assert sheet.question.text == "Who discards 2 Survie?"
    table.press("Bo")
    table.press("Cy")
    held = {seat.name: seat.survival for seat in table.view.seats}
    assert (held["Ana"], held["Bo"], held["Cy"]) == (0, 1, 1)


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


def test_nobody_is_caught_by_a_finger_too_many(table: Cerbere) -> None:
    table.open(
        n=3, die=9, hunters=["Bo"], out=["Cy"], boats={"revealed": 1}, turn={"active": "Ana", "action_done": True}
    )
    table.press("End of turn")
    assert [key.label for key in table.screen.sheet.keys] == ["Nobody"]
    table.press("Ana")
    table.press("Ana is caught")
    assert table.view.rage.caught[-1] == "Ana"


def test_a_line_that_is_about_nobody_can_be_put_away(table: Cerbere) -> None:
    table.open(n=3, hunters=["Bo"], out=["Cy"], boats={"revealed": 1})
    table.move("play", card="act3_adv", option="a")
    mine, other = table.screen.sheet.card.lines[-2:]
    assert (mine.state, other.state) == ("now", "void") and table.screen.sheet.order.text == "Ana advances 2"
    table.press(other.label)
    assert table.view.play.left == (0,)
    table.press("It is done")
    assert table.view.play is None


def test_the_only_one_left_is_named(table: Cerbere) -> None:
    table.open(n=3, hunters=["Cy"])
    table.move("play", card="act3_adv", option="a")
    assert [line.label for line in table.screen.sheet.card.lines[-2:]] == ["Ana advances 2", "Bo advances 1"]
    table.press("Bo advances 1")
    assert table.view.play.left == (0,) and set(table.view.play.targets.values()) == {"Bo"}


def test_a_report_that_changes_nothing_leads_back(table: Cerbere) -> None:
    table.open(die=9)
    table.press("Menu")
    table.press("On a symbol")
    table.press("Bo")
    table.press("Rage +1")
    assert table.view.rage.die == 9 and table.kind == routing.TRACK


def test_symbols_that_move_somebody_ask_how_far(table: Cerbere) -> None:
    table.open()
    for symbol, number, asked in (("Back again", "Go back 2", ["Bo"]), ("Cerbère runs", "Cerbère advances 3", None)):
        table.press("Menu")
        table.press("On a symbol")
        table.press("Bo")
        table.press(symbol)
        table.press(number)
        assert table.kind == routing.CAUGHT
        assert asked is None or list(table.screen.sheet.grid.tiles) == asked
        table.press("Nobody")


def test_a_pawn_tag_picks_as_a_finger_does(table: Cerbere) -> None:
    table.open(die=9, turn={"active": "Ana", "action_done": True})
    table.press("End of turn")
    table.move("answer", value="Dan")
    assert table.screen.sheet.grid.tiles["Dan"].chosen
    assert set(table.screen.sheet.zones.values()) <= set(table.screen.sheet.keys)


def test_reports_in_two_touches(table: Cerbere) -> None:
    table.open()
    table.press("Menu")
    table.press("Plateau de Fin")
    table.press("Cy")
    assert table.kind == routing.PROMPT and table.screen.sheet.title.text == "How many seats?"
    table.press("2 seats")
    assert table.kind == routing.ORDER and table.screen.sheet.order.text == "2 seats"
    table.press("Go on")
    assert table.screen.sheet.crew.boats.revealed == 2
    table.press("Menu")
    table.press("Gets into the Barque")
    table.press("Cy")
    assert table.view.boats.aboard == ("Cy",)
    table.press("Menu")
    table.press("On a symbol")
    table.press("Bo")
    table.press("Rage +1")
    assert table.view.rage.steps == 6
    table.press("Menu")
    table.press("Captured")
    table.press("Bo")
    table.press("Bo is caught")
    table.press("Intermédiaires")
    assert table.view.rage.caught == ("Bo",)


def test_a_step_back_asks_who_was_met(table: Cerbere) -> None:
    table.open()
    table.move("play", card="sur_sacrifice", option="a")
    table.press("Bo")
    assert table.kind == routing.CAUGHT and list(table.screen.sheet.grid.tiles) == ["Bo"]
    table.press("Nobody")
    assert table.kind == routing.TRACK


def test_one_of_two_lists(table: Cerbere) -> None:
    table.open()
    table.move("play", card="sur_opportunisme", option="b")
    table.press("Bo pays") if table.kind == routing.PROMPT else table.press("Ana pays")
    table.press("Bo")
    assert table.screen.place.about == "list"
    table.play.tap(table.screen.sheet.tiles[1])
    assert table.kind == routing.CAUGHT


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


def test_another_language_keeps_the_place(table: Cerbere) -> None:
    table.open(die=9, turn={"active": "Ana", "action_done": True})
    table.press("End of turn")
    table.play.kiosk.context.set(language="fr")
    table.play.pump(2)
    assert table.kind == routing.HUNT
    table.play.kiosk.context.set(language="en")


def test_without_cards_only_the_turn_is_ended(table: Cerbere) -> None:
    table.open(follow_cards=False)
    assert table.screen.sheet.ticks.words == ()
    assert table.key("End of turn").kind == "prime"
    table.press("End of turn")
    assert table.view.turn.player == "Bo"


def test_the_band_never_covers_a_key(table: Cerbere) -> None:
    table.open(die=9, turn={"active": "Ana", "action_done": True})
    for step in ("", "End of turn"):
        if step:
            table.press(step)
        table.move("seat", pawn="Bo")
        table.play.pump(3)
        band, sheet = table.screen.band, table.screen.sheet
        assert band.visible
        assert all(key.top <= band.y or key.y >= band.top for key in (sheet.undo, *sheet.keys))
