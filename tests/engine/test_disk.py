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
    import subprocess, sys
    from pathlib import Path
    from companion.engine.entry import Entry, EntryKind, Status
    from companion.engine.journal import Journal, JournalError
    from companion.opening import open_journal

    disk = Path(sys.argv[1])

    def remount(how):
        subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)

    def commit(seq):
        entry = Entry(seq, seq, EntryKind.MOVE, None, b'"' + b"x" * 4000 + b'"', b"[]")
        try:
            journal.commit(game, entry, None, Status.OPEN)
        except JournalError as error:
            return error.code

    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], check=True)
    journal = Journal(disk / "journal.db")
    game = journal.begin("toy", "table", (), b"{}", "")
    codes = [commit(seq) for seq in range(1, 101)]
    assert codes[0] is None and codes[-1] == "journal_full", codes
    assert journal.unsaved > 0
    remount("size=8m")
    assert commit(101) is None and journal.unsaved == 0
    journal.close()

    journal = Journal(disk / "journal.db")
    assert [e.seq for e in journal.load(game).entries] == list(range(1, 102))
    journal.close()
    remount("ro")
    try:
        Journal(disk / "journal.db")
    except JournalError as error:
        assert error.code == "journal_read_only", error
    else:
        raise AssertionError("a read-only disk was opened")
    looking = Journal(disk / "journal.db", read_only=True)
    assert looking.games()[0].entries == 101, "looking is possible"
    looking.close()
    instead, notices = open_journal(disk)
    assert [n.facts["reason"] for n in notices] == ["journal_read_only"]
    instead.begin("toy", "table", (), b"{}", "")
    instead.close()
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
