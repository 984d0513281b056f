"""Which entries of which games the hub has not stored yet, and what is to be sent next. No thread, no socket.

The journal is the outbox: what is sent is read from it, and nothing counts as stored but what the hub has said. A game
is sent in order, and no more than `WINDOW` entries ahead of what the hub has; what it has not answered is sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.engine.journal_rows import GameRow
from companion.link.wire import Mark, digest
from companion.outbox.packed import sealed_head
from companion.outbox.seal import START, OwnerKey, Place, chained

WINDOW = 64
"""Entries of one game that are on their way."""
MOST_ON_WAY = 256
"""Entries of all games."""
HEAD_MS = 1_000
"""Between two heads of a game whose clock runs."""


class Sealed(Struct, frozen=True):
    """One entry as it leaves the table."""

    game: str
    epoch: int
    seq: int
    sealed: bytes


Read = Callable[[GameRow, int], Iterable[bytes]]
"""The durable entries of a game from a number on, packed; 0 is its opening."""


class _Sent:
    """What is known of one game. `chain[n]`: the chain before entry n. `base`: the entry after which this table took
    it up from another one; -1: it began here. `claimed`: whether the hub knows whose it is. `checked`: whether the
    last entry that the hub has is known to be ours."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.chain = [START]
        self.mark = Mark(row.epoch, -1)
        self.sent = self.base = -1
        self.claimed = True
        self.checked = False
        self.head: tuple[Any, ...] | None = None

    @property
    def behind(self) -> bool:
        return self.mark.seq < self.row.entries or not self.claimed


class Outbox:
    """
    :param table: the name by which broker and hub know this table.
    :param read: reads the journal.
    """

    def __init__(self, key: OwnerKey, table: str, read: Read) -> None:
        self._key, self._table, self._read = key, table, read
        self._games: dict[str, _Sent] = {}
        self.forgotten: set[str] = set()
        """Games that the hub should forget."""
        self.strayed: list[tuple[GameRow, bool]] = []
        """Games that another table has taken up (True), or of which the hub has another course (False): each has to
        become a game of its own."""

    # -- what the journal has --------------------------------------------------------------------------------------

    def listed(self, row: GameRow) -> None:
        """A game of the journal as it stands now. Records from outside and damaged games are nobody else's."""
        if row.record or row.damaged or not row.uuid:
            return
        if row.forgotten:
            self._games.pop(row.uuid, None)
            self.forgotten.add(row.uuid)
            return
        known = self._games.get(row.uuid)
        if known is None:
            for other in [uuid for uuid, sent in self._games.items() if sent.row.id == row.id]:
                del self._games[other]
            known = self._games[row.uuid] = _Sent(row)
        known.row = row

    def took(self, uuid: str, base: int) -> None:
        """This table plays on a game of another one, after the entry `base`: the hub has to be told first."""
        sent = self._games[uuid]
        sent.base, sent.claimed = base, False

    @property
    def behind(self) -> bool:
        """Whether the hub lacks something."""
        return any(sent.behind for sent in self._games.values())

    # -- what the hub has ------------------------------------------------------------------------------------------

    def counts(self) -> dict[str, tuple[int, int]]:
        """Epoch and entries of every game: the hub answers with its marks."""
        return {uuid: (sent.row.epoch, sent.row.entries) for uuid, sent in self._games.items()}

    def answered(self, marks: Mapping[str, Mark]) -> None:
        """The hub has answered `counts`: what it does not name it does not have."""
        for uuid, sent in list(self._games.items()):
            sent.mark, sent.checked = Mark(sent.row.epoch, -1), False
            sent.sent, sent.head = -1, None
            if uuid in marks:
                self.marked(uuid, marks[uuid])

    def marked(self, uuid: str, mark: Mark) -> None:
        """The hub has stored a game so far."""
        sent = self._games.get(uuid)
        if sent is None or mark.epoch < sent.row.epoch:
            return
        if mark.epoch > sent.row.epoch:
            facts = (uuid, mark.epoch, mark.base, mark.table)
            if mark.table != self._table:  # without the proof: a stranger has taken it at the hub
                self._stray(sent, elsewhere=mark.proof == self._key.prove(*facts))
            return
        sent.claimed = True
        if mark.table != self._table or mark.seq > sent.row.entries:
            self._stray(sent)
        elif mark.seq > sent.mark.seq:
            sent.mark, sent.checked = mark, False
            sent.sent = max(sent.sent, mark.seq)

    def again(self) -> None:
        """Whatever the hub has not stored is not on its way any more."""
        for sent in self._games.values():
            sent.sent = sent.mark.seq

    def _stray(self, sent: _Sent, elsewhere: bool = False) -> None:
        self._games.pop(sent.row.uuid, None)
        self.strayed.append((sent.row, elsewhere))

    # -- what is sent ----------------------------------------------------------------------------------------------

    def claims(self) -> Iterator[tuple[str, Mark]]:
        """Games that were taken up and that the hub does not know to be ours."""
        for uuid, sent in self._games.items():
            if not sent.claimed:
                facts = (uuid, sent.row.epoch, sent.base, self._table)
                yield uuid, Mark(sent.row.epoch, sent.base, "", sent.base, self._table, self._key.prove(*facts))

    def due(self) -> Iterator[Sealed]:
        """What may be sent now, each once until `again`. It ends early where the disk has not written yet.

        :raises JournalError: if the journal cannot be read now.
        """
        room = MOST_ON_WAY - sum(sent.sent - sent.mark.seq for sent in self._games.values())
        for sent in list(self._games.values()):
            if room <= 0:
                return
            if sent.claimed and sent.sent < min(sent.row.entries, sent.mark.seq + WINDOW):
                for sealed in self._further(sent):
                    room -= 1
                    yield sealed

    def heads(self) -> Iterator[Sealed]:
        """What has changed of games without an entry, as far as the hub has them."""
        for sent in self._games.values():
            row = sent.row
            known = (row.seats, row.wall, row.last_at // HEAD_MS)
            if sent.mark.seq >= 0 and sent.claimed and known != sent.head:
                sent.head = known
                yield Sealed(row.uuid, row.epoch, -1, sealed_head(self._key, row))

    def _further(self, sent: _Sent) -> Iterator[Sealed]:
        row, mark = sent.row, sent.mark
        if mark.seq <= max(mark.base, sent.base):
            sent.checked = True  # what it was taken up with was checked then
        first = min(len(sent.chain) - 1, sent.sent + 1)
        first = first if sent.checked else min(first, mark.seq)
        for seq, data in enumerate(self._read(row, first), first):
            if seq == len(sent.chain) - 1:
                sent.chain.append(chained(sent.chain[seq], data))
            place = Place(row.uuid, row.epoch, seq, sent.chain[seq])
            if seq == mark.seq and not sent.checked:
                sent.checked = True
                if digest(self._key.seal(data, place)) != mark.digest:
                    self._stray(sent)
                    return
            if sent.sent < seq <= mark.seq + WINDOW:
                sent.sent = seq
                yield Sealed(row.uuid, row.epoch, seq, self._key.seal(data, place))
