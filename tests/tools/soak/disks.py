"""A disk that is full, read-only, locked, locked at the start, hangs or is taken away: how long each answer takes, and
whether anything is missing afterwards."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.clock import RealClock
from companion.engine.engine_thread import EngineThread
from companion.engine.journal import Journal
from companion.engine.requests import MakeMove, Now, Open
from companion.options import JOURNAL
from tests.engine.disk import Disk
from tests.engine.tables import SEATS, engine
from tests.tools.soak.report import Finding

TROUBLES = ("full", "read-only", "locked", "locked at the start", "hung", "removed")
FIRST_MS, OTHERS_MS = 300, 100
"""Aims: the first answer, and 99 of 100 of the others."""


@contextlib.contextmanager
def _trouble(kind: str, disk: Disk) -> Iterator[None]:
    """The disk is so inside."""
    match kind:
        case "locked":
            with _lock(disk.path):
                yield
        case "removed":
            away = disk.path.parent.with_name("away")
            disk.path.parent.rename(away)
            yield
            away.rename(disk.path.parent)
        case _:
            disk.become({"full": "journal_full", "read-only": "journal_read_only", "hung": "journal_slow"}[kind])
            yield
            disk.become("")


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Another program writes to it."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def soak_disk(kind: str, seconds: float) -> Finding:
    """Play through a trouble of the disk that lasts so long, five inputs a second, asked every second by a watchdog."""
    with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder:
        path = Path(folder) / "data" / JOURNAL
        Journal(path).close()
        with contextlib.ExitStack() as stack:
            if kind == "locked at the start":
                stack.enter_context(_lock(path))
            disk = Disk(path)
            table = EngineThread(engine(disk.journal(time.monotonic), RealClock()))
            table.start()
            if kind != "locked at the start":
                table.ask(Open("toy", SEATS))
                stack.enter_context(_trouble(kind, disk))
            times, late, unsaved = [], 0, 0
            ends = time.monotonic() + seconds
            made = 0
            if kind == "locked at the start":
                times.append(_timed(table, Open("toy", SEATS))[0])
            while time.monotonic() < ends:
                took, saved = _timed(table, MakeMove({"type": "hide", "seat": "Ana", "value": 1}))
                times.append(took)
                unsaved += not saved
                made += 1
                late += _timed(table, Now())[0] > 1_000
                time.sleep(0.2)
        table.engine.journal.flush()
        table.close()
        journal = Journal(path)
        found = sum(len(game.entries) for row in journal.games() if (game := journal.load(row.id)))
        journal.close()
    first, others = times[0], sorted(times[1:])
    figures: dict[str, Any] = {
        "first ms": round(first, 1),
        "p99 ms": round(others[int(len(others) * 0.99)], 1) if others else 0.0,
        "entries": made,
        "said not to be saved": unsaved,
        "missing": made - found,
        "signs of life late": late,
    }
    if first > FIRST_MS or figures["p99 ms"] > OTHERS_MS:
        figures["aim"] = "missed"  # a busy machine misses it, too
    wrong = found != made or unsaved < made - 2
    return Finding(f"disk {kind}", figures, "see the figures" if wrong else None)


def _timed(table: EngineThread, request: object) -> tuple[float, bool]:
    begun = time.perf_counter()
    reply = table.ask(request, timeout=60)  # type: ignore[arg-type]
    return (time.perf_counter() - begun) * 1000, reply.saved
