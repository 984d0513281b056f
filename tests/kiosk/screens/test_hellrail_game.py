"""A turn of HellRail on the Keeper's screen, by touch."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Undo
from companion.games.hellrail.names import Phase
from kiosk.screens.hellrail import routing
from tests.kiosk.screens.hellrail_table import HellRailTable


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def test_what_can_be_done_is_lit(table: HellRailTable) -> None:
    table.open(phase="start")
    menu, draw, end = table.sheet.keys
    assert (menu.label, draw.label, end.label) == ("Menu", "Draw 1 card", "End")
    assert draw.kind == "prime" and not end.enabled
    assert table.sheet.figure.text == "1" and not any(car.here for car in table.sheet.train.cars)
    table.press("Draw 1 card")
    keys = {key.label: key for key in table.sheet.keys}
    assert list(keys) == ["Menu", "Lay", "Pick-up", "Set-out", "Move", "Fan the Flames", "End"]
    assert all(key.enabled for key in keys.values()) and keys["Set-out"].kind == "ok"
    assert table.sheet.figure.text == "3" and [car.here for car in table.sheet.train.cars] == [False, True, False]
    table.move("correct", field="place.Cy", value="rail")
    assert not keys["Pick-up"].enabled and not keys["Set-out"].enabled and keys["Move"].enabled
    assert table.sheet.where.text == "on the rail" and not table.sheet.chip.visible


def test_one_key_delivers(table: HellRailTable) -> None:
    table.open()
    table.press("Set-out")
    assert table.seat("Cy").delivered == 1 and len(table.seat("Cy").train) == 2
    assert table.sheet.line.text == "Cy sets a car out"
    assert table.sheet.flight.visible or table.sheet.flight.pos == list(table.sheet.crews.landing("Cy")[:2])
    assert not table.key("Set-out").enabled


def test_a_card_without_a_tag_is_picked_up_by_its_values(table: HellRailTable) -> None:
    table.open()
    table.press("Pick-up")
    assert table.kind == routing.CARD
    assert list(table.sheet.boxes) == ["s", "b", "c"]
    table.press("8", "2")
    assert table.sheet.boxes["b"].figure == "2" and table.key("Not said").kind == "prime"
    table.press("7")
    car = table.seat("Cy").train[-1]
    assert (car.setout, car.brimstone, car.car) == ("8", 2, 7) and table.seat("Cy").hand == 3
    assert table.kind == routing.TABLE


def test_a_value_is_entered_again(table: HellRailTable) -> None:
    table.open()
    table.press("Pick-up", "8", "2")
    table.tap(table.sheet.boxes["s"])
    assert table.sheet.boxes["s"].chosen and table.screen.context.update.path == ("pickup",)
    table.tap(table.sheet.tiles[0])
    assert table.sheet.boxes["s"].icon == "gates" and table.sheet.boxes["b"].chosen
    table.press("Back", "Back")
    assert table.kind == routing.TABLE and len(table.seat("Cy").train) == 3


def test_a_move_asks_where_it_stops(table: HellRailTable) -> None:
    table.open()
    table.press("Move")
    assert table.sheet.who.text == "Cy needs 3 brimstone"
    table.press("4", "6")
    assert table.kind == routing.ASK and table.sheet.title.text == "Where does it stop?"
    table.press("On the way", "Rammed", "Bo")
    assert table.sheet.title.text == "Where does it stop?"
    table.press("8")
    assert table.sheet.title.text == "Gluttony" and table.seat("Cy").node == "C8"
    table.press("Leave it")
    assert table.kind == routing.TABLE and table.view.phase is Phase.ACTIONS


def test_too_little_brimstone_is_said(table: HellRailTable) -> None:
    table.open()
    table.press("Move", "1")
    assert table.screen.band.visible and table.screen.band._what == "Too little brimstone: 1"
    assert table.kind == routing.CARD and table.screen.context.update.path == ("move",)


def test_cerberus_is_paid_first(table: HellRailTable) -> None:
    table.open(cerberus="C6")
    assert table.sheet.line.text == "Toll: cards worth more than 6"
    table.press("Move")
    assert table.kind == routing.TOLL and table.sheet.title.text == "More than 6"
    table.press("4")
    assert not table.key("Pay").enabled
    table.press("3")
    assert table.sheet.sum.text == "7" and table.sheet.parts.text == "2 cards: 3 + 4"
    table.press("One less", "3", "Pay", "4", "6")
    assert table.view.discard == 3 and table.sheet.title.text == "Where does it stop?"


def test_a_card_stays_in_hand_for_the_move(table: HellRailTable) -> None:
    table.open(cerberus="C6", seats={"Cy": {"loaded": ["R01"], "at": "C6", "hand": 2}})
    table.press("Move", "9")
    assert table.sheet.sum.text == "9" and not any(key.enabled for key in table.sheet.digits)


def test_toll_by_tags(table: HellRailTable) -> None:
    table.open(cerberus="C6")
    table.press("Move")
    table.lay("R30")
    assert table.kind == routing.TOLL and table.view.toll_tapped == ("R30",)
    assert table.sheet.sum.text == str(table.screen.context.books["hellrail"].cards["R30"].car)


def test_a_card_on_the_reader_is_asked_what_it_is_for(table: HellRailTable) -> None:
    table.open()
    cards = table.screen.context.books["hellrail"].cards.values()
    table.lay(next(card.id for card in cards if card.brimstone > 3 and card.id not in ("R01", "R05", "R09")))
    assert table.kind == routing.ASK and table.sheet.title.text == "What is the card for?"
    table.press("Move", "Derailed")
    assert table.view.discard == 1 and table.sheet.title.text == "3 cards go"


def test_the_demo_deck_is_marked(table: HellRailTable) -> None:
    table.open()
    assert table.sheet.note.visible and table.sheet.note.text == "demo deck"


def test_undo_says_what_and_takes_back(table: HellRailTable) -> None:
    table.open()
    table.press("Set-out")
    assert "Cy" in table.screen.context.update.undo.facts.values()
    table.play.kiosk.context.link.send(Undo())
    table.play.sync()
    assert table.seat("Cy").delivered == 0 and table.sheet.line.text == "Taken back"
    assert table.sheet.train.cars[1].covered, "what was delivered once shows nothing any more"


def test_reports_of_a_push_and_a_check(table: HellRailTable) -> None:
    table.open(
        markers=2,
        seats={"Cy": {"loaded": ["R01", "R05", "R09"], "at": "C6", "hand": 4}, "Bo": {"hand": 2, "at": "rail"}},
    )
    table.press("Menu", "It happened", "Pushed on", "Bo", "4")
    assert table.seat("Bo").node == "C4" and table.kind == routing.TABLE
    table.press("Menu", "It happened", "Onto a Check", "Cy")
    assert table.sheet.title.text == "Turn the top card over"
    table.press("1")
    assert table.kind == routing.ASK and table.sheet.title.text == "2 cars are lost"
    first, *_others = table.sheet.tiles
    table.tap(first)
    assert table.sheet.main.label == "1 car lost" and not table.sheet.main.enabled
    table.tap(table.sheet.tiles[1])
    table.press("2 cars lost")
    assert len(table.seat("Cy").train) == 1


def test_another_language_keeps_the_question(table: HellRailTable) -> None:
    table.open()
    table.press("Move", "4", "6")
    table.play.kiosk.context.set(language="fr")
    table.play.pump(2)
    assert table.kind == routing.ASK and table.sheet.title.text == "Où s’arrête-t-il\u00a0?"
    table.play.kiosk.context.set(language="en")


def test_the_end_of_the_pile_leads_to_the_reveal(table: HellRailTable) -> None:
    table.open(phase="start", draw=0, seats={"Cy": {"hand": 0}, "Ana": {"hand": 45}, "Bo": {"hand": 0}})
    table.press("Draw 1 card")
    assert table.view.ended is not None and table.root.base == "hellrail_reveal"


def test_at_map_level_a_card_leads_to_the_map(table: HellRailTable) -> None:
    grid = {"cards": [{"card": "R34", "cell": "2,1"}, {"card": "R35", "cell": "1,2"}]}
    table.open(level="map", grid=grid, seats={"Cy": {"loaded": ["R01"], "at": "C4", "hand": 4}})
    assert table.kind == routing.MAP and not table.sheet.asking
    table.press("Move", "4", "6")
    assert table.kind == routing.MAP and table.sheet.asking
    table.press("Back")
    assert not table.sheet.asking and table.kind == routing.MAP
    table.tap(table.sheet.turn_keys.menu)
    assert table.kind == routing.MORE
    table.press("Back")
    assert table.kind == routing.MAP
