"""The journal: durable, one writer, nothing lost on a full or broken disk, other files left alone or put aside."""

from __future__ import annotations

import errno
import gzip
import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.game import Player, UndoLabel
from companion.engine.journal import ImportedGame, Journal, JournalError
from companion.engine.journal_copies import make_copy
from companion.engine.journal_file import VERSION, application
from tests.open_files import copied

SEATS = (Player("Ana", "red"), Player("Bo", "blue", new=True))
WALL = "2026-01-02T20:15:00+01:00"


def entry(seq: int, at: int | None = None) -> Entry:
    label = UndoLabel("card", "Card {n}", {"n": seq})
    return Entry(seq, seq * 100 if at is None else at, EntryKind.MOVE, label, b'{"type":"add"}', b'[{"type":"added"}]')


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    opened = Journal(path)
    yield opened
    opened.close()


def play(journal: Journal, entries: int, status: Status = Status.OPEN, result: bytes | None = None) -> int:
    game = journal.begin("toy", "table", SEATS, b'{"a":1}', WALL)
    for seq in range(1, entries + 1):
        last = seq == entries
        journal.commit(game, entry(seq), result if last else None, status if last else Status.OPEN)
    return game


def look_through(journal: Journal) -> None:
    """As in the background, after the start and at the end of a game."""
    journal.copy()
    assert journal._writer is not None
    copied(journal)


def test_a_copy_that_fails_half_way_leaves_nothing(path: Path, journal: Journal) -> None:
    def fail() -> None:
        raise OSError(errno.EIO, "broken disk")

    play(journal, 3)
    with pytest.raises(JournalError):
        make_copy(path, fail)
    assert not list(path.parent.glob("*.copy*"))


def test_what_an_entry_writes_does_not_grow_with_the_opening(tmp_path: Path) -> None:
    """A box of 10,000 tags makes an opening of 400 kB: it is written once, not with every card."""
    written = []
    for size in (100, 400_000):
        file = tmp_path / f"{size}.db"
        journal = Journal(file)
        game = journal.begin("toy", "table", SEATS, b'"%s"' % (b"x" * size), "2026-01-01T20:00:00")
        before = file.with_name(f"{file.name}-wal").stat().st_size
        for seq in range(1, 6):
            journal.commit(game, Entry(seq, seq, EntryKind.MOVE, None, b"{}", b"[]"), None, Status.OPEN)
        written.append(file.with_name(f"{file.name}-wal").stat().st_size - before)
        journal.close()
    assert 0 < written[1] <= written[0] + 4096 * 5


def test_an_undone_end_takes_its_result_back(journal: Journal) -> None:
    game = play(journal, 2, Status.ENDED, b'{"won":true}')
    journal.commit(game, entry(3), None, Status.OPEN)
    assert journal.results("toy", "table") == []
    assert journal.paused()


# --- trouble with the disk ---------------------------------------------------------------------------------------


def test_a_real_write_error_of_the_system_is_named(tmp_path: Path) -> None:
    """A process that may write no file beyond 64 kB (RLIMIT_FSIZE) is told so by the kernel, not by SQLite."""
    script = textwrap.dedent("""
        import resource, signal, sys
        from pathlib import Path
        from companion.engine.entry import Entry, EntryKind, Status
        from companion.engine.journal import Journal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        journal = Journal(Path(sys.argv[1]))
        game = journal.begin("toy", "table", (), b"{}", "")
        resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, resource.RLIM_INFINITY))
        for seq in range(1, 40):
            journal.commit(game, Entry(seq, seq, EntryKind.MOVE, None, b"0" * 5000, b"[]"), None, Status.OPEN)
        assert journal.unsaved > 0 and not journal.saved
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        journal.flush()
        assert [e.seq for e in journal.load(game).entries] == list(range(1, 40))
        journal.close()
    """)
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "j.db")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# --- one writer ----------------------------------------------------------------------------------------------------


def test_a_second_process_is_told_who_has_it(journal: Journal, path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from companion.engine.journal import Journal, JournalInUse\n"
        "try: Journal(Path(sys.argv[1]))\n"
        "except JournalInUse as e: print(e.code, e.pid)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["journal_in_use", str(os.getpid())]


def test_a_reader_may_look_while_somebody_writes(journal: Journal, path: Path) -> None:
    play(journal, 2)
    looker = Journal(path, read_only=True)
    assert looker.games()[0].entries == 2
    with pytest.raises(JournalError) as caught:
        looker.begin("toy", "table", SEATS, b"{}", WALL)
    assert caught.value.code == "journal_read_only"
    looker.close()


# --- damage and age --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["garbage", "middle", "head"])
def test_a_damaged_file_is_put_aside_and_a_fresh_one_begins(path: Path, damage: str) -> None:
    journal = Journal(path)
    for _ in range(20):
        play(journal, 20)
    journal.close()
    before = bytearray(path.read_bytes())
    match damage:
        case "garbage":
            before[:] = b"this is no database" * 500
        case "middle":
            before[8192:40960] = b"\xa5" * (40960 - 8192)
        case "head":
            before[:100] = bytes(100)
    path.write_bytes(before)
    journal = Journal(path)
    if damage == "middle":
        look_through(journal)
    news = {notice.code: notice.facts for notice in journal.take_news()}
    assert Path(str(news["journal_corrupt"]["kept"])).read_bytes() == bytes(before), "nothing is deleted"
    games = journal.games()
    if damage == "garbage":
        assert games == [] and news["journal_lost"]["entries"] == 400
    else:
        assert len(games) == 20 and sum(row.entries + row.lost for row in games) == 400
        assert (damage == "middle") == any(row.damaged for row in games), "the first page is the same in every journal"
    play(journal, 1)
    journal.close()
    path.write_bytes(b"broken again" * 1000)
    journal = Journal(path)
    assert journal.take_news()[0].facts["kept"] == f"{path}.damaged-2"
    journal.close()


def test_a_changed_entry_is_found(journal: Journal, path: Path) -> None:
    game = play(journal, 3)
    journal.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entry SET events=? WHERE seq=2", (b"[]",))
    db.close()
    with pytest.raises(JournalError) as caught:
        Journal(path, read_only=True).load(game)
    assert (caught.value.code, caught.value.detail) == ("journal_damaged", "entry 2")
    again = Journal(path)
    saved = again.load(game)
    assert saved is not None and saved.entries == (entry(1),), "what is left goes on"
    (row,) = again.games()
    assert (row.entries, row.lost) == (1, 2)
    assert [notice.code for notice in again.take_news()] == ["journal_corrupt"]
    again.close()


def test_a_file_of_an_older_companion_is_put_aside_and_said(path: Path) -> None:
    path.parent.mkdir()
    old = gzip.decompress((Path(__file__).parents[1] / "data/journal_2.db.gz").read_bytes())
    path.write_bytes(old)
    with pytest.raises(JournalError) as caught:
        Journal(path, read_only=True)
    assert caught.value.code == "journal_older"
    journal = Journal(path)
    (notice,) = journal.take_news()
    assert (notice.code, notice.facts["path"]) == ("journal_set_aside", str(path))
    assert Path(str(notice.facts["kept"])).read_bytes() == old
    assert journal.games() == [] and play(journal, 1) == 1
    journal.close()


def test_a_file_of_a_newer_companion_is_left_alone(path: Path) -> None:
    Journal(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version={VERSION + 1}")
        db.execute(f"PRAGMA application_id={application(VERSION + 1)}")
    db.close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(JournalError) as caught:
            Journal(path, read_only=read_only)
        assert caught.value.code == "journal_newer"
    assert path.read_bytes() == before


def test_a_journal_that_is_no_file_is_told_and_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(JournalError) as caught:
        Journal(path, read_only=True)
    assert (caught.value.code, caught.value.detail) == ("journal_foreign", "it is no file")
    journal = Journal(path)
    play(journal, 1)
    journal.flush()
    assert journal.saved
    journal.close()


def test_a_kept_record_is_nobodys_result(journal: Journal) -> None:
    from companion.engine.entry import Saved

    saved = Saved(0, "toy", "table", SEATS, b"{}", (entry(1), entry(2)), 200, Status.ENDED)
    number = journal.keep(ImportedGame(saved, WALL, b'{"won":true}', (b"{}", b"{}")))
    with pytest.raises(JournalError) as caught:
        journal.load(number)
    assert caught.value.code == "journal_record"
    assert journal.results("toy", "table") == [], "a record is nobody's result"
    assert [row.id for row in journal.games()] == [number]
