"""No thread of ours ends unseen: the table's end ends the process, a service begins again, a job is logged."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from companion.engine import supervised
from companion.engine.supervised import RESTARTS, STATUS, WITHIN_S, Restarts, service


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    names: list[str] = []
    remove = supervised.install(names.append, lambda status: names.append(f"the process ends: {status}"))
    yield names
    remove()


def fail() -> None:
    raise RuntimeError("a fault")


def test_a_service_begins_again_and_then_stays_off(ended: list[str]) -> None:
    begun: list[int] = []

    def body() -> None:
        begun.append(1)
        fail()

    thread = service("lamps", body)
    thread.start()
    thread.join()
    assert len(begun) == RESTARTS + 1 and ended == ["lamps"]


def test_a_service_that_ends_by_itself_has_ended(ended: list[str]) -> None:
    thread = service("lamps", lambda: None)
    thread.start()
    thread.join()
    assert ended == []


def test_faults_far_apart_are_none_too_many() -> None:
    now = [0.0]
    restarts = Restarts(lambda: now[0])
    for _ in range(3 * RESTARTS):
        assert restarts.once_more()
        now[0] += WITHIN_S / RESTARTS
    assert [restarts.once_more() for _ in range(RESTARTS + 1)][-1] is False


@pytest.mark.parametrize("name", sorted(supervised.TABLE))
def test_the_process_ends_with_the_table(ended: list[str], name: str) -> None:
    thread = threading.Thread(target=fail, name=name)
    thread.start()
    thread.join()
    assert ended == [f"the process ends: {STATUS}"]


def test_a_job_is_logged_alone(ended: list[str], caplog: pytest.LogCaptureFixture) -> None:
    thread = threading.Thread(target=fail, name="backup")
    thread.start()
    thread.join()
    assert ended == [] and "backup has ended by a fault" in caplog.text


CODE = """
import sys
from pathlib import Path
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime

runtime = Runtime(KioskOptions(Path(sys.argv[1]), PACKAGED_CONFIG))
runtime.start()
runtime.table.engine.next_due = None  # not callable: the thread of the engine raises
runtime.table._queue.put((None, None))
runtime.table._thread.join()
print("still here")
"""


def test_a_real_process_ends_when_its_engine_does(tmp_path: object) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == STATUS and "still here" not in done.stdout, done.stderr[-2000:]
