"""Journals that were put aside: what can be read of one of any schema since 2, and names taken out of it.

A schema is read by the names of its columns. Of a game that is over `name`, `seats`, `wall`, `status` and `result` have
been there since the second; `record`, `uuid`, `former` and `origin` came later, and an opening was a column of its
game once. Nothing else is asked of a file here, so that a later schema is read the same way.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.codec import decoder, private_json
from companion.engine.entry import Saved, Status
from companion.engine.forgetting import group_of, unnamed, without
from companion.engine.game import Player
from companion.engine.journal_errors import DamagedJournal, JournalError
from companion.engine.journal_file import connected, damage_named
from companion.engine.journal_names import PARTS, beside_journal, is_foreign
from companion.engine.journal_rows import BROKEN, MOST_SIGNS, GameRow, ImportedGame, origin_of, row_checksum
from companion.engine.player_names import plain
from companion.engine.scratch import scratch

log = logging.getLogger(__name__)

SQLITE = b"SQLite format 3\0"
ASIDE = re.compile(r"(?:older|damaged)-[0-9]+")
"""What follows the journal's own name in that of one that was put aside."""
LONG = 4
"""A name of so many characters is searched for anywhere in a text; a shorter one as a whole text only."""
_seats = decoder(tuple[Player, ...])
_names = decoder(tuple[str, ...])
_result = decoder(dict[str, Any])
Columns = dict[str, Any]
Named = Callable[[str], Collection[str]]
"""Game -> which fields of its result hold names."""


def is_journal(head: bytes) -> bool:
    """Return whether a file that begins so is a journal, of whatever schema."""
    return head.startswith(SQLITE)


def asides_of(path: Path) -> list[Path]:
    """Return the journals that were put aside beside this one."""
    with contextlib.suppress(OSError):
        names = (one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}."))
        return sorted(one for one in names if ASIDE.fullmatch(one.name.removeprefix(f"{path.name}.")))
    return []


def _games(db: sqlite3.Connection) -> Iterator[GameRow]:
    """Yield every game whose row can be read, and is as it was written where it has a checksum."""
    for row in _rows(db, "game"):
        if "crc" not in row or row["crc"] == _checksum(row):
            with contextlib.suppress(msgspec.MsgspecError, TypeError, ValueError, KeyError):
                yield _game(row)


def _checksum(row: Columns) -> int:
    try:
        return row_checksum(*(value for column, value in row.items() if column != "crc"))
    except (OverflowError, TypeError, ValueError):
        return BROKEN


def records_of(path: Path) -> tuple[list[ImportedGame], int]:
    """Return the games of a journal that are over, as records: who played what, when, and how it ended. And how many
    more it has, that are not over.

    :raises JournalError: if it cannot be read.
    """
    records: list[ImportedGame] = []
    others = 0
    try:
        with damage_named(path), _copied(path) as db:
            db.execute("SELECT count(*) FROM game").fetchone()
            for row in _games(db):
                if row.status is not Status.ENDED or row.result is None:
                    others += 1
                    continue
                saved = Saved(0, row.game, row.group, row.seats, b"null", (), row.last_at, Status.ENDED)
                records.append(ImportedGame(saved, row.wall, private_json(row.result), (), row.origin))
    except DamagedJournal as damage:
        raise JournalError("journal_damaged", path, str(damage)) from damage
    return records, others


def _rows(db: sqlite3.Connection, table: str) -> Iterator[Columns]:
    """Yield the rows of a table as far as they can be read."""
    columns = [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")]
    with contextlib.suppress(sqlite3.Error, OverflowError):
        for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}"):
            yield dict(zip(columns, row, strict=True))


def _game(row: Columns) -> GameRow:
    """
    :raises MsgspecError, TypeError, ValueError: if it is no game.
    """
    seats, wall, name, group = row["seats"], row["wall"], row["name"], row.get("grp", "")
    if not all(isinstance(text, str) and len(text) <= MOST_SIGNS for text in (wall, name, group)):
        raise ValueError("a text is wanted")
    result = None if row["result"] is None else _result.decode(row["result"])
    last_at = row.get("last_at")
    uuid, origin = (one if isinstance(one := row.get(key), str) else "" for key in ("uuid", "origin"))
    return GameRow(
        int(row["id"]), name, group, wall, _seats.decode(seats), Status(row["status"]), result,
        last_at if isinstance(last_at, int) and last_at >= 0 else 0, 0, uuid=uuid,
        former=_names.decode(row["former"]) if row.get("former") else (),
        origin=origin or origin_of(uuid) or _name_of(name, wall, row["id"]),
    )  # fmt: skip


def _name_of(game: str, wall: str, number: int) -> str:
    """Return the same for the same game, where its row has no name of its own."""
    return hashlib.sha256(f"{game}\n{wall}\n{number}".encode()).hexdigest()[:32]


@contextlib.contextmanager
def _copied(path: Path) -> Iterator[sqlite3.Connection]:
    """Read a journal without a writer from a copy: its -wal counts, and the original stays unchanged."""
    with scratch() as folder:
        copy = folder / "journal"
        for part in ("", "-wal"):
            if (file := beside_journal(path, part)).exists() and not is_foreign(file):
                beside_journal(copy, part).write_bytes(file.read_bytes())
        with contextlib.closing(connected(copy)) as db:
            yield db


# --- names taken out ------------------------------------------------------------------------------------------------


class _Wanted:
    """The data to be forgotten: a name, or the games of a group."""

    def __init__(self, name: str, group: Collection[str], named: Named) -> None:
        self._name, self._group, self._named = name, group_of(group), named
        self._needles = tuple(written(name)) if name else ()

    def within(self, data: Any) -> bool:
        """Return whether a value of a row, or the bytes of a file, have the name in them."""
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")
        return isinstance(data, bytes) and any(needle in data for needle in self._needles)

    def rewritten(self, row: GameRow) -> GameRow | None:
        """Return the game without what is to be forgotten; None if it has nothing of it."""
        if self._group and group_of(seat.name for seat in row.seats) == self._group:
            return replace(row, seats=unnamed(row.seats), result=None, status=Status.LEFT, former=())
        if self._name and any(plain(one) == plain(self._name) for one in row.people):
            seats, result = without(row, self._name, self._named(row.game))
            return replace(row, seats=seats, result=result, former=())
        return None


def written(name: str) -> Iterator[bytes]:
    """Return every spelling of a name in a file of JSON."""
    for form in dict.fromkeys((name, plain(name), *(unicodedata.normalize(form, name) for form in ("NFC", "NFD")))):
        escaped = json.dumps(form)
        ways = json.dumps(form, ensure_ascii=False), escaped, re.sub(r"\\u[0-9a-f]{4}", _capitals, escaped)
        for way in dict.fromkeys(ways):
            yield (way[1:-1] if len(form) >= LONG else way).encode("utf-8", "surrogatepass")


def _capitals(found: re.Match[str]) -> str:
    return "\\u" + found[0][2:].upper()


def forget_aside(path: Path, name: str, group: Collection[str], named: Named) -> list[Path]:
    """Take a name, or the games of a group, out of every journal that was put aside beside this one.

    What cannot be read and has the name in it is removed: all that could be read of it was taken over when it was put
    aside.

    :return: those that could not be changed.
    """
    wanted, failed = _Wanted(name, group, named), []
    for aside in asides_of(path):
        try:
            if not is_foreign(aside):
                _forget_in(aside, wanted)
        except OSError as error:
            log.error("%s: %s", aside, error)
            failed.append(aside)
    return failed


def _forget_in(aside: Path, wanted: _Wanted) -> None:
    with scratch(aside) as folder:
        fresh = folder / "journal"
        try:
            with _copied(aside) as old:
                changed = _write_anew(old, fresh, wanted)
        except sqlite3.Error as error:
            log.warning("%s cannot be read: %s", aside, error)
            changed, fresh = False, aside
        parts = [part for suffix in PARTS if (part := beside_journal(aside, suffix)).exists()]
        if not changed and not any(wanted.within(part.read_bytes()) for part in parts):
            return
        if fresh != aside and not wanted.within(fresh.read_bytes()):
            with fresh.open("rb") as file:
                os.fsync(file.fileno())
            fresh.chmod(0o600)
            fresh.replace(aside)
            parts.remove(aside)
        for part in parts:
            part.unlink()


def _write_anew(old: sqlite3.Connection, fresh: Path, wanted: _Wanted) -> bool:
    """Return a journal with the same tables, without what is to be forgotten; whether it differs."""
    names = dict(old.execute("SELECT name, sql FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'"))
    if "game" not in names:
        raise sqlite3.DatabaseError("it has no games")
    settings = {what: int(old.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("user_version", "application_id")}
    with contextlib.closing(connected(fresh)) as new:
        new.execute("PRAGMA synchronous=OFF")
        for what, value in settings.items():
            new.execute(f"PRAGMA {what}={value}")
        new.execute("BEGIN")
        for sql in names.values():
            new.execute(sql)
        emptied: set[Any] = set()
        for row in _rows(old, "game"):
            if (kept := _kept(row, wanted)) is not row:
                emptied.add(row.get("id"))
            if kept is not None:
                _put(new, "game", kept)
        for table in names.keys() - {"game"}:
            for row in _rows(old, table):
                if any(map(wanted.within, row.values())):
                    emptied.add(row.get("game"))
                elif row.get("game") not in emptied:
                    _put(new, table, row)
        for table in names.keys() - {"game"}:
            new.executemany(f"DELETE FROM {table} WHERE game=?", [(number,) for number in emptied])
        new.execute("COMMIT")
        new.execute("VACUUM")
    return bool(emptied)


def _kept(row: Columns, wanted: _Wanted) -> Columns | None:
    """Return a game's row: itself, if it has nothing of what is to be forgotten; None, if nothing of it can be kept."""
    try:
        found = wanted.rewritten(_game(row))
    except (msgspec.MsgspecError, TypeError, ValueError, KeyError):
        found = None
        if any(map(wanted.within, row.values())):
            return None
    if found is None and not any(map(wanted.within, row.values())):
        return row
    kept = dict(row)
    if found is not None:
        result = None if found.result is None else private_json(found.result)
        kept |= {"seats": private_json(found.seats), "result": result, "status": found.status.value}
    if "former" in kept:
        kept["former"] = b"[]"
    if "opening" in kept:
        kept["opening"] = b""
    if any(map(wanted.within, kept.values())):
        return None
    if "crc" in row and row["crc"] == _checksum(row):
        kept["crc"] = _checksum(kept)
    return kept


def _put(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    places = ", ".join("?" * len(row))
    with contextlib.suppress(sqlite3.IntegrityError):  # a damaged index may give a row twice
        db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))
