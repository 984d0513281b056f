"""The journal: every entry of every game, durable before anybody sees it. SQLite, one writer, the engine thread.

What cannot be written (a full disk) is kept in order and written with the next entry that can be.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from companion.engine.checksum import BROKEN, checksum
from companion.engine.codec import private_json
from companion.engine.connection import connect, in_memory
from companion.engine.entry import Entry, Saved, Status
from companion.engine.game import Player
from companion.engine.journal_errors import JournalError, JournalInUse, named
from companion.engine.journal_files import JournalFiles
from companion.engine.journal_rows import (
    GAME_ROW,
    PUT_AWAY,
    STANDS,
    GameRow,
    Head,
    Record,
    Rest,
    Statement,
    Write,
    damaged_game,
    entry_statement,
    first_statements,
    game_row,
    lost_since,
    rest_of,
)
from companion.engine.lock import WriterLock
from companion.engine.mark import MOST_GAMES, Mark, read_mark
from companion.engine.schema import ENTRY, OPENING
from companion.engine.update import Notice

__all__ = ["GameRow", "Journal", "JournalError", "JournalInUse", "Record", "Rest"]

log = logging.getLogger(__name__)


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
        self._news: list[Notice] = []
        self._waiting: list[Write] = []
        self._heads: dict[int, Head] = {}
        self._broken: set[int] = set()
        self._thread: int | None = None
        self._lock: WriterLock | None = None
        self._mark: Mark | None = None
        self._files: JournalFiles | None = None
        if path is not None and not read_only:
            try:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise named(error, path) from error
            self._lock = WriterLock(path)
        try:
            self._db, damaged = connect(path, read_only)
            try:
                self._next = self._highest() + 1
                if path is not None and not read_only:
                    self._take_stock(path, damaged)
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._give_back()
            raise

    def _highest(self) -> int:
        """The last game's number; one that only a damaged row can have does not count."""
        return int(self._all("SELECT coalesce(max(id), 0) FROM game WHERE id < ?", (MOST_GAMES,))[0][0])

    def _take_stock(self, path: Path, damaged: Path | None) -> None:
        """Compare what is there with what was acknowledged, and examine the games that may be taken up."""
        rows, mark = self.games(), read_mark(path)
        self._next = max(self._next, max(mark, default=0) + 1)
        if damaged is not None:
            self.problems += (Notice("journal_corrupt", {"path": str(path), "kept": str(damaged), "games": len(rows)}),)
        short, lost = lost_since(path, rows, mark)
        self.problems += lost
        try:
            if short:
                self._write([Write(tuple(self._changed(game, lost=lost) for game, lost in short.items()))])
            self._mark = Mark(path, {row.id: row.entries for row in rows if row.id < MOST_GAMES})
        except (JournalError, OSError) as error:
            log.error("the high-water mark of %s cannot be kept: %s", path, error)
        self._files = JournalFiles(path)
        suspects = self.paused() if damaged is None else rows
        self._broken = {row.id for row in suspects if self.rest(row).detail}
        if self._broken:
            whose = "; ".join(", ".join(seat.name for seat in row.seats) for row in rows if row.id in self._broken)
            self.problems += (Notice("games_damaged", {"games": len(self._broken), "names": whose}),)

    def take_news(self) -> tuple[Notice, ...]:
        """What happened to the file since the last call."""
        news, self._news = tuple(self._news), []
        return news

    # --- writing ------------------------------------------------------------------------------------------

    def begin(self, game: str, group: str, seats: Sequence[Player], opening: bytes, wall: str) -> int:
        """Note a new game; its id.

        :raises JournalError: if it is not on the disk yet; its `instead` is the id all the same.
        """
        self._mine()
        number, self._next = self._next, self._next + 1
        head = Head(number, game, group, private_json(tuple(seats)), wall, 0, Status.OPEN.value, None, 0, 0, 0, 0)
        self._heads[number] = head
        self._waiting.append(Write(first_statements(head, opening), game=number))
        try:
            self.flush()
        except JournalError as error:
            error.instead = number
            raise
        return number

    def commit(
        self, game_id: int, entry: Entry, result: bytes | None, status: Status, seats: Sequence[Player] | None = None
    ) -> None:
        """Save an entry and how the game now stands, in one transaction, durable when this returns.

        :param seats: who plays now; None: as before.
        :raises JournalError: if it is not on the disk yet; it is kept and comes first the next time.
        """
        self._mine()
        head = self._head(game_id)
        last_at, total = (max(head.last_at, entry.at), head.entries + 1) if head is not None else (entry.at, entry.seq)
        now: dict[str, Any] = {} if seats is None else {"seats": private_json(tuple(seats))}
        now |= {"status": status.value, "result": result, "last_at": last_at, "entries": total}
        grown = self._changed(game_id, keep=True, lost=0, **now)
        self._waiting.append(Write((entry_statement(game_id, entry, None), grown), 1, game_id, total))
        self.flush()

    def pulse(self, game_id: int, at: int) -> None:
        """Note durably that the running clock has reached session time `at`.

        :raises JournalError: if that could not be written; the next pulse makes it good.
        """
        self._mine()
        self.flush()
        head = self._head(game_id)
        if head is not None and at > head.last_at:
            self._write([Write((self._changed(game_id, last_at=at),))])
            head.last_at = at

    def leave(self, game_id: int) -> None:
        """Put an unfinished game away for good: it is not offered again.

        :raises JournalError: if that could not be written yet.
        """
        self._mine()
        row = self.row(game_id)
        if row is not None and row.damaged:
            self._heads.pop(game_id, None)  # what was wrong before is not made right
            self._waiting.append(Write(((PUT_AWAY, (Status.LEFT.value, BROKEN, game_id)),)))
        elif (head := self._head(game_id)) is not None and head.status == Status.OPEN.value:
            self._waiting.append(Write((self._changed(game_id, status=Status.LEFT.value, keep=True),)))
        self.flush()

    def forget(self, game_id: int) -> None:
        """Leave a finished game out of `results`, as one that was put away; its result stays in its row.

        :raises JournalError: if that could not be written yet.
        """
        self._mine()
        if (head := self._head(game_id)) is not None and head.status == Status.ENDED.value:
            self._waiting.append(Write((self._changed(game_id, status=Status.LEFT.value, keep=True),)))
        self.flush()

    def amend(self, game_id: int, result: bytes) -> None:
        """Another result for a finished game.

        :raises JournalError: if that could not be written yet.
        """
        self._mine()
        if self._head(game_id) is not None:
            self._waiting.append(Write((self._changed(game_id, result=result, keep=True),)))
        self.flush()

    def keep(self, record: Record) -> int:
        """Add a game that came from a file, all of it or nothing; its new id.

        :raises JournalError: if it could not be written.
        """
        self._mine()
        self.flush()
        number, saved = self._next, record.saved
        views: Sequence[bytes | None] = record.views if record.views is not None else [None] * len(saved.entries)
        head = Head(
            number, saved.game, saved.group, private_json(saved.seats), record.wall, int(record.views is not None),
            saved.status.value, record.result, saved.last_at, len(saved.entries), 0, 0,
        )  # fmt: skip
        rows = [entry_statement(number, e, view) for e, view in zip(saved.entries, views, strict=True)]
        self._write([Write((*first_statements(head, saved.opening), *rows), game=number, total=len(rows))])
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

    def _write(self, writes: Sequence[Write]) -> None:
        self._look_at_files()
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
        finally:
            if self._files is not None:
                self._files.note()
        if self._mark is not None:
            for write in writes:
                if write.game is not None:
                    self._mark.note(write.game, write.total)

    def _head(self, game_id: int) -> Head | None:
        """A game's row as it stands or will stand; None if there is none."""
        head = self._heads.get(game_id)
        if head is None and (rows := self._all(f"{GAME_ROW} WHERE id=?", (game_id,))):
            head = self._heads[game_id] = Head(*rows[0][:-1])
        return head

    def _changed(self, game_id: int, keep: bool = False, **values: Any) -> Statement:
        """The statement that changes a game's row. `keep`: what is to be written next starts from the change."""
        head = self._head(game_id)
        if head is None:  # it lies in a file that is gone
            return STANDS, (None, Status.OPEN.value, None, 0, 0, 0, BROKEN, game_id)
        head = head if keep else copy(head)
        for name, value in values.items():
            setattr(head, name, value)
        crc = checksum(*astuple(head))
        return STANDS, (head.seats, head.status, head.result, head.last_at, head.entries, head.lost, crc, game_id)

    # --- the files under us -------------------------------------------------------------------------------

    def _look_at_files(self) -> None:
        """Go on in memory if the journal is no longer where it was opened: what is written there would be lost."""
        changed = self._files.changed() if self._files is not None else None
        if changed is None or self._files is None:
            return
        if changed == "wal":
            try:  # closing brings all that the lost -wal held into the file
                self._db.close()
                self._db, _ = connect(Path(self.path))
                self._files = JournalFiles(Path(self.path))
                return
            except (sqlite3.Error, JournalError) as error:
                log.error("the journal cannot be opened again: %s", error)
        self._news.append(Notice("journal_gone", {"reason": changed, "path": str(self.path)}))
        log.error("the journal %s is gone (%s): the game goes on in memory", self.path, changed)
        old, self._db = self._db, in_memory(self._db)
        self._files.forget()
        old.close()
        self._files = None
        if self._mark is not None:
            self._mark.close()
            self._mark = None

    # --- reading ------------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """All games, newest first."""
        return [self._row(row) for row in self._all(f"{GAME_ROW} ORDER BY id DESC")]

    def row(self, game_id: int) -> GameRow | None:
        """One game of the list, None if there is none of that id."""
        rows = self._all(f"{GAME_ROW} WHERE id=?", (game_id,))
        return self._row(rows[0]) if rows else None

    def load(self, game_id: int) -> Saved | None:
        """A game with all its entries, None if there is none of that id.

        :raises JournalError: `journal_damaged` if a checksum is wrong or an entry is missing, with the number of
            `whole` entries before it; `journal_record` for a record.
        """
        row = self.row(game_id)
        if row is not None and row.record and not row.damaged:
            raise JournalError("journal_record", self.path, id=game_id)
        return None if row is None else self._whole(row)

    def record(self, game_id: int | None) -> Record | None:
        """As `load`, also for records, and with what else an export needs. Without an id: the newest game.

        :raises JournalError: `journal_damaged`.
        """
        if game_id is None:
            game_id = next((row.id for row in self.games()), 0)
        row = self.row(game_id)
        if row is None:
            return None
        saved = self._whole(row)
        result = self._all("SELECT result FROM game WHERE id=?", (row.id,))[0][0]
        views = self._all("SELECT view FROM entry WHERE game=? ORDER BY seq", (row.id,)) if row.record else ()
        return Record(saved, row.wall, result, tuple(view for (view,) in views) if row.record else None)

    def paused(self) -> list[GameRow]:
        """The games that were neither finished nor put away, newest first."""
        rows = self._all(f"{GAME_ROW} WHERE status NOT IN ('ended', 'left') ORDER BY id DESC")
        return [row for row in map(self._row, rows) if row.damaged or not row.record]

    def unfinished(self) -> Saved | None:
        """The newest of the paused games.

        :raises JournalError: `journal_damaged`.
        """
        paused = self.paused()
        return self._whole(paused[0]) if paused else None

    def results(self, game: str, group: str) -> list[dict[str, Any]]:
        """Results of the group's finished games, oldest first. Records from outside do not count."""
        sql = f"{GAME_ROW} WHERE name=? AND grp=? AND status='ended' AND record=0 ORDER BY id"
        found = [self._row(row) for row in self._all(sql, (game, group))]
        return [row.result for row in found if row.result is not None and not row.damaged]

    def rest(self, row: GameRow) -> Rest:
        """What is left of a game: its entries up to the first that is damaged or missing; all, if none is.

        :raises JournalError: `journal_damaged` if its opening is.
        """
        ((opening, crc),) = self._all(f"SELECT {OPENING}, opening_crc FROM game WHERE id=?", (row.id,))
        entries = self._all(f"SELECT {ENTRY}, crc FROM entry WHERE game=? ORDER BY seq", (row.id,))
        return rest_of(row, opening, crc, entries)

    def _whole(self, row: GameRow) -> Saved:
        rest = self.rest(row)
        if rest.detail:
            raise damaged_game(self.path, rest)
        return rest.saved

    def _row(self, row: Any) -> GameRow:
        return game_row(row, row[0] in self._broken)

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
            self._look_at_files()  # closing writes to the file: not if it is another one now
        finally:
            self._db.close()
            self._give_back()

    def _give_back(self) -> None:
        if self._mark is not None:
            self._mark.close()
            self._mark = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None
