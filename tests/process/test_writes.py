"""The real kiosk writes nowhere but in its own folders: it can live on a read-only root (docs/maintenance.md)."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.patience import until
from tests.process.machine import TABLE, Kiosk

pytestmark = pytest.mark.process

WATCH = '''
"""Notes every file that this Python, or one that it starts, opens to write, makes, moves or takes away."""
import os, sys

_log = os.open(os.environ["WRITES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

def _hook(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)) and (args[2] or 0) & _WRITES:
        names = args[:1]
    elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "sqlite3.connect"):
        names = args[:1]
    elif event in ("os.rename", "os.link", "os.symlink"):
        names = args[1:2]
    else:
        return
    folder = os.getcwdb()
    if event in ("os.rename", "os.link") and args[3] != -1:
        folder = os.fsencode(os.readlink(f"/proc/self/fd/{args[3]}"))
    for name in names:
        if isinstance(name, (str, bytes)) and name:
            os.write(_log, os.path.normpath(os.path.join(folder, os.fsencode(name))) + b"\\n")

sys.addaudithook(_hook)
'''


def test_everything_that_is_written_is_in_the_state_folder_or_a_temporary_one(tmp_path: Path) -> None:
    log, hooks = tmp_path / "writes", tmp_path / "hooks"
    temporary, cache, home = tmp_path / "tmp", tmp_path / "cache", tmp_path / "home"
    for folder in (hooks, temporary, cache, home):
        folder.mkdir()
    (hooks / "sitecustomize.py").write_text(WATCH)
    env = {
        "PYTHONPATH": str(hooks), "PYTHONDONTWRITEBYTECODE": "1", "WRITES": str(log), "SDL_AUDIODRIVER": "dummy",
        "TMPDIR": str(temporary), "XDG_CACHE_HOME": str(cache), "HOME": str(home),
    }  # fmt: skip
    with Kiosk(tmp_path, TABLE, env) as kiosk:
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}})
        kiosk.move("confirm")
        kiosk.push("start")
        until(lambda: kiosk.phase == "open", "the start")
        kiosk.touch(0.5, 0.5)
        kiosk.say(leave={})
        assert kiosk.end(signal.SIGTERM) == 0, kiosk.said
    mine = (tmp_path / "data", temporary, cache)
    written = {Path(line) for line in log.read_text(encoding="utf-8").splitlines()}
    assert any(path.is_relative_to(tmp_path / "data") for path in written), "the hook works"
    asked_for = {tmp_path / "control", log}
    devices = (Path("/dev"), Path("/proc"))
    elsewhere = {
        path
        for path in written - asked_for
        if not any(path.is_relative_to(folder) for folder in (*mine, *devices))
        and "mode=ro" not in path.name
        and path.name != ":memory:"
    }
    assert elsewhere == set()
    assert list(home.iterdir()) == []
