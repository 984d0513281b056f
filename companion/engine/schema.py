"""The journal's tables, their checksums, and how an older file is brought up to date."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.engine.checksum import checksum, checksum_2
from companion.engine.journal_errors import JournalError

GAME_HEAD = "id, name, grp, seats, wall, record, status, result, last_at, entries, lost, opening_crc"
"""The columns of a game that its `crc` covers; `opening_crc` is the checksum of its opening."""
OPENING = "coalesce((SELECT state FROM opening WHERE opening.game = game.id), x'')"
"""The opening of a row of `game`."""
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
    # 4: the openings have a table of their own: whoever changes a row writes all of it, and a game's row is changed
    # with every entry (measured: 43 kB for an entry of Infernal Wagon, whose opening is 22 kB).
    """
    CREATE TABLE opening (game INTEGER PRIMARY KEY, state BLOB NOT NULL);
    INSERT INTO opening SELECT id, opening FROM game;
    ALTER TABLE game DROP COLUMN opening;
    """,
)
VERSION = len(MIGRATIONS)
"""`PRAGMA user_version` of a file that this companion writes."""


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
        SELECT id, 0 FROM game WHERE crc IS NOT checksum({GAME_HEAD}) OR opening_crc IS NOT checksum({OPENING})
        UNION ALL SELECT game, seq FROM entry WHERE crc IS NOT checksum({ENTRY})
        UNION ALL SELECT id, 1 + (SELECT count(*) FROM entry WHERE game = id) FROM game
            WHERE entries > (SELECT count(*) FROM entry WHERE game = id)
        LIMIT 1"""
    found = db.execute(sql).fetchone()
    return None if found is None else (int(found[0]), int(found[1]))


def file_version(db: sqlite3.Connection) -> int:
    """`PRAGMA user_version`: 0 for a new file."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, path: Path | str, to: int = VERSION) -> None:
    """Bring an older file up to date, one step and one transaction at a time.

    :raises JournalError: `journal_newer` if this companion is too old for it.
    """
    version = file_version(db)
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
