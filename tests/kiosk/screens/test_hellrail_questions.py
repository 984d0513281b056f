"""Every circle effect and every question of HellRail, answered by touch."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Open
from kiosk.screens.hellrail import routing
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.patience import PATIENCE_S
from tests.tools.gallery.played_hellrail import EFFECTS

DEAL = ("abyss", "thievery", "lust", "geryon", "guard_duty", "shift_change", "brimstone_tenders", "gluttony", "heresy")
OTHERS = (
    "boatmen", "chaos_reigns", "delinquency", "false_path", "infernal_power", "soul_catcher", "abyss", "lust", "geryon",
)  # fmt: skip
USUAL: dict[str, Any] = {
    "Ana": {"loaded": ["R02"], "hand": 3, "at": "C2"},
    "Bo": {"hand": 5, "at": "rail"},
    "Cy": {"loaded": ["R01", "R05"], "hand": 4, "at": "C6"},
}


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def arrive(table: HellRailTable, effect: str, /, seats: dict[str, Any] | None = None, n: int = 3, **more: Any) -> None:
    """Cy comes to the circle that bears this effect."""
    order = DEAL if effect in DEAL else OTHERS
    effects = {f"C{i}": name for i, name in enumerate(order, 1)}
    table.open(n, seats={**USUAL, **(seats or {})}, effects=effects, **more)
    table.move("move", card={"car": 6, "brimstone": 5}, to=f"C{order.index(effect) + 1}")
    assert table.kind == routing.ASK


def test_tokens_are_taken(table: HellRailTable) -> None:
    arrive(table, "brimstone_tenders")
    table.press("Take it")
    assert table.seat("Cy").tender and table.sheet.train.tender and table.sheet.figure.text == "3"
    assert table.sheet.line.text == "Cy takes: Tender"


def test_thievery_of_a_car(table: HellRailTable) -> None:
    arrive(table, "thievery")
    table.press("Use it")
    (tile,) = table.sheet.tiles
    assert tile.owner == ("red", "A")
    table.tap(tile)
    brimstone = table.seat("Ana").train[0].brimstone
    table.press(str(brimstone))
    assert table.sheet.title.text == "Take the car of Ana?"
    table.press("Yes")
    assert len(table.seat("Cy").train) == 3 and table.seat("Ana").train == ()


def test_an_effect_that_cannot_be_used_is_dim_and_says_why(table: HellRailTable) -> None:
    """HR-Q33: Geryon wants a loaded car; without one there is nothing but to leave it."""
    arrive(table, "geryon", seats={"Cy": {"hand": 4, "at": "rail"}})
    tile = table.key("Use it")
    assert not tile.enabled and tile.second
    table.press("Leave it")
    assert table.kind == routing.TABLE


def test_answers_bear_the_marks_of_the_panel_keys(table: HellRailTable) -> None:
    arrive(table, "abyss")
    marks = {tile.label: tile.badge for tile in table.sheet.tiles}
    assert marks == {"Use it": "disc", "Leave it": "square"}


def test_a_circle_has_its_place_on_every_page(table: HellRailTable) -> None:
    """Five a row, the Gates first, as on the board."""
    signs = ["G", *map(str, range(1, 10))]
    arrive(table, "guard_duty")
    table.press("Use it")
    assert [tile.figure for tile in table.sheet.tiles] == signs
    columns = {round(tile.x) for tile in table.sheet.tiles}
    assert len(columns) == 5
    light = [{"seat": name, "colour": colour} for name, colour in (("Ana", "red"), ("Bo", "blue"), ("Cy", "yellow"))]
    position = {"seats": light, "active": "Cy", "level": "light", "effects": EFFECTS}
    table.play.kiosk.runtime.table.ask(Open("hellrail", position=position, seed=1), PATIENCE_S)
    table.play.sync()
    assert [key.circle.removeprefix("C") for key in table.sheet.circles] == signs
    assert len({round(key.x) for key in table.sheet.circles}) == 5
