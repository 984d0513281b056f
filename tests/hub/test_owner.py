"""Whose a game is follows from a signature: what another owner's table, or an old message, can do with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.requests import ForgetGroup, Leave
from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import StoreOutcome
from companion.uplink.link import wire
from companion.uplink.outbox.seal import OwnerKey
from tests.hub.faults import THIEF, lies, says_nothing
from tests.hub.tables import KEY, Table, Wire

OTHER = OwnerKey(bytes(range(1, 17)))


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Wire]:
    line = Wire(Ingest(SqliteStore(tmp_path / "hub.db")), Random(1))
    yield line
    line.hub.close()


def tell(line: Wire, *tables: Table, rounds: int = 6) -> None:
    for table in tables:
        table.joined = False
    for _ in range(rounds):
        for table in tables:
            table.pump(again=True)
        line.carry()


def kept(line: Wire) -> list[Any]:
    """All that the hub has."""
    return line.hub._store.transact(
        lambda db: [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in ("game", "entry", "cut_off")]
    )


def evening(line: Wire) -> tuple[Table, Table]:
    """One game is played, one was taken up by a spare, one was forgotten."""
    table, spare = Table("t1", line), Table("t2", line)
    for which in range(3):
        table.open(which, which)
        for _ in range(5):
            table.play(Random(3))
        tell(line, table, spare)
        if which == 0:
            table.engine.handle(Leave(for_good=True))
            table.engine.handle(ForgetGroup(("Ana", "Bo", "Cy")))
        elif which == 1:
            spare.adopt("t1")
            spare.play(Random(3))
    tell(line, table, spare)
    tell(line, table, spare)
    return table, spare


def test_another_owners_account_takes_deletes_and_reads_nothing(line: Wire) -> None:
    """It knows every message that was ever sent, has an account and a key of its own."""
    evening(line)
    before, heard = kept(line), list(line.heard)
    assert {topic.split("/")[2] for topic, _data in heard} >= {"hello", "journal", "head", "claim", "course", "forget"}
    said = list(lies(Random(1), heard * 3))
    for message in heard:
        said += lies(Random(1), [message])
    for answer in line.hub.take(said):
        assert says_nothing(answer), answer.topic
    assert kept(line) == before


def test_what_is_said_once_more_changes_nothing(line: Wire) -> None:
    """But heads, which say how it is now: the table says those again."""
    evening(line)
    before = kept(line)
    heard = [(topic, data) for topic, data in line.heard if topic.split("/")[2] != "head"]
    for order in (heard, heard[::-1], Random(1).sample(heard, len(heard))):
        line.hub.take(order)
        assert kept(line) == before


@pytest.mark.parametrize("hub", ["the same", "another run"])
def test_an_old_greeting_gives_nobody_a_game_and_an_old_head_does_not_stay(
    line: Wire, tmp_path: Path, hub: str
) -> None:
    """The table has heard at once that a spare has its game; then its greeting of before comes once more."""
    table, spare = Table("t1", line), Table("t2", line)
    table.open(0, 0)
    for _ in range(5):
        table.play(Random(3))
        tell(line, table, spare)
    spare.adopt("t1")
    for _ in range(3):
        spare.play(Random(3))
        tell(line, spare)
    tell(line, table, spare)
    if hub == "another run":
        line.hub.close()
        line.hub = Ingest(SqliteStore(tmp_path / "hub.db"))
    tell(line, table, spare)
    heads = {state.game: state.head for state in line.hub._store.states([spare.named(spare.games()[0].uuid)])}
    old = [(topic, data) for topic, data in line.heard if topic.split("/")[2] in ("hello", "head")]
    table.outbox.also.clear()
    spare.outbox.also.clear()
    line.up += old
    line.carry()
    for _ in range(3):
        for one in (table, spare):
            one.pump(again=True)
        line.carry()
    assert not spare.outbox.also and not table.outbox.also
    assert {state.game: state.head for state in line.hub._store.states(list(heads))} == heads
    assert not table.outbox.behind and not spare.outbox.behind


def test_a_broker_that_changes_what_is_signed_is_not_believed(line: Wire) -> None:
    """Another table, epoch, place or game than the owner signed."""
    table, _spare = evening(line)
    before = kept(line)
    uuid = next(row.uuid for row in table.games() if not row.forgotten)
    game = table.named(uuid)
    forget = table.signed(("forget", game), wire.ForgetPayload(9), uuid)
    body = wire.payload(wire.ForgetPayload(1))
    other = table.signed(("forget", "0" * 32), wire.ForgetPayload(1), uuid)
    for topic, data in (
        (wire.up("t2", "forget", game), forget),
        (wire.up("t1", "claim", game), forget),
        (wire.up("t1", "forget", "0" * 32), forget),
        (wire.up("t1", "forget", "0" * 32), other),
        (wire.up("t1", "forget", game), body),
        (wire.up("t1", "forget", game), wire.payload(wire.Signed(KEY.public, uuid, body, bytes(64)))),
        (wire.up("t1", "forget", game), wire.payload(wire.Signed(bytes(32), uuid, body, bytes(64)))),
    ):
        bad = line.hub.outcomes[StoreOutcome.BAD]
        assert line.hub.take([(topic, data)]) == []
        assert line.hub.outcomes[StoreOutcome.BAD] == bad + 1
    assert kept(line) == before


def test_a_table_that_takes_another_key_sends_its_games_as_that_owners(line: Wire) -> None:
    table = Table("t1", line)
    for which in range(2):
        table.open(which, which)
        for _ in range(5):
            table.play(Random(3))
    tell(line, table)
    uuids = {row.uuid for row in table.games()}
    table.key = OTHER
    table.begin()
    tell(line, table)
    assert {row.uuid for row in table.games()} == uuids, "the journal's names stay"
    assert not table.outbox.behind and not table.engine.notices
    for key in (KEY, OTHER):
        assert {one.uuid for one in line.hub._store.open_games(key.public, 10)} == uuids
    spare = Table("t2", line)
    spare.key = OTHER
    spare.begin()
    tell(line, spare)
    assert spare.adopt("t1") in uuids


def test_of_two_owners_with_one_hub_each_sees_its_own(line: Wire) -> None:
    mine, theirs = Table("t1", line), Table("t2", line)
    theirs.key = OTHER
    theirs.begin()
    for table in (mine, theirs):
        table.open(1, 1)
    tell(line, mine, theirs)
    for table in (mine, theirs):
        [said] = line.hub.take([(wire.up(table.name, "ask"), table.signed(("ask",), wire.AskGames("a")))])
        games = wire.read_payload(said.payload, wire.GamesPayload).games
        assert [(one.table, one.uuid) for one in games] == [(table.name, table.games()[0].uuid)]
    assert not mine._fetched(wire.Fetch("a", "t2")).uuid
    assert not mine._fetched(wire.Fetch("a", "t2", game=theirs.named(theirs.games()[0].uuid))).uuid


def test_a_table_whose_game_was_taken_up_unheard_asks_again(line: Wire) -> None:
    """What it sends of it is no question that is answered; a greeting is."""
    table, spare = Table("t1", line), Table("t2", line)
    table.open(1, 1)
    tell(line, table, spare)
    line.tables.pop("t1")
    spare.adopt("t1")
    tell(line, spare)
    line.tables["t1"] = table
    table.play(Random(3))
    table.pump(again=True)
    line.carry()
    assert not table.joined, "it is told nothing but to greet"
    tell(line, table)
    assert "played_elsewhere" in {notice.code for notice in table.engine.notices}


def test_the_thief_is_a_table_like_any_other(line: Wire) -> None:
    """Its own games are stored: the attacks are refused for what they are."""
    thief = Table(THIEF, line)
    thief.key = OTHER
    thief.begin()
    thief.open(1, 1)
    tell(line, thief)
    assert not thief.outbox.behind and thief.games()
