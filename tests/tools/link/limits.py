"""Brokers that take little, two tables of one name, and a second hub: what still works, and what is said.

Part of `make prove-link`.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

from companion.hub.command import SECOND, YOUNG_S, open_store
from companion.hub.ingest import ToBroker
from companion.hub.store import Store
from companion.uplink.link import wire
from companion.uplink.link.ask import word
from companion.uplink.link.broker import Broker
from companion.uplink.link.reach import Obstacle, Word
from companion.uplink.link.settings import LinkSettings
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.signed import signed
from tests.hub.faults import THIEF, THIEFS_KEY, lies, says_nothing
from tests.hub.tables import OPENINGS, SEATS
from tests.tools.link.broker import PASSWORD, PATIENCE_S, Mosquitto
from tests.tools.link.postgres import Postgres
from tests.tools.link.processes import Hub, Table

LIMITS = {
    "everything": "",
    "packets of 1,000 bytes": "max_packet_size 1000\n",
    "packets of 20,000 bytes": "max_packet_size 20000\n",
    "packets of 2,000,000 bytes": "max_packet_size 2000000\n",
    "QoS 0": "max_qos 0\n",
    "nothing is retained": "retain_available false\n",
    "all of these": "max_packet_size 1000\nmax_qos 0\nretain_available false\n",
}
NAMES = [seat.name for seat in SEATS]
ACTS = 12
CLASH_S = 45.0


def waited(what: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def stands(table: Table) -> Word | None:
    return word(table.folder / "link.sock")


def play(table: Table, rng: Random, acts: int = ACTS) -> None:
    game, options = OPENINGS[1]
    table.ask(open={"game": game, "seats": NAMES, "options": options, "seed": 5})
    for _ in range(acts):
        act(table, rng)


def act(table: Table, rng: Random) -> None:
    """One, if there is one; one that ends the game is none."""
    legal = table.ask(legal={}).get("legal")
    if legal:
        table.ask(move=rng.choice(legal))


def has_all(store: Store, table: Table) -> bool:
    rows = {table.named(row["uuid"]): row["entries"] for row in table.ask(games={})["games"]}
    return {state.game: state.entries for state in store.states(list(rows))} == rows


def little(folder: Path, limits: str, on_postgres: bool) -> Iterator[str]:
    """Play at a broker with these limits, and take the game up at a spare; what is wrong."""
    with ExitStack() as ends:
        database = Postgres(folder) if on_postgres else None
        if database is not None:
            ends.callback(database.stop)
        address = database.address if database is not None else ""
        broker = Mosquitto(folder, ("t1", "t2"), limits)
        ends.callback(broker.stop)
        hub = Hub(folder, broker.port, address)
        ends.callback(hub.kill)
        key = OwnerKey.made().text
        table, spare = (Table(folder / name, name, broker.port, key) for name in ("t1", "t2"))
        ends.callback(table.kill)
        ends.callback(spare.kill)
        play(table, Random(1))
        store = open_store(address, folder)
        ends.callback(store.close)
        if not waited(lambda: has_all(store, table)):
            yield f"the hub has not all of it: {stands(table)}"
            return
        broker.stop()
        broker.start()
        act(table, Random(2))
        if not waited(lambda: has_all(store, table)):
            yield f"not after the broker was away: {stands(table)}"
        if not waited(lambda: bool((found := stands(spare)) is not None and found.hub)):
            yield f"the spare has no hub: {stands(spare)}"
        before = table.ask(position={})["position"]
        table.kill()
        said = spare.adopt("t1")
        if spare.ask(position={}).get("position") != before:
            yield f"the spare does not go on: {said}"
        if not waited(lambda: has_all(store, spare)):
            yield f"the hub does not know that the spare plays on: {stands(spare)}"


def one_name(folder: Path) -> Iterator[str]:
    """Two tables of one name: told at both, and at the hub; nothing of either is lost once one is called otherwise."""
    with ExitStack() as ends:
        broker = Mosquitto(folder, ("t1", "t2"))
        ends.callback(broker.stop)
        hub = Hub(folder, broker.port)
        ends.callback(hub.kill)
        key = OwnerKey.made().text
        first, second = (Table(folder / where, "t1", broker.port, key) for where in ("a", "b"))
        ends.callback(first.kill)
        ends.callback(second.kill)
        play(first, Random(1), 5)
        play(second, Random(2), 5)
        for table in (first, second):
            if not waited(lambda table=table: bool((found := stands(table)) and found.clash), CLASH_S):  # type: ignore[misc]
                yield f"{table.folder.name} does not say that its name is taken: {stands(table)}"
        if not waited(lambda: "two tables have the name t1" in (folder / "hub.log").read_text(), CLASH_S):
            yield "the hub does not say it"
        second.kill()
        file = folder / "b" / "link.toml"
        file.write_text(file.read_text().replace('"t1"', '"t2"'))
        second.start()
        store = open_store("", folder)
        ends.callback(store.close)
        for table in (first, second):
            if not waited(lambda table=table: has_all(store, table)):  # type: ignore[misc]
                yield f"{table.folder.name}: the hub has not all of it"


def second_hub(folder: Path) -> Iterator[str]:
    """A second hub ends and says why; the first goes on."""
    with ExitStack() as ends:
        broker = Mosquitto(folder, ("t1",))
        ends.callback(broker.stop)
        hub = Hub(folder, broker.port)
        ends.callback(hub.kill)
        table = Table(folder / "t1", "t1", broker.port, OwnerKey.made().text)
        ends.callback(table.kill)
        if not waited(lambda: bool((found := stands(table)) and found.hub)):
            yield "there is no hub"
        (folder / "second").mkdir()
        time.sleep(YOUNG_S)
        other = Hub(folder / "second", broker.port)
        ends.callback(other.kill)
        if not waited(lambda: other.ended is not None):
            yield "the second hub does not end"
        elif other.ended != SECOND or "another hub" not in (folder / "second" / "hub.log").read_text():
            yield f"the second hub ended with {other.ended}"
        play(table, Random(1), 5)
        store = open_store("", folder)
        ends.callback(store.close)
        if not waited(lambda: has_all(store, table)):
            yield "the first hub has not all of it"


def wrong_password(folder: Path) -> Iterator[str]:
    """The reason is the broker's."""
    with ExitStack() as ends:
        broker = Mosquitto(folder, ("t1",))
        ends.callback(broker.stop)
        table = Table(folder / "t2", "t2", broker.port, OwnerKey.made().text)
        ends.callback(table.kill)
        if not waited(lambda: bool((found := stands(table)) and found.reach is Obstacle.PASSWORD)):
            yield f"it says {stands(table)}"


def entries_of(store: Store, game: str) -> object:
    """Whose it is, and all of it but its head, which may be on its way still."""
    found = store.fetched(game)
    return None if found is None else (found[0].table, found[0].epoch, found[0].also, found[2])


def thief(folder: Path, on_postgres: bool) -> Iterator[str]:
    """Another owner's table with an account: it knows the names of all games, and wants them."""
    with ExitStack() as ends:
        database = Postgres(folder) if on_postgres else None
        if database is not None:
            ends.callback(database.stop)
        address = database.address if database is not None else ""
        broker = Mosquitto(folder, ("t1", "t2", THIEF))
        ends.callback(broker.stop)
        hub = Hub(folder, broker.port, address)
        ends.callback(hub.kill)
        table = Table(folder / "t1", "t1", broker.port, OwnerKey.made().text)
        ends.callback(table.kill)
        play(table, Random(1))
        store = open_store(address, folder)
        ends.callback(store.close)
        if not waited(lambda: has_all(store, table)):
            yield "the hub has not all of it"
            return
        names = [table.named(row["uuid"]) for row in table.ask(games={})["games"]]
        before = [entries_of(store, name) for name in names]
        heard: list[ToBroker] = []
        settings = LinkSettings(port=broker.port, tls=False, password=PASSWORD, table=THIEF)
        topics = (wire.down(THIEF, "#"), wire.up("t1", "#"), wire.down("t1", "#"))
        line = Broker(
            settings, THIEF, topics, wire.up(THIEF, wire.ONLINE), lambda _there: None,
            lambda topic, data, _kept: heard.append(ToBroker(topic, data)),
        )  # fmt: skip
        ends.callback(line.close)
        line.start()
        waited(lambda: line.there)
        opening = wire.payload(wire.EntryPayload(1, b"x" * 100))
        for name in names:
            for topic, data in [
                *lies(Random(1), [(wire.up("t1", "journal", name, 0), opening)] * 9),
                (wire.up(THIEF, "journal", name, 1), opening),
                (wire.up("t1", "journal", name, 99), opening),
                (wire.up("t1", "forget", name), wire.payload(wire.ForgetPayload(9))),
            ]:
                line.send(topic, data)
        line.send(wire.up(THIEF, "ask"), wire.payload(signed(THIEFS_KEY, THIEF, ("ask",), wire.AskGames("the last"))))
        last = wire.payload(wire.GamesPayload("the last"))
        if not waited(lambda: any(said.payload == last for said in heard)):
            yield "the hub does not answer the thief, whose account is as good as another"
        yield from (
            f"the thief was told {said.topic}" for said in heard if said.payload != last and not says_nothing(said)
        )
        if [entries_of(store, name) for name in names] != before:
            yield "a game was taken, changed or deleted"


def prove_limits(on_postgres: bool) -> int:
    faults = 0
    proofs: dict[str, Callable[[Path], Iterator[str]]] = {
        name: lambda folder, limits=limits: little(folder, limits, on_postgres)  # type: ignore[misc]
        for name, limits in LIMITS.items()
    }
    for name, proof in (
        proofs
        | {
            "another owner's table": lambda folder: thief(folder, on_postgres),
            "two tables of one name": one_name,
            "a second hub": second_hub,
            "a wrong password": wrong_password,
        }
    ).items():
        with tempfile.TemporaryDirectory(prefix="companion-limits-") as folder:
            begun = time.monotonic()
            found = list(proof(Path(folder)))
            print(f"{name}: {time.monotonic() - begun:.0f} s", *found, sep="\n  ", flush=True)
            faults += len(found)
    return faults
