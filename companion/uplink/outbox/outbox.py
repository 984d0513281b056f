"""Bookkeeping of the entries that the hub has not stored yet, and of the next messages. No thread, no socket.

The journal is the outbox: what is sent is read from it, and nothing counts as stored but what the hub has said. A game
is sent in order, and no more than `WINDOW` entries ahead of what the hub has; what it has not answered is sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.journal_rows import GameRow
from companion.uplink.link.wire import (
    MOST_GAMES,
    AskCourse,
    ClaimPayload,
    EntryPayload,
    ForgetPayload,
    GameResult,
    HeadPayload,
    HubMark,
    Signed,
    digest,
    hub_name,
)
from companion.uplink.outbox.packed import sealed_head
from companion.uplink.outbox.seal import START, EntryPlace, OwnerKey, chained
from companion.uplink.outbox.signed import SignedParts, is_claimed, signed

WINDOW = 64
"""Entries of one game that are on their way."""
MOST_ON_WAY = 256
"""Entries of all games: 1 MB. An opening counts as `OPENING` of them."""
OPENING = 16
FULL_S = 60.0
"""A hub that had no room is tried again after this."""
MOST_NAMED = MOST_GAMES
"""Games that one greeting names."""
HEAD_MS = 1_000
"""Between two heads of a game whose clock runs."""
AGAIN_S = 5.0
"""What the hub has not answered within this is sent again."""
DISK_S = 0.2
"""What was entered may not be durable yet: then it is looked at again."""
LONGEST_PAUSE_S = 60.0
"""Between two looks at a game of which the disk never has all."""

CHECKED_AT_ONCE = 8
"""Games of which one look only checks that the hub has the table's own: half a millisecond each."""

ReadEntries = Callable[[GameRow, int], Iterable[bytes]]
"""The durable entries of a game from a number on, packed; 0 is its opening."""


class _Sent:
    """The bookkeeping of one game. `chain[n]`: the chain before entry n.

    `claimed`: whether the hub knows whose it is, as far as it has said; `claimed_at`: when the claim was sent. `base`:
    the last entry that hub and table have alike, and `digest` its digest; None: not known, `asked_at`: when the hub was
    asked. `checked`: whether the last entry that the hub has is known to be ours; `last`: number and digest of the last
    one sent. `shown`: what the last head said; `head`: its digest. `further_at`: when the hub last got further, or had
    all. `short`: how often the disk had not what was to be read.
    """

    def __init__(self, row: GameRow, now: float) -> None:
        self.row = row
        self.chain = [START]
        self.further_at = now
        self.base: int | None = None
        self.digest = ""
        self.claimed = True
        self.claimed_at: float | None = None
        self.asked_at: float | None = None
        self.short = 0
        self.read_at = 0.0
        self.lost()

    def lost(self) -> None:
        """Note that the hub has nothing of it, as far as is known."""
        self.mark = HubMark(self.row.epoch, -1)
        self.checked = False
        self.last = (-1, "")
        self.sent = -1
        self.shown: tuple[Any, ...] | None = None
        self.head = ""

    @property
    def on_way(self) -> int:
        """Entries that the hub has not answered."""
        return self.sent - self.mark.seq + (OPENING - 1 if self.mark.seq < 0 <= self.sent else 0)

    @property
    def to_check(self) -> bool:
        """Whether the hub has as many entries, and it is not known whether they are the table's."""
        return not self.checked and self.mark.seq == self.sent == self.row.entries > self.mark.base

    @property
    def level(self) -> bool:
        all_there = self.claimed and self.checked and self.mark.seq >= self.row.entries
        return all_there and self.mark.head == self.head != ""

    def again(self) -> None:
        """Send again from the hub's mark: what it has not stored is lost."""
        self.sent, self.claimed_at, self.asked_at = self.mark.seq, None, None
        if self.mark.head != self.head:
            self.shown = None


class Outbox:
    """Games are called here as the hub does: by `hub_name`.

    :param table: the name by which broker and hub know this table.
    :param read: reads the journal.
    :param evening: what the wall keeps of a game.
    :param now: s, of a clock that only goes forward.
    """

    def __init__(
        self,
        key: OwnerKey,
        table: str,
        read: ReadEntries,
        evening: Callable[[GameRow], GameResult | None],
        now: Callable[[], float],
    ) -> None:
        self._key, self._table, self._read, self._evening, self._now = key, table, read, evening, now
        self._games: dict[str, _Sent] = {}
        self._uuids: dict[str, str] = {}
        """What the journal calls them."""
        self._last = ""
        self._gone: dict[str, int] = {}
        """Games that were forgotten here, and their epochs."""
        self._forgotten: dict[str, float | None] = {}
        """Those of them that the hub has not confirmed as forgotten, and when it was asked to."""
        self._kept_back: dict[str, GameRow] = {}
        """Games that were forgotten at another table, or here before the journal came back from a backup."""
        self._full_at: float | None = None
        """When the hub said last that it has no room left for this table."""
        self._tried_at = 0.0
        self.strayed: list[tuple[GameRow, bool]] = []
        """Games that another table has taken up (True), or of which the hub has another course (False): each has to
        become a game of its own."""
        self.to_forget: list[GameRow] = []
        """Games that were forgotten and are here still; one that is played is named again later."""
        self._forget_at = 0.0
        self.also: list[tuple[GameRow, str]] = []
        """Games that another table has, too."""
        self._also_sent: set[tuple[str, str]] = set()

    # -- what the journal has --------------------------------------------------------------------------------------

    def listed(self, row: GameRow, last: bool = False) -> None:
        """Note the present row of a game of the journal. Records from outside and damaged games are not sent.

        :param last: the game that is played, or was played last.
        """
        if row.record or row.damaged or not row.uuid:
            return
        name = hub_name(self._key.public, row.uuid)
        self._uuids[name] = row.uuid
        if row.forgotten:
            self._kept_back.pop(name, None)
            if self._games.pop(name, None) is not None or name not in self._gone:
                self._gone[name] = row.epoch
                self._forgotten[name] = None
            return
        if name in self._kept_back:
            return
        known = self._games.get(name)
        if known is None:
            for other in [one for one, sent in self._games.items() if sent.row.id == row.id]:
                del self._games[other]
            known = self._games[name] = _Sent(row, self._now())
        if known.level:
            known.further_at = self._now()
        known.row, known.short = row, 0
        if last:
            self._last = row.uuid

    def took(self, uuid: str, base: int, digest: str) -> None:
        """Note that this table plays on another table's game, after the entry `base`: the claim has to be sent first.

        It saves a question: without it the hub says that it has an older epoch, and is asked what it has.
        """
        sent = self._games[hub_name(self._key.public, uuid)]
        sent.claimed = False
        sent.base, sent.digest, sent.claimed_at = base, digest, None

    @property
    def behind(self) -> bool:
        """Whether the hub lacks something."""
        return bool(self._forgotten) or not all(sent.level for sent in self._games.values())

    @property
    def keeps_back(self) -> bool:
        """Whether a game is still to be forgotten here."""
        return bool(self._kept_back)

    @property
    def lacking(self) -> int:
        """Entries that the hub has not stored; an opening is one."""
        return sum(max(0, sent.row.entries - sent.mark.seq) for sent in self._games.values())

    # -- what the hub has ------------------------------------------------------------------------------------------

    def named(self) -> list[tuple[str, ...]]:
        """Return all games, also those that were forgotten, in parts: the hub answers each with its marks."""
        games = [*self._games, *self._gone]
        return [tuple(games[at : at + MOST_NAMED]) for at in range(0, len(games), MOST_NAMED)] or [()]

    def answered(self, games: Sequence[str], marks: Mapping[str, HubMark]) -> None:
        """Note the hub's answer to a part of `named`: a game without a mark is not stored there."""
        for name in games:
            if name in self._gone and name not in marks:
                self._forgotten[name] = None  # it may come there from another table still
            sent = self._games.get(name)
            if sent is not None:
                sent.lost()
                sent.claimed, sent.base = True, None
                sent.claimed_at, sent.asked_at, sent.further_at = None, None, self._now()
            if name in marks:
                self.marked(name, marks[name])

    @property
    def full(self) -> bool:
        """Whether the hub has no room left for this table."""
        return self._full_at is not None

    def _waits(self, now: float) -> bool:
        """Return whether the hub had no room a moment ago; else it is tried, once in a while."""
        if self._full_at is None:
            return False
        if now - self._tried_at < FULL_S:
            return True
        self._tried_at = now
        return False

    def marked(self, name: str, mark: HubMark) -> None:
        """Note how far the hub has stored a game."""
        if name in self._gone:
            ours = mark.epoch < self._gone[name] or (mark.epoch == self._gone[name] and mark.table == self._table)
            if mark.forgotten or not ours:  # another table has it
                self._forgotten.pop(name, None)
            else:
                self._forgotten.setdefault(name, None)
            return
        sent = self._games.get(name)
        if sent is None:
            return
        if mark.full:
            self._tried_at = self._now() if self._full_at is None else self._tried_at
            self._full_at = self._now()
        if mark.forgotten:
            self._games.pop(name)
            self._kept_back[name] = sent.row
            self._forget_at = 0.0
        elif mark.epoch < sent.row.epoch:
            if sent.claimed or sent.claimed_at is not None:  # the hub knows nothing of it, or came back from a copy
                sent.lost()
                sent.claimed, sent.base, sent.claimed_at, sent.asked_at = False, None, None, None
        elif mark.epoch > sent.row.epoch or mark.table != self._table:
            self._stray(sent, mark.table != self._table and is_claimed(self._key, sent.row.uuid, mark))
        elif mark.seq > sent.row.entries:
            self._stray(sent)
        else:
            sent.claimed = True
            if mark.also and (name, mark.also) not in self._also_sent:
                self._also_sent.add((name, mark.also))
                self.also.append((sent.row, mark.also))
            if mark.seq >= sent.mark.seq:
                self._stored(sent, mark)

    def course(self, name: str, entries: Sequence[tuple[int, str]]) -> None:
        """Take the hub's list of entries, by epoch and digest: what it has as we do counts as stored.

        :raises JournalError: if the journal cannot be read now.
        """
        sent = self._games.get(name)
        if sent is None or sent.claimed:
            return
        sent.base, sent.digest, sent.claimed = -1, "", not entries
        chain = START
        uuid = sent.row.uuid
        for (seq, data), (epoch, named) in zip(enumerate(self._read(sent.row, 0)), entries, strict=False):
            if digest(self._key.seal(data, EntryPlace(uuid, epoch, seq, chain))) != named:
                break
            chain = chained(chain, data)
            sent.base, sent.digest = seq, named

    def _stored(self, sent: _Sent, mark: HubMark) -> None:
        if mark.seq > sent.mark.seq:
            sent.checked = (mark.seq, mark.digest) == sent.last
            sent.sent = max(sent.sent, mark.seq)
            sent.further_at = self._now()
            self._full_at = self._full_at if mark.full else None
        sent.mark = mark

    def _stray(self, sent: _Sent, elsewhere: bool = False) -> None:
        self._games.pop(hub_name(self._key.public, sent.row.uuid), None)
        self.strayed.append((sent.row, elsewhere))

    # -- what is sent ----------------------------------------------------------------------------------------------

    def due(self) -> Iterator[tuple[SignedParts, Struct]]:
        """Return what is to be sent now, each once until the hub has left it unanswered for too long.

        :raises JournalError: if the journal cannot be read now.
        """
        now = self._now()
        if self._kept_back and now >= self._forget_at:
            self._forget_at = now + AGAIN_S
            self.to_forget = list(self._kept_back.values())
        for name, told_at in self._forgotten.items():
            if told_at is None or now - told_at >= AGAIN_S:
                self._forgotten[name] = now
                yield self._signed(("forget", name), ForgetPayload(self._gone[name]))
        on_way = 0
        for sent in self._games.values():
            if not sent.level and now - sent.further_at >= AGAIN_S:
                sent.again()
                sent.further_at = now
            on_way += sent.on_way
        checks = CHECKED_AT_ONCE
        for name, sent in list(self._games.items()):
            if sent.level:
                continue
            if not sent.claimed:
                yield from self._claims(name, sent, now)
                continue
            if self._waits(now) or (sent.short and now < sent.read_at):
                continue
            if sent.to_check:
                checks -= 1
                if checks < 0:
                    continue
            for seq, sealed in self._entries(sent, MOST_ON_WAY - on_way, now):
                on_way += 1 if seq else OPENING
                entry = EntryPayload(sent.row.epoch, sealed)
                yield (("journal", name, seq), entry) if seq else self._signed(("journal", name, seq), entry)
        for name, sent in list(self._games.items()):
            head = self._head(sent)
            if head is not None:
                yield ("head", name), head

    def _signed(self, parts: SignedParts, what: Struct) -> tuple[SignedParts, Signed]:
        return parts, signed(self._key, self._table, parts, what, self._uuids[str(parts[1])])

    def _claims(self, name: str, sent: _Sent, now: float) -> Iterator[tuple[SignedParts, Struct]]:
        """Yield the claim of this table to the game, once the disk has the entries that it takes over."""
        row, base = sent.row, sent.base
        if base is None and sent.asked_at is None:
            sent.asked_at = now
            yield self._signed(("course", name), AskCourse())
        elif base is not None and sent.claimed_at is None and next(iter(self._read(row, max(0, base))), None):
            sent.claimed_at = now
            yield self._signed(("claim", name), ClaimPayload(row.epoch, base, sent.digest))

    def _head(self, sent: _Sent) -> HeadPayload | None:
        """Return what has changed of a game without an entry, as far as the hub has it."""
        row, last = sent.row, sent.row.uuid == self._last
        shown = (row.seats, row.wall, row.last_at // HEAD_MS, last, row.status, row.result)
        if sent.mark.seq < 0 or not sent.claimed or sent.to_check or shown == sent.shown:
            return None
        if sent.level:
            sent.further_at = self._now()
        head = HeadPayload(row.epoch, sealed_head(self._key, row), last, self._evening(row))
        sent.shown, sent.head = shown, head.digest
        return head if sent.head != sent.mark.head else None

    def _entries(self, sent: _Sent, room: int, now: float) -> Iterator[tuple[int, bytes]]:
        row, mark = sent.row, sent.mark
        if mark.seq <= mark.base:
            sent.checked = True  # nothing is there, or what it was taken up with, which was checked then
        until = min(row.entries, mark.seq + WINDOW, sent.sent + room)
        if sent.sent >= until and not sent.to_check:
            return
        first = min(len(sent.chain) - 1, sent.sent + 1)
        first = first if sent.checked else min(first, mark.seq)
        for seq, data in enumerate(self._read(row, first), first):
            if seq == len(sent.chain) - 1:
                sent.chain.append(chained(sent.chain[seq], data))
            place = EntryPlace(row.uuid, row.epoch, seq, sent.chain[seq])
            if seq == mark.seq and not sent.checked:
                sent.checked = True
                if digest(self._key.seal(data, place)) != mark.digest:
                    self._stray(sent)
                    return
            if sent.sent < seq <= until:
                sealed = self._key.seal(data, place)
                sent.sent, sent.last = seq, (seq, digest(sealed))
                yield seq, sealed
            if seq >= until:
                break
        if sent.sent < until or not sent.checked:
            sent.read_at = now + min(DISK_S * 2**sent.short, LONGEST_PAUSE_S)
            sent.short = min(sent.short + 1, 20)
