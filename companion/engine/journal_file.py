"""The file of the journal: its tables, opening it for one writer or for looking, and whether it is still ours.

The tables are constants down to their place in the file, so that a damaged first page is recognised and replaced.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.journal_errors import DamagedJournal, JournalError, NoCopy, as_journal_error
from companion.engine.journal_names import PARTS, is_foreign, open_plain, refuse_foreign
from companion.engine.journal_rows import BROKEN, SqlRow, row_checksum, sound_entry, sound_game
from companion.engine.scratch import scratch

VERSION = 7
"""`PRAGMA user_version` of a file that this companion writes."""
HEAD = (
    "id, name, grp, seats, wall, record, status, result, last_at, entries, lost, opening_crc, uuid, epoch, former,"
    " origin, crc"
)
ENTRY = "game, seq, at, kind, label, move, events, view, crc"
TABLES = (
    f"CREATE TABLE game ({HEAD.replace('id,', 'id INTEGER PRIMARY KEY,', 1)})",
    f"CREATE TABLE entry ({ENTRY}, PRIMARY KEY (game, seq)) WITHOUT ROWID",
    "CREATE TABLE opening (game INTEGER PRIMARY KEY, state)",
)
WRITE_HEAD = f"INSERT OR REPLACE INTO game VALUES ({', '.join('?' * 17)})"
WRITE_ENTRY = f"INSERT OR REPLACE INTO entry VALUES ({', '.join('?' * 9)})"
WRITE_OPENING = "INSERT OR REPLACE INTO opening VALUES (?, ?)"
PAGE = 4096
NAMES = threading.RLock()
"""Held while the files of a journal get other names, and while one that is written to is opened: SQLite opens the file
and its -wal by their names, one after the other, and must not meet one that was there before with one that is new."""
_MAGIC = b"SQLite format 3\0"
_MASTER = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master ORDER BY rowid"


def application(version: int) -> int:
    """`PRAGMA application_id` of a version: says the same once more, so that a flipped bit is no other version."""
    return 0x49430000 | (~version & 0xFFFF)


def connected(target: Path | str, uri: bool = False, timeout: float = 0.0) -> sqlite3.Connection:
    """Return a connection without a busy timeout; it reads a text with damaged bytes, too: its checksum shows that."""
    # isolation_level=None: sqlite3 would begin and commit transactions at moments of its own.
    db = sqlite3.connect(target, isolation_level=None, check_same_thread=False, uri=uri, timeout=timeout)
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    return db


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty file."""
    db.execute(f"PRAGMA page_size={PAGE}")
    db.execute("BEGIN IMMEDIATE")
    for statement in TABLES:
        db.execute(statement)
    db.execute(f"PRAGMA user_version={VERSION}")
    db.execute(f"PRAGMA application_id={application(VERSION)}")
    db.execute("COMMIT")


@cache
def _model() -> tuple[Any, ...]:
    with contextlib.closing(connected(":memory:")) as db:
        create(db)
        return tuple(db.execute(_MASTER))


@cache
def first_page() -> bytes:
    """Return the first page of a journal: all of it is the same in each, but for what SQLite counts."""
    with contextlib.closing(connected(":memory:")) as db:
        create(db)
        page = bytearray(db.serialize()[:PAGE])
    page[18:20] = b"\2\2"  # WAL
    return bytes(page)


def check_version(db: sqlite3.Connection, path: Path | str) -> None:
    """Check that the file has exactly the tables of this version.

    :raises JournalError: `journal_newer`, `journal_older`.
    :raises Damaged: if it says of itself what cannot be.
    """
    version, other = (int(db.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("user_version", "application_id"))
    if VERSION < version < 0x8000 and other == application(version):
        raise JournalError("journal_newer", path, f"version {version}; this companion writes {VERSION}")
    if 0 < version < VERSION and other in (0, application(version)):
        raise JournalError("journal_older", path, str(version))
    if version != VERSION or other != application(VERSION) or tuple(db.execute(_MASTER)) != _model():
        raise DamagedJournal("its tables are not those of a journal")


def heads(db: sqlite3.Connection) -> dict[int, SqlRow]:
    """Return the row of every game, sound or not."""
    return {int(row[0]): tuple(row) for row in db.execute(f"SELECT {HEAD} FROM game ORDER BY id")}


def index(db: sqlite3.Connection) -> dict[int, SqlRow]:
    """Return the row of every game.

    :raises Damaged: if a checksum is wrong that was not known to be.
    """
    rows = heads(db)
    wrong = next((number for number, row in rows.items() if row[-1] != BROKEN and not sound_game(row)), None)
    if wrong is not None:
        raise DamagedJournal(f"the row of game {wrong}")
    return rows


def opening_of(db: sqlite3.Connection, game: int) -> Any:
    """Return the opening of a game, None if it is not there."""
    rows = db.execute("SELECT state FROM opening WHERE game=?", (game,)).fetchall()
    return rows[0][0] if rows else None


def name_and_epoch(db: sqlite3.Connection, game: int) -> Any:
    """Return the name of a game on every machine, and its epoch; None if it is not there."""
    return db.execute("SELECT uuid, epoch FROM game WHERE id=?", (game,)).fetchone()


def entries_of(db: sqlite3.Connection, game: int, after: int = 0) -> list[SqlRow]:
    """Return the entries of a game after a number, in order."""
    return db.execute(f"SELECT {ENTRY} FROM entry WHERE game=? AND seq>? ORDER BY seq", (game, after)).fetchall()


def whole(opening: Any, entries: list[SqlRow], head: SqlRow) -> bool:
    """Return whether these are all the rows of a game, each with the right checksum."""
    return (
        isinstance(opening, bytes)
        and row_checksum(opening) == head[11]
        and len(entries) == head[9]
        and all(row[1] == number and sound_entry(row) for number, row in enumerate(entries, 1))
    )


def examine_journal(
    db: sqlite3.Connection, path: Path | str, rest: Callable[[], None] = lambda: None
) -> dict[int, SqlRow]:
    """Read all of a journal; the rows of its games.

    :param rest: called after each game, so that it may be done at leisure.
    :raises Damaged: at the first thing that is wrong.
    """
    check_version(db, path)
    db.set_progress_handler(rest, 100_000)
    verdict = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    db.set_progress_handler(None, 0)
    if verdict != "ok":
        raise DamagedJournal(verdict)
    rows = index(db)
    for number, row in rows.items():
        rest()
        if row[-1] != BROKEN and not whole(opening_of(db, number), entries_of(db, number), row):
            raise DamagedJournal(f"game {number}")
    return rows


@contextlib.contextmanager
def damage_named(path: Path | str) -> Iterator[None]:
    """Raise any error of reading or writing a journal as damage, unless the disk or another process causes it.

    :raises Damaged: for the damage.
    :raises JournalError: for everything else.
    """
    try:
        yield
    except (JournalError, DamagedJournal, NoCopy):
        raise
    except OSError as error:
        raise as_journal_error(error, path) from error
    except sqlite3.Error as error:
        trouble = as_journal_error(error, path)
        if trouble.code == "journal_damaged":
            raise DamagedJournal(str(error)) from error
        raise trouble from error
    except Exception as error:
        raise DamagedJournal(f"{type(error).__name__}: {error}") from error


def check_file(path: Path) -> bool:
    """Return whether there is a journal; its first bytes are looked at before SQLite sees them.

    :raises JournalError: `journal_foreign` if it, or a name that SQLite uses beside it, is no file.
    :raises Damaged: if these bytes cannot be those of a journal.
    """
    refuse_foreign(path)
    try:
        with open_plain(path) as file:
            head = file.read(100)
    except FileNotFoundError:
        return False
    if not head:
        return False
    model = first_page()
    constants = ((0, 18), (20, 24), (44, 60), (64, 68), (72, 92))
    if head[:16] == _MAGIC and head[18:20] in (b"\1\1", b"\2\2") and head[60:64] != model[60:64]:
        return True  # of another version, perhaps: check_version reads its tables
    if head[18:20] not in (b"\1\1", b"\2\2") or any(head[a:b] != model[a:b] for a, b in constants):
        raise DamagedJournal("its first page")
    return True


def open_to_write(path: Path) -> sqlite3.Connection:
    """Return the file, made if it is missing, ready to be written to; for its owner alone.

    :raises JournalError, Damaged: as `check_version`.
    :raises OSError, sqlite3.Error: if it cannot be.
    """
    if not check_file(path):
        # SQLite would make it readable for other users; it gives the -wal the rights that the file has.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for part in (path.with_name(path.name + suffix) for suffix in PARTS):
        if part.exists() and part.stat().st_mode & 0o077:
            part.chmod(0o600)
    db = connected(path)
    try:
        if not db.execute("PRAGMA user_version").fetchone()[0] and not db.execute(_MASTER).fetchall():
            create(db)
        check_version(db, path)  # before anything is written to it
        db.execute("PRAGMA journal_mode=WAL")
        # WAL is synced at each commit only with FULL: with NORMAL a power cut may take acknowledged entries.
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA journal_size_limit=4194304")
        db.execute("PRAGMA secure_delete=ON")  # what was forgotten does not stay between the rows
    except BaseException:
        db.close()
        raise
    return db


@contextlib.contextmanager
def open_journal_to_read(path: Path, live: bool = False) -> Iterator[sqlite3.Connection]:
    """Yield the file as it is, also on a disk that may only be read: then what is in its -wal is read from a copy
    elsewhere.

    :param live: this process writes to it.
    :raises JournalError: `journal_missing`, `journal_newer`, `journal_older`, or what hinders.
    :raises Damaged: if its tables are damaged.
    """
    with damage_named(path), contextlib.ExitStack() as stack:
        # A file that SQLite has open here is not opened beside it: closing that would free SQLite's locks.
        with NAMES if live else contextlib.nullcontext():
            if live:
                refuse_foreign(path)
            if not (path.exists() if live else check_file(path)):
                raise JournalError("journal_missing", path)
        try:
            with NAMES if live else contextlib.nullcontext():
                db = _looking(path, live)
        except sqlite3.OperationalError as error:
            if as_journal_error(error, path).code == "journal_locked":
                raise
            if live or not path.with_name(path.name + "-wal").exists():
                raise
            folder = stack.enter_context(scratch())
            for suffix in ("", "-wal"):  # SQLite wants to write beside a -wal even to read it
                shutil.copyfile(path.with_name(path.name + suffix), folder / f"journal{suffix}")
            db = _looking(folder / "journal", live=False)
        stack.callback(db.close)
        check_version(db, path)
        yield db


def _looking(path: Path, live: bool) -> sqlite3.Connection:
    # Without a -wal it has no writer: SQLite needs no shared memory then, and leaves no files of its own behind.
    still = not live and not path.with_name(path.name + "-wal").exists()
    db = connected(f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}", True, timeout=0.5)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def with_first_page(path: Path, folder: Path) -> Path:
    """Return a copy of a damaged journal in `folder` whose first page is as it should be, for reading what else it
    holds."""
    copy = folder / "damaged"
    for suffix in ("", "-wal"):
        part = path.with_name(path.name + suffix)
        if part.exists() and not is_foreign(part):
            shutil.copyfile(part, copy.with_name(copy.name + suffix))
    with copy.open("r+b") as file:
        pages = -(-os.fstat(file.fileno()).st_size // PAGE)
        page = bytearray(first_page())
        page[28:32] = struct.pack(">I", pages)
        file.truncate(max(pages, 1) * PAGE)
        file.write(page)
    return copy


class FileState:
    """The state of an open journal's files after our own last write: no other process should write to them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._folder = path.parent.stat().st_dev
        self._main: tuple[int, ...] | None = None
        self._wal: tuple[int, ...] | None = None
        self.note()

    def note(self) -> None:
        """Remember how they look now."""
        self._main, self._wal = _stat(str(self.path)), _which(f"{self.path}-wal")

    def changed(self) -> str:
        """Return what happened since then: "", "wal", "deleted" (for good), "missing", "other" or "replaced"."""
        main = _stat(str(self.path))
        if main == self._main:
            return "" if _which(f"{self.path}-wal") == self._wal else "wal"
        if main is not None and self._main is not None:
            return "replaced" if main[:2] == self._main[:2] else "other"
        with contextlib.suppress(OSError):
            if self.path.parent.stat().st_dev == self._folder and not self._linked():
                return "deleted"
        return "missing"

    def _linked(self) -> bool:
        """Return whether the file that is open has a name yet. It is not opened once more: closing that would free
        SQLite's locks."""
        for number in os.listdir("/proc/self/fd"):  # noqa: PTH208 - no paths are wanted
            with contextlib.suppress(OSError):
                found = os.stat(f"/proc/self/fd/{number}")  # noqa: PTH116
                if self._main is not None and (found.st_dev, found.st_ino) == self._main[:2]:
                    return found.st_nlink > 0
        return True

    def forget(self) -> None:
        """Empty our own -wal if it still has its name: it does not belong to the file that is now beside it."""
        with contextlib.suppress(OSError):
            if self.wal_stands():
                os.truncate(f"{self.path}-wal", 0)

    def wal_stands(self) -> bool:
        """Return whether our own -wal still has its name."""
        return self._wal is not None and _which(f"{self.path}-wal") == self._wal


def _stat(path: str) -> tuple[int, ...] | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _which(path: str) -> tuple[int, ...] | None:
    found = _stat(path)
    return None if found is None else found[:2]


def pause() -> None:
    """Leave the disk and the processor to the table for a moment."""
    time.sleep(0.005)
