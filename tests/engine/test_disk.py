"""A real disk that is full, then read-only, then well again (a small tmpfs in a mount namespace of its own)."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.patience import WHOLE_S

OWN_MOUNTS = (("unshare", "--mount"), ("unshare", "--map-root-user", "--mount"))
"""As root, and as anybody else."""
SCRIPT = textwrap.dedent("""
    import contextlib, shutil, subprocess, sys, tarfile, tempfile
    from pathlib import Path
    from companion.backup.make import make
    from companion.backup.manifest import BackupError
    from companion.doctor.finding import Case
    from companion.doctor.journal import look
    from companion.engine.entry import Entry, EntryKind, Status
    from companion.engine.journal import Journal, JournalError
    from companion.opening import open_journal
    from drivers.doctor.system import HardwareSystem

    disk = Path(sys.argv[1])

    def remount(how):
        subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)

    def commit(seq):
        entry = Entry(seq, seq, EntryKind.MOVE, None, b'"' + b"x" * 4000 + b'"', b"[]")
        journal.commit(game, entry, None, Status.OPEN)
        return journal.saved

    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], check=True)
    journal = Journal(disk / "journal.db")
    game = journal.begin("toy", "table", (), b"{}", "")
    commit(1)
    journal.flush()
    assert journal.saved
    saved = [commit(seq) for seq in range(2, 101)]
    assert not saved[-1] and journal.unsaved > 0
    assert journal._writer._failure.code == "journal_full"
    remount("size=8m")
    journal.flush()
    journal.close()

    journal = Journal(disk / "journal.db")
    assert [e.seq for e in journal.load(game).entries] == list(range(1, 102))[:100]
    # as after a power cut: the entries of before are in the -wal, with its -shm or without
    commit(101)
    for parts in ("", "-wal"), ("", "-wal", "-shm"):
        (disk / str(len(parts))).mkdir()
        for part in parts:
            shutil.copyfile(disk / f"journal.db{part}", disk / str(len(parts)) / f"journal.db{part}")
    journal.close()
    (disk / "1").mkdir()
    shutil.copyfile(disk / "journal.db", disk / "1/journal.db")
    remount("ro")
    for parts in "123":
        folder = disk / parts
        looking = Journal(folder / "journal.db", read_only=True)
        assert looking.games()[0].entries == len(looking.load(game).entries) == 101, "looking is possible"
        looking.close()
        found = [f.code for f in look(HardwareSystem(), Case(folder, folder))]
        assert found == ["journal_well"], found
        copied = Path(tempfile.mkdtemp()) / "b.tar.gz"
        assert "state/journal.db" in make(folder, None, copied, "").files
        with tarfile.open(copied) as archive:
            archive.extract("state/journal.db", copied.parent)
        with contextlib.closing(Journal(copied.parent / "state/journal.db", read_only=True)) as whole:
            assert len(whole.load(game).entries) == 101
        table, notices = open_journal(folder)
        assert [row.id for row in table.paused()] == [game], "what can be read is offered"
        assert table.begin("toy", "table", (), b"{}", "") > game and not table.saved
        try:
            table.close()
        except JournalError as error:
            assert error.code == "journal_read_only", error
    try:
        make(disk / "1", None, disk / "b.tar.gz", "")
    except BackupError as error:
        assert error.code == "backup_disk" and "Read-only" in error.facts["detail"], error
    print("well")
""")


@pytest.mark.process
def test_a_full_and_a_read_only_disk(tmp_path: Path) -> None:
    alone = next(
        (words for words in OWN_MOUNTS if subprocess.run([*words, "true"], capture_output=True).returncode == 0), None
    )
    if alone is None:
        pytest.skip("nobody may mount here, not even in a user namespace (a container without rights)")
    words = [*alone, sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=WHOLE_S)
    assert (done.stdout, done.returncode) == ("well\n", 0), done.stderr
