"""Cerbère's virtual table: clicks go through the real virtual reader and the engine to the screen."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cerbere.view import CerbereView
from companion.games.cerbere.virtual import CerbereTable
from kiosk.screens.drawer import Drawer

pytestmark = pytest.mark.parametrize("simulated", ["manual"], indirect=True)


def begin(play: Any) -> Drawer:
    """A game as it is set up for the first time, the drawer open."""
    play.tap(play.screen.gates[1])
    play.sync()
    play.press("Open the Portes")
    play.sync()
    assert isinstance(play.view, CerbereView) and play.view.demo, "a virtual table plays with the demo box"
    play.tap(play.root.tab)
    drawer = play.root.drawer
    assert isinstance(drawer, Drawer) and isinstance(drawer.table, CerbereTable) and drawer.visible
    return drawer


def tile(drawer: Any, label: str) -> Any:
    return next(t for t in drawer.tiles if t.label == label)


def test_an_action_card_is_laid_and_taken_back(simulated: Any) -> None:
    play = simulated
    drawer = begin(play)
    assert [t.label for t in drawer.tiles] == ["Provisions", "Run", "Run as two", "Gather"]
    assert all(t.piece.lit for t in drawer.tiles)
    play.tap(tile(drawer, "Run"))
    play.wait(lambda: play.view.play is not None)
    assert play.view.play.card == "act2_adv"
    play.sync()
    play.tap(next(k for k in drawer.buttons if k.label == "Undo"))
    play.wait(lambda: play.view.play is None)


def test_pages_follow_the_active_player(simulated: Any) -> None:
    play = simulated
    drawer = begin(play)
    play.tap(drawer.which)
    assert len(drawer.tiles) == 7 and "Couardise" in [t.label for t in drawer.tiles]
    play.move("correct", field="players.Ana.side", value="cerberus")
    assert len(drawer.tiles) == 6 and "Sabotage" in [t.label for t in drawer.tiles]
    play.tap(drawer.which)
    assert [t.label for t in drawer.tiles] == ["Bo", "Cy", "Dan", "Cerbère", "1", "2", "3"]
    play.tap(drawer.which)
    assert len(drawer.tiles) == 4 and not any(t.label == "Run" for t in drawer.tiles)


def test_every_piece_has_a_tag(simulated: Any) -> None:
    play = simulated
    drawer = begin(play)
    known = play.kiosk.runtime.games["cerbere"]
    for _ in range(3):
        for one in drawer.tiles:
            assert known.knows(one.piece.uid)
        play.tap(drawer.which)


def test_the_drawers_of_two_games_do_not_meet(simulated: Any) -> None:
    from companion.engine.requests import Leave

    play = simulated
    drawer = begin(play)
    play.kiosk.context.link.send(Leave())
    play.sync()
    assert play.root.name == "home" and not play.root.tab.visible
    play.open("L1")
    assert not drawer.visible and play.root.drawer is not drawer and play.root.tab.visible
