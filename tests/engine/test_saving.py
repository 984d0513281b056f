"""The table never waits for the disk: it says that it is not saved, plays on, and writes all when it can."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine import journal_writer
from companion.engine.clock import ManualClock
from companion.engine.engine_thread import EngineThread
from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.journal import Journal
from companion.engine.journal_errors import JournalError
from companion.engine.requests import Advance, ListGames, ListPaused, MakeMove, Now, Open, PostNotice
from companion.engine.update import Notice
from tests.engine.disk import HANG, TROUBLES, Disk
from tests.engine.tables import SEATS, Ear, engine, move, toy


@contextlib.contextmanager
def on(disk: Disk) -> Iterator[Journal]:
    journal = disk.journal()
    try:
        yield journal
    finally:
        disk.become("")
        journal.close()


def entry(seq: int) -> Entry:
    return Entry(seq, seq, EntryKind.MOVE, None, b"{}", b"[]")


def saved(path: Path) -> list[int]:
    """How many entries each game has in the file."""
    journal = Journal(path)
    found = [len(game.entries) for row in reversed(journal.games()) if (game := journal.load(row.id))]
    journal.close()
    return found


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_the_disk_does_each_answer_says_so_and_nothing_is_missing_after_it(
    tmp_path: Path, trouble: str
) -> None:
    disk = Disk(tmp_path / "j.db")
    ear = Ear()
    with on(disk) as journal:
        table = toy(journal)
        table.listen(ear)
        table.handle(MakeMove({"type": "start"}))
        journal.flush(HANG)
        assert table.handle(Now()).saved
        disk.become(trouble)
        replies = [table.handle(MakeMove({"type": "add", "n": 1})) for _ in range(5)]
        assert not any(reply.saved for reply in replies)
        assert [n for update in ear.heard for n in update.notices] == [], "a moment is not told"
        assert disk.tried.wait(HANG)
        disk.now += 2.0
        reply = table.handle(Now())
        (notice,) = table.notices
        assert (notice.code, notice.facts["reason"], reply.saved) == ("not_saved", trouble, False)
        assert table.handle(ListGames()).answer[0].entries == 6, "the list knows what is not saved"
        disk.become("")
        journal.flush(HANG)
        assert table.handle(Now()).saved and table.notices == ()
    assert [(n.code, n.gone) for update in ear.heard for n in update.notices] == [
        ("not_saved", False), ("not_saved", True),
    ]  # fmt: skip
    assert saved(tmp_path / "j.db") == [6]


def test_a_disk_that_is_well_again_is_waited_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(tmp_path / "j.db")
    with on(disk) as journal:
        table = toy(journal)
        table.handle(MakeMove({"type": "start"}))
        disk.become("journal_slow")
        assert not table.handle(MakeMove({"type": "add", "n": 1})).saved
        disk.become("")
        journal.flush(HANG)
        monkeypatch.setattr(journal_writer, "ANSWER_S", HANG)
        assert table.handle(MakeMove({"type": "add", "n": 1})).saved


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_disk_that_fails_from_the_start_costs_no_game(tmp_path: Path, trouble: str) -> None:
    path = tmp_path / "j.db"
    with on(Disk(path)) as journal:
        move(toy(journal), "start")
    disk = Disk(path, trouble)
    disk.well.set()  # opening waits for a disk that hangs, but not for ever: see OPEN_S
    disk.trouble = "journal_io" if trouble == "journal_slow" else trouble
    with on(disk) as journal:
        table = engine(journal)
        assert [row.entries for row in table.handle(ListPaused()).answer] == [1], "what can be read is offered"
        assert not table.handle(Open("toy", SEATS)).saved
        move(table, "start")
        move(table, "add", n=1)
        disk.become("")
        journal.flush(HANG)
        assert [row.entries for row in table.handle(ListGames()).answer] == [2, 1], "nothing older comes over it"
        move(table, "add", n=1)
    assert saved(path) == [1, 3]


def test_a_game_that_could_not_even_be_begun_is_saved_later(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "j.db")
    with on(disk) as journal:
        disk.become("journal_full")
        table = toy(journal)
        move(table, "start")
        assert journal.load(1) is not None and journal.unsaved == 1, "what waits can be read"
        disk.become("")
        journal.flush(HANG)
        assert journal.unsaved == 0
    assert saved(tmp_path / "j.db") == [1]


def test_a_pulse_waits_for_nothing_and_is_written_later(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "j.db")
    with on(disk) as journal:
        table = toy(journal)
        move(table, "start")
        journal.flush(HANG)
        disk.become("journal_slow")
        table.handle(Advance(900))
        assert table.handle(Now()).saved, "no entry is missing"
        disk.now += 2.0
        table.handle(Now())
        assert [n.code for n in table.notices] == ["not_saved"]
        disk.become("")
        journal.flush(HANG)
        table.handle(Now())
        assert table.notices == ()
        loaded = journal.load(1)
        assert loaded is not None and loaded.last_at == 900


def test_the_engine_thread_answers_while_the_disk_hangs_and_tells_when_it_is_well_again(tmp_path: Path) -> None:
    """What the watchdog asks is answered; the end of the trouble is told without anybody's asking."""
    disk = Disk(tmp_path / "j.db")
    journal = disk.journal()
    table = EngineThread(engine(journal, ManualClock()))
    well, told = threading.Event(), threading.Event()

    def hear(update: object) -> None:
        for notice in update.notices:  # type: ignore[attr-defined]
            if notice.code == "not_saved":
                (well if notice.gone else told).set()

    table.listen(hear)
    table.start()
    table.ask(Open("toy", SEATS), timeout=HANG)
    table.ask(MakeMove({"type": "start"}), timeout=HANG)
    disk.become("journal_slow")
    assert not table.ask(MakeMove({"type": "add", "n": 1}), timeout=HANG).saved
    disk.now += 2.0
    table.ask(PostNotice(Notice("no_sound")), timeout=HANG)
    assert told.wait(HANG)
    disk.become("")
    assert well.wait(HANG)
    table.close()
    assert saved(tmp_path / "j.db") == [2]


def test_closing_with_unsaved_entries_says_so_and_gives_the_file_back(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "j.db")
    journal = disk.journal()
    disk.become("journal_read_only")
    journal.begin("toy", "table", SEATS, b"{}", "")
    with pytest.raises(JournalError) as caught:
        journal.close()
    assert caught.value.code == "journal_read_only"
    Journal(tmp_path / "j.db").close()


def test_another_program_that_holds_the_lock_is_named(tmp_path: Path) -> None:
    import sqlite3

    disk = Disk(tmp_path / "j.db")
    with on(disk) as journal, contextlib.closing(sqlite3.connect(tmp_path / "j.db", isolation_level=None)) as other:
        game = journal.begin("toy", "table", SEATS, b"{}", "")
        other.execute("BEGIN IMMEDIATE")
        journal.commit(game, entry(1), None, Status.OPEN)
        assert not journal.saved
        disk.now += 2.0
        trouble = journal.trouble()
        assert trouble is not None and trouble.code == "journal_locked"
        other.execute("ROLLBACK")
        journal.flush(HANG)
        assert journal.saved and journal.trouble() is None
    assert saved(tmp_path / "j.db") == [1]
