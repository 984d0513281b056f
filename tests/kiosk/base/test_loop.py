"""The loop sleeps, and wakes for threads, input and time.

No time is measured: a waiter that lets Kivy's time pass instead notes how long the loop wants to sleep, and that a
sleep in the kernel was ended is seen by what poll() gave.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock

from kiosk.display import loop
from kiosk.touch.devices import InputDevices
from kiosk.widgets.ambient import ambient
from tests.kiosk.kivy_time import FRAME_S, KivyTime
from tests.patience import PATIENCE_S


class Dreamer:
    """A waiter whose sleeps cost no time but Kivy's."""

    name = "dreamer"

    def __init__(self, time: KivyTime) -> None:
        self._time = time
        self.sleeps: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.sleeps.append(seconds)
        self._time.go_on(seconds)
        return False

    def wake(self) -> None:
        """It never sleeps."""

    def woken(self) -> None:
        """Nothing woke it."""


@pytest.fixture
def dreamer(window: Any, kivy_time: KivyTime) -> Iterator[Dreamer]:
    """The blocking loop over it, and nothing that moves by itself."""
    window()
    ambient.stop()
    for event in Clock.get_events():
        event.cancel()  # what earlier tests have left to be done later
    dreams = Dreamer(kivy_time)
    installed = loop.install_loop("blocking", dreams)
    assert installed is not None
    yield dreams
    installed.remove()


def test_what_is_due_at_once_sets_the_event_once_a_tick(dreamer: Dreamer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each setting of it costs a lock and a notice, though nobody waits."""
    done: list[int] = []
    times: list[int] = []
    idle: Any = Clock.on_schedule

    def setting() -> None:
        times.append(1)
        threading.Event.set(Clock._event)

    monkeypatch.setattr(idle.__self__, "_set", setting)
    for _tick in (1, 2):
        Clock._event.clear()  # whatever another test has left scheduled
        times.clear()
        for n in range(5):
            Clock.schedule_once(lambda _dt, n=n: done.append(n), -1)
        assert len(times) == 1
        Clock.tick()
    assert done == [*range(5)] * 2


class Spied:
    """poll(), and what it gave: nothing if the time was over."""

    def __init__(self, poll: Any) -> None:
        self._poll = poll
        self.gave: list[Any] = []
        self.slept: list[int] = []
        """ms of each wait that came to its end."""

    def poll(self, ms: int) -> Any:
        self.gave.append(self._poll.poll(ms))
        if not self.gave[-1]:
            self.slept.append(ms)
        return self.gave[-1]

    def unregister(self, fd: int) -> None:
        self._poll.unregister(fd)


def spied(waiter: loop.FdWaiter, monkeypatch: pytest.MonkeyPatch) -> Spied:
    spy = Spied(waiter._poll)
    monkeypatch.setattr(waiter, "_poll", spy)
    return spy


@pytest.fixture
def idle(window: Any) -> Iterator[loop.BlockingIdle]:
    window()
    installed = loop.install_loop("blocking")
    assert installed is not None
    assert isinstance(installed.waiter, loop.FdWaiter), "offscreen waits on file descriptors"
    yield installed
    installed.remove()
    installed.waiter.close()


def test_wakes_from_another_thread(idle: loop.BlockingIdle, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ambient.stop()
    pump(3)
    monkeypatch.setattr(loop, "MAX_WAIT", PATIENCE_S)
    assert isinstance(idle.waiter, loop.FdWaiter)
    poll = spied(idle.waiter, monkeypatch)
    for _ in range(10):
        got: list[int] = []
        timer = threading.Timer(0.02, lambda: Clock.schedule_once(got.append))  # noqa: B023
        timer.start()
        while not got:
            pump(1)
        timer.join()
    assert max(poll.slept, default=0) < 1000 * PATIENCE_S, "it slept on to the end of its time"


def test_sleeps(dreamer: Dreamer, kivy_time: KivyTime, pump: Any) -> None:
    pump(3)
    dreamer.sleeps.clear()
    pump(100)
    assert dreamer.sleeps == [loop.MAX_WAIT] * 100


def test_a_timer_is_on_time(dreamer: Dreamer, kivy_time: KivyTime, until: Any) -> None:
    began = kivy_time.now()
    rang: list[float] = []
    Clock.schedule_once(lambda _: rang.append(kivy_time.now()), 0.2)
    assert until(lambda: rang)
    assert 0.2 <= rang[0] - began <= 0.2 + loop.TOGETHER + FRAME_S


def test_frames_are_capped(dreamer: Dreamer, kivy_time: KivyTime, pump: Any) -> None:
    came: list[float] = []
    event = Clock.schedule_interval(lambda _: came.append(kivy_time.now()), 0)
    pump(60)
    event.cancel()
    assert len(came) >= 59
    assert min(after - before for before, after in pairwise(came)) > 0.9 * FRAME_S


def test_the_first_frame_is_drawn_twice(idle: loop.BlockingIdle, pump: Any, until: Any) -> None:
    from kivy.core.window import Window

    ambient.stop()
    flips: list[Any] = []
    Window.bind(on_flip=flips.append)
    Window.canvas.ask_update()
    assert until(lambda: len(flips) == 2), "the display stays black until something changes"
    pump(3)
    Window.unbind(on_flip=flips.append)
    assert len(flips) == 2


def test_stock_is_stock(window: Any) -> None:
    window()
    assert loop.install_loop("stock") is None


def test_input_device_wakes_and_may_vanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "event0"  # SDL's, not ours: no touchscreen
    os.mkfifo(pipe)
    devices = InputDevices(tmp_path)
    waiter = loop.FdWaiter(devices)
    poll = spied(waiter, monkeypatch)
    writer = os.open(pipe, os.O_WRONLY)
    assert not waiter.wait(0.01)
    os.write(writer, b"key")
    assert waiter.wait(PATIENCE_S)
    os.close(writer)
    pipe.unlink()
    waiter.wait(PATIENCE_S)
    assert poll.gave[-1], "a device that goes ends the wait, too"
    devices.contacts()
    waiter.wait(0.05)
    assert not poll.gave[-1], "a dead device is let go"
    waiter.close()
    devices.close()


def test_bell_rings_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    waiter = loop.FdWaiter()
    poll = spied(waiter, monkeypatch)
    waiter.wake()
    assert not waiter.wait(PATIENCE_S)
    assert poll.gave[-1], "the bell ended the wait"
    waiter.woken()
    ready: Any = select.select([waiter._bell], [], [], 0)[0]
    assert not ready
    waiter.close()


def test_capped_waiter(monkeypatch: pytest.MonkeyPatch) -> None:
    waiter = loop.CappedWaiter()
    asked: list[float] = []
    monkeypatch.setattr(waiter._bell, "wait", asked.append)
    assert not waiter.wait(5)
    assert not waiter.wait(0.001)
    assert asked == [FRAME_S, 0.001]
    waiter.wake()
    assert waiter._bell.is_set()
    waiter.woken()
    assert not waiter._bell.is_set()


def test_events_that_are_due_together_share_a_frame(dreamer: Dreamer, pump: Any) -> None:
    pump(3)
    turns: list[int] = []
    turn = 0
    events = [Clock.schedule_once(lambda _dt: turns.append(turn), 0.1 + ms / 1000) for ms in (0, 1, 2)]
    while len(turns) < len(events):
        turn += 1
        pump(1)
    assert len(set(turns)) == 1
