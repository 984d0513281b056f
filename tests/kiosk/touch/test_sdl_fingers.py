"""SDL's finger events, as X11 and XWayland have them, become touches: pushed into SDL's own queue."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.uix.widget import Widget

from kiosk.display.loop import sdl_library
from kiosk.storage.settings import SettingsFile
from kiosk.touch.provider import SdlFingers
from kiosk.widgets.key import Key
from kiosk.window.touch_source import Fingers
from tests.kiosk.eyes import eyes

DOWN, UP, MOTION = 0x700, 0x701, 0x702


@pytest.fixture
def sdl() -> Any:
    return sdl_library()


@pytest.fixture
def fingers(sdl: Any, tmp_path: Path, window: Any) -> Iterator[Fingers]:
    made = Fingers(SettingsFile(tmp_path), None, SdlFingers(sdl))
    made.start()
    yield made
    made.close()


def push(sdl: Any, kind: int, finger: int, x: float, y: float) -> None:
    """A finger event, as SDL's X11 driver makes it."""
    eyes.look_on()
    event = (ctypes.c_uint8 * 128)()
    told = SdlFingers.Event(type=kind, touch=3, finger=finger, x=x, y=y, pressure=1.0, window=1)
    ctypes.memmove(event, ctypes.byref(told), ctypes.sizeof(told))
    assert sdl.SDL_PushEvent(event) == 1


def test_a_tap_presses_once(sdl: Any, fingers: Fingers, window: Any, pump: Any) -> None:
    pressed: list[int] = []
    key = Key("Here", action=lambda: pressed.append(1), pos=(400, 200), size=(200, 80))
    window(key)
    push(sdl, DOWN, 11, 500 / 800, 1 - 240 / 480)
    pump(2)
    assert key.pressed and not pressed
    push(sdl, UP, 11, 500 / 800, 1 - 240 / 480)
    pump(2)
    assert pressed == [1]


def test_two_fingers(sdl: Any, fingers: Fingers, window: Any, pump: Any) -> None:
    pressed: list[str] = []
    parent = Widget(size=(800, 480))
    left = Key("left", action=lambda: pressed.append("left"), pos=(100, 200), size=(200, 80))
    right = Key("right", action=lambda: pressed.append("right"), pos=(500, 200), size=(200, 80))
    parent.add_widget(left)
    parent.add_widget(right)
    window(parent)
    push(sdl, DOWN, 1, 0.25, 0.5)
    push(sdl, DOWN, 2, 0.75, 0.5)
    pump(2)
    assert left.pressed and right.pressed
    push(sdl, MOTION, 1, 0.25, 0.05)
    push(sdl, UP, 1, 0.25, 0.05)
    push(sdl, UP, 2, 0.75, 0.5)
    pump(2)
    assert pressed == ["right"], "the other one was taken off its key"


def test_an_end_without_a_beginning_is_nothing(sdl: Any, fingers: Fingers, window: Any, pump: Any) -> None:
    pressed: list[int] = []
    window(Key("Here", action=lambda: pressed.append(1), pos=(0, 0), size=(800, 480)))
    push(sdl, UP, 5, 0.5, 0.5)
    push(sdl, MOTION, 5, 0.5, 0.5)
    pump(2)
    assert pressed == []
