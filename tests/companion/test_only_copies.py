"""The journal is gone, damaged or no file, and nothing is mended (the disk cannot be written): its copies are read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.engine.journal import Journal
from companion.engine.requests import Advance, Leave, Resume
from companion.options import JOURNAL
from companion.tools.backup.restore import restore
from tests.doctor.conftest import Visit
from tests.engine.disk import Disk
from tests.engine.tables import engine, know_only_toy, move, toy
from tests.engine.test_damage import copy, flip


def _spoilt(journal: Path) -> None:
    journal.write_bytes(b"x" * 4096 + journal.read_bytes()[4096:])


def _folder(journal: Path) -> None:
    journal.unlink()
    journal.mkdir()


def _begun_anew(journal: Path) -> None:
    journal.unlink()
    Journal(journal.with_name("other.db")).close()
    journal.with_name("other.db").rename(journal)


BROKEN: dict[str, Callable[[Path], None]] = {
    "gone": Path.unlink,
    "damaged": _spoilt,
    "a folder": _folder,
    "an entry": lambda journal: flip(journal, "entry", "events", "game=1 AND seq=2"),
    "an empty one": _begun_anew,
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a finished game, an unfinished one and a copy of both."""
    know_only_toy(monkeypatch)
    folder = tmp_path / "state"
    with contextlib.closing(Journal(folder / JOURNAL)) as journal:
        for n in (4, 5):
            table = toy(journal)
            move(table, "start")
            move(table, "add", n=n)
            table.handle(Advance(12_000) if n == 4 else Leave())
    copy(folder / JOURNAL)
    return folder


def lie(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("how", BROKEN)
def test_a_backup_is_made_of_the_copies_and_brings_the_games_back(
    data: Path, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.closing(Journal(data / JOURNAL, read_only=True)) as journal:
        truth = [journal.load(number) for number in (1, 2)]
    BROKEN[how](data / JOURNAL)
    before = lie(data)
    target = tmp_path / "b.tar.gz"
    assert main(["backup", "--data", str(data), "-o", str(target)]) == 0
    assert "what its copies hold" in capsys.readouterr().err
    assert lie(data) == before, "nothing is written beside it"
    fresh = tmp_path / "new"
    manifest, _ = restore(target, fresh)
    assert ("state/journal.db.damaged-1" in manifest.files) == (how not in ("gone", "a folder"))
    with contextlib.closing(Journal(fresh / JOURNAL)) as journal:
        assert [journal.load(number) for number in (1, 2)] == truth


@pytest.mark.parametrize("how", BROKEN)
def test_games_are_listed_printed_and_exported_from_the_copies(
    data: Path, how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    where = ["--data", str(data)]
    assert main(["replay", "1", *where]) == 0 and main(["export", "1", *where]) == 0
    printed = capfd.readouterr().out
    BROKEN[how](data / JOURNAL)
    before = lie(data)
    assert main(["replay", "1", *where]) == 0 and main(["export", "1", *where]) == 0
    out, err = capfd.readouterr()
    assert out == printed and err.count("what its copies hold") == 2
    assert main(["replay", "--list", *where]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 3 and lie(data) == before


@pytest.mark.parametrize("how", BROKEN)
def test_the_doctor_says_that_a_copy_is_there(data: Path, tmp_path: Path, how: str) -> None:
    BROKEN[how](data / JOURNAL)
    visit = Visit(tmp_path)
    visit.data = data
    found = visit.look()
    code = "journal_gone" if how == "gone" else "journal_copy"
    assert found[code].facts["games"] == 2 and str(found[code].facts["copy"]).endswith(".copy-1")
    assert "journal_none" not in found and "journal_well" not in found


@pytest.mark.parametrize("how", [how for how in BROKEN if how not in ("an entry", "an empty one")])
def test_a_table_offers_the_games_of_the_copies_while_the_disk_cannot_be_written(data: Path, how: str) -> None:
    path = data / JOURNAL
    BROKEN[how](path)
    disk = Disk(path, "journal_read_only")
    journal = disk.journal()
    table = engine(journal)
    assert [row.id for row in journal.paused()] == [2]
    assert "journal_from_copies" in {notice.code for notice in (*journal.take_news(), *table.notices)}
    table.handle(Resume(2, rest=False))
    move(table, "start")
    move(table, "add", n=1)
    disk.become("")
    journal.flush()
    journal.close()
    with contextlib.closing(Journal(path)) as journal:
        assert {row.id: row.entries for row in journal.games()}[2] > 2


def test_without_a_copy_what_is_wrong_is_told_as_before(data: Path, tmp_path: Path) -> None:
    for found in data.glob("journal.db.copy-*"):
        found.unlink()
    _spoilt(data / JOURNAL)
    assert main(["backup", "--data", str(data), "-o", str(tmp_path / "b.tar.gz")]) == 2
    assert main(["replay", "--list", "--data", str(data)]) == 3
