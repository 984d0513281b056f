"""What SQLite can still read of a damaged journal, row by row, into a new one.

A row that is damaged in itself is taken over as it is: its checksum tells whoever loads it.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.engine.journal_errors import JournalError
from companion.engine.mark import read_mark
from companion.engine.schema import VERSION, migrate, prepare

log = logging.getLogger(__name__)

LONGEST_S = 120.0
"""A statement on a damaged file may go round in circles: the salvage ends here, with what it has."""
MOST_PROBES = 20_000
"""Rows looked for by their number where no scan comes through."""

Row = tuple[Any, ...]


def salvage(damaged: Path, fresh: Path) -> None:
    """Fill the empty file `fresh` from `damaged`, which stays as it is. What cannot be read is left out."""
    try:
        with tempfile.TemporaryDirectory(dir=fresh.parent, prefix=f".{fresh.name}.salvage.") as folder:
            copy = Path(folder) / fresh.name
            for suffix in ("", "-wal"):  # SQLite writes to a file with a -wal even to read it
                part = damaged.with_name(damaged.name + suffix)
                if part.exists():
                    shutil.copyfile(part, copy.with_name(copy.name + suffix))
            with contextlib.closing(_opened(copy)) as old, contextlib.closing(_opened(fresh)) as new:
                _copy(old, new, max(read_mark(fresh), default=0))
    except (sqlite3.Error, OSError, JournalError) as error:
        log.error("nothing more can be read of %s: %s", damaged, error)


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    prepare(db)
    ends = time.monotonic() + LONGEST_S
    db.set_progress_handler(lambda: int(time.monotonic() > ends), 1_000_000)
    return db


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, highest: int) -> None:
    version = _version(old)
    migrate(new, "", to=version)
    games, entries, openings = (_columns(new, table) for table in ("game", "entry", "opening"))  # none before 4
    new.execute("PRAGMA synchronous=OFF")  # it is checked and synced when the journal is opened
    new.execute("BEGIN")
    for number in _games(old, highest):
        head = _head(old, games, number)
        if head is None:
            continue
        _insert(new, "game", games, head)
        if openings:
            for row in _until_error(old, f"SELECT {', '.join(openings)} FROM opening WHERE game=?", (number,)):
                _insert(new, "opening", openings, row)
        expected = head[games.index("entries")]
        for row in _entries(old, entries, number, expected if isinstance(expected, int) else 0):
            _insert(new, "entry", entries, row)
    new.execute("COMMIT")
    migrate(new, "")
    new.execute("PRAGMA synchronous=FULL")


def _version(old: sqlite3.Connection) -> int:
    """The version of the tables: the number in the head of the file may be damaged."""
    old.execute("PRAGMA writable_schema=ON")  # read on where another part of the schema is damaged
    columns = _columns(old, "game")
    views = old.execute("SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')").fetchone()[0]
    for version in range(VERSION, 0, -1):
        with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
            prepare(model)
            migrate(model, "", to=version)
            if columns == _columns(model, "game") and not views:
                return version
    raise JournalError("journal_damaged", "", "its tables cannot be read")


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def _until_error(db: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> Iterator[Row]:
    """Rows until there are no more, or the damage begins."""
    with contextlib.suppress(sqlite3.Error):
        yield from db.execute(sql, values)


def _games(old: sqlite3.Connection, highest: int) -> list[int]:
    """The numbers of all games that can be found, from either end and by themselves."""
    found = {row[0] for order in ("", "DESC") for row in _until_error(old, f"SELECT id FROM game ORDER BY id {order}")}
    last = min(max(highest, *found, 0), MOST_PROBES) if found or highest else 0
    for number in range(1, last + 1):
        if number not in found:
            found.update(row[0] for row in _until_error(old, "SELECT id FROM game WHERE id=?", (number,)))
    return sorted(found)


def _head(old: sqlite3.Connection, columns: list[str], number: int) -> Row | None:
    """A game's row; a column that cannot be read is empty, which its checksum tells."""
    sql = f"SELECT {', '.join(columns)} FROM game WHERE id=?"
    for row in _until_error(old, sql, (number,)):
        return tuple(row)
    values: list[Any] = []
    for column in columns:
        got = list(_until_error(old, f"SELECT {column} FROM game WHERE id=?", (number,)))
        values.append(got[0][0] if got else None)
    return tuple(values) if values[0] is not None else None


def _entries(old: sqlite3.Connection, columns: list[str], number: int, expected: int) -> Iterator[Row]:
    """A game's entries: from the first on, from the last back, and what lies between, one by one."""
    sql = f"SELECT {', '.join(columns)} FROM entry WHERE game=?"
    place = columns.index("seq")
    found = {row[place]: row for row in _until_error(old, f"{sql} ORDER BY seq", (number,))}
    if len(found) < expected:
        for row in _until_error(old, f"{sql} ORDER BY seq DESC", (number,)):
            found.setdefault(row[place], row)
        for seq in range(1, min(expected, MOST_PROBES) + 1):
            if seq not in found:
                for row in _until_error(old, f"{sql} AND seq=?", (number, seq)):
                    found[seq] = row
    yield from found.values()


def _insert(new: sqlite3.Connection, table: str, columns: list[str], row: Row) -> None:
    """Add a row; what may not be empty is."""
    marks = ", ".join("?" * len(columns))
    may_be_empty = {"label", "view", "result"}
    values = [b"" if v is None and c not in may_be_empty else v for c, v in zip(columns, row, strict=True)]
    with contextlib.suppress(sqlite3.IntegrityError):  # the same row again, from a damaged page
        new.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)
