"""The hub's store in a PostgreSQL database. A connection that is lost is opened again; its batch was not stored."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import psycopg

from companion.hub import store
from companion.hub.store import GameState, Message, Outcome


class _Transaction:
    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Sequence[Any]]:
        self._cursor.execute(sql.replace("?", "%s"), tuple(values))
        return self._cursor.fetchall() if self._cursor.description is not None else []


class PostgresStore:
    """
    :param address: as psycopg takes it, `postgresql://...`.
    :param wall: s since 1970.
    :raises psycopg.Error: if it cannot be reached.
    """

    def __init__(self, address: str, wall: Callable[[], float] = time.time) -> None:
        self._address, self._wall = address, wall
        self._db: psycopg.Connection[Any] | None = None
        for statement in store.TABLES:
            self._in_transaction(partial(_Transaction.execute, sql=statement.format(blob="BYTEA")))

    def _in_transaction(self, work: Callable[[_Transaction], Any]) -> Any:
        """
        :raises psycopg.Error: if it was not done.
        """
        if self._db is None or self._db.closed:
            self._db = psycopg.connect(self._address, autocommit=False)
        try:
            with self._db.transaction(), self._db.cursor() as cursor:
                return work(_Transaction(cursor))
        except psycopg.OperationalError:
            self.close()
            raise

    def take(self, messages: Iterable[Message]) -> list[tuple[Outcome, GameState | None]]:
        now = int(self._wall())
        found: list[tuple[Outcome, GameState | None]] = self._in_transaction(
            lambda db: [store.take(db, message, now) for message in messages]
        )
        return found

    def states(self, games: Sequence[str]) -> list[GameState]:
        found: list[GameState | None] = self._in_transaction(lambda db: [store.state_of(db, game) for game in games])
        return [state for state in found if state is not None]

    def latest(self, table: str) -> str | None:
        found: str | None = self._in_transaction(lambda db: store.latest(db, table))
        return found

    def fetched(self, game: str) -> tuple[GameState, bytes | None, list[tuple[int, bytes]]] | None:
        found: tuple[GameState, bytes | None, list[tuple[int, bytes]]] | None = self._in_transaction(
            lambda db: store.fetched(db, game)
        )
        return found

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None
