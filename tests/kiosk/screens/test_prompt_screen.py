"""Whole random games by the plain renderer of prompts alone, with touches: no figure, no screen of the game's own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kiosk.screens.prompt_screen import PromptScreen
from kiosk.window.pages import GAME_PAGES
from tests.kiosk.screens.touching import Hand
from tests.openings import OPENINGS, SELDOM
from tests.thorough import THOROUGH

MOST = 900
"""Touches; a game of any opening below is over long before."""

FEW = ("board", "all cards", "map")
"""One of each game; each of the others differs from it in what is asked, which `test_prompts_by_protocol` plays."""
PAGES = {"cerbere": ("cerbere",), "hellrail": ("hellrail",), "infernal_wagon": ("setup", "game", "recap")}
"""Pages of a game that its prompts can take the place of."""


@pytest.fixture
def hand(seat: Any, monkeypatch: pytest.MonkeyPatch) -> Hand:
    for game, pages in PAGES.items():
        for page in pages:
            monkeypatch.setitem(dict_of(GAME_PAGES[game].screens), page, PromptScreen)
    made: Hand = seat()
    return made


def dict_of(screens: Any) -> dict[str, Any]:
    assert isinstance(screens, dict)
    return screens


def choices(hand: Hand) -> list[Any]:
    """What can be touched of the prompt: its tiles, its keys, the way back."""
    sheet = hand.screen.sheet
    there = {id(widget) for widget in hand.seen()}
    return [widget for widget in (*sheet.tiles, *sheet.keys) if id(widget) in there]


@pytest.mark.parametrize("level", OPENINGS if THOROUGH else FEW)
def test_a_whole_game_by_prompts_alone(hand: Hand, level: str) -> None:
    hand.kiosk.link.send(OPENINGS[level])
    hand.wait(lambda: hand.view is not None, "the first prompt")
    rng = Random(5)
    while not over(hand):
        assert isinstance(hand.screen, PromptScreen)
        found = choices(hand)
        assert found, f"nothing can be chosen at {hand.place}"
        hand.touch(rng.choice([w for w in found if rng.random() < SELDOM.get(w.label, 1)] or found))
        hand.shoot("prompt") if rng.random() < 0.2 else None
        assert hand.diary.touches < MOST
    assert not hand.diary.faults, hand.diary.faults


def over(hand: Hand) -> bool:
    """The game is over, and all that is asked afterwards is answered."""
    update = hand.kiosk.context.table.update
    if update is None or update.game is None:
        return True
    if update.game == "infernal_wagon":
        return update.prompt is not None and update.prompt.id == "again"
    return bool(hand.root.name != update.game)
