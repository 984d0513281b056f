"""The real process is told to go: it goes at once, in order, and the game is there again."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine.entry import Status
from companion.engine.journal import Journal
from tests.patience import PATIENCE_S, WHOLE_S, until
from tests.process.machine import ROOT, TABLE, Kiosk

pytestmark = pytest.mark.process
QUIET = {"SDL_AUDIODRIVER": "dummy"}


def status(kiosk: Kiosk) -> Status:
    """Of its only game."""
    journal = Journal(kiosk.journal, read_only=True)
    (row,) = journal.games()
    journal.close()
    return row.status


def test_a_running_game_is_closed_and_comes_back_held(tmp_path: Path) -> None:
    with Kiosk(tmp_path, TABLE, QUIET) as kiosk:
        kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}})
        kiosk.move("confirm")
        kiosk.push("start")
        until(lambda: kiosk.phase == "open", "the start")
        kiosk.move("card", card="rail-01")
        assert kiosk.end(signal.SIGTERM) == 0, kiosk.said
        assert "Traceback" not in kiosk.said

    assert status(kiosk) is Status.OPEN

    with Kiosk(tmp_path, TABLE, QUIET) as again:
        assert again.line(b'{"view":{}}')["error"]["code"] == "no_game", "it waits at home until somebody takes it up"
        view = again.say(resume={})["view"]
        assert view["phase"] == "held"
        assert view["track"][-1]["slot"] == "rail-01"
        again.push("start")
        until(lambda: again.phase == "open", "the resumption")
        again.say(undo={})
        assert again.view["track"][-1]["slot"] == "start-1"
        assert again.end(signal.SIGINT) == 0, again.said
        assert "Traceback" not in again.said
    assert status(kiosk) is Status.OPEN


def test_it_can_be_told_to_go_before_its_window_is_there(tmp_path: Path) -> None:
    with Kiosk(tmp_path, TABLE, QUIET) as kiosk:
        early = subprocess.Popen(
            [sys.executable, "-m", "companion", "kiosk", "--data", tmp_path / "other", "--config", kiosk.config],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
        )  # fmt: skip
        try:
            until((tmp_path / "other/journal.db").exists, "the journal, before the window")
            early.send_signal(signal.SIGTERM)
            said, _ = early.communicate(timeout=WHOLE_S)
        finally:
            early.kill()
            early.wait()
        assert early.returncode == 0, said
        assert "Traceback" not in said
        kiosk.say(quit={})
        kiosk.process.wait(timeout=PATIENCE_S)
