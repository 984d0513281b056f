"""From a panel's bytes to what a widget is told, in a real window: places, rotations, two fingers, plugs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.uix.widget import Widget

from kiosk.storage.settings import ROTATIONS, Rotation
from kiosk.table import orientation as display
from kiosk.table.orientation import Orientation
from kiosk.touch.calibration import Axes
from kiosk.widgets.key import Key
from kiosk.window.touch_source import Fingers
from tests.kiosk.touch.panel import NAMES, SLOTTED, PluggedPanel

FLAME = (0.0, 1.0, 0.0, 1.0)


class Spot(Widget):
    """A green square off the middle that notes what touches it; nothing else in the window is green."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), size=(60, 40))
        self.touches: list[tuple[str, float, float]] = []
        with self.canvas:
            Color(*FLAME)
            self._square = Rectangle(size=self.size)

    def place(self, window: Any) -> None:
        self.pos = (window.width * 0.7, window.height * 0.2)
        self._square.pos = self.pos

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            self.touches.append(("down", touch.x, touch.y))
            touch.grab(self)
            return True
        return False

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self.touches.append(("up", touch.x, touch.y))
            touch.ungrab(self)
            return True
        return False


def green(window: Any) -> tuple[float, float]:
    """Where on the glass the green is: the middle of its pixels, as shares from the upper left corner."""
    wide, high = window.system_size
    pixels = glReadPixels(0, 0, wide, high, GL_RGBA, GL_UNSIGNED_BYTE)
    found = [
        (i % wide, i // wide)
        for i in range(wide * high)
        if pixels[4 * i] < 60 and pixels[4 * i + 1] > 200 and pixels[4 * i + 2] < 60
    ]
    assert len(found) > 500, "the square is to be seen"
    across = sum(x for x, _ in found) / len(found) / wide
    up = sum(y for _, y in found) / len(found) / high
    return across, 1 - up


@pytest.fixture
def turned(window: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The window, afterwards as it was."""
    shown = window(None, (800, 480))
    yield shown
    display.apply_orientation(Orientation(0, "normal"))


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_finger_is_where_the_eye_sees_it(
    rotation: Rotation, turned: Any, fingers: Fingers, plug: Any, pump: Any
) -> None:
    """In all four rotations. (Displays of other sizes: tests/process/test_finger.py.)"""
    display.apply_orientation(Orientation(rotation, "normal"))
    spot = Spot()
    turned.add_widget(spot)
    pump(3)
    spot.place(turned)
    pump(3)
    panel: PluggedPanel = plug("ft5406")
    pump(2)
    seen = green(turned)
    panel.tap(*seen)
    pump(3)
    turned.remove_widget(spot)
    assert [what for what, _, _ in spot.touches] == ["down", "up"]
    x, y = spot.touches[0][1:]
    assert (x, y) == pytest.approx(spot.center, abs=2.5)


@pytest.mark.parametrize("name", NAMES)
def test_a_tap_presses_a_key_once(name: str, window: Any, fingers: Fingers, plug: Any, pump: Any) -> None:
    pressed: list[int] = []
    key = Key("Here", action=lambda: pressed.append(1), pos=(400, 200), size=(200, 80))
    window(key)
    panel: PluggedPanel = plug(name)
    pump(2)
    panel.tap(500 / 800, 1 - 240 / 480)
    pump(3)
    assert pressed == [1]
    panel.tap(500 / 800, 1 - 240 / 480)  # the very same place: the kernel sends no coordinates
    pump(3)
    assert pressed == [1, 1]


@pytest.mark.parametrize("name", SLOTTED)
def test_two_fingers_press_two_keys(name: str, window: Any, fingers: Fingers, plug: Any, pump: Any) -> None:
    pressed: list[str] = []
    parent = Widget(size=(800, 480))
    for label, x in (("left", 100), ("right", 500)):
        parent.add_widget(Key(label, action=partial(pressed.append, label), pos=(x, 200), size=(200, 80)))
    window(parent)
    panel: PluggedPanel = plug(name)
    pump(2)
    panel.write(panel.down(200 / 800, 0.5, finger=0))
    panel.write(panel.down(600 / 800, 0.5, finger=1))
    pump(2)
    assert [key.pressed for key in parent.children] == [True, True]
    panel.write(panel.up(finger=1))
    pump(2)
    panel.write(panel.up(finger=0))
    pump(2)
    assert pressed == ["right", "left"]


def test_a_finger_that_slid_within_one_frame_came_down_where_it_came_down(
    window: Any, fingers: Fingers, plug: Any, pump: Any
) -> None:
    """A slow frame: down, far away and up arrive together. The key where it lifted is not pressed."""
    pressed: list[str] = []
    parent = Widget(size=(800, 480))
    keys = {}
    for label, x in (("left", 100), ("right", 500)):
        keys[label] = Key(label, action=partial(pressed.append, label), pos=(x, 200), size=(200, 80))
        parent.add_widget(keys[label])
    window(parent)
    panel: PluggedPanel = plug("ft5406")
    pump(2)
    panel.write(panel.down(200 / 800, 0.5) + panel.move(600 / 800, 0.5) + panel.up())
    pump(4)
    assert pressed == []
    panel.write(panel.down(200 / 800, 0.5) + panel.move(205 / 800, 0.5) + panel.up())
    pump(4)
    assert pressed == ["left"]


def test_a_panel_that_is_plugged_in_later_and_again(window: Any, fingers: Fingers, plug: Any, pump: Any) -> None:
    pressed: list[int] = []
    key = Key("Here", action=lambda: pressed.append(1), pos=(300, 200), size=(200, 80))
    window(key)
    assert fingers.devices is not None
    first: PluggedPanel = plug("ft5406", number=3)
    pump(1)
    first.tap(0.5, 0.5)
    pump(3)
    assert pressed == [1]
    first.write(first.down(0.5, 0.5))
    pump(2)
    assert key.pressed
    first.unplug()
    pump(3)
    assert not key.pressed and pressed == [1], "a cable that is pulled presses nothing"
    second: PluggedPanel = plug("goodix", number=3)
    second.tap(0.5, 0.5)
    pump(3)
    assert pressed == [1, 1]


def test_a_panel_built_in_the_other_way_round(window: Any, fingers: Fingers, plug: Any, pump: Any) -> None:
    pressed: list[int] = []
    key = Key("Here", action=lambda: pressed.append(1), pos=(600, 300), size=(100, 80))
    window(key)
    panel: PluggedPanel = plug("ft5406")
    pump(2)
    seen = (650 / 800, 1 - 340 / 480)
    fingers.keep_axes(Axes(swap=True, invert_y=True))
    x, y = seen
    panel.tap(1 - y, x)  # what swap and invert_y make of it is where the key is
    pump(3)
    assert pressed == [1]
    assert fingers.axes == Axes(swap=True, invert_y=True)


def test_the_first_finger_is_remembered(window: Any, fingers: Fingers, plug: Any, pump: Any) -> None:
    settings = fingers._settings
    window(Widget())
    panel: PluggedPanel = plug("ads7846")
    pump(2)
    assert not settings.now.finger_seen
    panel.tap(0.5, 0.5)
    pump(2)
    assert settings.now.finger_seen
