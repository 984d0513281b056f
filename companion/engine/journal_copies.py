"""Two whole copies of the journal beside it, and a damaged journal made anew from them and from what is newer in it."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.engine.files import read_file, replaced
from companion.engine.foreign import NO_FILE
from companion.engine.journal_errors import DamagedJournal, JournalError, NoCopy
from companion.engine.journal_file import (
    ENTRY,
    HEAD,
    NAMES,
    WRITE_ENTRY,
    WRITE_HEAD,
    WRITE_OPENING,
    connected,
    create,
    damage_named,
    entries_of,
    examine_journal,
    index,
    open_journal_to_read,
    opening_of,
    pause,
    whole,
    with_first_page,
)
from companion.engine.journal_names import (
    PARTS,
    copies_of,
    is_foreign,
    set_foreign_aside,
    set_journal_aside,
    unfinished_of,
)
from companion.engine.journal_rows import BROKEN, GameHeadRow, SqlRow, row_checksum, sound_entry, sound_game
from companion.engine.scratch import scratch
from companion.engine.update import Notice

log = logging.getLogger(__name__)

PAGES = 64
"""Copied at a time; then the table has the disk again."""
LONGEST_S = 60.0
"""Reading a damaged file may go round in circles: it ends here, with what there is."""
MOST_PROBES = 20_000
"""Rows looked for by their number where no scan comes through."""


def copied_index(path: Path) -> dict[int, SqlRow]:
    """Return the games of the newest copy that can be read; none if there is none."""
    for copy in copies_of(path):
        with contextlib.suppress(JournalError, DamagedJournal), open_journal_to_read(copy) as db, damage_named(copy):
            return index(db)
    return {}


_WRITTEN = b"written"
"""What the note has once the journal is written without what was forgotten."""


def note_forgetting(path: Path, written: bool) -> None:
    """Note that something is being forgotten. A copy that began before it was written may have it still."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
    with os.fdopen(os.open(unfinished_of(path), flags, 0o600), "wb") as file:
        file.write(_WRITTEN if written else b"")


def _is_written(path: Path) -> bool:
    try:
        return unfinished_of(path).read_bytes() == _WRITTEN
    except OSError:  # there is none, or it is no file
        return False


def _take_note_away(path: Path, written: bool) -> None:
    """
    :param written: whether it was written when the copy began. Since then something else may be being forgotten.
    """
    if written and _is_written(path):
        unfinished_of(path).unlink()


def make_copy(path: Path, rest: Callable[[], None] = pause) -> bool:
    """Copy the journal as it is between two entries, also during writes; return whether there was anything new.

    While something is being forgotten both copies are made anew; where there is no room for that they are removed.

    :param rest: called every now and then; what it raises ends the copying.
    :raises Damaged: if the journal is not whole.
    :raises NoCopy, JournalError: if there is no copy.
    """
    newer, older = copies_of(path)
    draft = path.with_name(f"{path.name}.copy")
    both, written = unfinished_of(path).exists(), _is_written(path)
    with damage_named(path):
        if any(map(is_foreign, (newer, older, draft))):
            set_foreign_aside(path)
        foreign = next(filter(is_foreign, (newer, older, draft)), None)
        if foreign is not None:
            raise JournalError("journal_foreign", foreign, NO_FILE)
        try:
            with open_journal_to_read(path, live=True) as source:
                source.execute("BEGIN")  # all of the copy is of this moment, and is never begun again
                if not both and index(source) == copied_index(path):
                    return False
                wanted = 2 * path.stat().st_size
                free = shutil.disk_usage(path.parent).free
                if free < wanted:
                    if both:
                        newer.unlink(missing_ok=True)
                        older.unlink(missing_ok=True)
                        _take_note_away(path, written)
                    raise NoCopy(free, wanted)
                draft.unlink(missing_ok=True)
                # Made here for its rights: SQLite would make it readable for other users.
                os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
                with contextlib.closing(connected(draft)) as target:
                    source.backup(target, pages=PAGES, progress=lambda *_: rest())
            with open_journal_to_read(draft) as db:
                examine_journal(db, draft, rest)
            with draft.open("rb") as file:
                # Before the renames: a power cut must not leave a new copy empty and the old one replaced.
                os.fsync(file.fileno())
            if newer.exists() and not both:
                newer.replace(older)
            draft.replace(newer)
            if both:
                with replaced(older, 0o600) as file:
                    file.write(read_file(newer))
                _take_note_away(path, written)
        finally:
            for suffix in (*PARTS, "-journal"):
                draft.with_name(draft.name + suffix).unlink(missing_ok=True)
    return True


def longer_copy(rows: Mapping[int, SqlRow], copied: Mapping[int, SqlRow]) -> int:
    """Return a game of which the copy has more than the journal; 0 if there is none."""
    for number, row in copied.items():
        there = rows.get(number)
        if there is None or (BROKEN not in (there[-1], row[-1]) and there[9] + there[10] < row[9]):
            return number
    return 0


def trouble_of(path: Path) -> JournalError | None:
    """Return why the journal alone does not give its games; None if it does. Nothing is changed."""
    copied = copied_index(path)  # first: a copy that is made meanwhile is of a later journal
    try:
        with open_journal_to_read(path) as db, damage_named(path):
            shorter = longer_copy(index(db), copied)
    except JournalError as error:
        return error
    except DamagedJournal as damage:
        return JournalError("journal_damaged", path, str(damage))
    return JournalError("journal_damaged", path, f"game {shorter} was longer") if shorter else None


def copies_help(trouble: JournalError) -> bool:
    """Return whether it is a trouble of the file itself, which copies of it may not have."""
    return trouble.code in ("journal_damaged", "journal_missing", "journal_foreign", "journal_io")


def from_copies(path: Path, trouble: JournalError) -> Notice:
    """Return the notice that the copies were read in place of the journal."""
    return Notice("journal_from_copies", {"path": str(path), "detail": trouble.detail or trouble.code})


@contextlib.contextmanager
def brought_together(path: Path) -> Iterator[Path | None]:
    """Yield what the next start would make of the journal and its copies, in the system's folder for such: to be read
    where the disk cannot be written. None if there is no copy that can be read.

    :raises JournalError: if there is no room for it.
    """
    if not any(map(_readable, copies_of(path))):
        yield None
        return
    with damage_named(path), scratch() as folder:
        yield _made_anew(path, folder)


def _readable(copy: Path) -> bool:
    try:
        with open_journal_to_read(copy) as db, damage_named(copy):
            index(db)
    except (JournalError, DamagedJournal):
        return False
    return True


@contextlib.contextmanager
def repaired(path: Path) -> Iterator[Path | None]:
    """Yield the journal made anew from its copies and from what is newer in it; where the damaged one is kept.

    The caller makes sure that no thread of this process reads it before this ends.

    :raises OSError, sqlite3.Error: if that is not possible; then everything is as it was.
    """
    with (
        scratch(path) as folder,
        contextlib.ExitStack() as last,
    ):
        fresh = _made_anew(path, folder)
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        fresh.chmod(0o600)
        last.enter_context(NAMES)
        aside = set_journal_aside(path, "damaged") if path.exists() else None
        fresh.replace(path)
        yield aside


def _made_anew(path: Path, folder: Path) -> Path:
    """Return the journal made anew in `folder` from its copies and from what is newer in it.

    :raises OSError, sqlite3.Error: if that is not possible.
    """
    fresh = folder / path.name
    with contextlib.ExitStack() as stack:
        sources: list[sqlite3.Connection] = []
        if path.exists() and not is_foreign(path):
            with contextlib.suppress(sqlite3.Error), _unreadable_left_out():
                sources.append(_limited(stack, with_first_page(path, folder)))
        for copy in copies_of(path):
            with contextlib.suppress(JournalError, DamagedJournal):
                sources.append(stack.enter_context(open_journal_to_read(copy)))
        new = stack.enter_context(contextlib.closing(connected(fresh)))
        # `repaired` syncs the finished file once; a half-made one is thrown away.
        new.execute("PRAGMA synchronous=OFF")
        create(new)
        new.execute("BEGIN")
        for number in sorted(set().union(*map(_games, sources))):
            _bring(sources, new, number)
        new.execute("COMMIT")
    return fresh


@contextlib.contextmanager
def _unreadable_left_out() -> Iterator[None]:
    """Skip, within the block, what the disk itself does not give any more."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EIO:
            raise


def _limited(stack: contextlib.ExitStack, path: Path) -> sqlite3.Connection:
    db = stack.enter_context(contextlib.closing(connected(path)))
    ends = time.monotonic() + LONGEST_S
    db.set_progress_handler(lambda: int(time.monotonic() > ends), 1_000_000)
    return db


def _some(db: sqlite3.Connection, sql: str, *values: Any) -> Iterator[SqlRow]:
    """Yield rows until there are no more, or the damage begins."""
    with contextlib.suppress(sqlite3.Error, OverflowError):
        yield from db.execute(sql, values)


def _games(db: sqlite3.Connection) -> set[int]:
    """Return the numbers of all games that can be found, from either end and by themselves."""
    found = {row[0] for order in ("", "DESC") for row in _some(db, f"SELECT id FROM game ORDER BY id {order}")}
    for number in range(1, min(max(found, default=100) + 20, MOST_PROBES)):
        if number not in found:
            found.update(row[0] for row in _some(db, "SELECT id FROM game WHERE id=?", number))
    return found


def _heads(db: sqlite3.Connection, number: int) -> Iterator[SqlRow]:
    """Yield a game's row; a column that cannot be read is empty."""
    for row in _some(db, f"SELECT {HEAD} FROM game WHERE id=?", number):
        yield tuple(row)
        return
    columns = HEAD.split(", ")
    values = [next(_some(db, f"SELECT {c} FROM game WHERE id=?", number), (None,))[0] for c in columns]
    if values[0] is not None:
        yield tuple(values)


def _sound_entries(db: sqlite3.Connection, number: int, expected: int, found: dict[int, SqlRow]) -> None:
    """Add a game's sound entries: from the first on, from the last back, and those in between, one by one."""
    sql = f"SELECT {ENTRY} FROM entry WHERE game=?"

    def add(rows: Iterator[SqlRow]) -> None:
        for row in rows:
            if sound_entry(row):
                found.setdefault(row[1], row)

    add(_some(db, f"{sql} ORDER BY seq", number))
    if len(found) < expected:
        add(_some(db, f"{sql} ORDER BY seq DESC", number))
        for seq in range(1, min(expected, MOST_PROBES) + 1):
            if seq not in found:
                add(_some(db, f"{sql} AND seq=?", number, seq))


def _bring(sources: list[sqlite3.Connection], new: sqlite3.Connection, number: int) -> None:
    """Copy a game from the source that has most of it, with what another has beside; only what is sound.

    An unfinished game that lacks its last entries goes on from what is left. A finished one, or one whose own row is
    damaged, stays in the list as damaged.
    """
    rows = [row for source in sources for row in _heads(source, number)]
    if not rows:
        return
    heads = [row for row in rows if sound_game(row)]
    row = max(heads, key=lambda one: (one[9], one[8]), default=None) or rows[0]
    if row in heads:
        for source in sources:  # one that has it whole
            with contextlib.suppress(sqlite3.Error, OverflowError):
                opening, entries = opening_of(source, number), entries_of(source, number)
                if whole(opening, entries, row):
                    _write(new, row, opening, entries)
                    return
    expected = row[9] if isinstance(row[9], int) else 0
    found: dict[int, SqlRow] = {}
    opening = None
    for source in sources:
        _sound_entries(source, number, expected, found)
        for (state,) in _some(source, "SELECT state FROM opening WHERE game=?", number):
            if isinstance(state, bytes) and (opening is None or row_checksum(state) == row[11]):
                opening = state
    count = next((seq - 1 for seq in range(1, len(found) + 2) if seq not in found), 0)
    entries = [found[seq] for seq in range(1, count + 1)]
    head = GameHeadRow(*row[:-1])
    if row not in heads or opening is None or row_checksum(opening) != row[11] or head.status != "open":
        _write(new, head.row(BROKEN), opening, entries)
        return
    head.lost += max(expected - count, 0)
    head.entries = count
    head.last_at = max(head.last_at if count >= expected else 0, entries[-1][2] if entries else 0)
    _write(new, head.row(), opening, entries)


def _write(new: sqlite3.Connection, head: SqlRow, opening: Any, entries: list[SqlRow]) -> None:
    new.execute(WRITE_HEAD, head)
    if opening is not None:
        new.execute(WRITE_OPENING, (head[0], opening))
    new.executemany(WRITE_ENTRY, entries)
