"""The calibration page, by fingers on a panel that was built in in any of eight ways, on a picture turned four ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from kiosk.screens.touch import CORNERS, on_glass
from kiosk.sound.director import Mute
from kiosk.storage.settings import ROTATIONS, Rotation, SettingsFile
from kiosk.table import orientation as display
from kiosk.table.orientation import Orientation
from kiosk.touch.calibration import ALL_AXES, Axes, Point, find_axes
from kiosk.touch.devices import InputDevices
from kiosk.window.app import Kiosk
from kiosk.window.touch_source import Fingers
from tests.kiosk.touch.panel import PluggedPanel


class Box:
    """A whole kiosk whose only input is a panel."""

    def __init__(self, folder: Path, window: Any, pump: Any, plug: Any) -> None:
        options = KioskOptions(data=folder / "data", config=PACKAGED_CONFIG, lang="en")
        self.kiosk = Kiosk(Runtime(options, ManualClock(1000)), options, Mute())
        self.panel: PluggedPanel = plug("ft5406")
        self.fingers = Fingers(self.kiosk.settings, InputDevices(folder / "input"))
        self.kiosk.context.services.fingers = self.fingers
        self.fingers.start()
        self.kiosk.start()
        self.root = self.kiosk.build()
        self.pump = pump
        window(self.root)
        for page in ("display", "touch"):
            self.kiosk.context.go.open(page)
            pump(4)

    def touch(self, glass: Point, built: Axes) -> None:
        """A finger on the glass of a panel that tells the contact its own way."""
        x, y = inverse(built).place(*glass)
        self.panel.tap(x, y)
        self.pump(4)

    def close(self) -> None:
        self.fingers.close()
        self.kiosk.runtime.close()


def inverse(axes: Axes) -> Axes:
    """What undoes it."""
    spot = (0.2, 0.35)
    return next(other for other in ALL_AXES if other.place(*axes.place(*spot)) == pytest.approx(spot))


@pytest.fixture
def box(tmp_path: Path, window: Any, pump: Any, plug: Any, folder: Path) -> Any:
    made = Box(tmp_path, window, pump, plug)
    yield made
    made.close()
    display.apply_orientation(Orientation(0, "normal"))


@pytest.mark.parametrize("built", ALL_AXES, ids=str)
def test_three_corners_tell_how_the_panel_was_built_in_and_the_fourth_proves_it(built: Axes, box: Any) -> None:
    for corner in CORNERS:
        assert not box.root.screen.over
        box.touch(corner, built)
    assert box.root.screen.over
    assert box.fingers.axes == built
    assert SettingsFile(box.kiosk.options.data).now.touch_axes == built
    box.touch((0.5, 0.5), built)
    assert box.root.name == "display", "and from now on a key is where it is seen"


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_the_targets_turn_with_the_picture(rotation: Rotation, box: Any) -> None:
    box.kiosk.context.owner.set(rotation=rotation)
    display.apply_orientation(Orientation(rotation, "normal"))
    box.pump(4)
    for corner in CORNERS:
        box.touch(on_glass(corner, rotation), Axes())
    assert box.root.screen.over
    assert box.fingers.axes == Axes()


def test_touches_that_are_no_corners_change_nothing(box: Any) -> None:
    for place in ((0.3, 0.1), (0.7, 0.2), (0.2, 0.3)):
        box.touch(place, Axes())
    assert not box.root.screen.over and box.root.screen.contacts == []
    assert box.fingers.axes == Axes()


def test_who_leaves_in_between_leaves_everything_as_it_was(box: Any) -> None:
    wrong = Axes(invert_x=True)
    for corner in CORNERS[:3]:
        box.touch(corner, wrong)
    assert box.fingers.axes == wrong, "on trial"
    box.touch((0.5, 0.5), wrong)
    assert box.root.name == "display"
    assert box.fingers.axes == Axes()
    assert SettingsFile(box.kiosk.options.data).now.touch_axes == Axes()


def test_the_eight_ways_are_told_apart() -> None:
    for axes in ALL_AXES:
        contacts = [inverse(axes).place(*corner) for corner in CORNERS[:3]]
        assert find_axes(CORNERS[:3], contacts) == axes
    assert find_axes(CORNERS[:3], [(0.5, 0.5)] * 3) is None
