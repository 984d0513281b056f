"""The rows of the journal: how a game and an entry are written, and what can be read of them when they are damaged.

Each row ends with a checksum over every value of the row and its type, its number and its game.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from companion.engine import typed
from companion.engine.codec import decoder, private_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Label, Player
from companion.engine.journal_errors import JournalError
from companion.engine.update import Notice

Value = int | float | str | bytes | None
"""What SQLite keeps in a column."""
Row = tuple[Any, ...]
"""The values of a row in the order of its columns, the checksum last."""
BROKEN = -1
"""The checksum of a row that is known to be damaged: no row ever has it."""
MOST = 2**53
"""Larger than any count and any session ms: a larger number is a damaged one."""


def checksum(*values: Value) -> int:
    """CRC-32 of the values, each with its type and length.

    >>> checksum(1, "23") == checksum(12, "3"), checksum(b"a") == checksum("a")
    (False, False)
    """
    return zlib.crc32(msgspec.msgpack.encode(values))


FORGOTTEN = checksum(b"")
"""Checksum of the empty opening of a game that was written over."""


def sound(row: Row) -> bool:
    """Whether a row of a game or of an entry has the right checksum."""
    try:
        return bool(row[-1] == checksum(*row[:-1]))
    except (OverflowError, TypeError, ValueError):  # values that no row of ours has
        return False


class GameRow(Struct, frozen=True):
    """A game in the list of games. `wall` is the wall-clock time of its opening, ISO 8601, for people only.

    A `record` came in from a public export: it can be looked at, not played on. `damaged`: its checksums are wrong, or
    entries are missing; of such a row only what can be read is true. `lost`: so many of its last entries were
    acknowledged and are gone, without a trace but the high-water mark. `uuid` names the game everywhere, "" if nobody
    else knows it; `epoch` grows when another table takes it up. `forgotten`: what was played was written over.
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


class Record(Struct, frozen=True):
    """A game that came in from a file. `views` are JSON: the public view after each entry, none for a whole game."""

    saved: Saved
    wall: str
    result: bytes | None
    views: tuple[bytes, ...] | None = None


class Rest(Struct, frozen=True):
    """What is left of a game: its entries up to the first damaged one. `detail` says what is wrong, "" if nothing."""

    saved: Saved
    wall: str
    entries: int
    detail: str


class Head(Struct):
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

    def row(self, crc: int | None = None) -> Row:
        """The row of the file, with its checksum."""
        values = astuple(self)
        return (*values, checksum(*values) if crc is None else crc)


_seats = decoder(tuple[Player, ...])
_label = decoder(Label)
_result = decoder(dict[str, Any])


def rest_of(row: GameRow, opening: Any, opening_crc: Any, rows: Sequence[Any]) -> Rest:
    """What is left of a game: its entries up to the first that is damaged or missing; all, if none is.

    :param rows: of the entries, in order, each with its checksum at the end.
    """
    detail = "its row" if row.damaged else ""
    entries: list[Entry] = []
    if not isinstance(opening, bytes) or opening_crc != checksum(opening):
        detail = "its opening"
    else:
        for entry in [_decoded(one[:-1]) for one in rows if sound(one)]:
            if entry is not None and entry.seq == len(entries) + 1:
                entries.append(entry)
        if len(entries) < max(len(rows), row.entries):
            detail = f"entry {len(entries) + 1}"
    last_at = entries[-1].at if entries else 0
    last_at = last_at if detail else max(row.last_at, last_at)
    saved = Saved(row.id, row.game, row.group, row.seats, opening or b"", tuple(entries), last_at, row.status)
    return Rest(saved, row.wall, row.entries, detail)


def game_row(row: Row, damaged: bool = False) -> GameRow:
    """A game's row with its checksum, as far as it can be read. `damaged`: it is known to be, by its entries."""
    number, name, group, seats, wall, record, status, result, last_at, entries, lost, opening_crc, uuid, epoch, _ = row
    damaged |= not sound(row)
    try:
        named_seats, known = _seats.decode(seats), Status(status)
        kept = None if result is None else _result.decode(result)
    except (msgspec.MsgspecError, ValueError, TypeError):
        damaged, kept = True, None
        named_seats, known = _or_none(_seats, seats) or (), _status(status)
    texts = [text if isinstance(text, str) else "" for text in (name, group, wall, uuid)]
    counts = [n if isinstance(n, int) and 0 <= n < MOST else 0 for n in (last_at, entries, lost, epoch)]
    return GameRow(
        number, texts[0], texts[1], texts[2], named_seats, known, kept, counts[0], counts[1],
        bool(record), damaged, counts[2], texts[3], counts[3], opening_crc == FORGOTTEN,
    )  # fmt: skip


def damaged_game(path: Path | str, rest: Rest) -> JournalError:
    """The error that names a damaged game, with what is left of it."""
    names = ", ".join(seat.name for seat in rest.saved.seats)
    whole = len(rest.saved.entries)
    facts: dict[str, str | int] = {"names": names, "whole": whole, "entries": max(rest.entries, whole)}
    return JournalError("journal_damaged", path, rest.detail, id=rest.saved.id, **facts)


def entry_row(game_id: int, entry: Entry, view: bytes | None) -> Row:
    """An entry as the row of the file."""
    label = None if entry.label is None else private_json(entry.label)
    values = (game_id, entry.seq, entry.at, entry.kind.value, label, entry.move, entry.events, view)
    return (*values, checksum(*values))


def _decoded(values: Sequence[Any]) -> Entry | None:
    """An entry of the file; None if it is none (written by a companion that had no checksum)."""
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
    """A damaged status may have been any: the game stays in sight."""
    try:
        return Status(value)
    except ValueError:
        return Status.OPEN


def lost_since(
    path: Path, rows: Sequence[GameRow], mark: Mapping[int, int]
) -> tuple[dict[int, int], tuple[Notice, ...]]:
    """Of each game how many acknowledged entries are gone, and the notice that says so, if any are."""
    known = {row.id: mark.get(row.id, 0) - row.entries for row in rows if not row.damaged}
    short = {game: lost for game, lost in known.items() if lost > 0}
    gone = set(mark) - {row.id for row in rows}
    if not short and not gone:
        return {}, ()
    entries = sum(short.values()) + sum(mark[game] for game in gone)
    return short, (Notice("journal_lost", {"path": str(path), "entries": entries, "games": len(short) + len(gone)}),)
