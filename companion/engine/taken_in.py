"""A game of a file is added to the journal once: what is there already is recognised, and made longer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from msgspec import Struct

from companion.engine import typed
from companion.engine.codec import in_clear
from companion.engine.entry import Entry
from companion.engine.export import BadExport
from companion.engine.journal import Journal
from companion.engine.journal_rows import GameRow, ImportedGame


class Added(Enum):
    """The result of an import: the game is new, was there already, or took the place of a shorter one."""

    NEW = "new"
    THERE = "there"
    LONGER = "longer"


class TakenIn(Struct, frozen=True):
    """`id`: of the game in the journal."""

    id: int
    added: Added


def take_in(journal: Journal, record: ImportedGame) -> TakenIn:
    """Add a game of a file, if it is not there; in the place of a shorter version, of a record where it is whole, and
    of a damaged one.

    :raises BadExport: `export_other`, if the same game went on otherwise here.
    :raises JournalError: if what is there cannot be read now.
    """
    row = _same(journal, record)
    if row is None:
        return TakenIn(journal.keep(record), Added.NEW)
    if row.damaged:
        journal.replace(row.id, record)
        return TakenIn(row.id, Added.LONGER)
    here = None if row.forgotten else journal.record(row.id)
    ours = here.saved.entries if here is not None else ()
    theirs, looked_at = record.saved.entries, here is None or here.views is not None
    if not _begin_alike(ours, theirs, events=looked_at is (record.views is not None)):
        raise BadExport("export_other", 1, f"game {row.id}")
    whole = record.views is None
    if (whole or looked_at) and (len(theirs) > len(ours) or (whole and looked_at and len(theirs) == len(ours))):
        journal.replace(row.id, record)
        return TakenIn(row.id, Added.LONGER)
    return TakenIn(row.id, Added.THERE)


def _same(journal: Journal, record: ImportedGame) -> GameRow | None:
    """Return the game of the journal that this one is; of a file that gives its game no name, the one that began so."""
    saved = record.saved
    for row in journal.games():
        if row.game != saved.game:
            continue
        if record.origin:
            if row.origin == record.origin:
                return row
        elif (row.wall, row.seats) == (record.wall, saved.seats) and not row.damaged and not row.forgotten:
            here = journal.record(row.id)
            if here is not None and _begin_alike(here.saved.entries, saved.entries, events=False):
                return row
    return None


def _begin_alike(one: Sequence[Entry], other: Sequence[Entry], events: bool) -> bool:
    """Return whether the shorter course is the beginning of the other one.

    :param events: compare the events, too.
    """
    return all(
        (a.at, a.kind) == (b.at, b.kind) and (not events or _events_in_clear(a) == _events_in_clear(b))
        for a, b in zip(one, other, strict=False)
    )


def _events_in_clear(entry: Entry) -> Any:
    return typed.from_json(in_clear(entry.events))
