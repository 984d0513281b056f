"""A game of the memories shows its recap again, by touch, also after a restart."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.bench.play import random_move
from companion.engine.refused import Refused
from companion.engine.requests import Leave, MakeMove, Now, Recall
from kiosk.game_uis import GAME_UIS
from tests.kiosk.remembered import Remembered
from tests.kiosk.screens.touching import Hand
from tests.openings import OPENINGS
from tests.patience import PATIENCE_S

LEVELS = ("board", "no tags", "keeper")
"""An opening of each game."""


@pytest.fixture
def hand(seat: Any) -> Hand:
    made: Hand = seat(language="en")
    return made


def play(hand: Hand, level: str, told: bool = True) -> None:
    """To the end and home, by moves. `told`: what is told after the end, too."""
    engine = hand.kiosk.runtime.table
    engine.ask(OPENINGS[level], PATIENCE_S)
    rng = Random(3)
    for _ in range(3_000):
        session = engine.engine._session
        assert session is not None
        move = random_move(session.game, session.state, session.last_at, rng)
        if not told and session.game.result(session.state, session.last_at) is not None:
            break
        if move is None or type(move).__struct_config__.tag in ("again", "next", "new_game"):
            break
        with contextlib.suppress(Refused):  # for what nobody may know
            engine.ask(MakeMove(move), PATIENCE_S)
    engine.ask(Now(), PATIENCE_S)
    engine.ask(Leave(), PATIENCE_S)
    hand.sync()


@pytest.mark.parametrize("level", LEVELS)
def test_a_memory_opens_its_recap(hand: Hand, level: str) -> None:
    play(hand, level)
    hand.press("Memories", "Games")
    row = next(w for w in hand.seen() if type(w).__name__ not in ("Key", "CornerKey"))
    hand.touch(row)
    hand.touch(hand.screen.recap)
    assert hand.root.name.startswith("recalled:")
    inside = hand.screen.recap
    ui = GAME_UIS[OPENINGS[level].game]
    assert isinstance(inside, type(hand.kiosk.context.game_pages[ui.game].screens[ui.recap](hand.kiosk.context)))
    assert inside.view is not None, "the recap has something to tell"
    hand.shoot("recalled")
    assert [w for w in hand.seen() if w is not hand.screen.back] == []
    hand.touch(hand.screen.back)
    assert hand.root.name.startswith("memory:")
    assert not hand.diary.faults, hand.diary.faults


def test_what_is_no_finished_game_is_refused(hand: Hand) -> None:
    engine = hand.kiosk.runtime.table
    engine.ask(OPENINGS["board"], PATIENCE_S)
    for id in (1, 99):
        with pytest.raises(Refused, match="no_saved_game"):
            engine.ask(Recall(id), PATIENCE_S)
    assert Remembered(hand.kiosk.context.memories).recall(99) is None


def test_a_damaged_game_is_said_to_be_lost(hand: Hand, tmp_path: Path, window: Any) -> None:
    play(hand, "no tags")
    game = Remembered(hand.kiosk.context.memories).finished()[0].id
    hand.close()
    for copy in (tmp_path / "data").rglob("journal.db.copy-*"):
        copy.unlink()
    with contextlib.closing(sqlite3.connect(next((tmp_path / "data").rglob("journal.db")))) as db, db:
        db.execute("UPDATE entry SET events = ? WHERE seq = 1", (b"[1]",))
    again = Hand(tmp_path / "data", window(None, (800, 480)), 7)
    try:
        again.kiosk.context.open_screen(f"recalled:{game}")
        again.sync()
        assert again.screen.recap is None and again.screen.lost.text
    finally:
        again.close()
