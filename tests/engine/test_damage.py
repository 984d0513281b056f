"""Journals that are damaged, older, swallowed in part, or taken away under a running game."""

from __future__ import annotations

import contextlib
import gzip
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.journal import Journal, JournalError
from companion.engine.mark import mark_of
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Games, Leave, Now, Paused, Resume
from companion.headless import Headless
from companion.opening import build_table
from companion.options import JOURNAL
from tests.engine.tables import engine, move, toy
from tests.soak.damage import Peer, soak_damage

OLD = Path(__file__).parents[1] / "data/journal_2.db.gz"
GAME = (
    "name",
    "grp",
    "seats",
    "wall",
    "status",
    "last_at",
    "entries",
    "lost",
    "record",
    "opening_crc",
    "crc",
)
ROWS = (*(("game", column, "id=1") for column in GAME), ("opening", "state", "game=1"), ("opening", "game", "game=1"))
ENTRY = ("seq", "at", "kind", "label", "move", "events", "crc")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / JOURNAL


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Journal]:
    journal = Journal(path)
    try:
        yield journal
    finally:
        journal.close()


def play(path: Path, *totals: int) -> None:
    """A toy game for each total, unfinished, with so many entries of one."""
    with opened(path) as journal:
        for total in totals:
            table = toy(journal)
            move(table, "start")
            for _ in range(total):
                move(table, "add", n=1)
            table.handle(Leave())


def flip(path: Path, table: str, column: str, where: str) -> None:
    """One bit of one value, all else being well."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        (value,) = db.execute(f"SELECT {column} FROM {table} WHERE {where}").fetchone()
        if isinstance(value, int):
            value ^= 4
        elif isinstance(value, str):
            value = chr(ord(value[0]) ^ 1) + value[1:]
        else:
            value = value[:-1] + bytes((value[-1] ^ 1,))
        db.execute(f"UPDATE {table} SET {column}=? WHERE {where}", (value,))


def refused(table: Any, request: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        table.handle(request)
    return caught.value


@pytest.mark.parametrize(("table", "column", "where"), ROWS)
def test_a_flipped_bit_of_a_game_is_said_and_the_game_stays_in_the_list(
    path: Path, table: str, column: str, where: str
) -> None:
    play(path, 3)
    flip(path, table, column, where)
    with opened(path) as journal:
        (row,) = journal.games()
        assert row.damaged and row.id == 1
        assert [row.id for row in journal.paused()] == [1]
        assert [notice.code for notice in journal.problems] == ["games_damaged"]
        assert refused(engine(journal), Resume(1, rest=False)).code == "journal_damaged"


@pytest.mark.parametrize("column", ENTRY)
def test_a_flipped_bit_of_an_entry_is_said_with_what_is_left(path: Path, column: str) -> None:
    play(path, 5)
    flip(path, "entry", column, "game=1 AND seq=4")
    with opened(path) as journal:
        assert journal.paused()[0].damaged
        table = engine(journal)
        fault = refused(table, Resume(None, rest=False))
        assert (fault.code, fault.facts["id"], fault.facts["whole"], fault.facts["entries"]) == (
            "journal_damaged",
            1,
            3,
            7,
        )
        assert fault.facts["names"] == "Ana, Bo"


def test_a_missing_entry_is_damage(path: Path) -> None:
    play(path, 5)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM entry WHERE seq=7")
    with opened(path) as journal:
        assert refused(engine(journal), Resume(1, rest=False)).facts["whole"] == 6


def test_what_is_left_goes_on_as_a_game_of_its_own_and_nothing_is_deleted(path: Path) -> None:
    play(path, 5)
    flip(path, "entry", "events", "game=1 AND seq=4")
    with opened(path) as journal:
        table = engine(journal)
        table.handle(Resume(1))  # as a touch on the screen does
        now = table.handle(Now()).answer
        assert now.view.total == 2, "the start and two more"
        (notice,) = now.notices
        assert (notice.code, notice.facts) == ("game_cut", {"whole": 3, "entries": 7})
        move(table, "start")
        move(table, "add", n=10)
        assert [(row.id, row.status, row.damaged) for row in table.handle(Games()).answer] == [
            (2, "open", False), (1, "left", True),
        ]  # fmt: skip
        assert [row.id for row in table.handle(Paused()).answer] == [2]
        table.handle(Leave())
        assert table.notices == ()
    with opened(path) as journal:
        saved = journal.load(2)
        assert saved is not None and saved.entries[-1].seq == len(saved.entries) > 3
        assert journal._db.execute("SELECT count(*) FROM entry WHERE game=1").fetchone() == (7,)


def test_a_game_without_an_opening_cannot_go_on_and_is_put_away(path: Path) -> None:
    play(path, 2, 2)
    flip(path, "opening", "state", "game=1")
    with opened(path) as journal:
        table = engine(journal)
        fault = refused(table, Resume(1))
        assert (fault.code, fault.facts["whole"]) == ("journal_damaged", 0)
        assert table.handle(Resume(2)).events is not None, "the others do"
        journal.leave(1)
        assert [row.id for row in journal.paused()] == [2]


def test_an_entry_that_cannot_be_replayed_is_damage(path: Path) -> None:
    """It came from a journal without checksums: its own is right."""
    play(path, 3)
    with opened(path) as journal:
        saved = journal.load(1)
        assert saved is not None
        from msgspec.structs import replace

        from companion.engine.journal import Record

        entries = (*saved.entries[:2], replace(saved.entries[2], events=b'[{"type":"stranger"}]'), *saved.entries[3:])
        number = journal.keep(Record(replace(saved, entries=entries), "", None))
        table = engine(journal)
        assert refused(table, Resume(number, rest=False)).facts["whole"] == 2
        table.handle(Resume(number))
        assert table.handle(Now()).answer.view.total == 1


# --- an older journal ------------------------------------------------------------------------------------------------


def test_a_journal_of_the_first_published_version_opens_and_every_game_goes_on(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    peer = Peer(path.parent)
    rows = peer.ask(games={})["games"]
    assert [(row["id"], row["damaged"]) for row in rows] == [(number, False) for number in range(8, 0, -1)]
    for row in rows:
        position, cut = peer.on_resume(row["id"])
        assert isinstance(position, dict) and not cut
        assert peer.ask(export={"id": row["id"]})["ok"]
    assert peer.notices == set()
    peer.table.close()


def test_what_was_damaged_in_an_older_journal_stays_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    flip(path, "entry", "move", "game=8 AND seq=50")
    with opened(path) as journal, pytest.raises(JournalError) as caught:
        journal.load(8)
    assert (caught.value.code, caught.value.facts["whole"]) == ("journal_damaged", 49)


def test_a_wrong_version_number_does_not_cost_a_game(path: Path) -> None:
    play(path, 3)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=2")
    with opened(path) as journal:
        assert [notice.code for notice in journal.problems] == ["journal_corrupt"]
        saved = journal.load(1)
        assert saved is not None and len(saved.entries) == 5


# --- salvage ---------------------------------------------------------------------------------------------------------


def test_what_sqlite_can_still_read_is_in_the_new_journal(path: Path) -> None:
    play(path, *[20] * 12)
    text = bytearray(path.read_bytes())
    leaves = [at for at in range(0, len(text), 4096) if text.count(b'"added"', at, at + 4096) > 3]
    text[leaves[-2] : leaves[-2] + 4096] = b"\xa5" * 4096
    path.write_bytes(text)
    with opened(path) as journal:
        corrupt = journal.problems[0]
        assert corrupt.code == "journal_corrupt" and corrupt.facts["games"] == 12
        assert Path(str(corrupt.facts["kept"])).read_bytes() == bytes(text)
        rows = journal.games()
        assert [row.id for row in rows] == list(range(12, 0, -1))
        whole = [row.id for row in rows if not row.damaged]
        assert 6 <= len(whole) < 12
        for number in whole:
            saved = journal.load(number)
            assert saved is not None and len(saved.entries) == 21
        assert not list(path.parent.glob(".*salvage*"))


# --- acknowledged and swallowed --------------------------------------------------------------------------------------


def test_entries_that_a_damaged_wal_swallowed_are_noticed(path: Path, tmp_path: Path) -> None:
    play(path, 3)
    with opened(path) as journal:
        table = engine(journal)
        table.handle(Resume(1))
        for _ in range(4):
            move(table, "add", n=1) if table.handle(Now()).answer.face.running else move(table, "start")
        killed = tmp_path / "killed"
        shutil.copytree(path.parent, killed)
    wal = killed / f"{JOURNAL}-wal"
    text = bytearray(wal.read_bytes())
    text[40] ^= 1
    wal.write_bytes(text)
    with opened(killed / JOURNAL) as journal:
        (lost,) = journal.problems
        assert (lost.code, lost.facts["games"], lost.facts["entries"]) == ("journal_lost", 1, 5)
        assert journal.paused()[0].lost == 5
        table = engine(journal)
        table.handle(Resume(1))
        assert [notice.code for notice in table.notices] == ["game_cut"]
    with opened(killed / JOURNAL) as journal:
        assert journal.problems == (), "it is said once"


def test_a_game_that_a_lost_wal_swallowed_is_noticed_and_its_number_is_not_given_again(path: Path) -> None:
    play(path, 3)
    path.unlink()
    with opened(path) as journal:
        (lost,) = journal.problems
        assert (lost.code, lost.facts["games"], lost.facts["entries"]) == ("journal_lost", 1, 5)
        assert journal.games() == []
        assert journal.begin("toy", "table", (), b"{}", "") == 2


@pytest.mark.parametrize("what", ["missing", "noise", "short"])
def test_a_mark_that_is_no_help_does_no_harm(path: Path, what: str) -> None:
    play(path, 3)
    match what:
        case "missing":
            mark_of(path).unlink()
        case "noise":
            mark_of(path).write_bytes(b"\x07" * 1000)
        case _:
            mark_of(path).write_bytes(b"\x01\x02\x03")
    play(path, 2)
    with opened(path) as journal:
        assert journal.problems == () and len(journal.games()) == 2


# --- taken away ------------------------------------------------------------------------------------------------------


def take_away(path: Path, how: str) -> None:
    match how:
        case "deleted":
            path.unlink()
        case "folder":
            shutil.rmtree(path.parent)
        case "renamed over":
            other = path.with_name("other.db")
            play(other, 1)
            other.replace(path)
        case _:
            other = path.with_name("other.db")
            play(other, *[9] * 30)
            path.write_bytes(other.read_bytes())


@pytest.mark.parametrize("how", ["deleted", "folder", "renamed over", "written over"])
def test_a_journal_that_is_taken_away_is_noticed_at_the_next_entry(path: Path, how: str) -> None:
    table, _ = build_table(path.parent, None, ManualClock())
    table.start()
    peer = Headless(table)

    def ask(**request: Any) -> Any:
        return json.loads(peer.answer(json.dumps(request)))

    ask(open={"game": "cerbere", "seats": ["Ana", "Bo", "Cy", "Dan"], "seed": 7})  # nothing ticks here
    ask(move={"type": "play", "card": "act2"})
    take_away(path, how)
    answer = ask(move={"type": "answer", "value": "a"})
    assert answer["ok"]
    assert [notice["code"] for notice in answer["notices"]] == ["journal_gone"]
    answer = ask(move={"type": "ok"})
    assert answer["ok"] and "notices" not in answer, "it is said once"
    assert ask(undo={})["ok"]
    if how != "written over":  # then what was opened cannot be read any more either
        assert len(ask(export={})["export"]) == 5
    other = path.read_bytes() if path.exists() else b""
    table.close()
    assert (path.read_bytes() if path.exists() else b"") == other, "what lies there now is not ours"


def test_a_journal_that_is_taken_away_is_noticed_at_the_pulse(path: Path) -> None:
    with opened(path) as journal:
        table = toy(journal)
        move(table, "start")
        path.unlink()
        table.handle(Advance(900))
        assert [notice.code for notice in table.notices] == ["journal_gone"]
        move(table, "add", n=1)
        assert journal.games()[0].entries == 2, "in memory"


def test_a_wal_that_is_taken_away_costs_nothing(path: Path) -> None:
    with opened(path) as journal:
        table = toy(journal)
        move(table, "start")
        path.with_name(path.name + "-wal").unlink()
        move(table, "add", n=1)
        assert table.notices == ()
        move(table, "add", n=2)
        copy = path.parent.with_name("killed")
        shutil.copytree(path.parent, copy)
    with opened(copy / JOURNAL) as journal:
        saved = journal.load(1)
        assert saved is not None and len(saved.entries) == 3 and journal.problems == ()


# --- a sweep ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_damage_is_silent_and_none_is_a_fault_of_ours() -> None:
    finding = soak_damage(24, seed=7)
    assert finding.broken is None, finding.broken
    assert finding.figures["said"] > 5
