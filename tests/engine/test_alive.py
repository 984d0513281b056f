"""Who is alive: the engine and the window must both answer, or systemd hears nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.engine.requests import PostNotice
from companion.engine.update import Notice
from companion.notify import LoopProof
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from tests.patience import PATIENCE_S

Call = Callable[[], None]
AT_ONCE_S = 0.0


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    made = Runtime(KioskOptions(tmp_path / "data", PACKAGED_CONFIG, simulate=True))
    made.start()
    yield made
    made.close()


def test_a_window_that_turns_is_alive_and_one_that_hangs_is_not(runtime: Runtime) -> None:
    hanging: list[Call] = []
    turns = True
    runtime.ready(lambda call: call() if turns else hanging.append(call))
    assert runtime.alive(PATIENCE_S)
    turns = False
    assert not runtime.alive(0.2)
    assert len(hanging) == 1
    hanging.pop()()  # an answer that comes too late counts for nothing
    assert not runtime.alive(0.2)
    turns = True
    assert runtime.alive(PATIENCE_S)


def test_an_engine_that_hangs_is_not_alive_though_the_window_turns(runtime: Runtime) -> None:
    held, let_go = threading.Event(), threading.Event()

    def hang(_update: object) -> None:
        held.set()
        let_go.wait(PATIENCE_S)

    runtime.ready(lambda call: call())
    runtime.table.listen(hang)
    runtime.table.post(PostNotice(Notice("no_reader")))
    assert held.wait(PATIENCE_S)
    assert not runtime.alive(0.1)
    let_go.set()
    assert runtime.alive(PATIENCE_S)


def test_systemd_is_told_when_the_window_stands_and_not_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr("companion.runtime.notify", told.put)
    runtime = Runtime(KioskOptions(tmp_path / "data", PACKAGED_CONFIG, simulate=True))
    runtime.start()
    assert told.empty()
    runtime.ready(lambda call: call())
    assert told.get_nowait() == "READY=1"
    runtime.close()
    assert told.get_nowait() == "STOPPING=1"
    assert told.empty()


def test_a_window_that_has_gone_in_order_keeps_nobody_waiting() -> None:
    posted: SimpleQueue[Call] = SimpleQueue()
    proof = LoopProof(posted.put)
    said: SimpleQueue[bool] = SimpleQueue()
    waiting = threading.Thread(target=lambda: said.put(proof.answers(PATIENCE_S)))
    waiting.start()
    posted.get(timeout=PATIENCE_S)
    proof.end()
    waiting.join(PATIENCE_S)
    assert said.get_nowait()
    assert proof.answers(AT_ONCE_S)
    assert posted.empty(), "nothing is handed to a loop that has ended"
