"""Opening the journal's file: a damaged one is set aside, and what it still holds goes into a new one."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from companion.engine.foreign import of_library
from companion.engine.journal_errors import JournalError, is_damage, named
from companion.engine.salvage import salvage
from companion.engine.schema import VERSION, file_version, known_tables, migrate, prepare, tables


def connect(path: Path | None, read_only: bool = False) -> tuple[sqlite3.Connection, Path | None]:
    """An open, checked and up-to-date journal file (None: in memory), and where a damaged one was put.

    A damaged file is moved aside together with its -wal and -shm; nothing is deleted. What SQLite can still read of it
    is in the new file.

    :raises JournalError: if the file cannot be opened, or was written by a newer companion.
    """
    if path is None:
        return _open(":memory:", False), None
    try:
        if read_only:
            return _readable(path), None
        make_private(path)
        try:
            return _checked(path), None
        except _Damaged:
            aside = _set_aside(path)
            make_private(path)
            salvage(aside, path)
            return _checked(path), aside
    except (sqlite3.Error, OSError) as error:
        raise named(error, path) from error


def in_memory(old: sqlite3.Connection) -> sqlite3.Connection:
    """A journal in memory with all that `old` can still read, also of a file that has no name any more."""
    fresh = _open(":memory:", False)
    try:
        old.backup(fresh)
        if fresh.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok":
            return fresh
    except sqlite3.Error:
        pass
    fresh.close()
    return _open(":memory:", False)


def make_private(path: Path) -> None:
    """Make the file and its folder if they are missing, for the owner alone; SQLite gives its -wal the same mode.

    :raises OSError: if that is not possible.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for part in (path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))):
        if part.exists() and part.stat().st_mode & 0o077:  # of an earlier companion
            part.chmod(0o600)


class _Damaged(Exception):
    pass


def _open(target: str, uri: bool) -> sqlite3.Connection:
    db = sqlite3.connect(target, isolation_level=None, check_same_thread=False, uri=uri, timeout=2.0)
    try:
        prepare(db)
        if not uri:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA journal_size_limit=4194304")
            if target == ":memory:":
                migrate(db, target)
    except BaseException:
        db.close()
        raise
    return db


def _readable(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise JournalError("journal_missing", path)
    # Without a -wal nobody writes to it: SQLite needs no shared memory then, and leaves no files of its own behind.
    still = not path.with_name(path.name + "-wal").exists()
    db = _open(f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}", True)
    try:
        version = file_version(db)
        if version != VERSION:
            raise JournalError("journal_older" if version < VERSION else "journal_newer", path, str(version))
    except sqlite3.DatabaseError as error:
        db.close()
        if is_damage(error):
            raise JournalError("journal_damaged", path, of_library(str(error))) from error
        raise
    except JournalError:
        db.close()
        raise
    return db


def _checked(path: Path) -> sqlite3.Connection:
    db: sqlite3.Connection | None = None
    try:
        db = _open(str(path), False)
        verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise _Damaged(verdict)
        version = file_version(db)
        if 0 < version <= VERSION and tables(db) != known_tables(version):
            raise _Damaged("its tables are not those of its version")
        migrate(db, path)
        return db
    except BaseException as error:
        if db is not None:
            db.close()
        if isinstance(error, sqlite3.DatabaseError) and is_damage(error):
            raise _Damaged(str(error)) from error
        raise


def _set_aside(path: Path) -> Path:
    """Rename a damaged journal to `<name>.damaged-1` (-2, -3 ...), its -wal and -shm with it."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
