"""Check that the journal is whole and of this companion's version, and find its writer."""

from __future__ import annotations

import contextlib
import fcntl
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.engine.foreign import NO_FILE, of_library, of_system, verbatim
from companion.engine.journal_copies import copied_index, longer_copy
from companion.engine.journal_errors import DamagedJournal, JournalError
from companion.engine.journal_file import damage_named, entries_of, heads, open_journal_to_read, opening_of, whole
from companion.engine.journal_names import copies_of, foreign_beside, is_foreign, open_plain
from companion.engine.journal_older import asides_of, records_of
from companion.engine.journal_rows import game_row, sound_entry, sound_game
from companion.engine.text import Text
from companion.options import JOURNAL
from companion.tools.doctor.finding import Case, Finding
from companion.tools.doctor.system import System

MB = 1_000_000
_CODES = {
    "journal_newer": "journal_newer",
    "journal_older": "journal_old",
    "journal_damaged": "journal_damaged",
    "journal_foreign": "journal_foreign",
    "journal_in_the_way": "journal_in_the_way",
}


def running_companion(data: Path) -> int:
    """Return the process that writes to the journal of this folder, 0 if none does. Nothing is changed."""
    try:
        lock = open_plain(data / f"{JOURNAL}.lock")
    except (OSError, JournalError):
        return 0
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            text = lock.read(32).decode("ascii", "replace").strip()
            return int(text) if text.isdigit() else -1
    return 0


def look(system: System, case: Case) -> Iterator[Finding]:
    """Yield the journal's file, read without writing to it."""
    path = case.data / JOURNAL
    yield from _asides(path)
    try:
        path.lstat()
        for foreign in foreign_beside(path):
            yield _trouble(system, "journal_in_the_way", foreign, NO_FILE)
        if not path.is_file():
            if not is_foreign(path):  # a link that leads nowhere
                yield _trouble(system, "journal_foreign", path, NO_FILE)
            yield from _copies(path, "journal_copy")
            return
    except (FileNotFoundError, NotADirectoryError):
        yield from list(_copies(path, "journal_gone")) or [Finding("journal_none")]
        return
    except OSError as error:
        yield _trouble(system, "journal_io", path, of_system(error))
        return
    found = _examined(system, path)
    if found is not None:
        yield found
    if found is None or found.code not in ("journal_well", "journal_old", "journal_newer"):
        yield from _copies(path, "journal_copy")


def _examined(system: System, path: Path) -> Finding | None:
    """Return a finding; None if the reason why it cannot be read is known already."""
    copied = copied_index(path)  # first: a copy that is made meanwhile is of a later journal
    try:
        with open_journal_to_read(path) as db, damage_named(path):
            found = _counted(db, path)
            shorter = longer_copy(heads(db), copied) if found.code == "journal_well" else 0
    except JournalError as error:
        return None if error.code == "journal_foreign" else _trouble(system, error.code, path, error.what)
    except DamagedJournal as damage:
        return _trouble(system, "journal_damaged", path, of_library(str(damage)))
    return _trouble(system, "journal_damaged", path, verbatim(f"game {shorter} was longer")) if shorter else found


def _asides(path: Path) -> Iterator[Finding]:
    """Yield the number of finished games in journals that were put aside, which are not in this one."""
    known: set[str] = set()
    with contextlib.suppress(JournalError, DamagedJournal), open_journal_to_read(path) as db, damage_named(path):
        known = {game_row(row).origin for row in heads(db).values()}
    for aside in asides_of(path):
        with contextlib.suppress(JournalError):
            games = sum(record.origin not in known for record in records_of(aside)[0])
            if games:
                yield Finding("journal_aside", {"path": str(aside), "games": games})


def _copies(path: Path, code: str) -> Iterator[Finding]:
    """Yield the newest copy that is whole."""
    for copy in copies_of(path):
        with contextlib.suppress(JournalError, DamagedJournal), open_journal_to_read(copy) as db, damage_named(copy):
            found = _counted(db, copy)
            if found.code == "journal_well":
                yield Finding(code, {**found.facts, "path": str(path), "copy": str(copy)})
                return


def _counted(db: sqlite3.Connection, path: Path) -> Finding:
    verdict = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    if verdict != "ok":
        return Finding("journal_damaged", {"path": str(path), "detail": of_library(verdict)})
    games = heads(db)
    for number, row in games.items():
        entries = entries_of(db, number)
        if not sound_game(row) or not whole(opening_of(db, number), entries, row):
            there = {entry[1] for entry in entries if sound_entry(entry)}
            first = next(seq for seq in range(1, len(there) + 2) if seq not in there)
            return Finding("journal_game_damaged", {"path": str(path), "number": number, "entry": first})
    entries_there = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
    size = -(-path.stat().st_size // 1_000_000)
    return Finding("journal_well", {"games": len(games), "entries": entries_there, "megabytes": size})


def _trouble(system: System, code: str, path: Path, detail: Text) -> Finding:
    code = _CODES.get(code, "journal_unreadable")
    if code == "journal_old":
        return Finding(code)
    return Finding(code, {"path": str(path), "folder": str(path.parent), "detail": detail, "user": system.user()})
