"""Whole random games by the plain renderer of prompts alone, with touches: no figure, no screen of the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.requests import Open
from kiosk.pages import GAME_PAGES
from kiosk.screens.prompt_screen import PromptScreen
from tests.gallery.played_hellrail import EFFECTS
from tests.kiosk.screens.touching import Hand

MOST = 900
"""Touches; a game of any opening below is over long before."""

LATE = {
    "seats": [
        {"seat": "Ana", "hand": 3, "at": "C5", "loaded": ["R36", "R19"], "delivered": ["R12"], "held": "boatmen"},
        {"seat": "Bo", "hand": 3, "at": "CG", "loaded": ["R05"], "heresy": "heresy_cancel", "boatman": True},
    ],
    "draw": 9,
    "effects": EFFECTS,
    "cerberus": "C5",
}
"""A game of HellRail that is nearly over: what is thrown is drawn once more, what is laid is not."""
ON_TABLE = [card for card in (f"R{n:02}" for n in range(1, 46)) if card not in ("R36", "R19", "R12", "R05")][:26]
CIRCLES = {
    "CG": "2,0", "C1": "1,1", "C2": "3,1", "C3": "0,2", "C4": "2,2", "C5": "4,2", "C6": "1,3", "C7": "3,3",
    "C8": "2,4", "C9": "4,4",
}  # fmt: skip
CELLS = [f"{x},{y}" for y in range(6) for x in range(-1, 8) if (x + y) % 2]
GRID = {
    "circles": CIRCLES,
    "cards": [{"card": card, "cell": cell} for card, cell in zip(ON_TABLE, CELLS, strict=False)],
}
OPENINGS = {
    "board": Open("cerbere", (Player("Ana"), Player("Bo"), Player("Cy")), {"level": "board", "boats": "kept"}),
    "tracker": Open("cerbere", (Player("Ana"), Player("Bo"), Player("Cy")), {"boats": "unknown"}),
    "no tags": Open("infernal_wagon", (Player("Ana"), Player("Bo"), Player("Cy")), {}),
    "kinds": Open(
        "infernal_wagon",
        (Player("Ana"), Player("Bo")),
        {"box": "demo", "level": "L1", "modules": ["silence", "uturn"], "timer": "calm"},
    ),
    "all cards": Open(
        "infernal_wagon",
        tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Dan", "Eli")),
        {"box": "demo", "modules": ["silence", "uturn", "curse"], "easy": 8},
    ),
    "keeper": Open("hellrail", position={**LATE, "level": "keeper", "table": ON_TABLE, "markers": 3}),
    "map": Open("hellrail", position={**LATE, "level": "map", "grid": GRID}),
    "secret": Open("hellrail", position={**LATE, "table": ON_TABLE, "variants": ["secret_effects"]}),
}
PAGES = {"cerbere": ("cerbere",), "hellrail": ("hellrail",), "infernal_wagon": ("setup", "game", "recap")}
"""Pages of a game that its prompts can take the place of."""
SELDOM = {"On the table": 0.03, "It happened": 0.03, "Give up": 0.01, "Exit laid": 0.02, "Hold": 0.05}
"""Most of what happens is said by cards: of all the rest a game would have no end, or one too early."""


@pytest.fixture
def hand(tmp_path: Path, window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hand]:
    from kivy.clock import Clock

    before = Clock._max_fps
    shown = window(None, (800, 480))
    Clock._max_fps = 0
    for game, pages in PAGES.items():
        for page in pages:
            monkeypatch.setitem(dict_of(GAME_PAGES[game].screens), page, PromptScreen)
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
    update = hand.kiosk.context.update
    if update is None or update.game is None:
        return True
    if update.game == "infernal_wagon":
        return update.prompt is not None and update.prompt.id == "again"
    return bool(hand.root.name != update.game)
