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

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from companion.engine.checksum import BROKEN, checksum
from companion.engine.codec import decoder, private_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Label, Player
from companion.engine.journal_files import JournalFiles
from companion.engine.lock import WriterLock
from companion.engine.mark import MOST_GAMES, Mark, read_mark
from companion.engine.schema import ENTRY, GAME_HEAD, connect
from companion.engine.trouble import JournalError, JournalInUse, named
from companion.engine.update import Notice

__all__ = ["GameRow", "Journal", "JournalError", "JournalInUse", "Record", "Rest"]

log = logging.getLogger(__name__)

MOST = 2**53
"""Larger than any count and any session ms: a larger number is a damaged one."""
_Statement = tuple[str, tuple[Any, ...]]


class GameRow(Struct, frozen=True):
    """A game in the list of games. `wall` is the wall-clock time of its opening, ISO 8601, for people only.

    A `record` came in from a public export: it can be looked at, not played on. `damaged`: its checksums are wrong, or
    entries are missing; of such a row only what can be read is true. `lost`: so many of its last entries were
    acknowledged and are gone, without a trace but the high-water mark.
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
    damaged: bool = False
    lost: int = 0


class Record(Struct, frozen=True):
    """A game that came in from a file. `views` are JSON: the public view after each entry, none for a whole game."""

    saved: Saved
    wall: str
    result: bytes | None
    views: tuple[bytes, ...] | None = None


class Rest(Struct, frozen=True):
    """What is left of a game: its entries up to the first damaged one. `detail` says what is wrong, "" if nothing."""

    saved: Saved
    wall: str
    entries: int
    detail: str


class _Write(Struct, frozen=True):
    """Statements that belong together, waiting for the disk. `game` and `total`: its entries once they are there."""

    statements: tuple[_Statement, ...]
    entries: int = 0
    game: int | None = None
    total: int = 0


class _Head(Struct):
    """A game's row as it stands or will stand once all is written that waits; in the order of `GAME_HEAD`."""

    id: int
    name: str
    group: str
    seats: bytes
    wall: str
    record: int
    status: str
    result: bytes | None
    last_at: int
    entries: int
    lost: int
    opening_crc: int


_GAME = f"INSERT INTO game ({GAME_HEAD}, crc, opening) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
_ENTRY = f"INSERT INTO entry ({ENTRY}, crc) VALUES (?,?,?,?,?,?,?,?,?)"
_STANDS = "UPDATE game SET seats=coalesce(?, seats), status=?, result=?, last_at=?, entries=?, lost=?, crc=? WHERE id=?"
_ROW = f"SELECT {GAME_HEAD}, crc FROM game"
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
        """What was wrong with the file when it was opened."""
        self._news: list[Notice] = []
        self._waiting: list[_Write] = []
        self._heads: dict[int, _Head] = {}
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
            facts: dict[str, str | int] = {"path": str(path), "kept": str(damaged), "games": len(rows)}
            self.problems += (Notice("journal_corrupt", facts),)
        holds = {row.id: row.entries for row in rows if row.id < MOST_GAMES}
        short = {row.id: mark[row.id] - row.entries for row in rows if not row.damaged and row.id in mark}
        short = {game: lost for game, lost in short.items() if lost > 0}
        gone = sorted(set(mark) - set(holds))
        if short or gone:
            entries = sum(short.values()) + sum(mark[game] for game in gone)
            lost_facts: dict[str, str | int] = {"path": str(path), "entries": entries, "games": len(short) + len(gone)}
            self.problems += (Notice("journal_lost", lost_facts),)
        try:
            if short:
                self._write([_Write(tuple(self._changed(game, lost=lost) for game, lost in short.items()))])
            self._mark = Mark(path, holds)
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
        head = _Head(number, game, group, private_json(tuple(seats)), wall, 0, Status.OPEN.value, None, 0, 0, 0, 0)
        self._heads[number] = head
        self._waiting.append(_Write((_first(head, opening),), game=number))
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
        now: dict[str, Any] = {"status": status.value, "result": result, "last_at": last_at, "entries": total}
        if seats is not None:
            now["seats"] = private_json(tuple(seats))
        grown = self._changed(game_id, keep=True, lost=0, **now)
        write = _Write((_entry(game_id, entry, None), grown), entries=1, game=game_id, total=total)
        self._waiting.append(write)
        self.flush()

    def pulse(self, game_id: int, at: int) -> None:
        """Note durably that the running clock has reached session time `at`.

        :raises JournalError: if that could not be written; the next pulse makes it good.
        """
        self._mine()
        self.flush()
        head = self._head(game_id)
        if head is not None and at > head.last_at:
            self._write([_Write((self._changed(game_id, last_at=at),))])
            head.last_at = at

    def leave(self, game_id: int) -> None:
        """Put an unfinished game away for good: it is not offered again.

        :raises JournalError: if that could not be written yet.
        """
        self._mine()
        row = self.row(game_id)
        if row is not None and row.damaged:
            sql = "UPDATE game SET status=?, crc=? WHERE id=?"  # what was wrong before is not made right
            self._heads.pop(game_id, None)
            self._waiting.append(_Write(((sql, (Status.LEFT.value, BROKEN, game_id)),)))
        elif (head := self._head(game_id)) is not None and head.status == Status.OPEN.value:
            self._waiting.append(_Write((self._changed(game_id, status=Status.LEFT.value, keep=True),)))
        self.flush()

    def keep(self, record: Record) -> int:
        """Add a game that came from a file, all of it or nothing; its new id.

        :raises JournalError: if it could not be written.
        """
        self._mine()
        self.flush()
        number, saved = self._next, record.saved
        views: Sequence[bytes | None] = record.views if record.views is not None else [None] * len(saved.entries)
        head = _Head(
            number,
            saved.game,
            saved.group,
            private_json(saved.seats),
            record.wall,
            int(record.views is not None),
            saved.status.value,
            record.result,
            saved.last_at,
            len(saved.entries),
            0,
            0,
        )
        rows = [_entry(number, e, view) for e, view in zip(saved.entries, views, strict=True)]
        self._write([_Write((_first(head, saved.opening), *rows), game=number, total=len(rows))])
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

    def _head(self, game_id: int) -> _Head | None:
        """A game's row as it stands or will stand; None if there is none."""
        head = self._heads.get(game_id)
        if head is None and (rows := self._all(f"{_ROW} WHERE id=?", (game_id,))):
            head = self._heads[game_id] = _Head(*rows[0][:-1])
        return head

    def _changed(self, game_id: int, keep: bool = False, **values: Any) -> _Statement:
        """The statement that changes a game's row. `keep`: what is to be written next starts from the change."""
        head = self._head(game_id)
        if head is None:  # it lies in a file that is gone
            return _STANDS, (None, Status.OPEN.value, None, 0, 0, 0, BROKEN, game_id)
        head = head if keep else copy(head)
        for name, value in values.items():
            setattr(head, name, value)
        crc = checksum(*astuple(head))
        return _STANDS, (head.seats, head.status, head.result, head.last_at, head.entries, head.lost, crc, game_id)

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
        old, (self._db, _) = self._db, connect(None)
        try:  # what was opened can still be read, also without a name
            old.backup(self._db)
            if self._db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError
        except sqlite3.Error:
            self._db, _ = connect(None)
        self._files.forget()
        old.close()
        self._files = None
        if self._mark is not None:
            self._mark.close()
            self._mark = None

    # --- reading ------------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """All games, newest first."""
        return [self._row(row) for row in self._all(f"{_ROW} ORDER BY id DESC")]

    def row(self, game_id: int) -> GameRow | None:
        """One game of the list, None if there is none of that id."""
        rows = self._all(f"{_ROW} WHERE id=?", (game_id,))
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
        rows = self._all(f"{_ROW} WHERE status NOT IN ('ended', 'left') ORDER BY id DESC")
        return [row for row in map(self._row, rows) if row.damaged or not row.record]

    def unfinished(self) -> Saved | None:
        """The newest of the paused games.

        :raises JournalError: `journal_damaged`.
        """
        paused = self.paused()
        return self._whole(paused[0]) if paused else None

    def results(self, game: str, group: str) -> list[dict[str, Any]]:
        """Results of the group's finished games, oldest first. Records from outside do not count."""
        rows = self._all(f"{_ROW} WHERE name=? AND grp=? AND status='ended' AND record=0 ORDER BY id", (game, group))
        found = [self._row(row) for row in rows]
        return [row.result for row in found if row.result is not None and not row.damaged]

    def rest(self, row: GameRow) -> Rest:
        """What is left of a game: its entries up to the first that is damaged or missing; all, if none is.

        :raises JournalError: `journal_damaged` if its opening is.
        """
        ((opening, crc),) = self._all("SELECT opening, opening_crc FROM game WHERE id=?", (row.id,))
        detail = "its row" if row.damaged else ""
        entries: list[Entry] = []
        if crc != checksum(opening):
            detail = "its opening"
        else:
            rows = self._all(f"SELECT {ENTRY}, crc FROM entry WHERE game=? ORDER BY seq", (row.id,))
            whole = [_decoded(values) for *values, entry_crc in rows if entry_crc == checksum(*values)]
            for entry in whole:
                if entry is not None and entry.seq == len(entries) + 1:
                    entries.append(entry)
            if len(entries) < max(len(rows), row.entries):
                detail = f"entry {len(entries) + 1}"
        last_at = max(row.last_at, entries[-1].at if entries else 0)
        if detail:
            last_at = entries[-1].at if entries else 0
        saved = Saved(row.id, row.game, row.group, row.seats, opening, tuple(entries), last_at, row.status)
        return Rest(saved, row.wall, row.entries, detail)

    def _whole(self, row: GameRow) -> Saved:
        rest = self.rest(row)
        if rest.detail:
            raise damaged_game(self.path, rest)
        return rest.saved

    def _row(self, row: Any) -> GameRow:
        *values, crc = row
        number, name, group, seats, wall, record, status, result, last_at, entries, lost, _ = values
        damaged = crc != checksum(*values) or number in self._broken
        try:
            named_seats, known = _seats.decode(seats), Status(status)
            kept = None if result is None else _result.decode(result)
        except (msgspec.MsgspecError, ValueError, TypeError):
            damaged, kept = True, None
            named_seats, known = _or_none(_seats, seats) or (), _status(status)
        texts = [text if isinstance(text, str) else "" for text in (name, group, wall)]
        counts = [n if isinstance(n, int) and 0 <= n < MOST else 0 for n in (last_at, entries, lost)]
        return GameRow(
            number, texts[0], texts[1], texts[2], named_seats, known, kept, counts[0], counts[1],
            bool(record), damaged, counts[2],
        )  # fmt: skip

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


def damaged_game(path: Path | str, rest: Rest) -> JournalError:
    """The error that names a damaged game, with what is left of it."""
    names = ", ".join(seat.name for seat in rest.saved.seats)
    whole = len(rest.saved.entries)
    facts: dict[str, str | int] = {"names": names, "whole": whole, "entries": max(rest.entries, whole)}
    return JournalError("journal_damaged", path, rest.detail, id=rest.saved.id, **facts)


def _first(head: _Head, opening: bytes) -> _Statement:
    head.opening_crc = checksum(opening)
    values = astuple(head)
    return _GAME, (*values, checksum(*values), opening)


def _entry(game_id: int, entry: Entry, view: bytes | None) -> _Statement:
    label = None if entry.label is None else private_json(entry.label)
    values = (game_id, entry.seq, entry.at, entry.kind.value, label, entry.move, entry.events, view)
    return _ENTRY, (*values, checksum(*values))


def _decoded(values: Sequence[Any]) -> Entry | None:
    """An entry of the file; None if it is none (written by a companion that had no checksum)."""
    _, seq, at, kind, label, move, events, _ = values
    try:
        return Entry(seq, at, EntryKind(kind), None if label is None else _label.decode(label), move, events)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None


def _or_none(decode: msgspec.json.Decoder[Any], value: Any) -> Any:
    try:
        return decode.decode(value)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None


def _status(value: Any) -> Status:
    """A damaged status may have been any: the game stays in sight."""
    try:
        return Status(value)
    except ValueError:
        return Status.OPEN
