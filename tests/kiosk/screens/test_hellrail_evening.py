"""Whole evenings of HellRail by dice: every update finds a sheet, whatever is asked, at both levels."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.requests import Legal, MakeMove, Now, Open, Undo
from companion.engine.update import Update
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.names import Phase
from companion.games.hellrail.view import HellRailView
from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.game import Game
from tests.tools.gallery.root import stand
from tests.tools.gallery.scene import Scene

WALL = "2026-11-20T22:14:00+01:00"
MOVES = 220
SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Éléonore", "green"))


def some(moves: list[Any], dice: Random) -> Any:
    """One of them, each kind as likely as the others; a drive, which leads to circles, likelier."""
    kinds: dict[str, list[Any]] = {}
    for one in moves:
        kinds.setdefault(one["type"] if isinstance(one, dict) else type(one).__name__, []).append(one)
    drives = [kind for kind in kinds if kind in ("move", "Go")]
    return dice.choice(kinds[dice.choice([*sorted(kinds), *(3 * drives)])])


def evening(seed: int, options: dict[str, Any], see: Any) -> int:
    """Play by dice and show every update; returns how many questions were asked."""
    dice, asked = Random(seed), 0
    journal = Journal()
    try:
        desk = Engine({"hellrail": HellRail(None)}, journal, ManualClock(1_000), lambda: WALL)
        desk.listen(see)
        desk.handle(Open("hellrail", SEATS, options, seed=seed))
        for _ in range(MOVES):
            moves = list(desk.handle(Legal()).answer)
            if not moves:
                break
            try:
                desk.handle(Undo() if dice.random() < 0.04 else MakeMove(some(moves, dice)))
            except Refused:
                continue
            asked += desk.handle(Now()).answer.view.owed is not None
    finally:
        journal.close()
    return asked


@pytest.mark.parametrize(
    ("level", "secret", "size"),
    [("keeper", False, (800, 480)), ("map", True, (720, 1280))],
    ids=["keeper-open-wide", "map-secret-upright"],
)
def test_an_evening(level: str, secret: bool, size: tuple[int, int], window: Any, pump: Any) -> None:
    shown = window(None, size, motion=False)
    root = stand(Scene("hellrail"))
    shown.add_widget(root)
    kinds: set[str] = set()

    def see(update: Update) -> None:
        root.context.update = update
        root.told(update)
        pump(1)
        view = update.view
        screen = root.screen
        if not isinstance(screen, Game) or not isinstance(view, HellRailView) or screen.place is None:
            return
        kind = screen.place.kind
        kinds.add(kind)
        if root.context.asked and update.refusal is None:
            assert kind not in (routing.TABLE, routing.DEAL), update.prompt
        elif view.phase in (Phase.START, Phase.DRAW) and update.refusal is None:
            assert kind in (routing.TABLE, routing.MAP, routing.CIRCLES)

    options = {"level": level, "variants": ["secret_effects"] if secret else []}
    assert evening(9, options, see) > 5
    assert {routing.ASK, routing.MAP if level == "map" else routing.TABLE} <= kinds
    shown.remove_widget(root)
