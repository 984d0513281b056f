"""A disk that is full, then well again, then read-only, in a process of its own.

    python -m tests.engine.disk_story FOLDER (mounted | refusing)

`mounted`: a tmpfs is mounted at the folder, which needs the right to. `refusing`: tests/engine/refusing_disk.py.
Says `well` at the end.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Protocol

from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.journal import Journal, JournalError
from companion.opening import open_journal
from companion.tools.backup.make import make_backup
from companion.tools.backup.manifest import BackupError
from companion.tools.doctor.finding import Case
from companion.tools.doctor.journal import look
from drivers.doctor.system import HardwareSystem
from tests.engine.refusing_disk import RefusingDisk


class Disk(Protocol):
    """What happens to it."""

    def room(self, size: int) -> None:
        """So many bytes fit, from now on."""

    def read_only(self) -> None:
        """For good."""


class Mounted:
    """A file system in memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)], check=True)

    def _remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(self._folder)], check=True)

    def room(self, size: int) -> None:
        self._remount(f"size={size}")

    def read_only(self) -> None:
        self._remount("ro")


class Refusing:
    """The folder itself."""

    def __init__(self, folder: Path) -> None:
        self._disk = RefusingDisk(folder)

    def room(self, size: int) -> None:
        self._disk.room = size

    def read_only(self) -> None:
        self._disk.read_only = True


def commit(journal: Journal, game: int, seq: int) -> bool:
    """Enter four kilobytes; whether they are saved."""
    entry = Entry(seq, seq, EntryKind.MOVE, None, b'"' + b"x" * 4000 + b'"', b"[]")
    journal.commit(game, entry, None, Status.OPEN)
    return journal.saved


def full(folder: Path, disk: Disk) -> int:
    """What does not fit waits until there is room; the number of the game."""
    disk.room(400_000)
    with contextlib.closing(Journal(folder / "journal.db")) as journal:
        game = journal.begin("toy", "table", (), b"{}", "")
        commit(journal, game, 1)
        journal.flush()
        assert journal.saved
        saved = [commit(journal, game, seq) for seq in range(2, 101)]
        assert not saved[-1] and journal.unsaved > 0
        assert journal._writer is not None and journal._writer._failure is not None
        assert journal._writer._failure.code == "journal_full", journal._writer._failure
        disk.room(8_000_000)
        journal.flush()
    return game


def as_after_a_power_cut(folder: Path, game: int) -> None:
    """The journal in three folders: whole, with what is newest in its -wal, and with the -shm of it as well."""
    with contextlib.closing(Journal(folder / "journal.db")) as journal:
        loaded = journal.load(game)
        assert loaded is not None and [entry.seq for entry in loaded.entries] == list(range(1, 101))
        commit(journal, game, 101)
        journal.flush()
        for parts in ("", "-wal"), ("", "-wal", "-shm"):
            (folder / str(len(parts))).mkdir()
            for part in parts:
                shutil.copyfile(folder / f"journal.db{part}", folder / str(len(parts)) / f"journal.db{part}")
    (folder / "1").mkdir()
    shutil.copyfile(folder / "journal.db", folder / "1/journal.db")


def read_only(folder: Path, game: int) -> None:
    """It is looked at, copied from, and played on from."""
    with contextlib.closing(Journal(folder / "journal.db", read_only=True)) as looking:
        loaded = looking.load(game)
        assert loaded is not None and looking.games()[0].entries == len(loaded.entries) == 101, "looking is possible"
    found = [finding.code for finding in look(HardwareSystem(), Case(folder, folder))]
    assert found == ["journal_well"], found
    with tempfile.TemporaryDirectory() as name:
        copied = Path(name) / "b.tar.gz"
        assert "state/journal.db" in make_backup(folder, None, copied, "").files
        with tarfile.open(copied) as archive, (Path(name) / "journal.db").open("wb") as file:
            shutil.copyfileobj(archive.extractfile("state/journal.db") or file, file)
        with contextlib.closing(Journal(Path(name) / "journal.db", read_only=True)) as whole:
            loaded = whole.load(game)
            assert loaded is not None and len(loaded.entries) == 101
    table, _notices = open_journal(folder)
    assert [row.id for row in table.paused()] == [game], "what can be read is offered"
    assert table.begin("toy", "table", (), b"{}", "") > game and not table.saved
    try:
        table.close()
    except JournalError as error:
        assert error.code == "journal_read_only", error
    else:
        raise AssertionError("what could not be written is not told")


def run(folder: Path, disk: Disk) -> None:
    """All of it."""
    game = full(folder, disk)
    as_after_a_power_cut(folder, game)
    disk.read_only()
    for part in "123":
        read_only(folder / part, game)
    try:
        make_backup(folder / "1", None, folder / "b.tar.gz", "")
    except BackupError as error:
        assert error.code == "backup_disk" and "Read-only" in str(error.facts["detail"]), error
    else:
        raise AssertionError("a backup was written to a read-only disk")


if __name__ == "__main__":
    where, how = Path(sys.argv[1]), sys.argv[2]
    run(where, Mounted(where) if how == "mounted" else Refusing(where))
    print("well")
