"""Cerbère by touch at Tracker level: the real widgets, the real table, a manual clock."""

from __future__ import annotations

from typing import Any

import pytest

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


def test_what_cannot_be_paid_says_why(table: Cerbere) -> None:
    table.open(speed=8)
    first, second = (key for key in table.screen.sheet.halves.keys if key.label == "Run as two")
    assert not first.enabled and second.enabled
    table.play.tap(first)
    assert table.view.play is None and table.kind == routing.TRACK
    assert table.screen.band.visible and table.screen.band._what


def test_a_line_that_is_about_nobody_can_be_put_away(table: Cerbere) -> None:
    table.open(n=3, hunters=["Bo"], out=["Cy"], boats={"revealed": 1})
    table.move("play", card="act3_adv", option="a")
    mine, other = table.screen.sheet.card.lines[-2:]
    assert (mine.state, other.state) == ("now", "void") and table.screen.sheet.order.text == "Ana advances 2"
    table.press(other.label)
    assert table.view.play.left == (0,)
    table.press("It is done")
    assert table.view.play is None
