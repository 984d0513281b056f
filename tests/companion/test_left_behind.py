"""A process that is killed while it writes leaves nothing behind, or what the next one takes away."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine import files
from companion.engine.files import FileDraft, replaced
from companion.engine.scratch import scratch
from companion.opening import open_journal
from companion.options import JOURNAL
from companion.tools.backup.make import make_backup
from tests.engine.tables import move, opened, toy
from tests.patience import WHOLE_S
from tests.process.machine import ROOT
from tests.program_source import python_files

DIES = "import os, signal, sys\nfrom pathlib import Path\ndef dies(*_, **__): os.kill(os.getpid(), signal.SIGKILL)\n"
NAMELESS = "from companion.engine import files\nfiles._nameless = lambda _folder: None\n"
WRITES = (
    "from companion.engine.files import replaced\nwith replaced(Path(sys.argv[1])) as file:\n    file.write(b'new')\n"
)
BACKUP = (
    "from companion.tools.backup import make as m\nm.{where} = dies\n"
    "m.make_backup(Path(sys.argv[2]), None, Path(sys.argv[1]), '')"
)


def killed(script: str, *words: object) -> None:
    """Run it until it kills itself."""
    command = [sys.executable, "-c", DIES + script, *map(str, words)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=WHOLE_S)
    assert ended.returncode == -signal.SIGKILL, ended.stderr


def there(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("was", [None, "old"])
def test_what_is_written_has_no_name_before_it_is_whole(was: str | None, tmp_path: Path) -> None:
    path = tmp_path / "games.tar.gz"
    if was is not None:
        path.write_text(was)
    killed(WRITES + "    file.flush(); dies()\n", path)
    assert there(tmp_path) == ([] if was is None else [path.name])
    assert was is None or path.read_text() == was


@pytest.mark.parametrize(
    "script",
    [NAMELESS + WRITES + "    dies()\n", "Path.replace = dies\n" + WRITES],
    ids=["a-usb-stick", "as-it-is-named"],
)
def test_what_has_a_name_goes_with_the_next_one(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "[b] games.tar.gz"
    path.write_text("old")
    killed(script, path)
    assert len(there(tmp_path)) == 2 and path.read_text() == "old"
    (tmp_path / f".{path.name}.notes").touch()
    (tmp_path / ".other.0123.draft").touch()
    monkeypatch.setattr(files, "_nameless", lambda _folder: None)
    monkeypatch.setattr(files, "_swept", set())
    with contextlib.closing(FileDraft(path, 0o600, folders=False)):
        held = set(there(tmp_path))
        monkeypatch.setattr(files, "_swept", set())
        with replaced(path) as file:
            file.write(b"new")
        assert set(there(tmp_path)) == held, "somebody writes it"
    assert there(tmp_path) == [".[b] games.tar.gz.notes", ".other.0123.draft", path.name]
    assert path.read_text() == "new"


@pytest.mark.parametrize("where", ["_gather", "examine_journal", "item", "_write", "replaced"])
def test_of_a_backup_nothing_is_left(where: str, tmp_path: Path) -> None:
    data, out = tmp_path / "state", tmp_path / "out"
    out.mkdir()
    with opened(data / JOURNAL) as journal:
        move(toy(journal), "start")
    before = there(data)
    killed(BACKUP.format(where=where), out / "b.tgz", data)
    assert there(out) == [] and there(data) == before and there(tmp_path) == ["out", "state"]


def test_the_empty_folder_of_a_backup_goes_with_the_next_one(tmp_path: Path) -> None:
    """SQLite opens its file by a name, which it has for a moment: nothing is in it yet."""
    data, out = tmp_path / "state", tmp_path / "out"
    out.mkdir()
    with opened(data / JOURNAL) as journal:
        move(toy(journal), "start")
    killed(BACKUP.format(where="connected"), out / "b.tgz", data)
    assert [path.stat().st_size for path in out.glob(".b.tgz.companion-scratch.*/*")] == [0]
    make_backup(data, None, out / "another.tgz", "")
    assert there(out) == ["another.tgz"]


def test_what_a_killed_repair_or_restore_left_goes_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "state"
    data.mkdir()
    script = "from companion.engine.scratch import scratch\nwith scratch(Path(sys.argv[1])) as folder:\n"
    for beside in (data, data / JOURNAL):
        killed(script + "    (folder / 'journal.db').write_text('names'); dies()\n", beside)
    assert len(there(tmp_path)) == 2 and len(there(data)) == 1
    with scratch(data) as ours:
        journal, _notices = open_journal(data)
        journal.close()
        assert there(tmp_path) == [ours.name, "state"], "somebody is at work there"
    assert there(tmp_path) == ["state"]
    assert not [name for name in there(data) if "scratch" in name]


def test_nobody_else_makes_files_for_a_while() -> None:
    """The two places that do: engine/files.py, engine/scratch.py. Measurements are gone with their machine."""
    allowed = {"companion/engine/files.py", "companion/engine/scratch.py", "kiosk/window/demo.py"}
    makes = re.compile(r"tempfile\.(?!gettempdir|SpooledTemporaryFile)\w+")
    found = {
        str(path.relative_to(ROOT)): makes.findall(path.read_text(encoding="utf-8"))
        for path in python_files()
        if "measure" not in path.parts
    }
    assert {name for name, calls in found.items() if calls} <= allowed
