"""The loop sleeps, and wakes for threads, input and time."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk import loop
from kiosk.touch.devices import InputDevices


@pytest.fixture
def idle(window: Any) -> Iterator[loop.BlockingIdle]:
    window()
    installed = loop.install("blocking")
    assert installed is not None
    assert isinstance(installed.waiter, loop.FdWaiter), "offscreen waits on file descriptors"
    yield installed
    installed.remove()
    installed.waiter.close()


def test_wakes_from_another_thread(idle: loop.BlockingIdle, pump: Any) -> None:
    from kivy.clock import Clock

    pump(2)
    waits: list[float] = []
    for _ in range(10):
        got: list[float] = []

        def post() -> None:
            at = time.perf_counter()
            Clock.schedule_once(lambda _: got.append(time.perf_counter() - at))  # noqa: B023

        timer = threading.Timer(0.02, post)
        timer.start()
        end = time.perf_counter() + 3
        while not got and time.perf_counter() < end:
            pump(1)
        timer.join()
        waits += got
    assert len(waits) == 10
    assert sorted(waits)[5] < 0.25, "it was woken, it did not sleep to the end of its second"


def test_sleeps(idle: loop.BlockingIdle, pump: Any) -> None:
    from kiosk.widgets.ambient import ambient

    ambient.stop()
    pump(2)
    began, work = time.perf_counter(), time.process_time()
    ticks = 0
    while time.perf_counter() - began < 1.5:
        pump(1)
        ticks += 1
    assert ticks < 45, "it slept between ticks: without it there would be 90"
    assert time.process_time() - work < 0.75, "half of what turning in circles would cost"


def test_a_timer_is_on_time(idle: loop.BlockingIdle, until: Any) -> None:
    from kivy.clock import Clock

    began = time.perf_counter()
    late: list[float] = []
    Clock.schedule_once(lambda _: late.append(time.perf_counter() - began - 0.2), 0.2)
    assert until(lambda: late)
    assert -0.02 < late[0] < 0.5


def test_frames_are_capped(idle: loop.BlockingIdle, pump: Any) -> None:
    from kivy.clock import Clock

    count = [0]

    def tick(_: float) -> None:
        count[0] += 1

    event = Clock.schedule_interval(tick, 0)
    began = time.perf_counter()
    while time.perf_counter() - began < 0.5:
        pump(1)
    event.cancel()
    assert count[0] <= 36


def test_the_first_frame_is_drawn_twice(idle: loop.BlockingIdle, pump: Any, until: Any) -> None:
    from kivy.core.window import Window

    from kiosk.widgets.ambient import ambient

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
    assert loop.install("stock") is None


def test_input_device_wakes_and_may_vanish(tmp_path: Path) -> None:
    pipe = tmp_path / "event0"  # SDL's, not ours: no touchscreen
    os.mkfifo(pipe)
    devices = InputDevices(tmp_path)
    waiter = loop.FdWaiter(devices)
    writer = os.open(pipe, os.O_WRONLY)
    assert not waiter.wait(0.01)
    os.write(writer, b"key")
    began = time.perf_counter()
    assert waiter.wait(1.0)
    assert time.perf_counter() - began < 0.9, "the key ended the wait"
    os.close(writer)
    pipe.unlink()
    began = time.perf_counter()
    waiter.wait(1.0)
    assert time.perf_counter() - began < 0.9, "a device that goes ends the wait, too"
    devices.contacts()
    began = time.perf_counter()
    waiter.wait(0.05)
    assert time.perf_counter() - began > 0.03, "a dead device is let go"
    waiter.close()
    devices.close()


def test_bell_rings_before_and_after() -> None:
    waiter = loop.FdWaiter()
    waiter.wake()
    began = time.perf_counter()
    assert not waiter.wait(1.0)
    assert time.perf_counter() - began < 0.5
    waiter.woken()
    ready: Any = select.select([waiter._bell], [], [], 0)[0]
    assert not ready
    waiter.close()


def test_capped_waiter() -> None:
    waiter = loop.CappedWaiter()
    began = time.perf_counter()
    assert not waiter.wait(5)
    assert time.perf_counter() - began < 0.5
    waiter.wake()
    waiter.woken()


def test_events_that_are_due_together_share_a_frame(idle: loop.BlockingIdle, pump: Any) -> None:
    from kivy.clock import Clock

    from kiosk.widgets.ambient import ambient

    ambient.stop()
    pump(3)
    turns: list[int] = []
    turn = 0
    events = [Clock.schedule_once(lambda _dt: turns.append(turn), 0.1 + ms / 1000) for ms in (0, 1, 2)]
    end = time.perf_counter() + 3
    while len(turns) < len(events) and time.perf_counter() < end:
        turn += 1
        pump(1)
    assert len(set(turns)) == 1
