"""What stands round the table: lamps that follow the clock, systemd, the log, the words."""

from __future__ import annotations

import logging
import re
import socket
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.engine.clock import ManualClock
from companion.engine.cues import Cue
from companion.engine.game import ClockReading
from companion.engine.update import Update
from companion.lights import loop
from companion.logs import OneLine, set_up_logs
from companion.notify import Watchdog, notify, watchdog_s
from tests.engine.tables import move, toy
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


def update(face: ClockReading | None, *cues: Cue) -> Update:
    return Update("toy", (), cues, None, None, None, face, 0, 0)


def test_the_glow_is_known_to_the_lamps_for_every_moment() -> None:
    from drivers.light_table import load_lights

    table = load_lights(ROOT / "config/lamps.toml")
    moments = [(elapsed, length) for length in (None, 420_000) for elapsed in range(0, 420_001, 10_000)]
    moods = {loop(elapsed, length) for elapsed, length in moments} | {"idle", "setup", "held", "won", "lost"}
    assert {f"loop_{n}" for n in range(1, 6)} < moods
    assert moods <= set(table.moods)


def test_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert notify("READY=1") is False
    assert watchdog_s() is None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "150000")
        assert notify("READY=1") and ear.recv(99) == b"READY=1"
        period = watchdog_s()
        assert period == 0.05
        answers: SimpleQueue[bool] = SimpleQueue()
        dog = Watchdog(lambda seconds: answers.get(), period)
        for alive in (True, False, False, True):
            answers.put(alive)
        assert [ear.recv(99), ear.recv(99)] == [b"WATCHDOG=1"] * 2
        assert answers.empty()
        answers.put(False)
        dog.stop()
        ear.setblocking(False)
        with pytest.raises(BlockingIOError):
            ear.recv(99)


def test_a_fault_is_one_line_on_stderr_and_a_story_in_the_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before = list(root.handlers)
    level = root.level
    try:
        set_up_logs(tmp_path)
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("x").exception("it broke")
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
    err = capfd.readouterr().err
    assert re.fullmatch(r"companion: ERROR: it broke \(ValueError: two lines at test_notices.py:\d+\)\n", err)
    assert "Traceback" in (tmp_path / "companion.log").read_text()
    assert OneLine().format(logging.LogRecord("x", 30, "f", 1, "%s!", ("hey",), None)) == "companion: WARNING: hey!"


def test_time_costs_one_pulse_however_long_a_manual_clock_advances(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.engine.requests import Advance

    table = toy(clock=ManualClock())
    move(table, "start")
    pulses: list[int] = []
    monkeypatch.setattr(table.journal, "pulse", lambda _game, at: pulses.append(at))
    table.handle(Advance(1_000_000_000))
    assert len(pulses) <= 1
