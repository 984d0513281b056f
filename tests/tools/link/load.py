"""`make bench-hub`: many tables at one broker and one hub, each making a move a second. Printed: what that costs.

The tables are engines with their outboxes in this process, each with a connection of its own to the broker; broker, hub
and PostgreSQL are processes. The lag of a move is from its entry in the journal to the mark of the hub that has it.
"""

from __future__ import annotations

import argparse
import logging
import os
import queue
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from uuid import uuid4

import numpy as np

from companion.engine.clock import RealClock
from companion.engine.engine import Engine
from companion.engine.journal import Journal
from companion.engine.journal_rows import GameRow
from companion.engine.refused import Refused
from companion.engine.requests import Leave, Legal, MakeMove, Open
from companion.hub.command import open_store
from companion.hub.store import GameState
from companion.uplink.link import wire
from companion.uplink.link.broker import Broker
from companion.uplink.link.settings import LinkSettings
from companion.uplink.outbox.outbox import DISK_S, Outbox
from companion.uplink.outbox.packed import packed
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.signed import SignedParts, signed
from companion.uplink.outbox.state import evening_of
from tests.hub.tables import GAMES, OPENINGS, SEATS
from tests.tools.bench.kiosk.pss import pss_mb
from tests.tools.link.broker import PASSWORD, PATIENCE_S, Mosquitto
from tests.tools.link.postgres import Postgres
from tests.tools.link.processes import Hub

TICK_S = os.sysconf("SC_CLK_TCK")
STEPS = 5
"""Parts of the time, each with its own figure of memory."""
SETTLE_S = 3.0
"""Before it counts: everybody has connected, and been greeted."""

Jobs = queue.SimpleQueue[Callable[[], object]]


class Table:
    """One table. Everything runs on one thread; the broker's only puts jobs.

    :param lags: gets the s from each entry to its mark.
    """

    def __init__(self, name: str, port: int, key: OwnerKey, jobs: Jobs, lags: list[float]) -> None:
        self.name, self._key, self._jobs, self._lags = name, key, jobs, lags
        self._rng = Random(name)
        self.journal = Journal(named=lambda: uuid4().hex)
        self._engine = Engine(GAMES, self.journal, RealClock(), lambda: "2026-11-27T20:00:00")
        self._outbox = Outbox(
            key, name, lambda row, first: packed(self.journal, row, first),
            lambda row: evening_of(name, row, names=False), time.monotonic,
        )  # fmt: skip
        self._waiting: dict[str, deque[tuple[int, float]]] = {}
        self._joined = False
        self._named: tuple[str, ...] = ()
        self.journal.watch(self._listed)
        topics = (wire.HUB_ONLINE, wire.down(name, "#"))
        settings = LinkSettings(port=port, tls=False, password=PASSWORD, table=name)
        self._broker = Broker(settings, name, topics, wire.up(name, wire.ONLINE), lambda _there: None, self._heard)
        self._broker.start()

    def close(self) -> None:
        self._broker.close()

    def play(self) -> bool:
        """One act; whether it was one."""
        legal: Sequence[object] = ()
        with suppress(Refused):
            legal = self._engine.handle(Legal()).answer
        try:
            if legal and self._rng.random() > 0.01:
                self._engine.handle(MakeMove(self._rng.choice(legal)))
            else:
                self._open()
        except Refused:
            return False
        finally:
            self.pump()
        return True

    def _open(self) -> None:
        if self.journal.games():
            self._engine.handle(Leave())
        game, options = self._rng.choice(OPENINGS)
        self._engine.handle(Open(game, seats=SEATS, options=options, seed=self._rng.randrange(1000)))

    def pump(self) -> None:
        if self._joined:
            for parts, what in self._outbox.due():
                self._say(parts, wire.payload(what))

    def _say(self, parts: SignedParts, data: bytes) -> None:
        self._broker.send(wire.up(self.name, *parts), data)

    def _listed(self, row: GameRow) -> None:
        waiting = self._waiting.setdefault(self.named(row), deque())
        if not waiting or waiting[-1][0] < row.entries:
            waiting.append((row.entries, time.monotonic()))
        self._outbox.listed(row, last=True)

    def _heard(self, topic: str, data: bytes, _retained: bool) -> None:
        self._jobs.put(partial(self._said, topic, data, time.monotonic()))

    def _said(self, topic: str, data: bytes, at: float) -> None:
        if topic == wire.HUB_ONLINE:
            [self._named] = self._outbox.named()
            hello = signed(self._key, self.name, ("hello",), wire.Hello("", self._named))
            self._say(("hello",), wire.payload(hello))
            return
        match topic.split("/")[2:]:
            case ["marks"]:
                self._outbox.answered(self._named, wire.read_payload(data, wire.HubMarks).marks)
                self._joined = True
            case ["mark", game] if data:
                mark = wire.read_payload(data, wire.HubMark)
                self._outbox.marked(game, mark)
                waiting = self._waiting.get(game)
                while waiting and waiting[0][0] <= mark.seq:
                    self._lags.append(at - waiting.popleft()[1])
        self.pump()

    def named(self, row: GameRow) -> str:
        """What the hub calls a game."""
        return wire.hub_name(self._key.public, row.uuid)

    @property
    def behind(self) -> bool:
        return self._outbox.behind


def cpu_s(pids: Sequence[int]) -> float:
    """Processor time of processes so far."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICK_S


def measure(folder: Path, tables: int, seconds: float, on_postgres: bool) -> int:
    with ExitStack() as ends:
        database = Postgres(folder) if on_postgres else None
        if database is not None:
            ends.callback(database.stop)
        store = database.address if database is not None else ""
        names = [f"t{number}" for number in range(1, tables + 1)]
        broker = Mosquitto(folder, names)
        ends.callback(broker.stop)
        hub = Hub(folder, broker.port, store)
        ends.callback(hub.kill)
        jobs: Jobs = queue.SimpleQueue()
        lags: list[float] = []
        key = OwnerKey.made()
        found = [Table(name, broker.port, key, jobs, lags) for name in names]
        for table in found:
            ends.callback(table.close)
        run(found, jobs, SETTLE_S)
        lags.clear()
        parts: dict[str, Callable[[], list[int]]] = {"broker": lambda: [broker.pid], "hub": lambda: [hub.pid]}
        if database is not None:
            parts["PostgreSQL"] = database.pids
        before = {name: cpu_s(pids()) for name, pids in parts.items()}
        began, acts, memory = time.monotonic(), 0, []
        for _ in range(STEPS):
            acts += run(found, jobs, seconds / STEPS)
            memory.append({name: sum(map(pss_mb, pids())) for name, pids in parts.items()})
        took = time.monotonic() - began
        used = {name: cpu_s(pids()) - before[name] for name, pids in parts.items()}
        end = time.monotonic() + PATIENCE_S
        while any(table.behind for table in found) and time.monotonic() < end:
            settle(found, jobs)
        kept = open_store(store, folder)
        ends.callback(kept.close)
        lost = sum(lost_of(table, kept.states([table.named(row) for row in table.journal.games()])) for table in found)
        p50, p99, most = np.percentile(np.array(lags), (50, 99, 100)) * 1000
        print(
            f"{tables} tables, {'PostgreSQL' if on_postgres else 'SQLite'}: {acts / took:.1f} acts/s for {took:.0f} s"
        )
        print(f"  lost {lost}; lag p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {most:.0f} ms")
        for name, one in used.items():
            mb = " ".join(f"{step[name]:.0f}" for step in memory)
            print(f"  {name}: {100 * one / took:.1f} % of a core, {1e6 * one / acts:.0f} us an act, PSS {mb} MB")
        if database is None:
            stored = sum(path.stat().st_size for path in folder.glob("hub.db*"))
            print(f"  on disk: {stored / entries_of(found) / 1000:.1f} kB an entry")
        return 1 if lost else 0


def entries_of(tables: Sequence[Table]) -> int:
    return sum(row.entries + 1 for table in tables for row in table.journal.games() if row.uuid)


def lost_of(table: Table, states: Sequence[GameState]) -> int:
    """Entries of a table that the hub has not."""
    there = {state.game: state.entries for state in states}
    return sum(row.entries - there.get(table.named(row), -1) for row in table.journal.games() if row.uuid)


def settle(tables: Sequence[Table], jobs: Jobs) -> None:
    """Take what has come for a moment, and send what is due."""
    take_until(jobs, time.monotonic() + DISK_S)
    for table in tables:
        table.pump()


def run(tables: Sequence[Table], jobs: Jobs, seconds: float) -> int:
    """Let each make an act a second, spread over the second; how many were made."""
    began, acts = time.monotonic(), 0
    for turn in range(round(seconds * len(tables))):
        take_until(jobs, began + turn / len(tables))
        acts += tables[turn % len(tables)].play()
    take_until(jobs, began + seconds)
    return acts


def take_until(jobs: Jobs, moment: float) -> None:
    with suppress(queue.Empty):
        while (left := moment - time.monotonic()) > 0:
            jobs.get(timeout=left)()
        while True:
            jobs.get_nowait()()


def main() -> int:
    parser = argparse.ArgumentParser("bench-hub")
    parser.add_argument("--tables", type=int, nargs="+", default=[2, 20, 200])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgres", action="store_true", help="the hub keeps its games in a PostgreSQL of its own")
    given = parser.parse_args()
    logging.disable(logging.WARNING)  # each table says goodbye
    status = 0
    for tables in given.tables:
        with tempfile.TemporaryDirectory(prefix="companion-load-") as folder:
            status |= measure(Path(folder), tables, given.seconds, given.postgres)
    return status


if __name__ == "__main__":
    sys.exit(main())
