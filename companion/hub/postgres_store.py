"""The hub's store in a PostgreSQL database.

It is connected when it is used first, and again after the connection was lost; that batch was not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import psycopg

from companion.hub.settings import database_of
from companion.hub.store import QUOTA_BYTES, Database, Store, StoreAway, make_tables

T = TypeVar("T")
PATIENCE_S = 10
"""For a connection, and for a server that has fallen silent."""
PREPARING = 0x1C0
"""The lock under which tables are made."""


class _Transaction:
    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Sequence[Any]]:
        self._cursor.execute(sql.replace("?", "%s"), tuple(values))
        return self._cursor.fetchall() if self._cursor.description is not None else []


class PostgresStore(Store):
    """
    :param address: as psycopg takes it, `postgresql://...`.
    """

    def __init__(self, address: str, quota: int = QUOTA_BYTES) -> None:
        super().__init__(quota)
        self._address, self.where = address, database_of(address)
        self._db: psycopg.Connection[Any] | None = None

    def _connected(self) -> psycopg.Connection[Any]:
        if self._db is None or self._db.closed:
            self._db = psycopg.connect(
                self._address, connect_timeout=PATIENCE_S, keepalives_idle=PATIENCE_S, keepalives_interval=2,
                keepalives_count=3, tcp_user_timeout=1000 * PATIENCE_S,
            )  # fmt: skip
            with self._db.transaction(), self._db.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (PREPARING,))  # a second hub may begin as well
                make_tables(_Transaction(cursor), "BYTEA")
        return self._db

    def transact(self, work: Callable[[Database], T]) -> T:
        try:
            db = self._connected()
            with db.transaction(), db.cursor() as cursor:
                return work(_Transaction(cursor))
        except psycopg.DataError:
            raise
        except psycopg.Error as fault:
            self.close()
            raise StoreAway(str(fault)) from fault

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None
