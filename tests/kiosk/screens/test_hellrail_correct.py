"""Corrections, memories and the virtual table of HellRail."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.hellrail import virtual
from companion.games.hellrail.view import HellRailView
from kiosk.game_uis import GAME_UIS
from kiosk.memories import Memory
from kiosk.screens.correction_lines import StepView
from tests.kiosk.screens.hellrail_table import HellRailTable


@pytest.fixture
def table(play: Any) -> HellRailTable:
    table = HellRailTable(play)
    table.open()
    table.press("Menu", "Put right")
    assert play.root.name == "hellrail_correct"
    return table


def step(table: HellRailTable, words: str) -> Any:
    """The value with these words on the open page."""
    return next(v.stepper for v in table.screen.lines if isinstance(v, StepView) and v.words.text == words)


def key(table: HellRailTable, line: int, at: int = 0) -> Any:
    return table.screen.lines[line].keys[at]


def test_a_player(table: HellRailTable) -> None:
    table.tap(table.screen.tabs["Bo"])
    table.tap(step(table, "Hand, via the pile").plus)
    table.tap(step(table, "Stands at").plus)
    table.press("Boatman")
    table.press("No Heresy")
    table.press("No own token")
    table.tap(key(table, 3, 1))
    seat = table.seat("Bo")
    assert (seat.hand, seat.node, seat.boatman, seat.heresy) == (5, "C1", True, "heresy_cancel")
    assert seat.held is not None and table.view.turn.player == "Bo"


# ---------------------------------------------------------------- the memories


def memory(**result: Any) -> Memory:
    return Memory(1, "hellrail", ("Ana", "Bo", "Cy"), "2026-11-20T22:14:00+01:00", result)


def test_how_a_game_ended(english: None) -> None:
    room = GAME_UIS["hellrail"]
    scores = {"Ana": {"delivered": 27}, "Bo": {"delivered": 22}}
    won = room.ended(memory(winners=["Ana"], scores=scores, turns=31, official=True))
    assert (won.how, won.icon, won.good, won.more) == ("Ana: 27", "crown", True, "31 turns")
    unseen = room.ended(memory(turns=4))
    assert (unseen.how, unseen.good, unseen.more) == ("never opened", False, "4 turns · demo deck")
    games = [memory(winners=["Ana"]), memory(winners=["Bo"]), memory(winners=["Ana", "Cy"])]
    assert room.standing(games) == "Ana leads: 2 wins"
    assert room.standing(games[:2]) == "2 games, no master yet"
    assert room.standing([memory()]) == ""


# ---------------------------------------------------------------- the virtual table


@pytest.mark.parametrize("simulated", ["manual"], indirect=True)
def test_the_virtual_table(simulated: Any) -> None:
    play = simulated
    play.tap(play.screen.gates[2])
    play.press("Steam up")
    play.press("They lie there")
    assert isinstance(play.view, HellRailView)
    play.tap(play.root.tab)
    drawer = play.root.drawer
    assert isinstance(drawer.table, virtual.HellRailTable) and drawer.visible
    assert len(drawer.tiles) == 3, "the hand of who plays"
    play.tap(next(k for k in drawer.buttons if k.label == "Start"))
    play.wait(lambda: play.view.draw == 35)
    play.sync()
    assert len(drawer.tiles) == 4
    play.kiosk.context.act("lay")
    play.sync()
    play.tap(drawer.tiles[0])
    play.wait(lambda: play.view.table == 1)
    play.sync()
    assert len(drawer.tiles) == 3
    known = play.kiosk.runtime.games["hellrail"]
    uids = drawer.table.uids
    assert len(uids) == 55 and all(known.knows(uid) for uid in uids.values())
    play.tap(drawer.which)
    assert drawer.tiles[0].piece.lit, "the top of the pile"
    play.tap(drawer.which)
    assert len(drawer.tiles) == 10
