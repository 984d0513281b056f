"""The writer: a thread that writes the backlog to the disk, in order, so that the table never waits for the disk.

What the disk refuses, or does not answer to, stays in the backlog until it is written.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.engine.journal_copies import copied_index, longer_copy, make_copy, note_forgetting, repaired
from companion.engine.journal_errors import DamagedJournal, JournalError, JournalInUse, NoCopy
from companion.engine.journal_file import (
    NAMES,
    WRITE_ENTRY,
    WRITE_HEAD,
    WRITE_OPENING,
    FileState,
    connected,
    damage_named,
    index,
    open_journal_to_read,
    open_to_write,
    pause,
)
from companion.engine.journal_names import beside_journal, set_foreign_aside, set_journal_aside, unfinished_of
from companion.engine.journal_older import Named, forget_aside
from companion.engine.journal_rows import BROKEN, MOST_ENTRIES, GameHeadRow, SqlRow
from companion.engine.lock import WriterLock
from companion.engine.mark import MOST_GAMES, JournalMark, mark_path, read_mark
from companion.engine.update import Notice

log = logging.getLogger(__name__)

ANSWER_S = 0.2
"""An answer waits so long for the disk; after that it is not saved, and the table plays on. An answer has 300 ms in
all, also on a busy machine."""
NOTICE_S = 2.0
"""The table is warned after so long: a slow card does not make the warning flicker."""
RETRY_S = 0.5
CLOSE_S = 5.0
"""How long closing waits for a disk that does not answer."""
FORGET_S = 30.0
"""The same for the copies, while something is being forgotten."""
REPAIR_S = 300.0
"""How long a reader of the journal waits until it is made anew."""
CLEAN_TRIES = 400
"""Interval at which the writer checks whether the file still has a reader."""
MOST_REPAIRS = 3
"""In one evening: what is damaged again and again is the disk."""


class WholeGame:
    """A game with all its rows."""

    def __init__(self, head: SqlRow, opening: bytes, entries: list[SqlRow]) -> None:
        self.head = head
        self.opening = opening
        self.entries = entries


class Batch:
    """Rows that become durable together."""

    def __init__(self) -> None:
        self.heads: dict[int, SqlRow] = {}
        self.openings: dict[int, bytes] = {}
        self.entries: dict[int, list[SqlRow]] = {}

    def __bool__(self) -> bool:
        return bool(self.heads or self.openings or self.entries)

    def add(self, game: WholeGame) -> None:
        """Add all of a game, in place of what was waiting of it."""
        number = game.head[0]
        self.heads[number], self.openings[number], self.entries[number] = game.head, game.opening, list(game.entries)

    def copy(self) -> Batch:
        """Return the same rows, for another thread."""
        twin = Batch()
        twin.heads, twin.openings = dict(self.heads), dict(self.openings)
        twin.entries = {game: list(rows) for game, rows in self.entries.items()}
        return twin

    def remove(self, done: Batch) -> None:
        """Forget what is durable; a row that was changed meanwhile stays."""
        self.heads = {game: row for game, row in self.heads.items() if done.heads.get(game) is not row}
        self.openings = {game: row for game, row in self.openings.items() if game not in done.openings}
        left = {game: rows[len(done.entries.get(game, ())) :] for game, rows in self.entries.items()}
        self.entries = {game: rows for game, rows in left.items() if rows}


class ForgottenRows(NamedTuple):
    """What was written over, to be removed from the copies and old journals: a name, or the games of a group. `named`:
    which fields of a game's result hold names."""

    name: str
    group: tuple[str, ...]
    named: Named


class File(Protocol):
    """The target of the writer. All methods are called on the writer's thread."""

    def open(self, damaged: bool) -> tuple[dict[int, SqlRow], tuple[Notice, ...]]:
        """Open it; the rows of its games, and what happened to it.

        :param damaged: something in it was found damaged.
        :raises JournalError: if that is not possible now.
        """

    def write(self, batch: Batch) -> None:
        """Write durably, all or nothing.

        :raises JournalError: if that is not possible now.
        :raises Damaged: if the file must be opened again.
        """

    def forget(self, forgotten: Sequence[ForgottenRows]) -> None:
        """Prepare for the next `write`, which overwrites what is to leave no trace."""

    def clean(self) -> None:
        """Let nothing stay in the file that was written over."""

    def close(self) -> None:
        """Close it."""


class JournalFile:
    """The journal on a disk."""

    def __init__(self, path: Path) -> None:
        """
        :raises JournalInUse: if another process writes to it.
        """
        self.path = path
        self._db: Any = None
        self._lock: WriterLock | None = None
        self._mark: JournalMark | None = None
        self._looks: FileState | None = None
        self._repairs = 0
        self._kept: list[Path] = []
        try:
            self._take_lock()
        except JournalInUse:
            raise
        except (JournalError, OSError) as error:
            log.warning("%s", error)

    def _take_lock(self) -> None:
        if self._lock is None:
            with damage_named(self.path):
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._kept += set_foreign_aside(self.path)
                self._lock = WriterLock(self.path)

    def open(self, damaged: bool = False) -> tuple[dict[int, SqlRow], tuple[Notice, ...]]:
        """Open the file; a damaged one is made anew, one of an older companion is put aside."""
        self._drop()
        self._take_lock()
        path, news = self.path, list[Notice]()
        with damage_named(path):
            with NAMES:
                self._kept += set_foreign_aside(path)
            try:
                if damaged and self._repairs < MOST_REPAIRS:
                    raise DamagedJournal("it was found so")
                rows = self._opened()
            except JournalError as error:
                if error.code != "journal_older":
                    raise
                with NAMES:
                    news.append(
                        Notice("journal_set_aside", {"path": str(path), "kept": str(set_journal_aside(path, "older"))})
                    )
                    mark_path(path).unlink(missing_ok=True)  # of other games
                    rows = self._opened()
            except DamagedJournal as damage:
                log.error("%s is damaged: %s", path, damage)
                self._drop()
                if self._repairs >= MOST_REPAIRS:
                    raise JournalError("journal_io", path, str(damage)) from damage
                self._repairs += 1
                with repaired(path) as kept:
                    rows = self._opened()
                news.append(
                    Notice("journal_corrupt", {"path": str(path), "kept": str(kept or path), "games": len(rows)})
                )
        news += self._take_stock(rows)
        if self._kept:
            names, self._kept = ", ".join(map(str, self._kept)), []
            news.append(Notice("journal_foreign_aside", {"path": str(path), "kept": names}))
        self._looks = FileState(path)
        self._sweep()
        if unfinished_of(path).exists():
            self.clean()
        return rows, tuple(news)

    def _sweep(self) -> None:
        """Remove what a companion that was killed has left in the middle of its work; all of it is in the journal."""
        for folder in self.path.parent.glob(f".{self.path.name}.*"):
            shutil.rmtree(folder, ignore_errors=True)
        for ending in (".copy", ".draft"):
            with contextlib.suppress(OSError):
                beside_journal(self.path, ending).unlink()

    def forget(self, forgotten: Sequence[ForgottenRows]) -> None:
        """Forget it in the journals that were put aside; the copies are made anew later."""
        for name, group, named in forgotten:
            for aside in forget_aside(self.path, name, group, named):
                log.error("%s cannot be changed: it has still what was to be forgotten", aside)
        with damage_named(self.path):
            note_forgetting(self.path, written=False)

    def clean(self) -> None:
        """Write the file anew: SQLite leaves old rows in the unused part of a page, and in the -wal. From now on copies
        have nothing of what was forgotten."""
        try:
            self._db.execute("VACUUM")
            for _ in range(CLEAN_TRIES):
                if not self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    break
                pause()  # a reader keeps the -wal in use
        except sqlite3.Error as error:  # all is saved; the next start tries again
            log.error("%s still has traces of what was forgotten: %s", self.path, error)
        else:
            with damage_named(self.path):
                note_forgetting(self.path, written=True)
        if self._looks is not None:
            self._looks.note()

    def _opened(self) -> dict[int, SqlRow]:
        """Return what is there, if it is no less than what was copied.

        :raises Damaged: if it is.
        """
        with damage_named(self.path):
            self._db = open_to_write(self.path)
            rows = index(self._db)
        shorter = longer_copy(rows, copied_index(self.path))
        if shorter:
            raise DamagedJournal(f"game {shorter} was longer")
        return rows

    def _take_stock(self, rows: dict[int, SqlRow]) -> tuple[Notice, ...]:
        """Compare with what was acknowledged before; from now on the mark counts the present entries."""
        mark = read_mark(self.path)
        have = {number: row[9] + row[10] if row[-1] != BROKEN else mark.get(number, 0) for number, row in rows.items()}
        short = {number: mark[number] - have.get(number, 0) for number in mark if mark[number] > have.get(number, 0)}
        for number in short.keys() & rows.keys():
            head = GameHeadRow(*rows[number][:-1])
            head.lost = min(head.lost + short[number], MOST_ENTRIES - 1)
            rows[number] = head.row()
            have[number] = mark[number]
            with damage_named(self.path):
                self._db.execute(WRITE_HEAD, rows[number])
        try:
            if self._mark is not None:
                self._mark.close()
            self._mark = JournalMark(self.path, {n: total for n, total in have.items() if 0 < n < MOST_GAMES})
        except (OSError, JournalError) as error:
            log.error("the high-water mark of %s cannot be kept: %s", self.path, error)
        if not short:
            return ()
        return (Notice("journal_lost", {"path": str(self.path), "entries": sum(short.values()), "games": len(short)}),)

    def write(self, batch: Batch) -> None:
        """Write a batch in one transaction."""
        self._look()
        with damage_named(self.path):
            try:
                # IMMEDIATE: a lock of another program is met here and not at the commit.
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany(WRITE_HEAD, batch.heads.values())
                self._db.executemany(WRITE_OPENING, batch.openings.items())
                # An opening comes with all the entries that there are: of a damaged game there may be others.
                self._db.executemany("DELETE FROM entry WHERE game=?", ((game,) for game in batch.openings))
                for rows in batch.entries.values():
                    self._db.executemany(WRITE_ENTRY, rows)
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:  # SQLite takes some failed transactions back by itself
                    self._db.execute("ROLLBACK")
                if self._looks is not None:
                    self._looks.note()
        if self._mark is not None:
            try:
                for number, row in batch.heads.items():
                    if row[-1] != BROKEN and 0 < number < MOST_GAMES:
                        self._mark.note(number, row[9] + row[10])
            except OSError as error:
                log.error("the high-water mark of %s cannot be kept: %s", self.path, error)

    def _look(self) -> None:
        """Write to no other file than the one that was opened, and to none that has no name any more."""
        changed = self._looks.changed() if self._looks is not None and self._db is not None else "closed"
        if not changed:
            return
        if changed == "wal":  # closing brings all that the lost -wal held into the file
            self._db.close()
            self._kept += set_foreign_aside(self.path)
            self._db = open_to_write(self.path)
        elif changed == "deleted":
            self._write_again()
        elif changed == "closed" or (changed == "other" and self._same()):
            if self._looks is not None:
                self._looks.forget()
            self._drop()
            self._db = open_to_write(self.path)
        else:
            raise JournalError("journal_gone", self.path, changed)
        self._looks = FileState(self.path)

    def _write_again(self) -> None:
        """Write a deleted file again: as long as it is open, all of it can be read."""
        draft = self.path.with_name(f"{self.path.name}.draft")
        draft.unlink(missing_ok=True)
        fresh = connected(draft)
        try:
            self._db.backup(fresh)
            # The copy is in WAL mode like its source: leaving that puts all rows into the one file that is renamed.
            fresh.execute("PRAGMA journal_mode=DELETE")
        finally:
            fresh.close()
        self._drop()
        if self._lock is not None:  # its file went as well, perhaps
            self._lock.release()
            self._lock = None
        self._take_lock()
        with NAMES:
            draft.replace(self.path)
            self._db = open_to_write(self.path)

    def _same(self) -> bool:
        """Return whether the file that is there now holds what was saved."""
        if self._looks is None or self._looks.wal_stands():  # SQLite would read our own -wal with it
            return False
        try:
            ours = index(self._db)
            with open_journal_to_read(self.path) as db, damage_named(self.path):
                return index(db) == ours
        except (sqlite3.Error, JournalError, DamagedJournal):
            return False

    def _drop(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def close(self) -> None:
        """Close the file, if it is still ours, and give it back."""
        try:
            if self._looks is not None and self._looks.changed() not in ("", "wal"):
                self._looks.forget()
            self._drop()
        finally:
            if self._mark is not None:
                self._mark.close()
                self._mark = None
            if self._lock is not None:
                self._lock.release()
                self._lock = None


class Writer:
    """The backlog and the thread that writes it.

    :param file: where to.
    :param now: seconds; a test has a clock of its own.
    """

    def __init__(self, file: File, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._path = path
        self._now = now
        self._changed = threading.Condition()
        self._backlog = Batch()
        self._pulses: dict[int, SqlRow] = {}
        self._forgotten: list[ForgottenRows] = []
        self._since: float | None = None
        self._failure: JournalError | None = None
        self._behind = False
        self._held: WholeGame | None = None
        self._openings = 0
        self._damaged = False
        self._closing = False
        self._copier: threading.Thread | None = None
        self._copying = False
        self._again = False
        """Something was forgotten while a copy was made: another one is due."""
        self.on_news: Callable[[], None] = lambda: None
        """Called on the writer's thread when the table is saved again, or there is news."""
        self.rows: dict[int, SqlRow] | None = None
        """The games of the file when it was last opened; `take_rows` leaves None."""
        self._news: list[Notice] = []
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    # --- on the table's thread ---------------------------------------------------------------------------

    def hold(self, head: SqlRow, opening: bytes, entries: list[SqlRow]) -> None:
        """Keep all of the game that is played: where the file is damaged under it, none of it is lost."""
        with self._changed:
            self._held = WholeGame(head, opening, entries)

    def put(self, head: SqlRow, opening: bytes | None = None, entries: tuple[SqlRow, ...] = ()) -> None:
        """Put a game's row, and what is new of it, into the backlog, and wait a moment for the disk."""
        self.put_all(((head, opening, entries),))

    def put_all(
        self, games: Iterable[tuple[SqlRow, bytes | None, tuple[SqlRow, ...]]], forgotten: ForgottenRows | None = None
    ) -> None:
        """As `put`, of several games, that become durable together.

        :param forgotten: what they are written over for.
        """
        with self._changed:
            if forgotten is not None:
                self._forgotten.append(forgotten)
            self._since = self._now() if self._since is None else self._since
            for head, opening, entries in games:
                self._pulses.pop(head[0], None)
                self._backlog.heads[head[0]] = head
                if opening is not None:
                    self._backlog.openings[head[0]] = opening
                if entries:
                    self._backlog.entries.setdefault(head[0], []).extend(entries)
                self._follow(head, entries)
                if opening is not None and self._held is not None and self._held.head[0] == head[0]:
                    self._held = WholeGame(head, opening, list(entries))
            self._changed.notify_all()
            if not self._behind:
                self._changed.wait_for(lambda: not self._backlog or self._failure is not None, ANSWER_S)
                self._behind = bool(self._backlog)

    def pulse(self, head: SqlRow) -> None:
        """Put a game's row into the backlog and wait for nothing."""
        with self._changed:
            self._since = self._now() if self._since is None else self._since
            (self._backlog.heads if head[0] in self._backlog.heads else self._pulses)[head[0]] = head
            self._follow(head)
            self._changed.notify_all()

    def _follow(self, head: SqlRow, entries: tuple[SqlRow, ...] = ()) -> None:
        if self._held is not None and self._held.head[0] == head[0]:
            self._held.head = head
            self._held.entries.extend(entries)

    @property
    def saved(self) -> bool:
        """Whether all that was put is durable."""
        with self._changed:
            return not self._backlog

    @property
    def opened(self) -> bool:
        """Whether the file is open."""
        return self.openings > 0

    @property
    def openings(self) -> int:
        """How often the file was opened, or made anew."""
        with self._changed:
            return self._openings

    @property
    def unsaved(self) -> int:
        """How many entries wait for the disk."""
        with self._changed:
            return sum(map(len, self._backlog.entries.values()))

    def waiting(self, game: int) -> tuple[bytes | None, list[SqlRow]]:
        """Return what is in the backlog of a game: its opening, its entries."""
        with self._changed:
            return self._backlog.openings.get(game), list(self._backlog.entries.get(game, ()))

    def trouble(self) -> JournalError | None:
        """Return why the table is not saved; None if it is, or has not been for a moment only."""
        with self._changed:
            if self._since is None or self._now() - self._since < NOTICE_S:
                return None
            return self._failure or JournalError("journal_slow", self._path)

    def patience(self) -> float | None:
        """Return seconds until `trouble` may have something new to say; None if nothing waits."""
        with self._changed:
            return None if self._since is None else max(0.0, self._since + NOTICE_S - self._now())

    def flush(self, seconds: float) -> None:
        """Wait until all is written.

        :raises JournalError: if it is not after so long.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: not self._waits(), seconds):
                raise self._failure or JournalError("journal_slow", self._path)

    def ready(self, seconds: float) -> JournalError | None:
        """Wait until the file is open, at most so long; why it is not."""
        with self._changed:
            self._changed.wait_for(lambda: self._openings or self._failure is not None, seconds)
            return None if self._openings else self._failure or JournalError("journal_slow", self._path)

    def open_again(self, seconds: float, seen: int) -> None:
        """Let a file that was found damaged be made anew; wait for that at most so long.

        :param seen: `openings` before it was looked at; what was made anew since then is not that file any more.
        """
        with self._changed:
            if seen != self._openings:
                return
            self._damaged = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._damaged or self._closing, seconds)

    def take_news(self) -> list[Notice]:
        """Return what happened to the file since the last call."""
        with self._changed:
            news, self._news = self._news, []
            return news

    def take_rows(self) -> dict[int, SqlRow] | None:
        """Return the games of the file and of what waits for it, if it was opened since the last call."""
        with self._changed:
            rows, self.rows = self.rows, None
            return None if rows is None else rows | self._pulses | self._backlog.heads

    def close(self) -> None:
        """Write what waits and end.

        :raises JournalError: if something could not be written.
        """
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(2 * CLOSE_S + FORGET_S)
        with self._changed:
            if self._thread.is_alive() or self._backlog:
                raise self._failure or JournalError("journal_slow", self._path)

    # --- on the writer's thread --------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._failure is not None:
                    self._changed.wait_for(lambda: self._closing, RETRY_S)
                elif self._openings:
                    self._changed.wait_for(self._has_work)
                closing = self._closing
            try:
                failure = self._step()
            except Exception as error:  # a fault of ours must not end the saving
                log.exception("the journal cannot be written")
                failure = JournalError("journal_io", self._path, str(error))
            if failure is not None:
                self._failed(failure)
            if closing and (failure is not None or not self._waits()):
                self._end()
                return

    def _has_work(self) -> bool:
        return bool(self._backlog or self._pulses or self._forgotten or self._closing or self._damaged)

    def _waits(self) -> bool:
        with self._changed:
            return bool(self._backlog or self._pulses or self._forgotten)

    def _step(self) -> JournalError | None:
        try:
            with self._changed:
                damaged = self._damaged
            if damaged or not self.opened:
                self._open(damaged)
            with self._changed:
                batch, pulses = self._backlog.copy(), dict(self._pulses)
                forgotten = list(self._forgotten)
            batch.heads = pulses | batch.heads
            if forgotten:
                self._file.forget(forgotten)
            if batch:
                with damage_named(self._path):
                    self._file.write(batch)
            with self._changed:
                del self._forgotten[: len(forgotten)]
            self._done(batch, pulses)
            if forgotten:
                self._file.clean()
                self.copy(closing=True)
        except JournalError as error:
            return error
        except DamagedJournal as damage:
            log.error("%s is damaged: %s", self._path, damage)
            with self._changed:
                self._damaged = True
            return JournalError("journal_damaged", self._path, str(damage))
        return None

    def _open(self, damaged: bool) -> None:
        with damage_named(self._path):
            rows, news = self._file.open(damaged)
        with self._changed:
            self._openings += 1
            self._damaged, self.rows = False, rows
            self._news += news
            if self._held is not None:
                self._since = self._now() if self._since is None else self._since
                self._backlog.add(self._held)
            self._changed.notify_all()
        self.on_news()

    def _done(self, batch: Batch, pulses: Mapping[int, SqlRow]) -> None:
        with self._changed:
            told = self._failure is not None or self._behind
            self._failure = None
            if self.rows is not None:
                self.rows |= batch.heads
            self._backlog.remove(batch)
            self._pulses = {game: row for game, row in self._pulses.items() if pulses.get(game) is not row}
            if not self._backlog:
                self._behind = False
            if not self._backlog and not self._pulses:
                self._since = None
            self._changed.notify_all()
        if told:
            self.on_news()

    def _failed(self, failure: JournalError) -> None:
        with self._changed:
            new = self._failure is None or self._failure.code != failure.code
            self._failure = failure
            self._since = self._now() if self._since is None else self._since
            self._changed.notify_all()
        if new:
            log.error("%s", failure)
            self.on_news()

    def _end(self) -> None:
        if self._copier is not None:  # SQLite merges the -wal into the file at the last close
            self._copier.join(FORGET_S if unfinished_of(self._path).exists() else CLOSE_S)
        try:
            self._file.close()
        except (sqlite3.Error, OSError) as error:
            log.error("the journal cannot be closed: %s", error)

    # --- copies ------------------------------------------------------------------------------------------

    def copy(self, closing: bool = False) -> None:
        """Make a copy of the file beside it, if there is anything new, on a thread of its own.

        :param closing: also while the journal is being closed.
        """
        with self._changed:
            if self._copying:
                self._again = self._again or closing
                return
            if self._closing and not closing:
                return
            self._copying = True
            self._copier = threading.Thread(target=self._copy, name="journal copy", daemon=True)
            self._copier.start()

    def _copy(self) -> None:
        again = True
        while again:
            try:
                self._make_copy()
            except BaseException:
                with self._changed:
                    self._copying = False
                raise
            with self._changed:  # who asks once it is off gets a thread of its own
                again, self._again = self._again, False
                self._copying = again

    def _make_copy(self) -> None:
        seen = self.openings
        try:
            make_copy(self._path, self._rest)
        except NoCopy as no:
            if no.wanted:
                facts: dict[str, str | int] = {"free": no.free // 1_000_000, "wanted": no.wanted // 1_000_000}
                self._tell(Notice("no_copy", {"path": str(self._path), **facts}))
        except JournalError as error:
            log.warning("no copy of the journal: %s", error)
            if error.code == "journal_foreign":
                self._tell(Notice("no_copy_foreign", error.facts))
        except DamagedJournal as damage:
            log.error("%s is damaged: %s", self._path, damage)
            self.open_again(REPAIR_S, seen)
        else:
            self._tell(Notice("no_copy", gone=True))
            self._tell(Notice("no_copy_foreign", gone=True))

    def _rest(self) -> None:
        if not self._closing:
            pause()
        elif not unfinished_of(self._path).exists():
            raise NoCopy

    def _tell(self, notice: Notice) -> None:
        with self._changed:
            self._news.append(notice)
        self.on_news()
