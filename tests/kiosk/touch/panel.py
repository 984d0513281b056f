"""A touch panel without glass: fingers become the bytes that Linux would tell of them (drivers/input/input-mt.c)."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

from companion.engine.evdev import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    SYN_MT_REPORT,
    SYN_REPORT,
    Description,
    InputEvent,
    pack_events,
)
from tests.kiosk.eyes import eyes

PANELS = Path(__file__).parent / "panels"
NAMES = ("ft5406", "goodix", "usb_hid", "st1232", "ads7846")
SLOTTED = ("ft5406", "goodix", "usb_hid")


def description(name: str) -> Description:
    """What a panel says about itself."""
    return msgspec.json.decode((PANELS / f"{name}.json").read_bytes(), type=Description)


class Panel:
    """One panel's kernel side: a value that has not changed since it was last told is not told again."""

    def __init__(self, name: str) -> None:
        self.device = description(name)
        self._slots = ABS_MT_SLOT in self.device.axes
        self._fingers: dict[int, tuple[int, int]] = {}
        self._tracking = 40
        self._slot = 0
        self._told: dict[tuple[int, int], int] = {}

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The panel's own coordinates of a place, given as shares of its width and height from the upper left."""
        axes = self.device.axes
        across, down = (
            (axes[ABS_MT_POSITION_X], axes[ABS_MT_POSITION_Y])
            if self.device.is_multitouch
            else (axes[ABS_X], axes[ABS_Y])
        )
        return (
            across.least + round(x * (across.most - across.least)),
            down.least + round(y * (down.most - down.least)),
        )

    def down(self, x: float, y: float, finger: int = 0) -> list[InputEvent]:
        """A finger comes down: one frame."""
        self._tracking += 1
        return self._frame(finger, self.at(x, y), self._tracking)

    def move(self, x: float, y: float, finger: int = 0) -> list[InputEvent]:
        """It moves."""
        return self._frame(finger, self.at(x, y))

    def up(self, finger: int = 0) -> list[InputEvent]:
        """It lifts."""
        return self._frame(finger, None, -1)

    def _frame(self, finger: int, place: tuple[int, int] | None, tracking: int | None = None) -> list[InputEvent]:
        before = bool(self._fingers)
        if place is None:
            self._fingers.pop(finger, None)
        else:
            self._fingers[finger] = place
        found: list[InputEvent] = []
        if self._slots:
            if finger != self._slot:
                self._slot = finger
                found.append(InputEvent(EV_ABS, ABS_MT_SLOT, finger))
            if tracking is not None:
                found.append(InputEvent(EV_ABS, ABS_MT_TRACKING_ID, tracking))
            if place is not None:
                for code, value in zip((ABS_MT_POSITION_X, ABS_MT_POSITION_Y), place, strict=True):
                    found += self._changed(finger, code, value)
        elif self.device.is_multitouch:  # protocol A: every finger in each frame
            for x, y in self._fingers.values():
                found += [InputEvent(EV_ABS, ABS_MT_POSITION_X, x), InputEvent(EV_ABS, ABS_MT_POSITION_Y, y)]
                found.append(InputEvent(EV_SYN, SYN_MT_REPORT, 0))
            if not self._fingers:
                found.append(InputEvent(EV_SYN, SYN_MT_REPORT, 0))
        if BTN_TOUCH in self.device.keys and bool(self._fingers) != before:
            found.append(InputEvent(EV_KEY, BTN_TOUCH, int(bool(self._fingers))))
        if ABS_X in self.device.axes and self._fingers:  # the first finger also as a pointer
            first = next(iter(self._fingers.values()))
            found += self._changed(-1, ABS_X, first[0]) + self._changed(-1, ABS_Y, first[1])
        return [*found, InputEvent(EV_SYN, SYN_REPORT, 0)]

    def _changed(self, slot: int, code: int, value: int) -> list[InputEvent]:
        if self._told.get((slot, code), 0) == value:
            return []
        self._told[slot, code] = value
        return [InputEvent(EV_ABS, code, value)]


class PluggedPanel(Panel):
    """A panel in a folder of input devices: what its fingers do is written there as bytes."""

    def __init__(self, name: str, folder: Path, number: int = 0) -> None:
        super().__init__(name)
        folder.mkdir(exist_ok=True)
        self.path = folder / f"event{number}"
        self.path.with_suffix(".json").write_bytes(msgspec.json.encode(self.device))
        os.mkfifo(self.path)
        self._fd = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def write(self, events: list[InputEvent]) -> None:
        """As the kernel would hand them out. Whoever touches has looked first."""
        eyes.look_on()
        os.write(self._fd, pack_events(events))

    def tap(self, x: float, y: float, held_s: float = 0.0) -> None:
        """A finger down and up; the place in shares from the upper left corner."""
        self.write(self.down(x, y))
        time.sleep(held_s)
        self.write(self.up())

    def unplug(self) -> None:
        """The device is gone from the folder."""
        if self._fd >= 0:
            self.path.unlink()
            self.path.with_suffix(".json").unlink()
            os.close(self._fd)
            self._fd = -1
