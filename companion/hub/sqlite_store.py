"""The hub's store in one SQLite file."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.hub.store import (
    QUOTA_BYTES,
    Database,
    GameForgotten,
    GameState,
    Store,
    StoreAway,
    StoreOutcome,
    TableMessage,
    make_tables,
)

log = logging.getLogger(__name__)

T = TypeVar("T")


class SqliteStore(Store):
    """
    :param path: made if it is missing, for our own user alone.
    :raises StoreAway: if it cannot be opened.
    """

    def __init__(self, path: Path, quota: int = QUOTA_BYTES) -> None:
        super().__init__(quota)
        self.where = str(path.absolute())
        try:
            # Before SQLite makes it readable for other users; the -wal gets the same rights.
            path.touch(0o600)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            for statement in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                self._db.execute(f"PRAGMA {statement}")
            self.transact(lambda db: make_tables(db, "BLOB"))
        except (OSError, sqlite3.Error) as fault:
            raise StoreAway(str(fault)) from fault

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Sequence[Any]]:
        return self._db.execute(sql, values).fetchall()

    def transact(self, work: Callable[[Database], T]) -> T:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                found = work(self)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # SQLite ends it by itself where the disk is full
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as fault:
            raise StoreAway(str(fault)) from fault
        return found

    def take(self, messages: Sequence[TableMessage]) -> list[tuple[StoreOutcome, GameState | None]]:
        """Store messages; what was forgotten leaves the -wal at once, too."""
        taken = super().take(messages)
        if any(isinstance(message, GameForgotten) for message in messages):
            try:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as fault:  # it is stored: that the -wal is long is no reason to say otherwise
                log.warning("the hub's -wal is not emptied: %s", fault)
        return taken

    def close(self) -> None:
        self._db.close()
