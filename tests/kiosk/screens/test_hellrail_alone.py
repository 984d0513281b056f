"""What only one player may see: face-down tokens and the value of a delivered car, under the thumb and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Export
from kiosk.screens.hellrail import routing
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.patience import PATIENCE_S


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def hold(table: HellRailTable, field: Any, touch: Any) -> Any:
    """A thumb on it, its ring closed."""
    table.play.pump(2)
    finger = touch(field.center_x, field.center_y)
    field._close(1.0)
    table.play.sync()
    return finger


# ---------------------------------------------------------------- secret effects


@pytest.fixture
def secret(table: HellRailTable) -> HellRailTable:
    """Cy has come to circle 3, where Lust lies face down."""
    table.open(variants=["secret_effects"], seats={"Cy": {"hand": 4, "at": "rail", "held": "boatmen"}})
    table.move("move", card={"car": 6, "brimstone": 5}, to="C3")
    return table


def test_nothing_public_tells_the_token(secret: HellRailTable) -> None:
    assert secret.sheet.title.text == "Face down"
    assert [tile.label for tile in secret.sheet.tiles] == ["Use it", "Use your own", "Look, alone", "Leave it"]
    assert {tile.icon for tile in secret.sheet.tiles} == {"eye", "lock", "cross"}


def test_words_under_the_thumb_and_gone_with_it(secret: HellRailTable, touch: Any, until: Any) -> None:
    secret.press("Look, alone")
    assert secret.kind == routing.LOOK and secret.view.looking == "Cy" and secret.view.seen is None
    field = secret.sheet.field
    assert field._secret == ""
    finger = hold(secret, field, touch)
    assert until(lambda: field._secret) and field._secret == "Lust"
    finger.touch_up()
    assert field._secret == ""
    secret.press("Seen, hide it")
    assert secret.kind == routing.ASK and secret.view.looking is None


def test_a_late_answer_is_not_shown(secret: HellRailTable, touch: Any) -> None:
    secret.press("Look, alone")
    held: list[Any] = []
    secret.play.kiosk.context.ask.link.look = lambda seat, then: held.append((seat, then))
    finger = hold(secret, secret.sheet.field, touch)
    ((seat, then),) = held
    assert seat == "Cy"
    finger.touch_up()
    then(secret.view)
    assert secret.sheet.field._secret == ""


def test_the_own_token_may_be_looked_at_any_time(secret: HellRailTable, touch: Any, until: Any) -> None:
    secret.press("Leave it", "Menu", "Look at your own token")
    field = secret.sheet.field
    finger = hold(secret, field, touch)
    assert until(lambda: field._secret) and field._secret == "Boatmen"
    finger.touch_up()
    assert field._secret == ""
    secret.press("Seen, hide it")
    assert secret.kind == routing.TABLE


# ---------------------------------------------------------------- a delivery by its value


@pytest.fixture
def unknown(table: HellRailTable) -> HellRailTable:
    """Cy has a car whose value nobody entered; it goes to circle 6."""
    table.open(seats={"Cy": {"hand": 4, "at": "C6"}})
    table.move("pickup", card={"setout": "6", "brimstone": 2})
    table.press("Set-out")
    assert table.kind == routing.COVERED and not table.key("Set-out").enabled
    return table


def test_the_thumb_slides_to_the_value(unknown: HellRailTable, touch: Any) -> None:
    dial = unknown.sheet.dial
    unknown.play.pump(2)
    hidden = sorted(type(widget).__name__ for widget in unknown.sheet.walk())
    finger = hold(unknown, dial, touch)
    first = dial._secret
    assert first.isdecimal() and not unknown.sheet.go.enabled, "lifting sets it out, no key beside the thumb"
    steps = (11 - dial._begun + 6) % 12 - 6
    for far in (1, steps):  # it may have begun at that value: a thumb that never slid would only have looked
        finger.slide(dial._from + far * 5 * dial.m.u, dial.center_y)
    assert dial._secret == "12", "no card of the deck is worth that much: it is found wherever it is told"
    sheet = unknown.sheet
    finger.touch_up()
    assert dial._secret == "" and sorted(type(widget).__name__ for widget in sheet.walk()) == hidden
    unknown.play.sync()
    assert unknown.seat("Cy").delivered == 1 and dial._at is None
    told = unknown.play.kiosk.runtime.table.ask(Export(), PATIENCE_S).answer
    lines = "\n".join(str(line) for line in told)
    assert "setout" in lines and '"car":12' not in lines


def test_what_is_said_of_a_secret_delivery_is_what_the_hand_does(unknown: HellRailTable, touch: Any) -> None:
    """A thumb that only looked has set nothing out, and the key is told it; one that has slid leaves nothing to do."""
    sheet, dial = unknown.sheet, unknown.sheet.dial
    how = sheet.hint.text
    finger = hold(unknown, dial, touch)
    assert "Lift, and it is set out" in sheet.hint.text
    finger.touch_up()
    assert unknown.seat("Cy").delivered == 0 and sheet.go.enabled and "Set-out" in sheet.hint.text
    finger = hold(unknown, dial, touch)
    assert not sheet.go.enabled
    dial.blank()  # held for too long
    finger.touch_up()
    unknown.play.sync()
    assert unknown.seat("Cy").delivered == 0 and sheet.hint.text == how and not sheet.go.enabled
    finger = hold(unknown, dial, touch)
    finger.touch_up()
    unknown.press("Set-out")
    assert unknown.seat("Cy").delivered == 1


def test_every_delivery_flies_alike(table: HellRailTable) -> None:
    flights = []
    for value in (3, 9):
        table.open(seats={"Cy": {"hand": 4, "at": "C6"}})
        table.move("pickup", card={"setout": "6", "brimstone": 2, "car": value})
        fly = table.sheet.flight.fly
        table.sheet.flight.fly = lambda *path: flights.append(path)
        table.press("Set-out")
        table.sheet.flight.fly = fly
    assert flights[0] == flights[1]
