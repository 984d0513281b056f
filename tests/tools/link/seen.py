"""What a person sees of games that are not where they were: notices, the link's state at the table, and the wall."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from companion.engine.journal import Journal
from companion.engine.journal_rows import GameRow, origin_of
from companion.hub.store import Store
from companion.uplink.link.ask import word
from companion.uplink.link.reach import Word
from companion.uplink.outbox.parted import FILE, PartedGames
from tests.tools.link.broker import PASSWORD, PATIENCE_S
from tests.tools.link.processes import Table

PARTED = ("played_elsewhere", "hub_differs")
SETTLED_S = 20.0
"""Whatever the hub lacks for longer than this must be said: a link finds out within a few s."""


def wall_lines(port: int) -> str:
    """Of hub.toml."""
    return f'[wall]\nhost = "127.0.0.1"\nport = {port}\npassword = "{PASSWORD}"\n'


def on_wall(port: int) -> dict[str, Any]:
    """What the wall shows of each table."""
    with suppress(OSError, WebSocketException, TimeoutError):
        line = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        with connect(
            f"ws://localhost:{port}/wall", sock=line, origin=Origin(f"http://localhost:{port}"),
            proxy=None, compression=None,
        ) as page:  # fmt: skip
            page.send(json.dumps({"password": PASSWORD}))
            while "tables" not in (said := json.loads(page.recv(PATIENCE_S))):
                pass
            return {one["table"]: one for one in said["tables"]}
    return {}


def says_clash(shown: Mapping[str, Any], table: str) -> bool:
    trouble = shown.get(table, {}).get("trouble", ())
    return any("two tables" in one["en"].casefold() for one in trouble)


def rows_of(table: Table) -> list[GameRow]:
    with closing(Journal(table.folder / "journal.db", read_only=True)) as journal:
        return journal.games()


def renamed(row: GameRow) -> bool:
    """Whether it has become a game of its own here: it began, here or elsewhere, under another name."""
    return bool(row.uuid) and not row.forgotten and row.epoch == 1 and row.origin != origin_of(row.uuid)


class Behind:
    """Tables of which the hub lacks something while they say that all is well: since when (s)."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self.silent: set[str] = set()
        self.seen = 0

    def look(self, faulty: Mapping[Table, Sequence[str]]) -> None:
        """:param faulty: what is wrong at which tables."""
        now = time.monotonic()
        for table, faults in faulty.items():
            said = word(table.folder / "link.sock") if faults else None
            if not faults or not all_well(said):
                self.seen += bool(faults)
                self._since.pop(table.name, None)
            elif now - self._since.setdefault(table.name, now) > SETTLED_S:
                self.silent.update(faults)


def all_well(said: Word | None) -> bool:
    return said is not None and said.hub and not said.behind and not said.full and not said.clash


def silent(tables: Sequence[Table], store: Store, took: set[tuple[str, str]]) -> Iterator[str]:
    """Games that parted, and whose owner is not told after a start, as after a power cut.

    :param took: which table has taken up which game, and was told so.
    """
    for table in tables:
        table.kill()
        rows = rows_of(table)
        table.told.clear()
        table.start()
        numbers = {row.id for row in rows if renamed(row)}
        names = {table.named(row.uuid): row for row in rows if row.uuid and not row.forgotten}
        twice = {
            names[state.game].id
            for state in store.states(list(names))
            if state.also and (table.name, names[state.game].uuid) not in took
        }
        end = time.monotonic() + PATIENCE_S
        while faults := [*_unsaid(table, numbers, PARTED), *_unsaid(table, twice, ("played_twice",))]:
            if time.monotonic() > end:
                yield from faults
                break
            time.sleep(0.2)


def _unsaid(table: Table, games: set[int], codes: Sequence[str]) -> list[str]:
    """Of these games those of which no notice stands, and none comes once others are answered."""
    table.ask(games={})
    told = {one["code"] for one in table.told if not one.get("gone") and one["code"] in codes}
    kept = {one.game for one in PartedGames(table.folder / FILE) if one.code in told}
    return [
        f"{table.name}: game {number} has parted, and nothing says so ({', '.join(codes)})" for number in games - kept
    ]
