"""A model of what may go wrong between tables and a hub, for hypothesis: kills, backups, and a broker that loses,
doubles, reorders and goes back in time.

Tables, outboxes, journals' promises and the hub are the real ones; disks, wires and backups are played.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from msgspec.structs import replace

from companion.engine.journal import Journal
from companion.engine.journal_rows import GameRow, SqlRow
from companion.engine.refused import Refused
from companion.engine.requests import Adopt, ForgetGroup, Leave, Open
from companion.hub.ingest import Ingest, ToBroker
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import Store, make_tables
from companion.uplink.link import wire
from companion.uplink.outbox.packed import unsealed
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.signed import signed
from tests.example_game.game import PLUGIN
from tests.hub.tables import SEATS, Table, Wire

COINS: dict[str, Any] = {"coins": PLUGIN.make(None)}
TABLES = ("t1", "t2", "t3")
ROUNDS = 60
"""Of pumping and carrying, within which all agree."""

Disk = tuple[dict[int, SqlRow], dict[int, tuple[bytes, list[SqlRow]]], int]


class Kept(Journal):
    """A journal whose disk may be late. `disk`: what a kill leaves."""

    def __init__(self) -> None:
        super().__init__(named=lambda: uuid4().hex)
        self.slow = False
        self.disk: Disk = ({}, {}, 1)

    def sync(self) -> None:
        self.disk = (dict(self._rows), {n: (one, list(rows)) for n, (one, rows) in self._kept.items()}, self._next)

    def load_from(self, disk: Disk) -> None:
        """The table starts on this disk."""
        self.disk = disk
        rows, kept, self._next = disk
        self._rows, self._kept = dict(rows), {n: (one, list(some)) for n, (one, some) in kept.items()}

    def _put_all(self, games: Any, forgotten: Any = None) -> None:
        super()._put_all(games, forgotten)
        if not self.slow:
            self.sync()

    def durable(
        self, game_id: int, after: int, named: tuple[str, int] | None = None
    ) -> tuple[bytes | None, list[SqlRow]]:
        rows, kept, _next = self.disk
        if game_id not in rows or (named is not None and (rows[game_id][12], rows[game_id][13]) != named):
            return None, []
        opening, entries = kept[game_id]
        return opening, entries[max(0, after) :]


class Memory(SqliteStore):
    """A store that is backed up and restored at once."""

    def __init__(self, data: bytes | None = None) -> None:
        Store.__init__(self)
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        if data is not None:
            self._db.deserialize(data)
        self.transact(lambda db: make_tables(db, "BLOB"))

    def backup(self) -> bytes:
        return bytes(self._db.serialize())


class Net(Wire):
    """`down`: what is on its way to tables. `past`: all that ever was."""

    def __init__(self, hub: Ingest) -> None:
        super().__init__(hub, Random(0))
        self.down: list[ToBroker] = []
        self.past: list[tuple[str, bytes] | ToBroker] = []
        self.cut_off: set[str] = set()

    def send(self, topic: str, data: bytes) -> None:
        if topic.split("/")[1] not in self.cut_off:
            self.up.append((topic, data))
            self.past.append((topic, data))

    def to_hub(self) -> None:
        up, self.up = self.up, []
        said = self.hub.take(up)
        self.down += said
        self.past += said

    def to_tables(self) -> None:
        down, self.down = self.down, []
        for said in down:
            name = said.topic.split("/")[1]
            if name not in self.cut_off:
                self.tables[name].hear(said)


THIEF = "thief"
THIEFS_KEY = OwnerKey(bytes(16))


def lies(rng: Random, past: Sequence[tuple[str, bytes] | ToBroker]) -> Iterator[tuple[str, bytes]]:
    """What another owner's table says of games of which it has heard: what their tables said, as if it were one of
    them, and what it signs itself."""
    heard = [one for one in past if isinstance(one, tuple)]
    for topic, data in rng.choices(heard, k=4) if heard else ():
        _up, _table, *parts = topic.split("/")
        yield wire.up(THIEF, *parts), data
        with suppress(msgspec.MsgspecError):
            theirs = wire.read_payload(data, wire.Signed)
            for uuid in (theirs.uuid, "0" * 32):
                body = wire.statement(wire.up(THIEF, *parts), theirs.body)
                own = wire.Signed(THIEFS_KEY.public, uuid, theirs.body, THIEFS_KEY.sign(body))
                yield wire.up(THIEF, *parts), wire.payload(own)
                yield wire.up(THIEF, *parts), wire.payload(replace(own, owner=theirs.owner))
        if len(parts) > 1:
            game = parts[1]
            for kind, what in (
                ("claim", wire.ClaimPayload(9, -1)),
                ("forget", wire.ForgetPayload(9)),
                ("course", wire.AskCourse()),
            ):
                yield wire.up(THIEF, kind, game), wire.payload(signed(THIEFS_KEY, THIEF, (kind, game), what, "0" * 32))
                yield wire.up(THIEF, kind, game), wire.payload(what)
            for kind, question in (
                ("fetch", wire.Fetch("a", "t1", 0, game)),
                ("fetch", wire.Fetch("a", "t1")),
                ("ask", wire.AskGames("a")),
                ("hello", wire.Hello("a", (game,))),
            ):
                yield wire.up(THIEF, kind), wire.payload(signed(THIEFS_KEY, THIEF, (kind,), question))


def says_nothing(said: ToBroker) -> bool:
    """Whether an answer says nothing of any game."""
    nothing = {
        "mark": wire.HubMark(0, -1),
        "fetched": wire.FetchedPayload("a"),
        "games": wire.GamesPayload("a"),
    }
    _down, table, kind, *_game = said.topic.split("/")
    if table != THIEF:
        return False
    if kind == "marks":
        return not wire.read_payload(said.payload, wire.HubMarks).marks
    return said.payload == wire.payload(nothing[kind])


def settled(table: Table) -> bool:
    return not (table.outbox.behind or table.outbox.keeps_back or table.rows)


class Faults(RuleBasedStateMachine):
    """The rules are what may happen; `teardown` lets everything come back, and looks whether all agree."""

    tables = st.sampled_from(TABLES)
    seeds = st.integers(0, 10_000)

    @initialize(seed=seeds)
    def begin(self, seed: int) -> None:
        """Two tables play and the hub has it; of everything there is a backup."""
        self.store = Memory()
        self.net = Net(Ingest(self.store))
        self.at: dict[str, Table] = {name: Table(name, self.net, COINS, Kept()) for name in TABLES}
        self.hub_restored = False
        self.acknowledged: dict[str, int] = {}
        self.hub_backup = self.store.backup()
        self.backups: dict[str, Disk] = {name: self.journal(name).disk for name in TABLES}
        for name in TABLES[:2]:
            self.opens(name, seed)
            self.plays(name, seed, 2)
        self.all_goes_well()

    def journal(self, name: str) -> Kept:
        journal = self.at[name].journal
        assert isinstance(journal, Kept)
        return journal

    # -- what people do --------------------------------------------------------------------------------------------

    @rule(name=tables, seed=seeds)
    def opens(self, name: str, seed: int) -> None:
        self.at[name].engine.handle(Open("coins", seats=SEATS, seed=seed))

    @rule(name=tables, seed=seeds, acts=st.integers(1, 4))
    def plays(self, name: str, seed: int, acts: int) -> None:
        """On what is open, or waits, or a new game."""
        engine, rng = self.at[name].engine, Random(seed)
        if engine._session is None:
            self.goes_on(name)
        if engine._session is None:
            self.opens(name, seed)
        for _ in range(acts):
            with suppress(IndexError):  # it is over
                self.at[name].play(rng, leave=False)

    @rule(name=tables, seed=seeds)
    def plays_and_tells(self, name: str, seed: int) -> None:
        self.plays(name, seed, 2)
        self.traffic(2)

    @rule(name=tables)
    def goes_on(self, name: str) -> None:
        with suppress(Refused):
            self.at[name].resume()

    @rule(name=tables, other=tables)
    def adopts(self, name: str, other: str) -> None:
        """What the hub answers at this moment."""
        table = self.at[name]
        if name in self.net.cut_off:
            return
        found = table._fetched(wire.Fetch("a", other))
        if not found.uuid or len(found.entries) < found.count or not found.entries:
            return
        with suppress(Refused):
            table.engine.handle(Adopt(unsealed(table.key, found), found.uuid, found.epoch + 1))
            table.pump()
            table.outbox.took(found.uuid, len(found.entries) - 1, wire.digest(found.entries[-1][1]))

    @rule(name=tables)
    def forgets(self, name: str) -> None:
        engine = self.at[name].engine
        with suppress(Refused):
            engine.handle(Leave(for_good=True))
        engine.handle(ForgetGroup(tuple(seat.name for seat in SEATS)))

    # -- what the parts do -----------------------------------------------------------------------------------------

    @rule(rounds=st.integers(1, 4))
    def traffic(self, rounds: int) -> None:
        for _ in range(rounds):
            for table in self.at.values():
                table.pump(again=rounds > 2)
            self.net.to_hub()
            self.net.to_tables()
            self._note()

    @rule(name=tables)
    def sends(self, name: str) -> None:
        self.at[name].pump(again=True)

    @rule()
    def reaches_the_hub(self) -> None:
        self.net.to_hub()

    @rule()
    def all_goes_well(self) -> None:
        self.net.cut_off.clear()
        self.traffic(4)

    def _note(self) -> None:
        """What the hub has said to have."""
        for table in self.at.values():
            for game, sent in table.outbox._games.items():
                if sent.mark.seq >= 0:
                    self.acknowledged[game] = max(sent.mark.seq, self.acknowledged.get(game, -1))

    # -- what goes wrong -------------------------------------------------------------------------------------------

    @rule(name=tables)
    def disk_gets_slow_or_well(self, name: str) -> None:
        if self.journal(name).slow:
            self.disk_is_well(name)
        else:
            self.journal(name).slow = True

    def disk_is_well(self, name: str) -> None:
        self.journal(name).slow = False
        self.journal(name).sync()

    @rule(name=tables)
    def table_is_killed(self, name: str) -> None:
        self._start(name, self.journal(name).disk)

    @rule(name=tables)
    def link_is_killed(self, name: str) -> None:
        self.net.up = [one for one in self.net.up if one[0].split("/")[1] != name]
        self.at[name].joined = False

    @rule(name=tables)
    def link_is_cut(self, name: str) -> None:
        self.net.cut_off ^= {name}
        self.at[name].joined = False

    @rule(keep=st.booleans())
    def hub_is_killed(self, keep: bool) -> None:
        """`keep`: what was on its way is still there, as where the broker had it."""
        if not keep:
            self.net.up.clear()
        self.net.hub = Ingest(self.store)

    @rule()
    def broker_is_killed(self) -> None:
        self.net.up.clear()
        self.net.down.clear()
        for table in self.at.values():
            table.joined = False

    @rule(seed=seeds)
    def wire_mixes(self, seed: int) -> None:
        rng = Random(seed)
        for queue in (self.net.up, self.net.down):
            some: list[Any] = [one for one in queue for _ in range(rng.choice((0, 1, 1, 2)))]
            rng.shuffle(some)
            queue[:] = some

    @rule(seed=seeds)
    def broker_goes_back(self, seed: int) -> None:
        """Old messages come once more."""
        for one in Random(seed).choices(self.net.past, k=3) if self.net.past else ():
            self.net.down.append(one) if isinstance(one, ToBroker) else self.net.up.append(one)

    @rule(seed=seeds)
    def another_owners_table_lies(self, seed: int) -> None:
        """It knows all that went up, has an account and a key of its own, and gets nothing."""
        for said in self.net.hub.take(list(lies(Random(seed), self.net.past))):
            assert says_nothing(said), said.topic

    @rule(name=tables)
    def table_has_a_new_card(self, name: str) -> None:
        """With the same name and key."""
        self._start(name, ({}, {}, 1))

    @rule(name=tables)
    def table_is_backed_up(self, name: str) -> None:
        self.backups[name] = self.journal(name).disk

    @rule(name=tables)
    def table_is_restored(self, name: str) -> None:
        self._start(name, self.backups[name])

    @rule()
    def hub_is_backed_up(self) -> None:
        self.hub_backup = self.store.backup()

    @rule()
    def hub_is_restored(self) -> None:
        self.hub_restored = True
        self.store.close()
        self.store = Memory(self.hub_backup)
        self.net.hub = Ingest(self.store)

    def _start(self, name: str, disk: Disk) -> None:
        self.journal(name).load_from(disk)
        self.at[name].begin()

    # -- and then --------------------------------------------------------------------------------------------------

    def teardown(self) -> None:
        try:
            self._agree()
        finally:
            self.store.close()

    def _agree(self) -> None:
        self.net.cut_off.clear()
        for name, table in self.at.items():
            self.disk_is_well(name)
            with contextlib.suppress(Refused):
                table.engine.handle(Leave())
        self.net.hub = Ingest(self.store)
        for table in self.at.values():
            table.joined = False
        for _ in range(ROUNDS):
            for table in self.at.values():
                table.pump(again=True)
            quiet = not self.net.up and not self.net.down and all(map(settled, self.at.values()))
            self.net.to_hub()
            self.net.to_tables()
            if quiet:
                break
        for name, table in self.at.items():
            table.pump()
            assert table.joined and not table.outbox.behind, f"{name} is never done"
        rows = {name: [row for row in table.games() if row.uuid] for name, table in self.at.items()}
        for name, some in rows.items():
            for row in some:
                self._is_kept(name, row)
        owned = [row.uuid for some in rows.values() for row in some if not row.forgotten]
        assert len(owned) == len(set(owned)), "two tables play one game"
        if not self.hub_restored:
            self._nothing_is_lost()

    def _is_kept(self, name: str, row: GameRow) -> None:
        """The hub has a table's game as the table has it, as that table's."""
        name_at_hub = self.at[name].named(row.uuid)
        [state] = self.store.states([name_at_hub])
        if row.forgotten:
            assert state.forgotten or (state.table != name and state.epoch >= row.epoch), "forgotten, and there"
            return
        assert not state.forgotten, "there, and forgotten"
        assert (state.table, state.epoch, state.entries) == (name, row.epoch, row.entries)
        found = self.store.fetched(name_at_hub)
        assert found is not None
        fetched = wire.FetchedPayload("", row.uuid, state.epoch, found[1] or b"", tuple(found[2]))
        saved = self.at[name].journal.load(row.id)
        assert saved is not None and unsealed(self.at[name].key, fetched).saved.entries == saved.entries

    def _nothing_is_lost(self) -> None:
        """What the hub has said to have it has, unless it was forgotten."""
        for game, seq in self.acknowledged.items():
            [state] = self.store.states([game])
            if not state.forgotten:
                both = "SELECT seq FROM entry WHERE game=? UNION SELECT seq FROM cut_off WHERE game=?"
                rows: Sequence[Any] = self.store.execute(f"SELECT MAX(seq) FROM ({both})", (game, game))
                assert rows[0][0] >= seq


def run_faults(runs: int, steps: int = 50) -> None:
    """
    :param runs: sequences of at most so many `steps`.
    """
    found = settings(
        max_examples=runs,
        stateful_step_count=steps,
        phases=(Phase.explicit, Phase.generate),
        deadline=None,
        database=None,
        suppress_health_check=list(settings().suppress_health_check),
    )
    run_state_machine_as_test(Faults, settings=found)
