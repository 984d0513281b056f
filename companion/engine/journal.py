"""The journal: every entry of every game, durable before anybody sees it. SQLite, one writer, the engine thread.

What cannot be written (a full disk) is kept in order and written with the next entry that can be.
"""

from __future__ import annotations

import sqlite3
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.codec import decoder, private_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Label, Player
from companion.engine.lock import WriterLock
from companion.engine.schema import connect
from companion.engine.trouble import JournalError, JournalInUse, named
from companion.engine.update import Notice

__all__ = ["GameRow", "Journal", "JournalError", "JournalInUse", "Record"]


class GameRow(Struct, frozen=True):
    """A game in the list of games. `wall` is the wall-clock time of its opening, ISO 8601, for people only.

    A `record` came in from a public export: it can be looked at, not played on.
    """

    id: int
    game: str
    group: str
    wall: str
    seats: tuple[Player, ...]
    status: Status
    result: dict[str, Any] | None
    last_at: int
    entries: int
    record: bool = False


class Record(Struct, frozen=True):
    """A game that came in from a file. `views` are JSON: the public view after each entry, none for a whole game."""

    saved: Saved
    wall: str
    result: bytes | None
    views: tuple[bytes, ...] | None = None


class _Write(Struct, frozen=True):
    """Statements that belong together, waiting for the disk."""

    statements: tuple[tuple[str, tuple[Any, ...]], ...]
    entries: int = 0


_ROW = "id, name, grp, wall, seats, status, result, last_at, entries, record"
_PAUSED = "status='open' AND record=0"
_GAME = (
    "INSERT INTO game (id, name, grp, seats, opening, wall, status, last_at, result, entries, record) "
    "VALUES (?,?,?,?,?,?,?,?,?,?,?)"
)
_ENTRY = "INSERT INTO entry (game, seq, at, kind, label, move, events, crc, view) VALUES (?,?,?,?,?,?,?,?,?)"
_GROWN = "UPDATE game SET last_at=max(last_at, ?), entries=entries+1, status=?, result=? WHERE id=?"
_seats = decoder(tuple[Player, ...])
_label = decoder(Label)
_result = decoder(dict[str, Any])


class Journal:
    """A journal file, or one in memory that ends with the process (`path` None).

    >>> journal = Journal()
    >>> game = journal.begin("demo", "table", [Player("Ana")], b"{}", wall="2026-01-01T12:00:00Z")
    >>> journal.commit(game, Entry(1, 500, EntryKind.MOVE, None, b"{}", b"[]"), result=None, status=Status.OPEN)
    >>> journal.games()[0].entries
    1
    """

    def __init__(self, path: Path | None = None, read_only: bool = False) -> None:
        """
        :param read_only: look only, also while another companion writes.
        :raises JournalInUse: if another process writes to it.
        :raises JournalError: if it cannot be opened.
        """
        self.path: Path | str = path or ":memory:"
        self.problems: tuple[Notice, ...] = ()
        self._waiting: list[_Write] = []
        self._thread: int | None = None
        self._lock: WriterLock | None = None
        if path is not None and not read_only:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise named(error, path) from error
            self._lock = WriterLock(path)
        try:
            self._db, damaged = connect(path, read_only)
            self._next = int(self._all("SELECT coalesce(max(id), 0) + 1 FROM game")[0][0])
        except BaseException:
            self._give_back()
            raise
        if damaged is not None:
            facts: dict[str, str | int] = {"path": str(path), "kept": str(damaged)}
            self.problems = (Notice("journal_corrupt", facts),)

    # --- writing ------------------------------------------------------------------------------------------

    def begin(self, game: str, group: str, seats: Sequence[Player], opening: bytes, wall: str) -> int:
        """Note a new game; its id.

        :raises JournalError: if it is not on the disk yet; its `instead` is the id all the same.
        """
        self._mine()
        number, self._next = self._next, self._next + 1
        values = (number, game, group, private_json(tuple(seats)), opening, wall, Status.OPEN.value, 0, None, 0, 0)
        self._waiting.append(_Write(((_GAME, values),)))
        try:
            self.flush()
        except JournalError as error:
            error.instead = number
            raise
        return number

    def commit(self, game_id: int, entry: Entry, result: bytes | None, status: Status) -> None:
        """Save an entry and how the game now stands, in one transaction, durable when this returns.

        :raises JournalError: if it is not on the disk yet; it is kept and comes first the next time.
        """
        self._mine()
        grown = (entry.at, status.value, result, game_id)
        self._waiting.append(_Write(((_ENTRY, _entry_row(game_id, entry, None)), (_GROWN, grown)), entries=1))
        self.flush()

    def pulse(self, game_id: int, at: int) -> None:
        """Note durably that the running clock has reached session time `at`.

        :raises JournalError: if that could not be written; the next pulse makes it good.
        """
        self._mine()
        self.flush()
        self._write([_Write((("UPDATE game SET last_at=max(last_at, ?) WHERE id=?", (at, game_id)),))])

    def leave(self, game_id: int) -> None:
        """Put an unfinished game away for good: it is not offered again.

        :raises JournalError: if that could not be written yet.
        """
        self._mine()
        sql = "UPDATE game SET status='left' WHERE id=? AND status='open'"
        self._waiting.append(_Write(((sql, (game_id,)),)))
        self.flush()

    def keep(self, record: Record) -> int:
        """Add a game that came from a file, all of it or nothing; its new id.

        :raises JournalError: if it could not be written.
        """
        self._mine()
        self.flush()
        number, saved = self._next, record.saved
        views: Sequence[bytes | None] = record.views if record.views is not None else [None] * len(saved.entries)
        head = (number, saved.game, saved.group, private_json(saved.seats), saved.opening, record.wall)
        tail = (saved.status.value, saved.last_at, record.result, len(saved.entries), int(record.views is not None))
        rows = [(_ENTRY, _entry_row(number, e, view)) for e, view in zip(saved.entries, views, strict=True)]
        self._write([_Write(((_GAME, (*head, *tail)), *rows))])
        self._next += 1
        return number

    def flush(self) -> None:
        """Write all that still waits, in order, in one transaction.

        :raises JournalError: if the disk still says no.
        """
        self._mine()
        if self._waiting:
            self._write(self._waiting)
            self._waiting = []

    @property
    def unsaved(self) -> int:
        """How many entries wait for the disk."""
        return sum(write.entries for write in self._waiting)

    def _write(self, writes: Sequence[_Write]) -> None:
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            for write in writes:
                for sql, values in write.statements:
                    db.execute(sql, values)
            db.execute("COMMIT")
        except sqlite3.Error as error:
            trouble = named(error, self.path)
            if db.in_transaction:  # SQLite takes some failed transactions back by itself
                db.execute("ROLLBACK")
            raise trouble from error

    # --- reading ------------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """All games, newest first."""
        return [self._row(row) for row in self._all(f"SELECT {_ROW} FROM game ORDER BY id DESC")]

    def row(self, game_id: int) -> GameRow | None:
        """One game of the list, None if there is none of that id."""
        rows = self._all(f"SELECT {_ROW} FROM game WHERE id=?", (game_id,))
        return self._row(rows[0]) if rows else None

    def load(self, game_id: int) -> Saved | None:
        """A game with all its entries, None if there is none of that id.

        :raises JournalError: `journal_damaged` if an entry's checksum is wrong; `journal_record` for a record.
        """
        row = self.row(game_id)
        if row is not None and row.record:
            raise JournalError("journal_record", self.path, id=game_id)
        return None if row is None else self._saved(row)[0]

    def record(self, game_id: int | None) -> Record | None:
        """As `load`, also for records, and with what else an export needs. Without an id: the newest game.

        :raises JournalError: `journal_damaged`.
        """
        if game_id is None:
            game_id = next((row.id for row in self.games()), 0)
        row = self.row(game_id)
        if row is None:
            return None
        saved, views = self._saved(row)
        result = self._all("SELECT result FROM game WHERE id=?", (row.id,))[0][0]
        return Record(saved, row.wall, result, views if row.record else None)

    def paused(self) -> list[GameRow]:
        """The games that were neither finished nor put away, newest first."""
        return [self._row(row) for row in self._all(f"SELECT {_ROW} FROM game WHERE {_PAUSED} ORDER BY id DESC")]

    def unfinished(self) -> Saved | None:
        """The newest of the paused games."""
        rows = self._all(f"SELECT id FROM game WHERE {_PAUSED} ORDER BY id DESC LIMIT 1")
        return self.load(rows[0][0]) if rows else None

    def results(self, game: str, group: str) -> list[dict[str, Any]]:
        """Results of the group's finished games, oldest first. Records from outside do not count."""
        sql = (
            "SELECT result FROM game WHERE name=? AND grp=? AND status='ended' AND record=0 "
            "AND result IS NOT NULL ORDER BY id"
        )
        return [_result.decode(row[0]) for row in self._all(sql, (game, group))]

    def _saved(self, row: GameRow) -> tuple[Saved, tuple[bytes, ...]]:
        opening = self._all("SELECT opening FROM game WHERE id=?", (row.id,))[0][0]
        columns = "seq, at, kind, label, move, events, crc, view"
        rows = self._all(f"SELECT {columns} FROM entry WHERE game=? ORDER BY seq", (row.id,))
        for seq, _, _, _, move, events, crc, _ in rows:
            if crc and crc != zlib.crc32(events, zlib.crc32(move)):
                raise JournalError("journal_damaged", self.path, f"entry {seq}", id=row.id)
        entries = tuple(
            Entry(seq, at, EntryKind(kind), None if label is None else _label.decode(label), move, events)
            for seq, at, kind, label, move, events, _, _ in rows
        )
        saved = Saved(row.id, row.game, row.group, row.seats, opening, entries, row.last_at, row.status)
        return saved, tuple(line[-1] for line in rows)

    def _row(self, row: Any) -> GameRow:
        number, name, group, wall, seats, status, result, last_at, entries, record = row
        try:
            kept = None if result is None else _result.decode(result)
            named_seats, known = _seats.decode(seats), Status(status)
        except (msgspec.MsgspecError, ValueError) as error:
            raise JournalError("journal_damaged", self.path, str(error), id=number) from error
        return GameRow(number, name, group, wall, named_seats, known, kept, last_at, entries, bool(record))

    def _all(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise named(error, self.path) from error

    # --- whose it is --------------------------------------------------------------------------------------

    def _mine(self) -> None:
        """All writing is done by one thread: the first that writes, until `hand_over`."""
        here = threading.get_ident()
        if self._thread is None:
            self._thread = here
        elif self._thread != here:
            raise RuntimeError(f"the journal belongs to thread {self._thread}, not to {here}")

    def hand_over(self) -> None:
        """Let the next thread that writes be the one."""
        self._mine()
        self._thread = None

    def close(self) -> None:
        """Write what waits and close the file. The writing thread must have ended, or be this one.

        :raises JournalError: if entries are still unsaved; the file is closed all the same.
        """
        self._thread = None
        try:
            self.flush()
        finally:
            self._db.close()
            self._give_back()

    def _give_back(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _entry_row(game_id: int, entry: Entry, view: bytes | None) -> tuple[Any, ...]:
    label = None if entry.label is None else private_json(entry.label)
    crc = zlib.crc32(entry.events, zlib.crc32(entry.move))
    return (game_id, entry.seq, entry.at, entry.kind.value, label, entry.move, entry.events, crc, view)
