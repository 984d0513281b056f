"""`make prove-link`: a real broker, a real hub and tables whose parts are killed at random while they play.

At the end every entry that a table has said to be saved is at the hub, once and in order; then a table dies, and a
spare takes its game up. Printed: how many of each, and how long the spare took.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from random import Random

from companion.engine.journal import Journal
from companion.hub.command import open_store
from companion.hub.store import Store
from companion.uplink.link.ask import word
from companion.uplink.link.wire import FetchedPayload
from companion.uplink.outbox.packed import unsealed
from companion.uplink.outbox.seal import OwnerKey
from tests.hub.tables import OPENINGS, SEATS
from tests.tools.bench.engine.phones import free_port
from tests.tools.link.broker import PATIENCE_S, Mosquitto
from tests.tools.link.limits import prove_limits
from tests.tools.link.postgres import Postgres
from tests.tools.link.processes import Hub, Table
from tests.tools.link.seen import Behind, on_wall, renamed, rows_of, says_clash, silent, wall_lines

NAMES = [seat.name for seat in SEATS]
ADOPTED_S = 10.0
CONNECTED_S = 20.0
TELL_S = 60.0
CLASH = "two tables have the name {}"


def play(table: Table, rng: Random, done: Counter[str]) -> None:
    """One act at a table."""
    answer = table.ask(legal={})
    if not answer["ok"] or not answer.get("legal") or rng.random() < 0.02:
        game, options = rng.choice(OPENINGS)
        table.ask(open={"game": game, "seats": NAMES, "options": options, "seed": rng.randrange(1000)})
        done["games"] += 1
        return
    answer = table.ask(move=rng.choice(answer["legal"]))
    done["acts" if answer["ok"] else "refused"] += 1


def wrong(store: Store, table: Table) -> list[str]:
    """What the hub lacks of a table's journal, or has otherwise."""
    journal = Journal(table.folder / "journal.db", read_only=True)
    found = []
    for row in journal.games():
        at_hub = store.fetched(table.named(row.uuid))
        saved = journal.load(row.id)
        assert saved is not None
        if at_hub is None:
            found.append(f"{table.name}: a game of {row.entries} entries is missing")
            continue
        state, head, entries = at_hub
        if head is None:
            found.append(f"{table.name}: a game has no head")
            continue
        if (state.table, state.epoch) != (table.name, row.epoch):
            found.append(f"{table.name}: a game of epoch {row.epoch} is at the hub as {state.table}'s, {state.epoch}")
            continue
        record = unsealed(table.key, FetchedPayload("", row.uuid, state.epoch, head, tuple(entries)))
        if record.saved.entries != saved.entries or record.saved.opening != saved.opening:
            found.append(f"{table.name}: {len(record.saved.entries)} of {len(saved.entries)} entries")
    journal.close()
    return found


def twice(tables: Sequence[Table]) -> list[str]:
    """Games that two tables have under one name."""
    names: list[str] = []
    for table in tables:
        with closing(Journal(table.folder / "journal.db", read_only=True)) as journal:
            names += [row.uuid for row in journal.games()]
    return [f"two tables have {uuid}" for uuid, count in Counter(names).items() if count > 1]


KILLED = (
    "table",
    "link",
    "broker",
    "hub",
    "wire",
    "database",
    "adoption",
    "table restored",
    "hub restored",
    "one name",
)
RARE = 0.25
"""How often the last of them comes, beside the others: it takes some s."""
GUEST = "guest"
FILES = {"table": "journal.db", "hub": "hub.db"}


def backed_up(folder: Path, file: str, where: Path) -> None:
    """The database of a part that is killed, as it lies there."""
    where.mkdir(exist_ok=True)
    for path in where.iterdir():
        path.unlink()
    for path in folder.glob(f"{file}*"):
        if path.is_file() and path.suffix != ".lock":
            shutil.copy2(path, where)


def restored(folder: Path, file: str, where: Path) -> None:
    for path in folder.glob(f"{file}*"):
        if path.is_file() and path.suffix != ".lock":
            path.unlink()
    for path in where.iterdir():
        shutil.copy2(path, folder)


def one_name(table: Table, guest: Table, hub_log: Path, wall: int, rng: Random, done: Counter[str]) -> list[str]:
    """The guest comes with the name of a table that plays, is told so, and goes on under its own; what is silent."""
    before = hub_log.read_text().count(CLASH.format(table.name))
    guest.kill()
    guest.called(table.name)
    guest.start()
    guest.ask(resume={})
    unsaid: dict[str, bool] = {"at the one": True, "at the other": True, "on the wall": True, "in the hub's log": True}
    end = time.monotonic() + PATIENCE_S
    while any(unsaid.values()) and time.monotonic() < end:
        play(table, rng, done)
        play(guest, rng, done)
        for where, one in (("at the one", table), ("at the other", guest)):
            said = word(one.folder / "link.sock")
            unsaid[where] = unsaid[where] and not (said is not None and said.clash)
        unsaid["on the wall"] = unsaid["on the wall"] and not says_clash(on_wall(wall), table.name)
        unsaid["in the hub's log"] = hub_log.read_text().count(CLASH.format(table.name)) == before
        time.sleep(0.1)
    for where, one in (("at the one", table), ("at the other", guest)):
        one.ask(games={})
        unsaid[f"by a notice {where}"] = "name_taken" not in {told["code"] for told in one.told}
    guest.kill()
    guest.called(GUEST)
    guest.start()
    guest.ask(resume={})
    return [f"two tables have the name {table.name}: not said {where}" for where, still in unsaid.items() if still]


def prove(folder: Path, seed: int, cuts: int, on_postgres: bool, restores: bool = True) -> int:
    """
    :param restores: also let games be adopted, and parts come back from backups.
    """
    rng, done, key = Random(seed), Counter[str](), OwnerKey.made()
    wall, behind = free_port(), Behind()
    unsaid: list[str] = []
    took: set[tuple[str, str]] = set()
    with ExitStack() as ends:
        database = Postgres(folder) if on_postgres else None
        if database is not None:
            ends.callback(database.stop)
        store = database.address if database is not None else ""
        broker = Mosquitto(folder, ("t1", "t2", "t3", "t4", GUEST))
        ends.callback(broker.stop)
        hub = Hub(folder, broker.port, store, wall_lines(wall))
        ends.callback(hub.kill)
        tables = [Table(folder / name, name, broker.port, key.text) for name in ("t1", "t2", "t3", GUEST)]
        guest = tables[-1]
        copies = folder / "copies"
        copies.mkdir()
        for table in tables:
            ends.callback(table.kill)
        while sum(done[what] for what in KILLED) < cuts:
            table = rng.choice(tables[:-1] if rng.random() < 0.8 else tables)
            for _ in range(rng.randrange(12)):
                play(table, rng, done)
            match rng.choices(range(10), [*[1] * 6, *[restores] * 3, RARE])[0]:
                case 0:
                    table.kill()
                    backed_up(table.folder, FILES["table"], copies / table.name)
                    table.start()
                    table.ask(resume={})
                    done["table"] += 1
                case 1:
                    table.kill_link()
                    done["link"] += 1
                case 2:
                    broker.stop()
                    broker.start()
                    done["broker"] += 1
                case 3:
                    hub.kill()
                    if rng.random() < 0.5:  # else it is an older one that comes back
                        if database is None:
                            backed_up(folder, FILES["hub"], copies / "hub")
                        else:
                            database.dump()
                    hub.start()
                    done["hub"] += 1
                case 4:
                    broker.freeze(True)
                    play(table, rng, done)
                    broker.freeze(False)
                    done["wire"] += 1
                case 5 if database is not None:
                    database.stop()
                    play(table, rng, done)
                    database.start()
                    done["database"] += 1
                case 6:
                    other = rng.choice([one for one in tables if one is not table])
                    table.ask(leave={})
                    end = time.monotonic() + CONNECTED_S
                    while "does not answer" in (said := table.adopt(other.name)) and time.monotonic() < end:
                        time.sleep(0.2)  # it has to find the hub again first
                    if "goes on here" in said:
                        took.add((table.name, table.ask(games={})["games"][0]["uuid"]))
                        done["adopted"] += 1
                    for part in rng.choice(((), (table,), (hub,), (table, hub))):
                        part.kill()
                        part.start()
                    done["adoption"] += 1
                case 7 if (copies / table.name).is_dir():
                    table.kill()
                    restored(table.folder, FILES["table"], copies / table.name)
                    table.start()
                    done["table restored"] += 1
                case 8 if (copies / "hub").is_dir() or (database is not None and database.backup.is_file()):
                    hub.kill()
                    if database is None:
                        restored(folder, FILES["hub"], copies / "hub")
                    else:
                        database.restore()
                    hub.start()
                    done["hub restored"] += 1
                case 9 if table is not guest:
                    unsaid += one_name(table, guest, folder / "hub.log", wall, rng, done)
                    done["one name"] += 1
        kept = open_store(store, folder)
        ends.callback(kept.close)
        begun = told = time.monotonic()
        while True:
            found = {table: wrong(kept, table) for table in tables}
            behind.look(found)
            if not (faults := [*chain.from_iterable(found.values()), *twice(tables)]):
                break
            now = time.monotonic()
            if now - told > TELL_S:
                print(f"after {now - begun:.0f} s:", *faults, sep="\n", flush=True)
                told = now
            if now - begun > 10 * PATIENCE_S:
                return 1
            time.sleep(0.2)
        print(f"all was at the hub {time.monotonic() - begun:.1f} s after the last of them")
        print(", ".join(f"{what} {count}" for what, count in sorted(done.items())))
        print("every entry of the four tables is at the hub, once and in order; no two have one game: 0 lost")
        parted = sum(renamed(row) for table in tables for row in rows_of(table))
        unsaid += [*behind.silent, *silent(tables, kept, took)]
        print(*unsaid, f"{parted} games have parted from others; {len(unsaid)} silent", sep="\n", flush=True)
        if unsaid:
            return 1
        spare = Table(folder / "t4", "t4", broker.port, key.text)
        ends.callback(spare.kill)
        return adopted(tables[0], spare, kept, rng, done)


def adopted(table: Table, spare: Table, store: Store, rng: Random, done: Counter[str]) -> int:
    """A table dies in the middle of a game, and a spare takes it up."""
    game, options = OPENINGS[1]
    table.ask(open={"game": game, "seats": NAMES, "options": options, "seed": 5})
    for _ in range(6):
        play(table, rng, done)
    before = table.ask(position={})["position"]
    row = table.ask(games={})["games"][0]
    end = time.monotonic() + PATIENCE_S
    while [state.entries for state in store.states([table.named(row["uuid"])])] != [row["entries"]]:
        if time.monotonic() > end:
            print("the hub has not all of it")
            return 1
        time.sleep(0.1)
    table.kill()
    said = ""
    begun = time.monotonic()
    end = begun + PATIENCE_S
    while "goes on here" not in said:
        said = spare.adopt(table.name)
        if time.monotonic() > end:
            print(f"not adopted: {said}")
            return 1
    seconds = time.monotonic() - begun
    after = spare.ask(position={})["position"]
    if after != before:
        print("the spare plays on from another position")
        return 1
    print(f"adopted in {seconds:.1f} s, the program's start included; the same position")
    return came_back(table, spare, store, rng, done) if seconds <= ADOPTED_S else 1


def came_back(table: Table, spare: Table, store: Store, rng: Random, done: Counter[str]) -> int:
    """The table was only cut off: it plays on, and what it has stays on it as a game of its own."""
    game = spare.ask(games={})["games"][0]["uuid"]
    table.start()
    table.ask(resume={})
    play(spare, rng, done)
    end = time.monotonic() + PATIENCE_S
    while True:
        play(table, rng, done)
        own = [row["uuid"] for row in table.ask(games={})["games"]]
        there = [row["uuid"] for row in spare.ask(games={})["games"]]
        states = store.states([table.named(uuid) for uuid in (*own, *there)])
        if game in there and game not in own and len(states) == len(own) + len(there):
            print("the old table came back: two games, both at the hub")
            return 0
        if time.monotonic() > end:
            print(f"the old table has {own}, the spare {there}, the hub {[state.uuid for state in states]}")
            return 1
        time.sleep(0.1)


def main() -> int:
    parser = argparse.ArgumentParser("prove-link")
    parser.add_argument("--cuts", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="the hub keeps its games in a PostgreSQL of its own")
    parser.add_argument("--limits", action="store_true", help="only brokers that take little, and clashes of names")
    given = parser.parse_args()
    if given.limits:
        return 1 if prove_limits(given.postgres) else 0
    folder = Path(tempfile.mkdtemp(prefix="companion-link-"))
    status = prove(folder, given.seed, given.cuts, given.postgres)
    if status:
        print(f"what all parts said is in {folder}")
    else:
        shutil.rmtree(folder)
        status = 1 if prove_limits(given.postgres) else 0
    return status


if __name__ == "__main__":
    sys.exit(main())
