"""The journal's file: its tables, how an older file is brought up to date, and what happens to a damaged one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.engine.trouble import JournalError, named

MIGRATIONS: tuple[str, ...] = (
    # 1: games and their entries
    """
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        grp TEXT NOT NULL,
        seats BLOB NOT NULL,
        opening BLOB NOT NULL,
        wall TEXT NOT NULL,
        status TEXT NOT NULL,
        result BLOB,
        last_at INTEGER NOT NULL,
        entries INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE entry (
        game INTEGER NOT NULL REFERENCES game,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        label BLOB,
        move BLOB NOT NULL,
        events BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE INDEX game_by_group ON game (name, grp, status);
    """,
    # 2: a checksum for each entry (0: written before there was one), and records: games known only from a public
    # export, which holds the view after each entry
    """
    ALTER TABLE entry ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entry ADD COLUMN view BLOB;
    ALTER TABLE game ADD COLUMN record INTEGER NOT NULL DEFAULT 0;
    """,
)
VERSION = len(MIGRATIONS)
"""`PRAGMA user_version` of a file that this companion writes."""


def connect(path: Path | None, read_only: bool = False) -> tuple[sqlite3.Connection, Path | None]:
    """An open, checked and up-to-date journal file (None: in memory), and where a damaged one was put.

    A damaged file is moved aside together with its -wal and -shm; nothing is deleted.

    :raises JournalError: if the file cannot be opened, or was written by a newer companion.
    """
    if path is None:
        return _open(":memory:", False), None
    try:
        if read_only:
            return _readable(path), None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _checked(path), None
        except _Damaged:
            aside = _set_aside(path)
            return _checked(path), aside
    except (sqlite3.Error, OSError) as error:
        raise named(error, path) from error


class _Damaged(Exception):
    pass


def _open(target: str, uri: bool) -> sqlite3.Connection:
    db = sqlite3.connect(target, isolation_level=None, check_same_thread=False, uri=uri, timeout=2.0)
    try:
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
        version = _version(db)
        if version != VERSION:
            raise JournalError("journal_older" if version < VERSION else "journal_newer", path, str(version))
    except sqlite3.DatabaseError as error:
        db.close()
        if _is_damage(error):
            raise JournalError("journal_damaged", path, str(error)) from error
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
        migrate(db, path)
        return db
    except BaseException as error:
        if db is not None:
            db.close()
        if isinstance(error, sqlite3.DatabaseError) and _is_damage(error):
            raise _Damaged(str(error)) from error
        raise


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, path: Path | str) -> None:
    """Bring an older file up to date, one step and one transaction at a time.

    :raises JournalError: `journal_newer` if this companion is too old for it.
    """
    version = _version(db)
    if version > VERSION:
        raise JournalError("journal_newer", path, f"version {version}; this companion writes {VERSION}")
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in step.split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute(f"PRAGMA user_version={number}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
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
