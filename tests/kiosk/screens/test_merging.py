"""Updates that come faster than frames are drawn are shown as one, and nothing that still holds is lost."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.cues import Cue
from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import MakeMove, Now, Open, Redo, Undo
from companion.engine.update import Refusal, Update
from companion.games.registry import GAMES
from kiosk.table.link import TableLink
from kiosk.window.merging import merged
from kiosk.window.root_widget import base_of
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.engine.tables import Ear, toy
from tests.kiosk.screens.conftest import Play
from tests.patience import PATIENCE_S
from tests.thorough import rounds
from tests.tools.gallery.root import stand
from tests.tools.gallery.scene import Scene

STEPS = 150
MOST = 6
"""So many updates wait at once."""


def page(update: Update) -> str:
    return update.game or "home"


def updates_of(*requests: Any) -> list[Update]:
    """What a table with a toy game tells at these requests."""
    engine, ear = toy(), Ear()
    engine.listen(ear)
    for request in requests:
        try:
            engine.handle(request)
        except Refused:
            assert ear.heard[-1].refusal is not None
    return ear.heard


def add(n: int) -> MakeMove:
    return MakeMove({"type": "add", "n": n})


START = MakeMove({"type": "start"})


def test_what_a_step_back_takes_away_is_not_told() -> None:
    updates = updates_of(START, add(1), Undo(), add(2))
    one = merged(updates, page)
    assert [event.n for event in one.events if hasattr(event, "n")] == [2]
    assert Cue("undo") in one.cues
    assert one.anew
    assert merged(updates_of(START, add(1), Undo(), Redo()), page).view == updates_of(START, add(1))[-1].view


def test_a_refusal_is_not_lost_unless_its_game_was_left() -> None:
    updates = updates_of(START, add(1), MakeMove({"type": "start"}), add(2))
    refused = [update.refusal for update in updates if update.refusal is not None]
    assert len(refused) == 1
    assert merged(updates, page).refusal == refused[0]
    home = replace(updates[0], game=None, view=None, refusal=Refusal("no_game"))
    assert merged([home, updates[1]], page).refusal is None


def test_what_comes_while_nothing_is_drawn_is_delivered_once(pump: Any) -> None:
    delivered: list[Sequence[Update]] = []
    link = TableLink(lambda _request: None, delivered.append)
    pump(2)
    updates = updates_of(START, *[add(n) for n in range(500)])
    for update in updates:
        link.receive(update)
    assert delivered == []
    pump(3)
    assert delivered == [updates]


def test_a_screen_is_told_once_of_what_came_since_the_last_frame(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play.kiosk.runtime.table
    table.ask(Open("cerbere", tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Di"))), PATIENCE_S)
    play.sync()
    seen: list[Update] = []
    monkeypatch.setattr(play.root, "on_update", lambda update, away: seen.append(update))
    for step in range(40):
        table.ask(Undo() if step % 2 else MakeMove({"type": "correct", "patch": {"die": 4}}), PATIENCE_S)
    play.sync()
    assert len(seen) == 1
    assert seen[0].view == table.ask(Now(), PATIENCE_S).answer.view


@pytest.mark.parametrize("seed", range(rounds(1, 10)))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_at_the_same_screen(name: str, seed: int, window: Any, pump: Any) -> None:
    """One root is told each update, the other some at a time. What is said of a step may be read longer there."""
    rng = Random(seed)
    opening, moves = rng.choice(subject(name).openings)
    driver = Driver(subject(name), opening, moves)
    each, some = stand(Scene("each")), stand(Scene("some"))
    waiting: list[Update] = []

    def show(root: Any, updates: Sequence[Update]) -> None:
        update = root.context.table.update = merged(updates, base_of)
        root.on_update(update, away=any(base_of(one) != base_of(update) for one in updates))

    window(each, motion=False).add_widget(some)
    for _ in range(STEPS):
        for update in driver.heard:
            show(each, [update])
            waiting.append(update)
        driver.heard.clear()
        if len(waiting) > rng.randrange(MOST):
            show(some, waiting)
            waiting.clear()
            assert some.name == each.name
            pump(1)
        request = driver.random_request(rng)
        if request is None:
            break
        driver.attempt(request)
