"""A tag says which card is played, the screen asks where to: at Map level, and for the Boatman at both."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.map_tasks import BoatTask, LayTask, MoveTask
from tests.gallery.scenes_hellrail_map import TRAINS, lying
from tests.kiosk.screens.hellrail_table import HellRailTable


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def on_map(table: HellRailTable, **cy: Any) -> None:
    seats = {**TRAINS, "Cy": {**TRAINS["Cy"], **cy}}
    table.open(3, seats=seats, level="map", turn={"n": 7, "drawn": True}, grid=lying())
    assert table.kind == routing.MAP


def test_a_rail_by_its_tag(table: HellRailTable) -> None:
    on_map(table)
    table.move("tap", card="R14", zone="play", mode="lay")
    task = table.sheet.task
    assert isinstance(task, LayTask) and task.card == "R14"
    cell = sorted(task.ask.cells)[0]
    table.sheet._touched("cell", cell)
    table.sheet._done()
    table.play.sync()
    assert table.seat("Cy").hand == 4 and table.view.table == len(lying()["cards"]) + 1


def test_a_move_by_its_tag_and_another_card_instead(table: HellRailTable) -> None:
    on_map(table)
    table.press("Move")
    assert table.kind == routing.CARD and table.view.mode == ("discard", "move")
    table.move("tap", card="R14", zone="discard", mode="move")
    assert table.kind == routing.MAP and isinstance(table.sheet.task, MoveTask) and table.sheet.task.card == "R14"
    table.move("tap", card="R18", zone="discard", mode="move")
    assert table.sheet.task.card == "R18"
    assert table.seat("Cy").hand == 5, "nothing was played yet"


def test_the_boatman_by_a_tag(table: HellRailTable) -> None:
    on_map(table, boatman=True)
    table.move("tap", card="R14", zone="discard", mode="boat")
    assert isinstance(table.sheet.task, BoatTask) and table.sheet.task.card == "R14"


def test_the_boatman_of_a_keeper(table: HellRailTable) -> None:
    table.open(3, seats={"Cy": {"at": "C6", "hand": 4, "boatman": True}})
    table.move("tap", card="R14", zone="discard", mode="boat")
    assert table.kind == routing.CARD
    table.press("1", "Cross over")
    assert not table.seat("Cy").boatman and table.seat("Cy").hand == 3
