"""The hub's handling of messages from tables: no broker and no thread, so that it can be tested without either.

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
from companion.hub.signatures import open_signed
from companion.hub.store import (
    Arrived,
    Claimed,
    GameForgotten,
    GameState,
    HeadOf,
    Store,
    StoreAway,
    StoreOutcome,
    TableMessage,
)
from companion.uplink.link import wire

log = logging.getLogger(__name__)


FETCH_BYTES = 100_000
"""Of the entries of one answer: one packet at most brokers."""


MOST_GREETINGS = 10_000
"""So many are remembered, of all tables."""
HubQuestion = wire.Hello | wire.Fetch | wire.AskGames | str
"""What is answered without storing anything; a game: which entries of it are there."""


QUESTIONS: dict[str, type[wire.Hello] | type[wire.Fetch] | type[wire.AskGames]] = {
    "hello": wire.Hello,
    "fetch": wire.Fetch,
    "ask": wire.AskGames,
}


class TableQuestion(Struct, frozen=True):
    """A question of a table, and whose it is."""

    table: str
    owner: bytes
    question: HubQuestion


class ToBroker(Struct, frozen=True):
    """A message for the broker."""

    topic: str
    payload: bytes
    retain: bool = False


def hub_mark(state: GameState, run: str) -> wire.HubMark:
    return wire.HubMark(
        state.epoch, state.entries, state.digest, state.base, state.table, state.proof, state.head, state.forgotten,
        state.full, state.also, run, state.base_digest,
    )  # fmt: skip


class Ingest:
    """`outcomes` counts what became of messages.

    :param now: s, of a clock that only goes forward.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        self._store, self._now = store, now
        self.run = secrets.token_hex(8)
        """Distinguishes this run of the hub from earlier ones: marks of another run count for nothing."""
        self._heard: dict[str, float] = {}
        """Tables, and when they said something last, since this hub runs."""
        self.outcomes: Counter[StoreOutcome] = Counter()
        self.full: set[str] = set()
        """Tables that have no room left."""
        self._past: Past | None = None
        self._greeted: dict[str, None] = {}
        """Greetings that were answered, the last ones."""

    def close(self) -> None:
        self._store.close()

    def past(self) -> Past:
        """Return the evenings that are over.

        :raises StoreAway: if they cannot be read now.
        """
        if self._past is None:
            self._past = past(self._store.evenings())
        return self._past

    def take(self, arrived: Iterable[tuple[str, bytes]]) -> list[ToBroker]:
        """
        :param arrived: topics below `companion/` and payloads, in their order.
        :raises StoreAway: if nothing of it could be stored.
        """
        messages: list[TableMessage] = []
        questions: list[TableQuestion] = []
        for topic, data in arrived:
            try:
                found = _read(topic, data)
            except (ValueError, msgspec.MsgspecError) as error:
                self.outcomes[StoreOutcome.BAD] += 1
                log.warning("%s: %s", topic[:100], str(error)[:200])
                continue
            self._heard[topic.split("/")[1]] = self._now()
            if isinstance(found, TableQuestion):
                questions.append(found)
            elif found is not None:
                messages.append(found)
        said = [self._mark(table, game, state) for (table, game), state in self._store_all(messages).items()]
        return said + [answer for asked in questions for answer in self._answer(asked)]

    def _store_all(self, messages: list[TableMessage]) -> dict[tuple[str, str], GameState | None]:
        """Return the state of the games in the tables' messages; None: another table has it, and nothing of this is
        signed."""
        told: dict[tuple[str, str], GameState | None] = {}
        if not messages:
            return told
        for message, (outcome, state) in zip(messages, self._judged(messages), strict=True):
            self.outcomes[outcome] += 1
            if outcome is StoreOutcome.FULL:
                self.full.add(message.table)
            elif outcome is StoreOutcome.STORED and isinstance(message, Arrived):
                self.full.discard(message.table)
            if outcome is StoreOutcome.STORED and not isinstance(message, Arrived):
                self._past = None if not isinstance(message, HeadOf) or message.payload.evening else self._past
            if state is not None and not message.signed and state.table != message.table:
                told.setdefault((message.table, message.game), None)
            elif state is not None:
                before = told.get((message.table, message.game))
                state.full = state.full or (before is not None and before.full)
                told[message.table, message.game] = state
                if state.former:
                    told[state.former, message.game] = state
        return told

    def _judged(self, messages: Sequence[TableMessage]) -> list[tuple[StoreOutcome, GameState | None]]:
        """Store messages; after a fault one by one, so that a bad one keeps no other out."""
        try:
            return self._store.take(messages)
        except StoreAway:
            raise
        except Exception:
            if len(messages) > 1:
                return [found for message in messages for found in self._judged([message])]
            log.exception("%s: a message cannot be stored", messages[0].table)
            return [(StoreOutcome.BAD, None)]

    def _mark(self, table: str, game: str, state: GameState | None) -> ToBroker:
        mark = wire.HubMark(0, -1) if state is None else hub_mark(state, self.run)
        return ToBroker(wire.down(table, "mark", game), wire.payload(mark))

    def _answer(self, asked: TableQuestion) -> Iterator[ToBroker]:
        table = asked.table
        match asked.question:
            case wire.Hello(id=number, games=games):
                states, news = self._store.noted(asked.owner, table if self._is_now(asked.question) else "", games)
                self._greeted[number] = None
                if len(self._greeted) > MOST_GREETINGS:
                    del self._greeted[next(iter(self._greeted))]
                marks = {state.game: hub_mark(state, self.run) for state in states}
                yield ToBroker(wire.down(table, "marks"), wire.payload(wire.HubMarks(number, self.run, marks)))
                yield from (self._mark(state.table, state.game, state) for state in news)
            case wire.AskGames(id=number):
                yield ToBroker(wire.down(table, "games"), wire.payload(self._games(number, asked.owner)))
            case wire.Fetch() as fetch:
                yield ToBroker(wire.down(table, "fetched"), wire.payload(self._fetched(asked.owner, fetch)))
            case str() as game:
                entries = tuple(self._store.course(game, wire.MOST_OF_A_COURSE))
                yield ToBroker(wire.down(table, "course", game), wire.payload(wire.CoursePayload(entries, self.run)))

    def _is_now(self, hello: wire.Hello) -> bool:
        """Return whether a table has these games, and not only had them once."""
        return hello.run == self.run and hello.id not in self._greeted

    def _games(self, number: str, owner: bytes) -> wire.GamesPayload:
        now = self._now()
        known = (
            wire.KnownGame(one.table, one.uuid, one.epoch, one.head, self._age_s(one.table, now))
            for one in self._store.open_games(owner, wire.MOST_KNOWN)
        )
        return wire.GamesPayload(number, tuple(known))

    def _age_s(self, table: str, now: float) -> int | None:
        heard = self._heard.get(table)
        return None if heard is None else int(now - heard)

    def _fetched(self, owner: bytes, asked: wire.Fetch) -> wire.FetchedPayload:
        game = asked.game or self._store.latest(owner, asked.table)
        found = self._store.fetched(game, asked.first, FETCH_BYTES) if game is not None else None
        if found is None or found[0].owner != owner:
            return wire.FetchedPayload(asked.id)
        state, head, entries = found
        return wire.FetchedPayload(
            asked.id, state.uuid, state.epoch, head or b"", tuple(entries), asked.first, state.entries + 1
        )


def _read(topic: str, data: bytes) -> TableMessage | TableQuestion | None:
    """Return a table's message; None for one that is only shown.

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
            if seq:
                entry = wire.read_payload(data, wire.EntryPayload)
                return Arrived(table, game, entry.epoch, seq, entry.sealed)
            signed = open_signed(topic, game, data)
            entry = wire.read_payload(signed.body, wire.EntryPayload)
            return Arrived(table, game, entry.epoch, 0, entry.sealed, signed.owner, signed.uuid)
        case "head", 1:
            return HeadOf(table, game, wire.read_payload(data, wire.HeadPayload))
        case "claim", 1:
            signed = open_signed(topic, game, data)
            claim = wire.read_payload(signed.body, wire.ClaimPayload)
            return Claimed(table, game, claim.epoch, claim.base, signed.signature.hex(), claim.digest)
        case "course", 1:
            return TableQuestion(table, open_signed(topic, game, data).owner, game)
        case "forget", 1:
            signed = open_signed(topic, game, data)
            epoch = wire.read_payload(signed.body, wire.ForgetPayload).epoch
            return GameForgotten(table, game, epoch, signed.owner, signed.uuid)
        case ((("hello" | "fetch" | "ask") as kind), 0):
            signed = open_signed(topic, "", data)
            return TableQuestion(table, signed.owner, wire.read_payload(signed.body, QUESTIONS[kind]))
        case (("state" | "online"), 0):
            return None
    raise ValueError("no such topic")
