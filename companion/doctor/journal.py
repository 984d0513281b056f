"""Is the journal whole, of this companion's kind, and who writes to it?"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.finding import Case, Finding
from companion.doctor.system import System
from companion.engine.connection import connect
from companion.engine.foreign import of_library, of_system
from companion.engine.journal_errors import JournalError
from companion.engine.schema import first_damage
from companion.engine.text import N_, Text
from companion.options import JOURNAL

MB = 1_000_000
NO_FILE = Text(N_("it is no file"))
_CODES = {
    "journal_newer": "journal_newer",
    "journal_older": "journal_old",
    "journal_damaged": "journal_damaged",
    "journal_foreign": "journal_foreign",
}
_UNREAD = {"journal_io", "journal_full", "journal_read_only"}
_KINDS = {
    sqlite3.SQLITE_CORRUPT: "journal_damaged",
    sqlite3.SQLITE_NOTADB: "journal_damaged",
    sqlite3.SQLITE_ERROR: "journal_foreign",  # a table or a column is missing
}


def running_companion(data: Path) -> int:
    """The process that writes to the journal of this folder, 0 if none does. Nothing is changed."""
    try:
        file = os.open(data / f"{JOURNAL}.lock", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        text = os.pread(file, 32, 0).decode("ascii", "replace").strip()
        return int(text) if text.isdigit() else -1
    finally:
        os.close(file)
    return 0


def look(system: System, case: Case) -> Iterator[Finding]:
    """The journal's file, read without writing to it."""
    path = case.data / JOURNAL
    try:
        path.lstat()
        if not path.is_file():
            yield _trouble(system, "journal_foreign", path, NO_FILE)
            return
    except (FileNotFoundError, NotADirectoryError):
        yield Finding("journal_none")
        return
    except OSError as error:
        yield _trouble(system, "journal_io", path, of_system(error))
        return
    try:
        db, _aside = connect(path, read_only=True)
        with contextlib.closing(db):
            yield _counted(db, path)
    except JournalError as error:
        if error.code in _UNREAD and _hindered(system, path):
            return  # SQLite wants room beside a -wal even for reading; the check of the disk tells what hinders
        yield _trouble(system, error.code, path, error.what)
    except sqlite3.Error as error:
        if _hindered(system, path):
            return
        kind = _KINDS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "journal_io")
        yield _trouble(system, kind, path, of_library(str(error)))


def _hindered(system: System, path: Path) -> bool:
    """Whether the disk is full or may only be read."""
    try:
        disk = system.disk(path.parent)
        return disk.free < MB or disk.read_only
    except OSError:
        return False


def _counted(db: sqlite3.Connection, path: Path) -> Finding:
    verdict = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    if verdict != "ok":
        return Finding("journal_damaged", {"path": str(path), "detail": of_library(verdict)})
    damage = first_damage(db)
    if damage is not None:
        return Finding("journal_game_damaged", {"path": str(path), "number": damage[0], "entry": damage[1]})
    games = int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    entries = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
    size = -(-path.stat().st_size // 1_000_000)
    return Finding("journal_well", {"games": games, "entries": entries, "megabytes": size})


def _trouble(system: System, code: str, path: Path, detail: Text) -> Finding:
    code = _CODES.get(code, "journal_unreadable")
    if code == "journal_old":
        return Finding(code)
    return Finding(code, {"path": str(path), "folder": str(path.parent), "detail": detail, "user": system.user()})
