"""A game of the journal as plain bytes, entry by entry, and back again. They never change once they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.engine.codec import decoder, private_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Player, UndoLabel
from companion.engine.journal import ImportedGame, Journal
from companion.engine.journal_rows import GameRow
from companion.uplink.link.wire import FetchedPayload
from companion.uplink.outbox.seal import START, BadSeal, EntryPlace, OwnerKey, chained

HEAD = -1
"""The number under which a game's head is sealed."""


class _Opening(Struct, array_like=True):
    name: str
    group: str
    state: bytes


class _Entry(Struct, array_like=True):
    at: int
    kind: EntryKind
    label: bytes | None
    move: bytes
    events: bytes


class GameHead(Struct, frozen=True):
    """What of a game may change without an entry: who sits there, how far its clock has run, whether it is over. And
    which it is."""

    seats: tuple[Player, ...]
    wall: str
    last_at: int
    game: str = ""
    status: Status = Status.OPEN


_pack = msgspec.msgpack.Encoder().encode
_opening = typed.msgpack_decoder(_Opening)
_entry = typed.msgpack_decoder(_Entry)
_head = decoder(GameHead)
_label = decoder(UndoLabel)


def packed(journal: Journal, row: GameRow, first: int) -> Iterator[bytes]:
    """Yield the durable entries of a game from a number on, none while its name and epoch are not durable; 0 is its
    opening.

    :raises JournalError: if the journal cannot be read now.
    """
    opening, entries = journal.durable(row.id, first - 1, (row.uuid, row.epoch))
    if opening is None:
        return
    if not first:
        yield _pack(_Opening(row.game, row.group, opening))
    for _game, _seq, at, kind, label, move, events, _view, _crc in entries:
        yield _pack(_Entry(at, EntryKind(kind), label, move, events))


def sealed_head(key: OwnerKey, row: GameRow) -> bytes:
    """Return the head of a game as it leaves the table."""
    head = GameHead(row.seats, row.wall, row.last_at, row.game, row.status)
    return key.seal(private_json(head), EntryPlace(row.uuid, row.epoch, HEAD, START))


def opened_head(key: OwnerKey, uuid: str, epoch: int, head: bytes) -> GameHead | None:
    """Return the head of a game; None where it is still on its way.

    :raises BadSeal: if no table of this owner has sent it.
    :raises msgspec.MsgspecError: if it was written by another version.
    """
    if not head:
        return None
    found: GameHead = _head.decode(key.open(head, EntryPlace(uuid, epoch, HEAD, START)))
    return found


def unsealed(key: OwnerKey, fetched: FetchedPayload) -> ImportedGame:
    """Return the game, ready for `Adopt`; without its head it has no seats.

    :raises BadSeal: if anything is not what a table of this owner has sent, at its place.
    :raises msgspec.MsgspecError: if it was written by another version.
    """
    head = opened_head(key, fetched.uuid, fetched.epoch, fetched.head) or GameHead((), "", 0)
    texts = list(_opened(key, fetched))
    opening = _opening.decode(texts[0])
    entries = tuple(_read(_entry.decode(text), seq) for seq, text in enumerate(texts[1:], 1))
    last_at = max(head.last_at, entries[-1].at if entries else 0)
    saved = Saved(0, opening.name, opening.group, head.seats, opening.state, entries, last_at, Status.OPEN)
    return ImportedGame(saved, head.wall, None)


def _opened(key: OwnerKey, fetched: FetchedPayload) -> Iterable[bytes]:
    chain, last = START, 1
    for seq, (epoch, sealed) in enumerate(fetched.entries):
        text = key.open(sealed, EntryPlace(fetched.uuid, epoch, seq, chain))
        if not last <= epoch <= fetched.epoch:
            raise BadSeal(f"entry {seq} of game {fetched.uuid} is of epoch {epoch}")
        chain, last = chained(chain, text), epoch
        yield text


def _read(entry: _Entry, seq: int) -> Entry:
    label = None if entry.label is None else _label.decode(entry.label)
    return Entry(seq, entry.at, entry.kind, label, entry.move, entry.events)
