"""Whole random games by the plain renderer of prompts alone, with touches: no figure, no screen of the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.requests import Open
from kiosk.game_uis import GAME_UIS
from kiosk.screens.prompt_screen import PromptScreen
from tests.kiosk.screens.touching import Hand

MOST = 700
"""Touches; a game of either opening below is over long before."""

OPENINGS = {
    "board": Open("cerbere", (Player("Ana"), Player("Bo"), Player("Cy")), {"level": "board", "boats": "kept"}),
    "tracker": Open("cerbere", (Player("Ana"), Player("Bo"), Player("Cy")), {"boats": "unknown"}),
}


@pytest.fixture
def hand(tmp_path: Path, window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hand]:
    from kivy.clock import Clock

    before = Clock._max_fps
    shown = window(None, (800, 480))
    Clock._max_fps = 0
    monkeypatch.setitem(dict_of(GAME_UIS["cerbere"].screens), "cerbere", PromptScreen)
    made = Hand(tmp_path / "data", shown, 7)
    yield made
    made.close()
    Clock._max_fps = before


def dict_of(screens: Any) -> dict[str, Any]:
    assert isinstance(screens, dict)
    return screens


def choices(hand: Hand) -> list[Any]:
    """What can be touched of the prompt: its tiles, its keys, the way back."""
    sheet = hand.screen.sheet
    there = {id(widget) for widget in hand.seen()}
    return [widget for widget in (*sheet.tiles, *sheet.keys) if id(widget) in there]


@pytest.mark.parametrize("level", OPENINGS)
def test_a_whole_game_by_prompts_alone(hand: Hand, level: str) -> None:
    hand.kiosk.link.send(OPENINGS[level])
    hand.wait(lambda: hand.view is not None, "the first turn")
    rng = Random(5)
    while hand.root.name == "cerbere":
        assert isinstance(hand.screen, PromptScreen)
        found = choices(hand)
        assert found, f"nothing can be chosen at {hand.place}"
        if hand.kiosk.context.update is not None and not hand.kiosk.context.update.path:
            # Most of what happens is said by cards; of what is told besides, a game would have no end.
            found = [w for w in found if w.label != "On the table"] if rng.random() < 0.97 else found
        hand.touch(rng.choice(found or choices(hand)))
        hand.shoot("prompt") if rng.random() < 0.2 else None
        assert hand.diary.touches < MOST
    assert hand.root.name == "cerbere_recap"
    assert not hand.diary.faults, hand.diary.faults
