"""The real headless process: lines, its end, SIGTERM, a reader that goes away, kills, two on one journal."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.journal import Journal
from companion.options import JOURNAL
from tests.patience import PATIENCE_S, WHOLE_S, until

pytestmark = pytest.mark.process
OPEN = {"open": {"game": "infernal_wagon", "seats": ["Ana", "Bo", "Cy"], "seed": 7}}
CONFIRM, START = {"move": {"type": "confirm"}}, {"move": {"type": "start"}}


class Process:
    """`companion headless` and a pipe to it."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "headless", "--moves", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def say(self, request: object) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write((request if isinstance(request, bytes) else json.dumps(request).encode()) + b"\n")
        self.process.stdin.flush()
        return dict(json.loads(self.process.stdout.readline()))

    def end(self, how: int | None = None) -> tuple[int, str]:
        """Its exit status and what it said on stderr; `how` is a signal, None the end of its input."""
        if how is not None:
            os.kill(self.process.pid, how)
        _, err = self.process.communicate(timeout=WHOLE_S)
        return self.process.returncode, err.decode()


@pytest.fixture
def start() -> Iterator[Any]:
    begun: list[Process] = []

    def begin(*words: str) -> Process:
        begun.append(Process(*words))
        return begun[-1]

    yield begin
    for one in begun:
        one.process.kill()
        one.process.wait()
        for pipe in (one.process.stdin, one.process.stdout, one.process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def test_a_whole_conversation_and_its_end(start: Any, tmp_path: Path) -> None:
    table = start("--data", str(tmp_path), "--clock", "manual")
    assert table.say(OPEN)["ok"]
    assert table.say(b"{oops")["error"]["code"] == "bad_input"
    assert table.say(CONFIRM)["ok"]
    assert table.say(START)["events"][0]["type"] == "started"
    answer = table.say({"clock": {"advance": 420}})
    assert {"type": "lost", "reason": "time"} in answer["events"]
    status, err = table.end()
    assert (status, err) == (0, "")
    journal = Journal(tmp_path / JOURNAL)
    assert journal.games()[0].status.value == "ended"
    assert journal.take_news() == ()
    journal.close()


def test_sigterm_ends_it_properly(start: Any, tmp_path: Path) -> None:
    table = start("--data", str(tmp_path))
    table.say(OPEN)
    assert table.end(signal.SIGTERM) == (0, "")
    assert not (tmp_path / f"{JOURNAL}-wal").exists(), "closed, not dropped"


def test_a_reader_that_goes_away_ends_it_quietly(start: Any) -> None:
    table = start()
    table.say({"games": {}})
    table.process.stdout.close()
    table.process.stdin.write(b'{"games": {}}\n' * 50)
    table.process.stdin.close()
    table.process.stdin = None
    assert table.process.wait(timeout=PATIENCE_S) == 0
    assert table.process.stderr.read() == b""


def test_two_processes_on_one_journal(start: Any, tmp_path: Path) -> None:
    first = start("--data", str(tmp_path))
    assert first.say(OPEN)["ok"]
    second = start("--data", str(tmp_path))
    status, err = second.end()
    assert status == 3
    assert str(first.process.pid) in err and "Traceback" not in err
    assert first.say(CONFIRM)["ok"]


def clock_saved(journal: Path) -> int:
    """Session ms up to which the last game's clock is saved."""
    with contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT last_at FROM game ORDER BY id DESC LIMIT 1").fetchone()[0])


def test_after_a_kill_the_countdown_comes_back_held(start: Any, tmp_path: Path) -> None:
    table = start("--data", str(tmp_path), "--clock", "manual")
    for request in (OPEN, CONFIRM, START, {"clock": {"advance": 1.6}}, {"clock": {"advance": 0.9}}):
        assert table.say(request)["ok"]
    until(lambda: clock_saved(tmp_path / JOURNAL) >= 1_600, "the clock in the journal")  # its thread writes it soon
    table.end(signal.SIGKILL)
    again = start("--data", str(tmp_path), "--clock", "manual")
    answer = again.say({"resume": {}})
    assert [event["type"] for event in answer["events"]] == ["held"]
    assert answer["view"]["phase"] == "held"
    ran = 420_000 - answer["events"][0]["remaining_ms"]
    assert 0 <= 2_500 - ran <= 1_000, "at most one second is lost"
    assert again.say({"clock": {"advance": 60}})["events"] == []
    assert again.say({"move": {"type": "resume"}})["events"][0]["remaining_ms"] == 420_000 - ran


def test_a_damaged_journal_is_said_and_put_aside(start: Any, tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"nonsense" * 1000)
    table = start("--data", str(tmp_path))
    answer = table.say(OPEN)
    assert answer["ok"] and answer["notices"][0]["code"] == "journal_corrupt"
    assert (tmp_path / f"{JOURNAL}.damaged-1").exists()


def test_a_disk_that_cannot_grow_costs_nothing_but_the_saving(tmp_path: Path) -> None:
    """The kernel refuses every write beyond 64 kB: the game goes on, says so, and answers everything."""
    script = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, 64_000))\n"
        "from companion.__main__ import main; sys.exit(main())\n"
    )
    undo_redo = [{"move": {"type": "hold"}}, {"move": {"type": "resume"}}] * 150
    lines = b"".join(json.dumps(r).encode() + b"\n" for r in (OPEN, CONFIRM, START, *undo_redo))
    words = ["headless", "--moves", "--data", str(tmp_path), "--clock", "manual"]
    done = subprocess.run([sys.executable, "-c", script, *words], input=lines, capture_output=True, timeout=WHOLE_S)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 303 and all(answer["ok"] for answer in answers)
    notices = [notice for answer in answers for notice in answer.get("notices", [])]
    assert {notice["code"] for notice in notices} <= {"not_saved"}
    assert [answer.get("saved", True) for answer in answers].count(False) > 100, "each answer says so"
    assert b"Traceback" not in done.stderr


def test_a_broken_config_file_is_said_with_line_and_key(start: Any, tmp_path: Path) -> None:
    (tmp_path / "infernal_wagon").mkdir()
    (tmp_path / "infernal_wagon" / "rulings.toml").write_text("own_track_counts = false\ndanger_order = 'sideways'\n")
    error = start("--config", str(tmp_path)).say(OPEN)["error"]
    assert error["code"] == "config"
    assert (error["facts"]["line"], error["facts"]["key"]) == (2, "danger_order")
    assert str(error["facts"]["file"]).endswith("rulings.toml") and "rulings.toml:2: danger_order" in error["message"]
