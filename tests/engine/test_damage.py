"""Journals that are damaged, swallowed in part, or taken away under a running game."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.engine.journal import Journal, JournalError
from companion.engine.journal_names import copies_of
from companion.engine.mark import mark_path
from companion.engine.refused import Refused
from companion.engine.requests import Leave, MakeMove, Now, Resume, Undo
from companion.options import JOURNAL
from tests.engine.disk import Disk
from tests.engine.tables import engine, move, opened, toy
from tests.open_files import copied
from tests.thorough import rounds
from tests.tools.soak.damage import soak_damage

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


@pytest.mark.parametrize("column", ENTRY)
def test_what_goes_elsewhere_ends_before_the_damaged_entry(path: Path, column: str) -> None:
    """Each entry there has its own number."""
    play(path, 8)
    flip(path, "entry", column, "game=1 AND seq=4")
    with opened(path) as journal:
        [game] = journal.games()
        for after, numbers in ((0, [1, 2, 3]), (2, [3]), (3, []), (4, [5, 6, 7, 8, 9, 10]), (10, [])):
            opening, entries = journal.durable(game.id, after)
            assert opening is not None
            assert [entry[1] for entry in entries] == numbers


def refused(table: Any, request: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        table.handle(request)
    return caught.value


def copy(path: Path) -> None:
    """A copy beside the journal, as after the start."""
    with opened(path) as journal:
        journal.copy()
        assert journal._writer is not None
        copied(journal)
        assert [notice for notice in journal.take_news() if not notice.gone] == []


def news_codes(journal: Journal) -> list[str]:
    return [notice.code for notice in journal.take_news() if not notice.gone]


@pytest.mark.parametrize(("table", "column", "where"), ROWS)
def test_a_flipped_bit_of_a_game_is_said_and_the_game_stays_in_the_list(
    path: Path, table: str, column: str, where: str
) -> None:
    play(path, 3)
    flip(path, table, column, where)
    with opened(path) as journal:
        desk = engine(journal)
        assert refused(desk, Resume(1, rest=False)).code == "journal_damaged"
        (row,) = journal.games()
        assert row.damaged and row.id == 1
        assert [row.id for row in journal.paused()] == [1]
        assert {"journal_corrupt", "games_damaged"} <= {*news_codes(journal), *(notice.code for notice in desk.notices)}
    with opened(path) as journal:
        assert news_codes(journal) == ["games_damaged"], "no start fails twice"


@pytest.mark.parametrize(("table", "column", "where"), (*ROWS, *(("entry", c, "game=1 AND seq=4") for c in ENTRY)))
def test_what_was_copied_comes_back_whole(path: Path, table: str, column: str, where: str) -> None:
    play(path, 5)
    copy(path)
    with opened(path) as journal:
        truth = journal.load(1)
    flip(path, table, column, where)
    with opened(path) as journal:
        assert journal.load(1) == truth and not journal.games()[0].damaged
        assert news_codes(journal) == ["journal_corrupt"]
    with opened(path) as journal:
        assert journal.load(1) == truth and news_codes(journal) == []


def test_what_is_newer_than_the_copy_comes_back_too(path: Path) -> None:
    play(path, 5)
    copy(path)
    play(path, 7)
    text = bytearray(path.read_bytes())
    at = text.index(b"entryentry")
    text[at] ^= 0x80  # the name of a table on the first page: no companion started again
    path.write_bytes(text)
    with opened(path) as journal:
        assert [row.entries for row in journal.games()] == [9, 7]
        assert all(journal.load(number) for number in (1, 2)) and news_codes(journal) == ["journal_corrupt"]


def test_two_copies_are_kept_and_one_is_made_only_of_something_new(path: Path) -> None:
    newer, older = copies_of(path)
    play(path, 1)
    copy(path)
    first = newer.read_bytes()
    copy(path)
    assert newer.exists() and not older.exists()
    play(path, 1)
    copy(path)
    assert older.read_bytes() == first != newer.read_bytes()
    assert {oct(file.stat().st_mode & 0o777) for file in (newer, older)} == {"0o600"}
    newer.write_bytes(b"spoilt")
    path.unlink()
    with opened(path) as journal:
        assert [row.id for row in journal.games()] == [1], "the older one"


def test_no_copy_is_made_where_there_is_no_room_and_that_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(path, 1)
    usage = shutil.disk_usage(path.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=10))
    with opened(path) as journal:
        journal.copy()
        assert journal._writer is not None
        copied(journal)
        assert news_codes(journal) == ["no_copy"]
    assert not copies_of(path)[0].exists()


@pytest.mark.parametrize("column", ENTRY)
def test_a_flipped_bit_of_an_entry_is_said_and_what_is_left_goes_on(path: Path, column: str) -> None:
    play(path, 5)
    flip(path, "entry", column, "game=1 AND seq=4")
    with opened(path) as journal:
        table = engine(journal)
        table.handle(Resume(1, rest=False))
        assert table.handle(Now()).answer.view.total == 2, "the start and two more"
        facts = {notice.code: notice.facts for notice in table.notices}
        assert facts["game_cut"] == {"whole": 3, "entries": 7}
        assert Path(str(facts["journal_corrupt"]["kept"])).exists(), "nothing is deleted"
        move(table, "start")
        move(table, "add", n=10)
    with opened(path) as journal:
        saved = journal.load(1)
        assert saved is not None and saved.entries[-1].seq == len(saved.entries) > 3


@pytest.mark.parametrize("taken_up", [False, True])
@pytest.mark.parametrize(
    ("table", "column", "where"),
    [
        ("entry", "events", "game=1 AND seq=4"),
        ("entry", "seq", "game=1 AND seq=4"),
        ("opening", "state", "game=1"),
        ("game", "seats", "id=1"),
    ],
)
def test_damage_to_the_game_that_is_played_costs_nothing_of_it(
    path: Path, table: str, column: str, where: str, taken_up: bool
) -> None:
    with opened(path) as journal:
        desk = toy(journal)
        move(desk, "start")
        for _ in range(5):
            move(desk, "add", n=1)
        if taken_up:
            desk.handle(Leave())
            desk.handle(Resume(1, rest=False))
            move(desk, "start")
        flip(path, table, column, where)
        journal.copy()
        assert journal._writer is not None
        copied(journal)
        move(desk, "add", n=1)
        assert "journal_corrupt" in {notice.code for notice in desk.notices}
        entries = journal.games()[0].entries
    with opened(path) as journal:
        assert news_codes(journal) == []
        saved = journal.load(1)
        assert saved is not None and len(saved.entries) == entries > 6


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
    play(path, 3)
    with opened(path) as journal:
        saved = journal.load(1)
        assert saved is not None
        from msgspec.structs import replace

        from companion.engine.journal import ImportedGame

        entries = (*saved.entries[:2], replace(saved.entries[2], events=b'[{"type":"stranger"}]'), *saved.entries[3:])
        number = journal.keep(ImportedGame(replace(saved, entries=entries), "", None))
        table = engine(journal)
        assert refused(table, Resume(number, rest=False)).facts["whole"] == 2
        table.handle(Resume(number))
        assert table.handle(Now()).answer.view.total == 1


def test_what_sqlite_can_still_read_is_in_the_new_journal(path: Path) -> None:
    play(path, *[9] * 24)
    text = bytearray(path.read_bytes())
    leaves = [at for at in range(0, len(text), 4096) if text.count(b'"added"', at, at + 4096) > 3]
    text[leaves[-2] : leaves[-2] + 4096] = b"\xa5" * 4096
    path.write_bytes(text)
    with opened(path) as journal:
        journal.copy()
        assert journal._writer is not None
        copied(journal)
        rows = journal.games()
        (corrupt,) = [notice for notice in journal.take_news() if notice.code == "journal_corrupt"]
        assert Path(str(corrupt.facts["kept"])).read_bytes() == bytes(text)
        assert [row.id for row in rows] == list(range(24, 0, -1))
        whole = [row.id for row in rows if not row.lost]
        assert 12 <= len(whole) < 24
        for number in whole:
            saved = journal.load(number)
            assert saved is not None and len(saved.entries) == 11
        assert not list(path.parent.glob(".*"))


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
        (lost,) = journal.take_news()
        assert (lost.code, lost.facts["games"], lost.facts["entries"]) == ("journal_lost", 1, 5)
        assert journal.paused()[0].lost == 5
        table = engine(journal)
        table.handle(Resume(1))
        assert [notice.code for notice in table.notices] == ["game_cut"]
    with opened(killed / JOURNAL) as journal:
        assert news_codes(journal) == [], "it is said once"


def test_a_game_that_a_lost_wal_swallowed_is_noticed_and_its_number_is_not_given_again(path: Path) -> None:
    play(path, 3)
    path.unlink()
    with opened(path) as journal:
        (lost,) = journal.take_news()
        assert (lost.code, lost.facts["games"], lost.facts["entries"]) == ("journal_lost", 1, 5)
        assert journal.games() == []
        assert journal.begin("toy", "table", (), b"{}", "") == 2


@pytest.mark.parametrize("what", ["missing", "noise", "short"])
def test_a_mark_that_is_no_help_does_no_harm(path: Path, what: str) -> None:
    play(path, 3)
    match what:
        case "missing":
            mark_path(path).unlink()
        case "noise":
            mark_path(path).write_bytes(b"\x07" * 1000)
        case _:
            mark_path(path).write_bytes(b"\x01\x02\x03")
    play(path, 2)
    with opened(path) as journal:
        assert news_codes(journal) == [] and len(journal.games()) == 2


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


@pytest.mark.parametrize("how", ["folder", "renamed over", "written over"])
def test_a_journal_that_is_taken_away_is_not_saved_and_what_lies_there_is_not_written_to(path: Path, how: str) -> None:
    disk = Disk(path)
    journal = disk.journal()
    table = toy(journal)
    move(table, "start")
    take_away(path, how)
    other = path.read_bytes() if path.exists() else b""
    assert not table.handle(MakeMove({"type": "add", "n": 1})).saved
    disk.now += 2.0
    table.handle(Now())
    assert [(n.code, n.facts["reason"]) for n in table.notices] == [("not_saved", "journal_gone")]
    assert table.handle(Undo()).events is not None
    with pytest.raises(JournalError):
        journal.close()
    assert (path.read_bytes() if path.exists() else b"") == other, "what lies there now is not ours"


@pytest.mark.parametrize("how", ["deleted", "folder moved", "file moved"])
def test_a_journal_that_comes_back_misses_nothing(path: Path, how: str) -> None:
    disk = Disk(path)
    journal = disk.journal()
    table = toy(journal)
    move(table, "start")
    away = path.parent.with_name("away")
    match how:
        case "deleted":
            path.unlink()
        case "folder moved":
            path.parent.rename(away)
        case _:
            path.rename(away)
    move(table, "add", n=1)
    assert journal.saved == (how == "deleted")
    if how == "folder moved":
        away.rename(path.parent)
    elif how == "file moved":
        away.rename(path)
    move(table, "add", n=2)
    journal.flush()
    journal.close()
    with opened(path) as again:
        saved = again.load(1)
        assert saved is not None and len(saved.entries) == 3 and news_codes(again) == []


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
        assert saved is not None and len(saved.entries) == 3 and news_codes(journal) == []


# --- a sweep ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_damage_is_silent_and_none_is_a_fault_of_ours() -> None:
    finding = soak_damage(rounds(4, 12), seed=7)
    assert finding.broken is None, finding.broken
    assert finding.figures["said"], "nothing was damaged that anybody noticed"
