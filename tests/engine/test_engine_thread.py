"""The engine thread with the real clock: it sleeps until the nearest deadline and answers every thread."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock, RealClock
from companion.engine.engine_thread import EngineThread
from companion.engine.requests import Legal, LookAt, MakeMove, Now, Open, Request
from companion.engine.signals import DialTurn, Tag
from companion.engine.update import Update
from tests.engine.tables import SEATS, Ear, table
from tests.engine.toy import Added
from tests.patience import PATIENCE_S


def test_a_deadline_comes_by_itself_and_nothing_polls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = RealClock()
    engine = table(tmp_path / "j.db", clock)
    late: list[int] = []
    fired = threading.Event()

    def listen(update: Update) -> None:
        if update.cues and update.cues[0].name == "tick":
            late.append(clock.now_ms() - update.stamp)
            fired.set()

    turns: list[int] = []
    pass_time = engine.engine.pass_time

    def turn(now: int) -> None:
        if not fired.is_set():
            turns.append(now)
        pass_time(now)

    engine.listen(listen)
    engine.start()
    engine.ask(Open("toy", SEATS))
    engine.ask(MakeMove({"type": "start"}))
    monkeypatch.setattr(engine.engine, "pass_time", turn)
    assert fired.wait(PATIENCE_S)
    engine.close()
    assert late[0] >= 0
    assert len(turns) <= 3, "the deadline, a pulse, and a clock that is a millisecond behind the queue's"


def test_many_threads_lose_nothing() -> None:
    engine = table(None, RealClock())
    ear = Ear()
    engine.listen(ear)
    engine.start()
    engine.ask(Open("toy", SEATS))
    engine.ask(MakeMove({"type": "start"}))

    def hurry() -> None:
        for _ in range(50):
            engine.post(MakeMove({"type": "add", "n": 0}))

    threads = [threading.Thread(target=hurry) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.ask(Now())
    assert ear.events.count("added") == 200
    engine.close()


def test_a_fault_of_the_engine_reaches_who_asked_and_the_engine_lives_on(caplog: pytest.LogCaptureFixture) -> None:
    engine = table(None, RealClock())
    engine.start()
    engine.ask(Open("toy", SEATS))
    game = engine.engine.games["toy"]
    whole, game.legal = game.legal, None  # type: ignore[method-assign, assignment]
    with pytest.raises(TypeError):
        engine.ask(Legal())  # there is nothing foreign in it
    game.legal = whole  # type: ignore[method-assign]
    assert engine.ask(MakeMove({"type": "start"})).events
    engine.close()


def test_a_closed_engine_lets_nobody_wait() -> None:
    seat = table(None, RealClock())
    seat.close()
    with pytest.raises(TimeoutError, match="closed"):
        seat.ask(Now(), timeout=PATIENCE_S)


def test_who_asks_while_it_closes_is_not_left_waiting() -> None:
    """What comes after the last job is answered, too: that the engine is closed."""
    for _ in range(50):
        seat, said = table(None, RealClock()), list[str]()
        seat.start()

        def ask(seat: EngineThread = seat, said: list[str] = said) -> None:
            try:
                seat.ask(Now(), timeout=PATIENCE_S)
                said.append("answered")
            except TimeoutError as late:
                said.append(str(late))

        asking = [threading.Thread(target=ask) for _ in range(4)]
        for thread in asking:
            thread.start()
        seat.close()
        for thread in asking:
            thread.join()
        assert len(said) == 4 and set(said) <= {"answered", "the engine is closed"}


def waiting(*requests: Request) -> tuple[int, list[int]]:
    """These wait in the queue when the thread starts; the sum that comes of them, and what each saved step added."""
    engine = table(None, ManualClock())
    ear = Ear()
    engine.listen(ear)
    for request in (Open("toy", SEATS), MakeMove({"type": "start"}), *requests):
        engine.post(request)
    engine.start()
    view: Any = engine.ask(LookAt(), PATIENCE_S).answer
    engine.close()
    return view.total, [event.n for update in ear.heard for event in update.events if isinstance(event, Added)]


def test_steps_of_one_dial_that_wait_are_one_correction() -> None:
    steps = [DialTurn("n", step, at) for at, step in enumerate([1] * 100 + [-1] * 40)]
    assert waiting(*steps) == (60, [60])


def test_a_dial_there_and_back_is_nothing() -> None:
    assert waiting(DialTurn("n", 1), DialTurn("n", -1)) == (0, [])


def test_what_comes_between_the_steps_of_a_dial_keeps_its_place() -> None:
    between = (
        DialTurn("n", 1),
        DialTurn("n", 1),
        Tag("table", "5"),
        DialTurn("n", 1),
        DialTurn("m", 3),
        DialTurn("m", 1),
        Tag("table", "7"),
    )
    assert waiting(*between, DialTurn("n", 1)) == (20, [2, 5, 1, 4, 7, 1])
