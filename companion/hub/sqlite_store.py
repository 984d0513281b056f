"""The hub's store in one SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.hub import store
from companion.hub.store import GameState, Message, Outcome


class SqliteStore:
    """
    :param path: made if it is missing, for our own user alone.
    :param wall: s since 1970.
    :raises sqlite3.Error, OSError: if it cannot be opened.
    """

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        self._wall = wall
        path.touch(0o600)
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA secure_delete=ON")
        for statement in store.TABLES:
            self._db.execute(statement.format(blob="BLOB"))

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Sequence[Any]]:
        return self._db.execute(sql, values).fetchall()

    def take(self, messages: Iterable[Message]) -> list[tuple[Outcome, GameState | None]]:
        now = int(self._wall())
        self._db.execute("BEGIN IMMEDIATE")
        try:
            found = [store.take(self, message, now) for message in messages]
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return found

    def states(self, games: Sequence[str]) -> list[GameState]:
        return [state for game in games if (state := store.state_of(self, game)) is not None]

    def latest(self, table: str) -> str | None:
        return store.latest(self, table)

    def fetched(self, game: str) -> tuple[GameState, bytes | None, list[tuple[int, bytes]]] | None:
        return store.fetched(self, game)

    def close(self) -> None:
        self._db.close()
