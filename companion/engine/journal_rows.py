"""The rows of the journal: how a game and an entry are written, and what can be read of them when they are damaged.

Each row ends with a checksum over every value of the row and its type, its number and its game.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from companion.engine import typed
from companion.engine.codec import decoder, private_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Player, UndoLabel
from companion.engine.journal_errors import JournalError

Value = int | float | str | bytes | None
"""What SQLite keeps in a column."""
SqlRow = tuple[Any, ...]
"""The values of a row in the order of its columns, the checksum last."""
BROKEN = -1
"""The checksum of a row that is known to be damaged: no row ever has it."""
MOST_MS = 2**53
"""Larger than any session ms."""
MOST_ENTRIES = 1_000_000
"""More than any game has, and than any game can have lost."""
MOST_EPOCHS = 2**31
MOST_SIGNS = 1_000
"""Of a text in a game's row."""
MOST_BYTES = 1 << 24
"""Of anything that is kept in a row as JSON."""


def row_checksum(*values: Value) -> int:
    """Return the CRC-32 of the values, each with its type and length.

    >>> row_checksum(1, "23") == row_checksum(12, "3"), row_checksum(b"a") == row_checksum("a")
    (False, False)
    """
    return zlib.crc32(msgspec.msgpack.encode(values))


FORGOTTEN = row_checksum(b"")
"""Checksum of the empty opening of a game that was written over."""


def _intact(row: SqlRow) -> bool:
    try:
        return bool(row[-1] == row_checksum(*row[:-1]))
    except (OverflowError, TypeError, ValueError):  # values that no row of ours has
        return False


def _count(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value < most


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_SIGNS


def _json(value: Any) -> bool:
    return isinstance(value, bytes) and len(value) <= MOST_BYTES


def sound_game(row: SqlRow) -> bool:
    """Return whether a game's row has the right checksum, and no figure that none of ours has: a wrong row costs its
    own game and no other."""
    if not _intact(row):
        return False
    head = GameHeadRow(*row[:-1])
    return (
        _count(head.id, 1, 2**53)
        and all(map(_text, (head.name, head.group, head.wall, head.status, head.uuid, head.origin)))
        and all(map(_json, (head.seats, head.former)))
        and (head.result is None or _json(head.result))
        and _count(head.record, 0, 2)
        and _count(head.last_at, 0, MOST_MS)
        and _count(head.entries, 0, MOST_ENTRIES)
        and _count(head.lost, 0, MOST_ENTRIES)
        and _count(head.opening_crc, 0, 2**32)
        and _count(head.epoch, 0, MOST_EPOCHS)
    )


def sound_entry(row: SqlRow) -> bool:
    """Return the same of an entry's row."""
    if not _intact(row):
        return False
    _, seq, at, kind, label, move, events, view, _ = row
    return (
        _count(seq, 1, MOST_ENTRIES)
        and _count(at, 0, MOST_MS)
        and _text(kind)
        and all(map(_json, (move, events)))
        and all(one is None or _json(one) for one in (label, view))
    )


def origin_of(uuid: str) -> str:
    """Return what a game that began here under this name is called in files, which everybody may read; "" for one
    without."""
    return hashlib.sha256(uuid.encode()).hexdigest()[:32] if uuid else ""


class GameRow(Struct, frozen=True):
    """A game in the list of games. `wall` is the wall-clock time of its opening, ISO 8601, for people only.

    A `record` came in from a public export: it can be looked at, not played on. `damaged`: its checksums are wrong, or
    entries are missing; of such a row only what can be read is true. `lost`: so many of its last entries were
    acknowledged and are gone, without a trace but the high-water mark. `uuid` names the game on every machine, "" if it
    is known to this one only; `epoch` grows when another table takes it up. `forgotten`: its entries were overwritten.
    `former`: names of people who sat there and do not any more. `origin` names the game in files, the same in every
    copy of it.
    """

    id: int
    game: str
    group: str
    wall: str
    seats: tuple[Player, ...]
    status: Status
    result: dict[str, Any] | None
    last_at: int
    entries: int
    record: bool = False
    damaged: bool = False
    lost: int = 0
    uuid: str = ""
    epoch: int = 1
    forgotten: bool = False
    former: tuple[str, ...] = ()
    origin: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all players in the entries."""
        return (*(seat.name for seat in self.seats), *self.former)


class ImportedGame(Struct, frozen=True):
    """A game that came in from a file. `views` are JSON: the public view after each entry, none for a whole game.
    `origin`: as of a row; "" where the file does not say."""

    saved: Saved
    wall: str
    result: bytes | None
    views: tuple[bytes, ...] | None = None
    origin: str = ""
    former: tuple[str, ...] = ()


class Rest(Struct, frozen=True):
    """The rest of a damaged game: its entries up to the first damaged one. `detail` says what is wrong, "" if
    nothing."""

    saved: Saved
    wall: str
    entries: int
    detail: str


class GameHeadRow(Struct):
    """A game's row, in the order of its columns. `opening_crc` is the checksum of the opening, which has its own table:
    a game's row is written anew with every entry, and an opening is long."""

    id: int
    name: str
    group: str
    seats: bytes
    wall: str
    record: int
    status: str
    result: bytes | None
    last_at: int
    entries: int
    lost: int
    opening_crc: int
    uuid: str
    epoch: int
    former: bytes = b"[]"
    origin: str = ""

    def row(self, crc: int | None = None) -> SqlRow:
        """Return the row of the file, with its checksum."""
        values = astuple(self)
        return (*values, row_checksum(*values) if crc is None else crc)


_seats = decoder(tuple[Player, ...])
_label = decoder(UndoLabel)
_result = decoder(dict[str, Any])
_names = decoder(tuple[str, ...])


def rest_of(row: GameRow, opening: Any, opening_crc: Any, rows: Sequence[Any]) -> Rest:
    """Return what is left of a game: its entries up to the first that is damaged or missing; all, if none is.

    :param rows: of the entries, in order, each with its checksum at the end.
    """
    detail = "its row" if row.damaged else ""
    entries: list[Entry] = []
    if not isinstance(opening, bytes) or opening_crc != row_checksum(opening):
        detail = "its opening"
    else:
        for entry in [_decoded(one[:-1]) for one in rows if sound_entry(one)]:
            if entry is not None and entry.seq == len(entries) + 1:
                entries.append(entry)
        if len(entries) < max(len(rows), row.entries):
            detail = f"entry {len(entries) + 1}"
    last_at = entries[-1].at if entries else 0
    last_at = last_at if detail else max(row.last_at, last_at)
    saved = Saved(row.id, row.game, row.group, row.seats, opening or b"", tuple(entries), last_at, row.status)
    return Rest(saved, row.wall, row.entries, detail)


def game_row(row: SqlRow, damaged: bool = False) -> GameRow:
    """Return a game's row with its checksum, as far as it can be read. `damaged`: it is known to be, by its entries."""
    head = GameHeadRow(*row[:-1])
    damaged |= not sound_game(row)
    try:
        named_seats, known, former = _seats.decode(head.seats), Status(head.status), _names.decode(head.former)
        kept = None if head.result is None else _result.decode(head.result)
    except (msgspec.MsgspecError, ValueError, TypeError):
        damaged, kept = True, None
        named_seats, known = _or_none(_seats, head.seats) or (), _status(head.status)
        former = _or_none(_names, head.former) or ()
    texts: tuple[Any, ...] = (head.name, head.group, head.wall, head.uuid, head.origin)
    name, group, wall, uuid, origin = (text[:MOST_SIGNS] if isinstance(text, str) else "" for text in texts)
    last_at, entries, lost, epoch = (
        n if _count(n, 0, most) else 0
        for n, most in (
            (head.last_at, MOST_MS), (head.entries, MOST_ENTRIES), (head.lost, MOST_ENTRIES), (head.epoch, MOST_EPOCHS)
        )
    )  # fmt: skip
    return GameRow(
        head.id, name, group, wall, named_seats, known, kept, last_at, entries, bool(head.record), damaged, lost,
        uuid, epoch, head.opening_crc == FORGOTTEN, former, origin,
    )  # fmt: skip


def damaged_game(path: Path | str, rest: Rest) -> JournalError:
    """Return the error that names a damaged game, with what is left of it."""
    names = ", ".join(seat.name for seat in rest.saved.seats)
    whole = len(rest.saved.entries)
    facts: dict[str, str | int] = {"names": names, "whole": whole, "entries": max(rest.entries, whole)}
    return JournalError("journal_damaged", path, rest.detail, id=rest.saved.id, **facts)


def entry_row(game_id: int, entry: Entry, view: bytes | None) -> SqlRow:
    """Return an entry as the row of the file."""
    label = None if entry.label is None else private_json(entry.label)
    values = (game_id, entry.seq, entry.at, entry.kind.value, label, entry.move, entry.events, view)
    return (*values, row_checksum(*values))


def _decoded(values: Sequence[Any]) -> Entry | None:
    """Return an entry of the file; None if it is none (written by a companion that had no checksum)."""
    _, seq, at, kind, label, move, events, _ = values
    try:
        return Entry(seq, at, EntryKind(kind), None if label is None else _label.decode(label), move, events)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None


def _or_none(decode: typed.JsonDecoder[Any], value: Any) -> Any:
    try:
        return decode.decode(value)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None


def _status(value: Any) -> Status:
    """Return the status; a damaged one may have been any, so the game stays in the list."""
    try:
        return Status(value)
    except ValueError:
        return Status.OPEN
