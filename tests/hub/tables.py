"""Tables, a wire that loses, doubles and turns round, and a hub: all of it without a thread, a socket or a broker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.entry import Status
from companion.engine.game import Game, Player
from companion.engine.journal import Journal
from companion.engine.journal_rows import GameRow
from companion.engine.refused import Refused
from companion.engine.requests import Adopt, ForgetGame, Leave, Legal, ListGames, MakeMove, NameAnew, Open, Resume, Undo
from companion.games.registry import Games as AllGames
from companion.hub.ingest import Ingest, ToBroker
from companion.uplink.link import wire
from companion.uplink.outbox.outbox import AGAIN_S, Outbox
from companion.uplink.outbox.packed import packed, unsealed
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.signed import SignedParts, signed
from companion.uplink.outbox.state import evening_of

T = TypeVar("T")
KEY = OwnerKey(bytes(range(16)))
GAMES = AllGames(None)
OPENINGS: tuple[tuple[str, dict[str, str]], ...] = (
    ("infernal_wagon", {"box": "demo"}),
    ("cerbere", {}),
    ("hellrail", {"deck": "demo"}),
)
SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


class Wire:
    """Between tables and the hub. `bad`: how often something is lost, doubled or turned round."""

    def __init__(self, hub: Ingest, rng: Random, bad: float = 0.0) -> None:
        self.hub, self.rng, self.bad = hub, rng, bad
        self.tables: dict[str, Table] = {}
        self.up: list[tuple[str, bytes]] = []
        self.heard: list[tuple[str, bytes]] = []
        """All that went up, for who compares it."""
        self.cut = False

    def send(self, topic: str, data: bytes) -> None:
        self.heard.append((topic, data))
        if not self.cut:
            self.up.append((topic, data))

    def carry(self) -> None:
        """Bring to the hub what is on its way, and its answers back."""
        up, self.up = self._mixed(self.up), []
        for said in self._mixed(self.hub.take(up)):
            table = self.tables.get(said.topic.split("/")[1])
            if table is not None and not self.cut:
                table.hear(said)

    def _mixed(self, what: Sequence[T]) -> list[T]:
        found: list[T] = []
        for one in what:
            if self.rng.random() < self.bad:
                found += self.rng.choice(([], [one, one]))
            else:
                found.append(one)
        if self.rng.random() < self.bad:
            self.rng.shuffle(found)
        return found


class Table:
    """A table with its journal and its outbox."""

    def __init__(
        self, name: str, line: Wire, games: Mapping[str, Game[Any]] = GAMES, journal: Journal | None = None
    ) -> None:
        self.name, self.line, self.key, self.known = name, line, KEY, games
        self.journal = journal or Journal(named=lambda: uuid4().hex)
        line.tables[name] = self
        self.s = 0.0
        self._end: Callable[[], None] = lambda: None
        self.begin()

    def begin(self) -> None:
        """Also after a kill: all that is kept is the journal."""
        self.engine = Engine(self.known, self.journal, ManualClock(), lambda: "2026-11-27T20:00:00")
        self.outbox = Outbox(
            self.key, self.name, lambda row, first: packed(self.journal, row, first),
            lambda row: evening_of(self.name, row, names=False), lambda: self.s,
        )  # fmt: skip
        self.rows = [(row, False) for row in self.journal.games()]
        self._end()
        self._end = self.journal.watch(lambda row: self.rows.append((row, True)))
        self.joined = False
        self.run = ""
        self.hellos: dict[str, tuple[str, ...]] = {}

    def pump(self, again: bool = False) -> None:
        """Send what is due. `again`: so much later that also what was not answered is."""
        rows, self.rows = self.rows, []
        for row, last in rows:
            self.outbox.listed(row, last)
        if again:
            self.s += AGAIN_S
        if not self.joined:
            self.hellos.clear()
            for part in self.outbox.named():
                self.hellos[number := uuid4().hex] = part
                self.put("hello", wire.Hello(number, part, self.run))
            return
        for parts, what in self.outbox.due():
            self.say(parts, wire.payload(what))
        strayed, self.outbox.strayed = self.outbox.strayed, []
        for row, elsewhere in strayed:
            self.engine.handle(NameAnew(row.id, elsewhere))
        to_forget, self.outbox.to_forget = self.outbox.to_forget, []
        for row in to_forget:
            with suppress(Refused):  # it is played
                self.engine.handle(ForgetGame(row.id))

    def say(self, parts: SignedParts, data: bytes) -> None:
        self.line.send(wire.up(self.name, *parts), data)

    def put(self, kind: str, question: Struct) -> None:
        self.say((kind,), self.signed((kind,), question))

    def signed(self, parts: SignedParts, what: Struct, uuid: str = "") -> bytes:
        return wire.payload(signed(self.key, self.name, parts, what, uuid))

    def named(self, uuid: str) -> str:
        """What the hub calls a game of this owner."""
        return wire.hub_name(self.key.public, uuid)

    def hear(self, said: ToBroker) -> None:
        match said.topic.split("/")[2:]:
            case ["marks"]:
                answer = wire.read_payload(said.payload, wire.HubMarks)
                games = self.hellos.pop(answer.id, None)
                if games is not None and answer.run == self.run:
                    self.outbox.answered(games, answer.marks)
                    self.joined = True
                self.run = answer.run if games is not None else self.run
            case ["course", game]:
                course = wire.read_payload(said.payload, wire.CoursePayload)
                if course.run == self.run:
                    self.outbox.course(game, course.entries)
            case ["mark", game]:
                mark = wire.read_payload(said.payload, wire.HubMark)
                if mark.run == self.run:
                    self.outbox.marked(game, mark)
                else:
                    self.joined = False

    # -- playing ---------------------------------------------------------------------------------------------------

    def open(self, which: int, seed: int) -> None:
        game, options = OPENINGS[which % len(OPENINGS)]
        self.engine.handle(Open(game, seats=SEATS, options=options, seed=seed))

    def play(self, rng: Random, leave: bool = True) -> None:
        """One random act, if there is one; else the game is left."""
        with suppress(Refused):
            legal = self.engine.handle(Legal()).answer
            self.engine.handle(
                Undo() if rng.random() < 0.1 else MakeMove(rng.choice(legal)) if legal or not leave else Leave()
            )

    def resume(self) -> None:
        """Take up the game that was played, if it was not over."""
        if any(row.status is Status.OPEN for row in self.games()):
            self.engine.handle(Resume())

    def games(self) -> list[GameRow]:
        rows: list[GameRow] = self.engine.handle(ListGames()).answer
        return rows

    def adopt(self, table: str, head: bool = True) -> str:
        """Play on what another table played last; its uuid. `head`: whether that had come to the hub."""
        found = self._fetched(wire.Fetch("a", table))
        while len(found.entries) < found.count:
            more = self._fetched(wire.Fetch("a", table, len(found.entries), self.named(found.uuid)))
            found = replace(found, entries=found.entries + more.entries)
        record = unsealed(self.key, found if head else replace(found, head=b""))
        self.engine.handle(Adopt(record, found.uuid, found.epoch + 1))
        self.pump()
        self.outbox.took(found.uuid, len(found.entries) - 1, wire.digest(found.entries[-1][1]))
        return found.uuid

    def _fetched(self, fetch: wire.Fetch) -> wire.FetchedPayload:
        [said] = self.line.hub.take([(wire.up(self.name, "fetch"), self.signed(("fetch",), fetch))])
        return wire.read_payload(said.payload, wire.FetchedPayload)
