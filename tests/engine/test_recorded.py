"""Games recorded over the table protocol are answered as they were.

`GAME-LEVEL-SEED.jsonl.gz` holds requests and answers by turns, `….export.jsonl.gz` the same game exported with
secrets. `python -m tests.tools.record` makes them anew after a change of the rules or the protocol.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.export import import_lines
from companion.engine.journal import Journal
from companion.games.registry import GAMES
from companion.headless import Headless
from tests import open_files
from tests.engine.tables import WALL

HERE = Path(__file__).resolve().parents[1] / "data" / "recorded"
CONFIG = Path(__file__).resolve().parents[2] / "config"
GAMES_RECORDED = sorted(p.name.removesuffix(".jsonl.gz") for p in HERE.glob("*.jsonl.gz") if ".export." not in p.name)
MENDED = ("$.undo", "$.redo", "$.view.result.ask", "$.view.result.offered")
"""What was mended since: the words on the Undo key, and which exploits are asked about or offered after the end."""


def lines(name: str) -> list[bytes]:
    return gzip.decompress((HERE / name).read_bytes()).splitlines()


def companion(journal: Journal) -> EngineThread:
    """All games, a clock that stands still until it is moved."""
    games = {name: make(CONFIG) for name, make in GAMES.items()}
    table = EngineThread(Engine(games, journal, ManualClock(), lambda: WALL))
    table.start()
    return table


def missing(was: Any, now: Any, at: str = "$") -> list[str]:
    """What the old answer says and the new one does not."""
    if isinstance(was, dict) and isinstance(now, dict):
        faults = [f"{at}.{key} is gone" for key in was if key not in now]
        return faults + [fault for key in was if key in now for fault in missing(was[key], now[key], f"{at}.{key}")]
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        return [fault for i, (a, b) in enumerate(zip(was, now, strict=True)) for fault in missing(a, b, f"{at}[{i}]")]
    return [] if was == now else [f"{at}: {was!r} was answered, now {now!r}"]


@pytest.mark.parametrize("name", GAMES_RECORDED)
def test_a_recorded_game_is_answered_as_it_was(name: str) -> None:
    table = companion(open_files.journal())
    headless = Headless(table, reveal=True, moves=True)
    record = lines(f"{name}.jsonl.gz")
    for i in range(0, len(record), 2):
        was, now = json.loads(record[i + 1]), json.loads(headless.answer(record[i]))
        if not was["ok"]:
            was = {"ok": False, "error": {"code": was["error"]["code"]}}
        found = [fault for fault in missing(was, now) if not fault.startswith(MENDED)]
        where = f"{name}, request {i // 2}: {record[i].decode()}"
        assert found == [], f"{where}\nif it is meant to be so: python -m tests.tools.record {name}"
    table.close()


@pytest.mark.parametrize("name", GAMES_RECORDED)
def test_an_export_of_before_plays_through(name: str) -> None:
    games = {key: make(CONFIG) for key, make in GAMES.items()}
    record = import_lines(lines(f"{name}.export.jsonl.gz"), games)
    assert record.saved.entries
