"""The game of coins in the real kiosk, by touch: nothing of the product knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import registry
from companion.games.registry import GAMES
from kiosk import pages
from kiosk.game_uis import GAME_UIS
from tests.fourth_game.game import NAME, PLUGIN
from tests.fourth_game.ui import UI
from tests.kiosk.conftest import _eyes, _kivy, pump, until, window  # noqa: F401
from tests.kiosk.screens.touching import Hand

SIZES = [(800, 480), (480, 800), (1280, 800), (1024, 600)]


@pytest.fixture
def coins() -> Iterator[None]:
    registry.register(PLUGIN)
    pages.register(UI)
    yield
    pages.unregister(NAME)
    registry.unregister(NAME)


def test_a_stranger_is_gone_again(coins: None) -> None:
    assert NAME in GAMES and NAME in GAME_UIS


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_an_evening_by_touch(coins: None, tmp_path: Path, window: Any, size: tuple[int, int], request: Any) -> None:  # noqa: F811
    pictures = request.config.getoption("--pictures", default=None)
    shown = window(None, size)
    hand = Hand(tmp_path / "data", shown, 7, Path(pictures) if pictures else None)
    try:
        evening(hand)
    finally:
        hand.close()
    assert not hand.diary.faults, hand.diary.faults
    again = Hand(tmp_path / "data", shown, 7)  # what was played is in the memories
    try:
        again.press("Memories")
        assert again.screen is not None
    finally:
        again.close()


def evening(hand: Hand) -> None:
    hand.shoot("home")
    hand.press("Coins")
    hand.shoot("setup")
    hand.press("+")
