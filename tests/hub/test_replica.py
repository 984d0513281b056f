"""Whatever happens to wire, table and hub: the hub ends with every entry of every game, once and in order."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from companion.engine.journal import Journal
from companion.engine.journal_rows import GameRow
from companion.engine.requests import ForgetGroup, Leave, Position, Resume
from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import GameState, StoreOutcome, TableMessage
from companion.uplink.link import wire
from companion.uplink.outbox.outbox import AGAIN_S, CHECKED_AT_ONCE, WINDOW
from companion.uplink.outbox.packed import packed, unsealed
from companion.uplink.outbox.seal import BadSeal, EntryPlace, OwnerKey
from companion.uplink.outbox.signed import signed
from tests.hub.tables import KEY, Table, Wire
from tests.thorough import rounds

STEPS = 60


Hubs = Callable[[], Ingest]


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Hubs]:
    """Begins a hub on the same store, in the place of the one before."""
    hubs: list[Ingest] = []

    def begin() -> Ingest:
        for old in hubs:
            old.close()
        hubs.append(Ingest(SqliteStore(tmp_path / "hub.db")))
        return hubs[-1]

    yield begin
    hubs[-1].close()


def agree(table: Table, hub: Ingest) -> None:
    """All that the table's journal holds, the hub holds."""
    for row in table.games():
        found = hub._store.fetched(table.named(row.uuid))
        assert found is not None, "a game is missing"
        state, head, sealed = found
        assert (state.table, state.epoch, state.entries) == (table.name, row.epoch, row.entries)
        record = unsealed(KEY, fetched(row.uuid, state.epoch, head or b"", sealed))
        saved = table.journal.load(row.id)
        assert saved is not None
        assert (record.saved.opening, record.saved.entries) == (saved.opening, saved.entries)
        assert record.saved.seats == saved.seats


def fetched(uuid: str, epoch: int, head: bytes, entries: Sequence[tuple[int, bytes]]) -> wire.FetchedPayload:
    return wire.FetchedPayload("", uuid, epoch, head, tuple(entries))


def settle(line: Wire, *tables: Table) -> None:
    """The wire is well again: all is sent that the hub lacks."""
    line.bad, line.cut = 0.0, False
    for table in tables:
        table.joined = False
    for _ in range(12 + 2 * STEPS // WINDOW):
        for table in tables:
            table.pump(again=True)
        line.carry()


@pytest.mark.parametrize("seed", range(rounds(12, 300)))
def test_kills_and_cuts_lose_nothing(begun: Hubs, seed: int) -> None:
    rng = Random(seed)
    hub = begun()
    line = Wire(hub, rng, bad=0.2)
    table = Table("t1", line)
    table.open(seed, seed)
    for _ in range(STEPS):
        match rng.randrange(12):
            case 0:
                line.cut = not line.cut
            case 1:  # the table is killed
                table.begin()
                table.resume()
            case 2:  # the hub is killed, with what it had not stored
                line.up.clear()
                hub = line.hub = begun()
                table.joined = False
            case 3:
                table.open(rng.randrange(3), rng.randrange(99))
            case _:
                table.play(rng)
        table.pump(again=rng.random() < 0.2)
        if rng.random() < 0.7:
            line.carry()
    settle(line, table)
    agree(table, hub)
    assert not hub.outcomes[StoreOutcome.FOREIGN] and not hub.outcomes[StoreOutcome.BAD]


@pytest.mark.parametrize("seed", range(rounds(8, 200)))
def test_a_game_is_adopted_and_its_old_table_comes_back(begun: Hubs, seed: int) -> None:
    rng = Random(seed)
    hub = begun()
    line = Wire(hub, rng)
    old, spare = Table("t1", line), Table("t2", line)
    old.open(seed, seed)
    for _ in range(20):
        old.play(rng)
        old.pump()
        line.carry()
    played = rng.randrange(0, 12)
    line.tables.pop("t1")  # cut off; what it plays meanwhile stays with it
    for _ in range(played):
        old.play(rng)
    before = next(row for row in old.games() if row.uuid)
    spare.joined = False
    spare.pump()
    line.carry()
    uuid = spare.adopt("t1", head=rng.random() < 0.5)
    assert [seat.name for seat in next(row for row in spare.games() if row.uuid == uuid).seats] == ["Ana", "Bo", "Cy"]
    for _ in range(15):
        spare.play(rng)
        spare.pump(again=True)
        line.carry()
    line.tables["t1"] = old
    settle(line, old, spare)
    settle(line, old, spare)  # what has become a game of its own is sent, too
    agree(old, hub)
    agree(spare, hub)
    assert uuid in {row.uuid for row in spare.games()}
    mine = next(row for row in old.games() if row.id == before.id)
    assert mine.uuid != uuid and mine.entries >= before.entries, "it stays, as a game of its own"
    assert "played_elsewhere" in {notice.code for notice in old.engine.notices}


@pytest.mark.parametrize("more", [-3, 0, 3])
def test_a_table_that_lost_entries_does_not_overwrite_them(begun: Hubs, more: int) -> None:
    """A journal that came back from a backup: the hub knows other entries, as many or not.

    :param more: how many more than the hub the table has when it greets it again.
    """
    rng = Random(1)
    hub = begun()
    line = Wire(hub, rng)
    table = Table("t1", line)
    table.open(2, 1)
    for _ in range(10):
        table.play(rng)
    settle(line, table)
    [row] = table.games()
    opening, entries = table.journal._kept[row.id]
    table.journal._kept[row.id] = (opening, entries[:4])
    head = table.journal._head(row.id)
    head.entries = 4
    table.journal._rows[row.id] = head.row()
    table.begin()
    table.resume()
    while (now := table.games()[0].entries) < row.entries + more:
        table.play(Random(now), leave=False)
    assert now == row.entries + more
    settle(line, table)
    settle(line, table)
    agree(table, hub)
    found = hub._store.fetched(table.named(row.uuid))
    assert found is not None and found[0].entries == row.entries, "what was there before is there still"
    assert [one.uuid for one in table.games()] != [row.uuid], "it is a game of its own"


def test_many_games_are_compared_a_few_at_a_time(begun: Hubs) -> None:
    """The hub has all of them: a table that greets it reads the end of each once, and never many at once."""
    line = Wire(begun(), Random(1))
    table = Table("t1", line)
    for seed in range(3 * CHECKED_AT_ONCE):
        table.open(seed, seed)
    settle(line, table)
    table.begin()
    reads: list[str] = []
    read = table.outbox._read

    def counted(row: GameRow, first: int) -> Iterable[bytes]:
        reads.append(row.uuid)
        return read(row, first)

    table.outbox._read = counted
    counts = []
    for _ in range(6):
        before = len(reads)
        table.pump()
        line.carry()
        counts.append(len(reads) - before)
    assert max(counts) == CHECKED_AT_ONCE and sorted(reads) == sorted(row.uuid for row in table.games())
    assert not table.outbox.behind


@pytest.mark.parametrize("hub_lost", [False, True], ids=["claim lost", "hub from an older backup"])
def test_a_spares_claim_is_in_its_journal(begun: Hubs, tmp_path: Path, hub_lost: bool) -> None:
    """Spare and hub are killed before it is confirmed, or the hub comes back without it."""
    rng = Random(1)
    line = Wire(begun(), rng)
    old, spare = Table("t1", line), Table("t2", line)
    old.open(1, 1)
    for _ in range(6):
        old.play(rng)
    settle(line, old, spare)
    line.hub.close()
    shutil.copy(tmp_path / "hub.db", tmp_path / "backup.db")
    line.hub = begun()
    uuid = spare.adopt("t1")
    if hub_lost:
        settle(line, spare)
        line.hub.close()
        shutil.copy(tmp_path / "backup.db", tmp_path / "hub.db")
        line.hub = begun()
    line.up.clear()
    for _ in range(4):
        spare.play(rng)
    spare.begin()
    settle(line, old, spare)
    settle(line, old, spare)
    agree(spare, line.hub)
    agree(old, line.hub)
    assert uuid in {row.uuid for row in spare.games()} and uuid not in {row.uuid for row in old.games()}
    assert "played_elsewhere" in {notice.code for notice in old.engine.notices}


@pytest.mark.parametrize("restored", ["hub", "table"])
def test_what_was_forgotten_stays_forgotten_whatever_comes_back(begun: Hubs, tmp_path: Path, restored: str) -> None:
    line = Wire(begun(), Random(1))
    table = Table("t1", line)
    table.open(1, 1)
    settle(line, table)
    [row] = table.games()
    line.hub.close()
    shutil.copy(tmp_path / "hub.db", tmp_path / "backup.db")
    line.hub = begun()
    before = dict(table.journal._rows), {n: (one, list(some)) for n, (one, some) in table.journal._kept.items()}
    table.engine.handle(Leave(for_good=True))
    table.engine.handle(ForgetGroup(("Ana", "Bo", "Cy")))
    settle(line, table)
    if restored == "hub":
        line.hub.close()
        shutil.copy(tmp_path / "backup.db", tmp_path / "hub.db")
        line.hub = begun()
        assert line.hub._store.fetched(table.named(row.uuid)) is not None
    else:
        table.journal._rows, table.journal._kept = before
        table.begin()
    settle(line, table)
    assert line.hub._store.fetched(table.named(row.uuid)) is None
    assert [(one.forgotten, {seat.name for seat in one.seats}) for one in table.games()] == [(True, {"–", "––", "–––"})]
    assert not table.outbox.behind


def lose(line: Wire, kind: str) -> int:
    """Of what is on its way to the hub the messages of a kind; how many."""
    before = len(line.up)
    line.up = [(topic, data) for topic, data in line.up if topic.split("/")[2] != kind]
    return before - len(line.up)


@pytest.mark.parametrize("kind", ["journal", "head", "forget", "claim"])
def test_what_was_lost_is_sent_again_and_nothing_sooner(begun: Hubs, kind: str) -> None:
    """It is not put off by what else is sent meanwhile."""
    rng = Random(1)
    line = Wire(begun(), rng)
    table, spare = Table("t1", line), Table("t2", line)
    table.open(1, 1)
    settle(line, table, spare)
    if kind == "claim":
        spare.adopt("t1")
        table, line.up = spare, []
    table.engine.handle(Leave(for_good=True)) if kind == "forget" else table.play(rng)
    if kind == "forget":
        table.engine.handle(ForgetGroup(("Ana", "Bo", "Cy")))
    table.pump()
    lose(line, kind)
    table.open(2, 2)
    for _ in range(4):
        table.play(rng)
        table.s += AGAIN_S / 5
        table.pump()
        assert not lose(line, kind if kind in ("forget", "claim") else ""), "it is not sent sooner"
        line.carry()
    assert table.outbox.behind or kind == "head", "each head says all"
    for _ in range(3):
        table.s += AGAIN_S / 3
        table.pump()
        line.carry()
    assert not table.outbox.behind
    for row in table.games():
        found = line.hub._store.fetched(table.named(row.uuid))
        assert (found is None) if row.forgotten else (found is not None and found[0].entries == row.entries)


def test_a_game_that_the_hub_never_had_is_forgotten_before_it_comes(begun: Hubs) -> None:
    line = Wire(begun(), Random(1))
    table = Table("t1", line)
    settle(line, table)
    table.open(0, 1)
    table.pump()
    late, line.up = line.up, []
    table.engine.handle(Leave(for_good=True))
    table.engine.handle(ForgetGroup(("Ana", "Bo", "Cy")))
    table.pump()
    line.carry()
    line.up = late
    line.carry()
    assert line.hub._store.latest(KEY.public, "t1") is None
    assert not table.outbox.behind


@pytest.mark.parametrize("how", ["at once", "after a start", "at an empty hub"])
def test_the_game_that_was_played_last_is_adopted(begun: Hubs, tmp_path: Path, how: str) -> None:
    """Not the one that came to the hub last, nor the newest: the players went back to an older one."""
    rng = Random(1)
    line = Wire(begun(), rng)
    table, spare = Table("t1", line), Table("t2", line)
    for which in range(3):
        table.open(which, which)
        for _ in range(5):
            table.play(rng)
    older = min(table.games(), key=lambda row: row.id)
    if how == "after a start":
        table.engine.handle(Resume(older.id))
        table.play(Random(3))
        settle(line, table)
        table.begin()
    else:
        settle(line, table, spare)
        table.engine.handle(Resume(older.id))
        table.play(Random(3))
    if how == "at an empty hub":
        line.hub.close()
        line.hub = Ingest(SqliteStore(tmp_path / "new.db"))
    settle(line, table, spare)
    assert spare.adopt("t1") == older.uuid
    line.hub.close()


def test_a_hub_that_says_forgotten_of_a_game_that_is_not_makes_it_go_there_anew(begun: Hubs) -> None:
    line = Wire(begun(), Random(1))
    table = Table("t1", line)
    table.open(1, 1)
    settle(line, table)
    [row] = table.games()
    table.outbox.marked(table.named(row.uuid), wire.HubMark(0, -1, forgotten=True))
    settle(line, table)
    assert [now.entries for now in table.games()] == [row.entries]
    agree(table, line.hub)


def test_one_message_that_cannot_be_stored_keeps_no_other_out(tmp_path: Path) -> None:
    class Picky(SqliteStore):
        def take(self, messages: Sequence[TableMessage]) -> list[tuple[StoreOutcome, GameState | None]]:
            if any(message.table == "bad" for message in messages):
                raise OverflowError
            return super().take(messages)

    hub = Ingest(Picky(tmp_path / "hub.db"))
    tables = [Table(name, Wire(hub, Random(1))) for name in ("a", "bad", "b")]
    for table in tables:
        table.open(0, 1)
        table.joined = True
        table.pump()
    said = hub.take([sent for table in tables for sent in table.line.up if "/journal/" in sent[0]])
    assert [one.topic.split("/")[1] for one in said] == ["a", "b"]
    assert hub.outcomes[StoreOutcome.BAD] == 1
    hub.close()


def test_what_was_forgotten_is_gone_from_the_hub(begun: Hubs) -> None:
    hub = begun()
    line = Wire(hub, Random(1))
    table = Table("t1", line)
    table.open(0, 1)
    settle(line, table)
    [row] = table.games()
    table.engine.handle(Leave(for_good=True))
    table.engine.handle(ForgetGroup(("Ana", "Bo", "Cy")))
    settle(line, table)
    assert hub._store.fetched(table.named(row.uuid)) is None
    assert hub._store.latest(KEY.public, "t1") is None


class TestLies:
    """A hub and a broker that lie change no table."""

    @pytest.fixture
    def table(self, begun: Hubs) -> Table:
        table = Table("t1", Wire(begun(), Random(1)))
        table.open(1, 1)
        for _ in range(8):
            table.play(Random(3))
        settle(table.line, table)
        return table

    def test_a_claim_without_the_owners_proof_takes_no_game(self, table: Table) -> None:
        """It is sent again under another name, and the hub has all of it."""
        [row] = table.games()
        stranger, claim = OwnerKey(bytes(16)), wire.ClaimPayload(2, 3, "aa")
        for proof in ("", "00", signed(stranger, "t2", ("claim", table.named(row.uuid)), claim).signature.hex()):
            [now] = table.games()
            table.outbox.marked(table.named(now.uuid), wire.HubMark(2, 3, "", 3, "t2", proof, base_digest="aa"))
            settle(table.line, table)
            assert len(table.games()) == 1 and table.games()[0].entries == row.entries
            agree(table, table.line.hub)
        assert {notice.code for notice in table.engine.notices} == {"hub_differs"}

    def test_marks_of_the_past_and_of_the_future_change_no_game(self, table: Table) -> None:
        [row] = table.games()
        position = table.engine.handle(Position(reveal=True)).answer
        for mark in (
            wire.HubMark(0, 3),
            wire.HubMark(1, -1),
            wire.HubMark(1, 99, "x", -1, "t1"),
            wire.HubMark(1, 5, "x", -1, "t9"),
        ):
            table.outbox.marked(table.named(row.uuid), mark)
            table.pump(again=True)
        assert table.games()[0].entries == row.entries
        assert position == table.engine.handle(Position(reveal=True)).answer

    @pytest.mark.parametrize("lie", ["forge", "reorder", "drop", "other game", "older head"])
    def test_a_game_that_the_hub_has_changed_is_not_adopted(self, table: Table, lie: str) -> None:
        [row] = table.games()
        state, head, entries = table.line.hub._store.fetched(table.named(row.uuid)) or pytest.fail("it is not there")
        game, head = row.uuid, head or b""
        match lie:
            case "forge":
                entries[3] = (1, bytes([entries[3][1][0] ^ 1]) + entries[3][1][1:])
            case "reorder":
                entries[2], entries[3] = entries[3], entries[2]
            case "drop":
                del entries[3]
            case "other game":
                game = "0" * 32
            case "older head":
                head = entries[1][1]
        with pytest.raises(BadSeal):
            unsealed(KEY, fetched(game, state.epoch, head, entries))


def test_another_owners_tables_cannot_read_it(begun: Hubs) -> None:
    table = Table("t1", Wire(begun(), Random(1)))
    table.open(1, 1)
    settle(table.line, table)
    [row] = table.games()
    state, head, entries = table.line.hub._store.fetched(table.named(row.uuid)) or pytest.fail("it is not there")
    with pytest.raises(BadSeal):
        unsealed(OwnerKey(bytes(16)), fetched(row.uuid, state.epoch, head or b"", entries))
    with pytest.raises(BadSeal):
        table.key.open(entries[0][1], EntryPlace(row.uuid, 1, 1, bytes(32)))
    assert next(packed(table.journal, row, 0)) not in entries[0][1]


def test_a_claim_names_the_entry_that_the_hub_has(tmp_path: Path) -> None:
    """A hub that came back from an older copy has another one there."""
    hub = Ingest(SqliteStore(tmp_path / "hub.db"))
    uuid, sealed = "0" * 32, b"sealed"
    first, second = (Table(name, Wire(hub, Random(1))) for name in ("t1", "t2"))
    game = first.named(uuid)
    opening = ("journal", game, 0)
    hub.take([(wire.up("t1", *opening), first.signed(opening, wire.EntryPayload(1, sealed), uuid))])
    for base, named, taken in ((0, "00", False), (1, "", False), (0, wire.digest(sealed), True)):
        claim = second.signed(("claim", game), wire.ClaimPayload(2, base, named), uuid)
        hub.take([(wire.up("t2", "claim", game), claim)])
        [state] = hub._store.states([game])
        assert (state.table == "t2") is taken
    hub.close()


def test_entries_are_sent_under_the_name_that_the_disk_has(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    number = journal.begin("demo", "table", [], b"{}", wall="2026-11-29T20:00:00")
    journal.flush()
    row = journal.row(number)
    assert row is not None
    assert journal.durable(number, 0, (row.uuid, 1))[0] == b"{}"
    for other in ((row.uuid, 2), ("0" * 32, 1)):
        assert journal.durable(number, 0, other) == (None, [])
    journal.close()
