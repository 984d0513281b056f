"""A turn of HellRail on the Keeper's screen, by touch."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Undo
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


def test_a_value_is_entered_again(table: HellRailTable) -> None:
    table.open()
    table.press("Pick-up", "8", "2")
    table.tap(table.sheet.boxes["s"])
    assert table.sheet.boxes["s"].chosen and table.screen.context.update.path == ("pickup",)
    table.tap(table.sheet.tiles[0])
    assert table.sheet.boxes["s"].icon == "gates" and table.sheet.boxes["b"].chosen
    table.press("Back", "Back")
    assert table.kind == routing.TABLE and len(table.seat("Cy").train) == 3


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


def test_another_language_keeps_the_question(table: HellRailTable) -> None:
    table.open()
    table.press("Move", "4", "6")
    table.play.kiosk.context.set(language="fr")
    table.play.pump(2)
    assert table.kind == routing.ASK and table.sheet.title.text == "Où s’arrête-t-il\u00a0?"
    table.play.kiosk.context.set(language="en")
