"""Kivy without a screen: every test under tests/kiosk may open widgets, touch them and look at the pixels."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.presentation import i18n
from kiosk.display import env
from kiosk.display.theme import TypeSize
from tests.kiosk.eyes import eyes
from tests.kiosk.kivy_time import KivyTime
from tests.patience import PATIENCE_S

if "kivy" not in sys.modules:
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    env.prepare_kivy((800, 480), video="offscreen")

Pump = Callable[..., None]
Until = Callable[[Callable[[], object]], bool]
Touch = Callable[..., Any]
Open = Callable[..., Any]


@pytest.fixture(scope="session")
def kivy_time() -> KivyTime:
    """Kivy's time, in which all tests with a window live."""
    from kivy.clock import Clock

    return KivyTime(Clock)


@pytest.fixture(scope="session")
def _kivy(kivy_time: KivyTime) -> Any:
    """The one window of this process, with Kivy's event loop started.

    It draws on this thread: Mesa 22.3 frees a fence which its own threads may be signalling still, and hangs then.
    """
    from kivy.base import EventLoop

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LP_NUM_THREADS", "0")
        from kivy.core.window import Window

        from kiosk.widgets import paint
    paint._cache.limit = 2**30  # tests show every page at every size: a shape is drawn once for all of them
    EventLoop.start()
    return Window


@pytest.fixture(autouse=True)
def _eyes() -> None:
    """How long something has been seen is the test's to say; whoever touches has looked first."""
    from kiosk.display.look import look

    look.now = eyes.now


@pytest.fixture(autouse=True)
def _no_event_left() -> Iterator[None]:
    """Cancel what a test planned with Kivy's clock: it would go off in a later one, and draw what is gone."""
    if "kivy.clock" not in sys.modules:  # Kivy plans its own while it is imported
        yield
        return
    from kivy.clock import Clock

    from kiosk.widgets.ambient import ambient
    from kiosk.widgets.frame import NextFrame
    from kiosk.widgets.partial_frames import PartialFrames

    before = Clock.get_events()
    yield
    ambient.stop()
    for event in Clock.get_events():
        of = getattr(event.get_callback(), "__self__", None)
        if event not in before and not isinstance(of, NextFrame | PartialFrames):  # those are of the process
            event.cancel()


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page waits for the table as long as the machine needs."""
    monkeypatch.setattr("kiosk.table.link.PATIENCE", PATIENCE_S)
    monkeypatch.setattr("kiosk.screens.correction_screen.PATIENCE", PATIENCE_S)


@pytest.fixture(autouse=True)
def _french() -> Iterator[None]:
    """Each test begins in French, whatever others spoke."""
    i18n.set_language("fr")
    yield
    i18n.set_language("fr")


@pytest.fixture
def english() -> None:
    """Words are compared in English."""
    i18n.set_language("en")


@pytest.fixture
def pump(_kivy: Any) -> Pump:
    """`pump(frames=3)`: run the event loop."""
    from kivy.base import EventLoop

    def run(frames: int = 3) -> None:
        for _ in range(frames):
            EventLoop.idle()

    return run


@pytest.fixture
def until(pump: Pump) -> Until:
    """`until(condition)`: run the event loop until it holds; whether it does."""

    def run(condition: Callable[[], object]) -> bool:
        end = time.monotonic() + PATIENCE_S
        while not condition() and time.monotonic() < end:
            pump(1)
            time.sleep(0.002)  # other threads may have to do something for it
        return bool(condition())

    return run


def close_screens(shown: Any) -> None:
    """End the timers of every screen there: they would go off in a later test, and what they show would be drawn."""
    from kiosk.screens.screen import Screen

    for widget in shown.walk(restrict=True):
        if isinstance(widget, Screen):
            widget.closed()


@pytest.fixture
def window(_kivy: Any, pump: Pump) -> Iterator[Open]:
    """`window(widget, size=(800, 480), type_size="normal", motion=False)`: the window at a size (px), showing a widget.

    Everything is taken out of it after the test.
    """
    from companion.presentation.observers import Observers
    from kiosk.display.look import look

    def show(
        widget: Any = None,
        size: tuple[int, int] = (800, 480),
        type_size: TypeSize = "normal",
        motion: bool = False,
    ) -> Any:
        _kivy.size = size
        look.set(*size, type_size=type_size, motion=motion)
        if widget is not None:
            _kivy.add_widget(widget)
        pump(4)
        return _kivy

    yield show
    for child in list(_kivy.children):
        close_screens(child)
        _kivy.remove_widget(child)
    look._observers = Observers()  # what was shown is garbage, and need not follow
    _kivy.size = (800, 480)
    look.set(800, 480, type_size="normal", motion=True)
    pump(2)


@pytest.fixture
def touch(pump: Pump) -> Touch:
    """`touch(x, y)`: a finger on the window at px from the lower left corner. Lift it with `.lift()`.

    The person has looked at the screen first; with `again=True` it comes down at once, as the second of a double touch.
    """
    from kivy.tests.common import UnitTestTouch

    class Finger(UnitTestTouch):
        def lift(self, x: float | None = None, y: float | None = None) -> None:
            """Take it off, at another place if given."""
            if x is not None:
                self.slide(x, self.y if y is None else y)
            self.touch_up()
            pump(1)

        def slide(self, x: float, y: float) -> None:
            """Move it."""
            self.touch_move(x, y)
            pump(1)

    def down(x: float, y: float, again: bool = False) -> Any:
        if not again:
            pump(2)
            eyes.look_on()
        finger = Finger(x, y)
        finger.touch_down()
        pump(1)
        return finger

    return down
