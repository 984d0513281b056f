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
    play.press("Open the Portes")
    assert isinstance(play.view, CerbereView) and play.view.demo, "a virtual table plays with the demo box"
    play.tap(play.root.tab)
    drawer = play.root.drawer
    assert isinstance(drawer, Drawer) and isinstance(drawer.table, CerbereTable) and drawer.visible
    return drawer


def test_the_drawers_of_two_games_do_not_meet(simulated: Any) -> None:
    from companion.engine.requests import Leave

    play = simulated
    drawer = begin(play)
    play.kiosk.context.link.send(Leave())
    play.sync()
    assert play.root.name == "home" and not play.root.tab.visible
    play.open("L1")
    assert not drawer.visible and play.root.drawer is not drawer and play.root.tab.visible
