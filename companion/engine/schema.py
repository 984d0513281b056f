"""The journal's file: its tables, how an older file is brought up to date, and what happens to a damaged one."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.engine.checksum import checksum, checksum_2
from companion.engine.trouble import JournalError, is_damage, named

GAME_HEAD = "id, name, grp, seats, wall, record, status, result, last_at, entries, lost, opening_crc"
"""The columns of a game that its `crc` covers; `opening_crc` is the checksum of `opening`."""
ENTRY = "game, seq, at, kind, label, move, events, view"
"""The columns of an entry that its `crc` covers."""

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
    # 3: a checksum over each whole row (-1: its old one was wrong), and how many entries of a game are known to be
    # lost. The opening, which is long, comes last: a list of games does not read it. No index: one more thing that
    # could be damaged, and silently hide a game.
    f"""
    UPDATE entry SET crc = CASE WHEN crc IN (0, checksum_2(move, events)) THEN checksum({ENTRY}) ELSE -1 END;
    CREATE TABLE game_3 (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        grp TEXT NOT NULL,
        seats BLOB NOT NULL,
        wall TEXT NOT NULL,
        record INTEGER NOT NULL,
        status TEXT NOT NULL,
        result BLOB,
        last_at INTEGER NOT NULL,
        entries INTEGER NOT NULL,
        lost INTEGER NOT NULL,
        opening_crc INTEGER NOT NULL,
        crc INTEGER NOT NULL,
        opening BLOB NOT NULL
    );
    INSERT INTO game_3 SELECT id, name, grp, seats, wall, record, status, result, last_at, entries, 0,
        checksum(opening), checksum(id, name, grp, seats, wall, record, status, result, last_at, entries, 0,
        checksum(opening)), opening FROM game;
    DROP TABLE game;
    ALTER TABLE game_3 RENAME TO game;
    """,
)
VERSION = len(MIGRATIONS)
"""`PRAGMA user_version` of a file that this companion writes."""


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
            from companion.engine.salvage import salvage

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


def prepare(db: sqlite3.Connection) -> None:
    """Give a connection the checksums. A text with damaged bytes is read all the same; its checksum tells."""
    db.create_function("checksum", -1, _quiet(checksum), deterministic=True)
    db.create_function("checksum_2", 2, _quiet(checksum_2), deterministic=True)
    db.text_factory = _text


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _quiet(of: Any) -> Any:
    """As `of`; None for values that have no checksum (a damaged type)."""

    def found(*values: Any) -> int | None:
        try:
            return int(of(*values))
        except (TypeError, ValueError):
            return None

    return found


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
        if is_damage(error):
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
        version = _version(db)
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


def tables(db: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    """What the file is made of: kind, name and statement of every table, index, trigger and view of somebody's."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'")
    return frozenset((str(kind), str(name), re.sub(r'[\s"]+', "", str(sql))) for kind, name, sql in rows)


@lru_cache
def known_tables(version: int) -> frozenset[tuple[str, str, str]]:
    """What a file of that version is made of."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        prepare(model)
        migrate(model, ":memory:", to=version)
        return tables(model)


def first_damage(db: sqlite3.Connection) -> tuple[int, int] | None:
    """Game and entry (0: the game's own row) of the first row whose checksum is wrong, None if there is none."""
    sql = f"""
        SELECT id, 0 FROM game WHERE crc IS NOT checksum({GAME_HEAD}) OR opening_crc IS NOT checksum(opening)
        UNION ALL SELECT game, seq FROM entry WHERE crc IS NOT checksum({ENTRY})
        UNION ALL SELECT id, 1 + (SELECT count(*) FROM entry WHERE game = id) FROM game
            WHERE entries > (SELECT count(*) FROM entry WHERE game = id)
        LIMIT 1"""
    found = db.execute(sql).fetchone()
    return None if found is None else (int(found[0]), int(found[1]))


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, path: Path | str, to: int = VERSION) -> None:
    """Bring an older file up to date, one step and one transaction at a time.

    :raises JournalError: `journal_newer` if this companion is too old for it.
    """
    version = _version(db)
    if version > VERSION:
        raise JournalError("journal_newer", path, f"version {version}; this companion writes {VERSION}")
    for number, step in enumerate(MIGRATIONS[version:to], version + 1):
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
