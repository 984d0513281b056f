"""Every circle effect and every question of HellRail, answered by touch."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Open
from companion.games.hellrail.names import Effect
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


def test_every_effect_is_said_in_our_words(table: HellRailTable) -> None:
    from companion.games.hellrail.effect_words import EFFECTS

    assert set(EFFECTS) == set(Effect)
    arrive(table, "abyss")
    assert table.sheet.title.text == "Abyss" and table.sheet.text.text == EFFECTS[Effect.ABYSS].text
    assert table.sheet.who.text == "Cy comes to Circle 1"


def test_leaving_it(table: HellRailTable) -> None:
    arrive(table, "lust")
    table.press("Leave it")
    assert table.kind == routing.TABLE and table.sheet.line.text == "Cy leaves the circle alone"


def test_abyss(table: HellRailTable) -> None:
    arrive(table, "abyss")
    table.press("Use it")
    assert table.kind == routing.CARD and table.sheet.title.text == "Which card is the price?"
    table.press("2")
    assert table.sheet.title.text == "Which rail card goes?" and "Brimstone 2" in table.sheet.text.text
    table.press("None goes")
    assert table.kind == routing.TABLE and table.seat("Cy").hand == 2


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


def test_gluttony_takes_until_it_is_enough(table: HellRailTable) -> None:
    arrive(table, "gluttony")
    table.press("Use it", "Bo")
    while table.kind == routing.ASK:
        table.press("Bo")
    assert table.seat("Cy").hand > max(table.seat("Ana").hand, table.seat("Bo").hand)
    assert table.view.turn.gluttony and table.sheet.line.text == "Gluttony: the hand must go"
    held = table.seat("Cy").hand
    table.press("Menu", "Throw a card", "It is gone")
    assert table.seat("Cy").hand == held - 1


def test_a_held_token_is_used_instead(table: HellRailTable) -> None:
    arrive(table, "lust", seats={"Cy": {"hand": 4, "at": "rail", "held": "boatmen"}})
    assert [tile.badge for tile in table.sheet.tiles] == ["disc", None, "square"]
    table.press("Use your own")
    assert table.seat("Cy").boatman and table.seat("Cy").held is None


def test_chaos_deals_anew(table: HellRailTable) -> None:
    arrive(table, "chaos_reigns")
    before = [circle.effect for circle in table.view.circles]
    table.press("Use it", "Deal them")
    assert table.kind == routing.CIRCLES, "the new tokens are laid out"
    assert [circle.effect for circle in table.view.circles] != before
    table.press("They lie there")
    assert table.kind == routing.TABLE


def test_heresy_turns_an_effect_aside(table: HellRailTable) -> None:
    arrive(table, "lust", seats={"Ana": {"heresy": "heresy_redirect"}, "Éléonore": {"hand": 2}}, n=4)
    table.press("Use it", "Ana")
    assert table.key("Ana").second == "turns it aside"
    table.press("Ana")
    assert table.kind == routing.ASK and {t.label for t in table.sheet.tiles if t.enabled} == {"Bo", "Éléonore"}
    table.press("Éléonore")
    assert table.view.using.target == "Éléonore" and table.sheet.title.text == "Turn the top card over"


def test_the_soul_catcher_is_asked_once(table: HellRailTable) -> None:
    table.open(seats={**USUAL, "Cy": {"hand": 4, "soul_catcher": True, "at": "rail"}})
    table.press("Move", "4", "6", "On the way", "Rammed", "Ana")
    assert table.sheet.title.text == "Take the last car?"
    table.press("Yes")
    assert table.seat("Ana").train == () and not table.seat("Cy").soul_catcher
    assert table.sheet.title.text == "Where does it stop?"


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


def test_a_report_is_called_what_it_was_on_undo(table: HellRailTable) -> None:
    """It asks the same again: nothing else says that it was taken."""
    table.open(seats=USUAL)
    table.press("Move", "4", "6", "On the way", "Pushed on", "Bo", "5")
    assert table.sheet.title.text == "Where does it stop?" and table.sheet.undo.second == "the push of Bo"
