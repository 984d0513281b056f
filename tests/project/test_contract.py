"""What was taken out of the product and must not come back."""

from __future__ import annotations

import json
import re
import sys
from random import Random
from typing import get_args

import pytest

from companion.engine.clock import ManualClock
from companion.games.registry import GAMES
from companion.headless import Headless
from companion.opening import build_table
from companion.protocol import REQUESTS
from kiosk.table.context import KioskContext
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.link import TableLink
from tests.program_source import ROOT, python_files

FILE = "choice.py"
"""Below `companion/`."""
ATTRIBUTES = ("choice",)
"""Of a game."""
KEYS = ("choice",)
"""Of an answer of the protocol."""
MOVES = {
    "hellrail": ("SetMode", "Tap", "ShowCard"),
    "infernal_wagon": ("SetPlayers", "SetModule", "SetEasy", "SetTimer", "SetTracking", "SetOption"),
    "cerbere": ("Target", "Choose", "HuntResult", "CaptureOrder", "TellBoat", "ChoosePath", "NacelleSwap", "Done"),
}
"""Of a game: classes of moves that only a client of the first protocol sent."""
FIELDS = {
    "cerbere": ("may_end", "playable", "zones_open"),
    "infernal_wagon": ("can_hit", "can_miss"),
}
"""Of a game: fields of its view that said what its prompt says."""
WORDS = {"kiosk/screens": "REFUSALS"}
"""Folder -> name that no file below it has: refusals have their words where they are made."""
STEPS = 40

games = pytest.mark.parametrize("game", GAMES)


def test_there_is_no_such_file() -> None:
    assert list((ROOT / "companion").rglob(FILE)) == []


@games
def test_no_game_has_such_an_attribute(game: str) -> None:
    assert [name for name in ATTRIBUTES if hasattr(GAMES[game](None), name)] == []


@games
def test_no_game_has_such_a_move(game: str) -> None:
    kind = GAMES[game](None).move_type
    moves = get_args(kind) or (kind,)
    assert [kind.__name__ for kind in moves if kind.__name__ in MOVES.get(game, ())] == []


def test_the_protocol_and_the_kiosk_make_no_moves() -> None:
    assert "move" not in REQUESTS
    assert not hasattr(KioskContext, "move") and not hasattr(TableLink, "move")


@games
def test_no_view_has_such_a_field(game: str) -> None:
    view = vars(sys.modules[GAME_UIS[game].view.__module__])
    fields = {name for kind in view.values() for name in getattr(kind, "__struct_fields__", ())}
    assert fields and sorted(fields & set(FIELDS.get(game, ()))) == []


@pytest.mark.parametrize("folder", WORDS)
def test_no_file_has_such_a_name(folder: str) -> None:
    files = python_files(folder)
    assert files
    assert [str(path) for path in files if re.search(rf"\b{WORDS[folder]}\b", path.read_text())] == []


@games
def test_no_answer_of_the_protocol_has_such_a_key(game: str) -> None:
    """The opening, moves by chance, and every kind of question."""
    table, _ = build_table(None, None, ManualClock())
    table.start()
    peer, rng = Headless(table), Random(7)

    def ask(**request: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(peer.answer(json.dumps(request)))
        assert [key for key in KEYS if key in answer] == [], request
        assert not answer["ok"] or "prompt" in answer, request
        return answer

    try:
        ask(games={})
        opened = ask(open={"game": game, "seats": [f"P{n}" for n in range(GAME_UIS[game].least)], "seed": 7})
        assert opened["ok"], opened
        for _ in range(STEPS):
            legal = ask(legal={})["legal"]
            assert isinstance(legal, list)
            if not legal:
                break
            ask(move=rng.choice(legal))
        for request in ("prompt", "view", "position", "undo", "redo", "paused", "export", "leave"):
            ask(**{request: {}})
    finally:
        table.close()
