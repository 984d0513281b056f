"""What the hub does with what tables say: no broker and no thread, so that it can be tried without either.

Messages are judged in batches, each one transaction of the store. What cannot be stored now is dropped: nothing was
promised, and the table sends it again.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from companion.hub.figures import Past, past
from companion.hub.store import Arrived, Claimed, Forgotten, GameState, HeadOf, Message, Outcome, Store, StoreAway
from companion.link import wire

log = logging.getLogger(__name__)


FETCH_BYTES = 100_000
"""Of the entries of one answer: one packet at most brokers."""


Question = wire.Hello | wire.Fetch | wire.Ask | str
"""What is answered without storing anything; a game: which entries of it are there."""


class Said(Struct, frozen=True):
    """Something for the broker."""

    topic: str
    payload: bytes
    retain: bool = False


def mark_of(state: GameState, run: str) -> wire.Mark:
    return wire.Mark(
        state.epoch, state.entries, state.digest, state.base, state.table, state.proof, state.head, state.forgotten,
        state.full, state.also, run,
    )  # fmt: skip


class Ingest:
    """`outcomes` counts what became of messages.

    :param now: s, of a clock that only goes forward.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        self._store, self._now = store, now
        self.run = secrets.token_hex(8)
        """Tells this hub from what it was before: marks of another one count for nothing."""
        self._heard: dict[str, float] = {}
        """Tables, and when they said something last, since this hub runs."""
        self.outcomes: Counter[Outcome] = Counter()
        self.full: set[str] = set()
        """Tables that have no room left."""
        self._past: Past | None = None

    def close(self) -> None:
        self._store.close()

    def past(self) -> Past:
        """The evenings that are over.

        :raises StoreAway: if they cannot be read now.
        """
        if self._past is None:
            self._past = past(self._store.evenings())
        return self._past

    def take(self, arrived: Iterable[tuple[str, bytes]]) -> list[Said]:
        """
        :param arrived: topics below `companion/` and payloads, in their order.
        :raises StoreAway: if nothing of it could be stored.
        """
        messages: list[Message] = []
        questions: list[tuple[str, Question]] = []
        for topic, data in arrived:
            try:
                found = _read(topic, data)
            except (ValueError, msgspec.MsgspecError) as error:
                self.outcomes[Outcome.BAD] += 1
                log.warning("%s: %s", topic[:100], str(error)[:200])
                continue
            self._heard[topic.split("/")[1]] = self._now()
            if isinstance(found, tuple):
                questions.append(found)
            elif found is not None:
                messages.append(found)
        said = [self._mark(table, state) for table, state in self._store_all(messages)]
        return said + [answer for table, question in questions for answer in self._answer(table, question)]

    def _store_all(self, messages: list[Message]) -> list[tuple[str, GameState]]:
        """Tables, and how the games that they spoke of stand now: each once."""
        if not messages:
            return []
        told: dict[tuple[str, str], GameState] = {}
        for message, (outcome, state) in zip(messages, self._judged(messages), strict=True):
            self.outcomes[outcome] += 1
            if outcome is Outcome.FULL:
                self.full.add(message.table)
            elif outcome is Outcome.STORED and isinstance(message, Arrived):
                self.full.discard(message.table)
            if outcome is Outcome.STORED and not isinstance(message, Arrived):
                self._past = None if not isinstance(message, HeadOf) or message.payload.evening else self._past
            if state is not None:
                before = told.get((message.table, message.game))
                state.full = state.full or (before is not None and before.full)
                told[message.table, message.game] = state
                if state.former:
                    told[state.former, message.game] = state
        return [(table, state) for (table, _game), state in told.items()]

    def _judged(self, messages: Sequence[Message]) -> list[tuple[Outcome, GameState | None]]:
        """One that the store cannot take keeps no other out."""
        try:
            return self._store.take(messages)
        except StoreAway:
            raise
        except Exception:
            if len(messages) > 1:
                return [found for message in messages for found in self._judged([message])]
            log.exception("%s: a message cannot be stored", messages[0].table)
            return [(Outcome.BAD, None)]

    def _mark(self, table: str, state: GameState) -> Said:
        return Said(wire.down(table, "mark", state.game), wire.payload(mark_of(state, self.run)))

    def _answer(self, table: str, question: Question) -> Iterator[Said]:
        match question:
            case wire.Hello(id=number, games=games):
                states, news = self._store.noted(table, games)
                marks = {state.game: mark_of(state, self.run) for state in states}
                yield Said(wire.down(table, "marks"), wire.payload(wire.Marks(number, self.run, marks)))
                yield from (self._mark(state.table, state) for state in news)
            case wire.Ask(id=number):
                yield Said(wire.down(table, "tables"), wire.payload(self._tables(number, table)))
            case wire.Fetch():
                yield Said(wire.down(table, "fetched"), wire.payload(self._fetched(question)))
            case str():
                entries = tuple(self._store.course(question, wire.MOST_OF_A_COURSE))
                yield Said(wire.down(table, "course", question), wire.payload(wire.CoursePayload(entries, self.run)))

    def _tables(self, number: str, own: str) -> wire.TablesPayload:
        now = self._now()
        known = (
            wire.KnownTable(one.table, one.game, one.epoch, one.head, self._age_s(one.table, now))
            for one in self._store.tables(wire.MOST_TABLES)
        )
        return wire.TablesPayload(number, tuple(one for one in known if one.table != own))

    def _age_s(self, table: str, now: float) -> int | None:
        heard = self._heard.get(table)
        return None if heard is None else int(now - heard)

    def _fetched(self, asked: wire.Fetch) -> wire.FetchedPayload:
        game = self._store.latest(asked.table)
        found = self._store.fetched(game, asked.first, FETCH_BYTES) if game is not None else None
        if game is None or found is None or asked.game not in ("", game):
            return wire.FetchedPayload(asked.id)
        state, head, entries = found
        return wire.FetchedPayload(
            asked.id, game, state.epoch, head or b"", tuple(entries), asked.first, state.entries + 1
        )


def _read(topic: str, data: bytes) -> Message | tuple[str, Question] | None:
    """What a table says; None for what is only shown.

    :raises ValueError, msgspec.MsgspecError: if it is nothing that a table says.
    """
    _up, table, kind, *rest = topic.split("/")
    if wire.TABLE.fullmatch(table) is None:
        raise ValueError("no table")
    game = rest[0] if rest else ""
    if rest and wire.GAME.fullmatch(game) is None:
        raise ValueError("no game")
    match kind, len(rest):
        case "journal", 2:
            seq = int(rest[1])
            if not 0 <= seq <= wire.MOST_ENTRIES:
                raise ValueError("no entry")
            entry = wire.read(data, wire.EntryPayload)
            return Arrived(table, game, entry.epoch, seq, entry.sealed)
        case "head", 1:
            return HeadOf(table, game, wire.read(data, wire.HeadPayload))
        case "claim", 1:
            claim = wire.read(data, wire.ClaimPayload)
            return Claimed(table, game, claim.epoch, claim.base, claim.proof, claim.digest)
        case "course", 1:
            return table, game
        case "forget", 1:
            return Forgotten(table, game, wire.read(data, wire.ForgetPayload).epoch)
        case "hello", 0:
            return table, wire.read(data, wire.Hello)
        case "fetch", 0:
            return table, wire.read(data, wire.Fetch)
        case "ask", 0:
            return table, wire.read(data, wire.Ask)
        case (("state" | "online"), 0):
            return None
    raise ValueError("no such topic")
