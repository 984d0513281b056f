"""A tag says which card is played, the screen asks where to: at Map level, and for the Boatman at both."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.screens.hellrail import routing
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.tools.gallery.scenes_hellrail_map import TRAINS, lying


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def on_map(table: HellRailTable, **cy: Any) -> None:
    seats = {**TRAINS, "Cy": {**TRAINS["Cy"], **cy}}
    table.open(3, seats=seats, level="map", turn={"n": 7, "drawn": True}, grid=lying())
    assert table.kind == routing.MAP


def path(table: HellRailTable) -> tuple[str, ...]:
    """Where the table stands."""
    return tuple(table.screen.context.update.path)


def test_a_rail_by_its_tag(table: HellRailTable) -> None:
    on_map(table)
    table.lay("R14")
    table.press("Lay")
    assert path(table) == ("tag:R14", "lay")
    table.sheet._touched("cell", sorted(table.sheet.task.ask.cells)[0])
    table.play.sync()
    table.play.pump(2)
    table.tap(table.sheet.done)
    assert table.seat("Cy").hand == 4 and table.view.table == len(lying()["cards"]) + 1


def test_a_move_by_its_tag_and_another_card_instead(table: HellRailTable) -> None:
    on_map(table)
    table.press("Move")
    assert table.kind == routing.CARD
    table.lay("R14")
    assert table.kind == routing.MAP and path(table) == ("move", "tag:R14")
    table.lay("R18")
    assert path(table) == ("move", "tag:R18")
    assert table.seat("Cy").hand == 5, "nothing was played yet"


def test_the_boatman_by_a_tag(table: HellRailTable) -> None:
    on_map(table, boatman=True)
    table.lay("R14")
    assert not table.key("Boatman").enabled, "no gap is near"


def test_the_boatman_of_a_keeper(table: HellRailTable) -> None:
    table.open(3, seats={"Cy": {"at": "C6", "hand": 4, "boatman": True}})
    table.press("Menu", "Boatman")
    table.lay("R14")
    assert table.kind == routing.CARD and path(table) == ("boat", "tag:R14")
    table.press("1")
    assert not table.seat("Cy").boatman and table.seat("Cy").hand == 3
