"""The kernel's interface to an input device: its events, and what it says about itself (linux/input.h).

A device may also be a FIFO with a description beside it (`event0` and `event0.json`): recorded panels are played so.
The kiosk reads touchscreens by it, the drivers readers that type.
"""

from __future__ import annotations

import array
import fcntl
import os
import stat
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from companion.engine import typed
from companion.engine.files import read_file

EV_SYN, EV_KEY, EV_ABS = 0x00, 0x01, 0x03
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID = 0x2F, 0x37, 0x39
ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x35, 0x36
MT_TOOL_PALM = 2
BTN_LEFT, BTN_TOOL_PEN, BTN_TOOL_FINGER, BTN_TOUCH, BTN_STYLUS = 0x110, 0x140, 0x145, 0x14A, 0x14B
INPUT_PROP_DIRECT = 0x01
KEY_1, KEY_0, KEY_TAB, KEY_ENTER, KEY_KPENTER = 2, 11, 15, 28, 96
KEY_LEFTSHIFT, KEY_RIGHTSHIFT = 42, 54
KEYPAD_DIGITS = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)
"""The keys 0 to 9 of a keypad."""
READER_GAP_US, READER_SIGNS = 60_000, 6
"""A reader types a key so soon after the other, and at least so many: fingers need longer, at least once."""
_LETTERS = (*range(16, 26), *range(30, 39), *range(44, 51))
_ARROWS = (103, 105, 106, 108)
KEY_SIGNS = frozenset([*range(2, 14), *range(16, 28), *range(30, 42), *range(43, 54), 55, 57, *range(71, 84), 98])
"""The keys that type a sign."""
KEY_ENDS = frozenset([KEY_TAB, KEY_ENTER, KEY_KPENTER])
"""The keys by which a reader ends a line."""

_GRAB = 1 << 30 | 4 << 16 | ord("E") << 8 | 0x90
"""_IOW('E', 0x90, int)"""
_CLOCK = 1 << 30 | 4 << 16 | ord("E") << 8 | 0xA0
"""_IOW('E', 0xa0, int)"""
_EVENT = struct.Struct("llHHi")
"""struct input_event: seconds, microseconds, type, code, value."""
_ABSINFO = struct.Struct("6i")
_KEY_COUNT, _ABS_COUNT, _PROPERTY_COUNT = 0x300, 0x40, 0x20


class InputEvent(NamedTuple):
    """One input event. `at_us`: the kernel's own time, microseconds."""

    type: int
    code: int
    value: int
    at_us: int = 0


class Range(NamedTuple):
    """The values that an axis may take, both included."""

    least: int
    most: int


class Description(Struct, frozen=True):
    """A device's description of itself. `axes`: code of each absolute axis -> its range."""

    name: str
    keys: frozenset[int] = frozenset()
    properties: frozenset[int] = frozenset()
    axes: dict[int, Range] = {}

    @property
    def is_multitouch(self) -> bool:
        """Whether it distinguishes contacts (protocol A or B)."""
        return self.axes.keys() >= {ABS_MT_POSITION_X, ABS_MT_POSITION_Y}

    @property
    def is_keyboard(self) -> bool:
        """Whether it can type a number: ten digits and Enter. Most readers that type say that they have all keys."""
        return self.keys >= {KEY_ENTER, *range(KEY_1, KEY_0 + 1)} or self.keys >= {KEY_KPENTER, *KEYPAD_DIGITS}

    @property
    def is_full_keyboard(self) -> bool:
        """Whether it is a full keyboard: it has digits, letters, Enter and the arrows."""
        return self.is_keyboard and self.keys >= {*_LETTERS, *_ARROWS}

    @property
    def is_touchscreen(self) -> bool:
        """Whether it is a touchscreen: no touchpad, pen tablet, mouse or joystick.

        As udev's input_id decides, and SDL after it; besides, panels that distinguish contacts and have no key at all.
        """
        direct = INPUT_PROP_DIRECT in self.properties
        if self.keys & {BTN_STYLUS, BTN_TOOL_PEN} or (BTN_TOOL_FINGER in self.keys and not direct):
            return False
        if self.is_multitouch:
            return direct or BTN_TOUCH in self.keys or not self.keys
        if not self.axes.keys() >= {ABS_X, ABS_Y} or BTN_LEFT in self.keys:
            return False
        return direct or BTN_TOUCH in self.keys


def pack_events(events: Sequence[InputEvent]) -> bytes:
    """Return the bytes that the kernel would send for `events`."""
    return b"".join(_EVENT.pack(*divmod(one.at_us, 1_000_000), one.type, one.code, one.value) for one in events)


def unpack_events(data: bytes) -> Iterator[InputEvent]:
    """Yield the events in what was read from a device; an incomplete one at the end is left out."""
    whole = len(data) - len(data) % _EVENT.size
    for seconds, micros, kind, code, value in _EVENT.iter_unpack(data[:whole]):
        yield InputEvent(kind, code, value, seconds * 1_000_000 + micros)


EVENT_SIZE = _EVENT.size
"""Bytes of one event."""


def describe(fd: int, path: Path) -> Description:
    """Return what the device behind `fd`, opened at `path`, says about itself.

    :raises OSError: if it is no input device, or has gone.
    :raises msgspec.MsgspecError: if it is a FIFO whose description cannot be read.
    """
    if stat.S_ISFIFO(os.fstat(fd).st_mode):
        return typed.from_json(read_file(path.with_suffix(".json")), Description)
    name = bytearray(256)
    fcntl.ioctl(fd, _read_request(0x06, len(name)), name)
    axes = {code: _axis(fd, code) for code in _bits(fd, 0x20 + EV_ABS, _ABS_COUNT)}
    keys = frozenset(_bits(fd, 0x20 + EV_KEY, _KEY_COUNT))
    properties = frozenset(_bits(fd, 0x09, _PROPERTY_COUNT))
    return Description(bytes(name).split(b"\0")[0].decode(errors="replace"), keys, properties, axes)


def take_steady_time(fd: int) -> None:
    """Let the kernel stamp events with the monotonic clock from now on. Events of a FIFO keep their writer's stamp.

    :raises OSError: if the device has gone.
    """
    if not stat.S_ISFIFO(os.fstat(fd).st_mode):
        fcntl.ioctl(fd, _CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))


def grab(fd: int) -> None:
    """Receive the events of this device alone from now on, until `fd` is closed; a FIFO has no other reader.

    :raises OSError: EBUSY if another program has grabbed it.
    """
    if not stat.S_ISFIFO(os.fstat(fd).st_mode):
        fcntl.ioctl(fd, _GRAB, 1)


def slot_values(fd: int, code: int, slots: int) -> list[int] | None:
    """Return the value that each slot of a protocol B device has now for `code`; None if it cannot be asked (a
    FIFO)."""
    values = array.array("i", [code] + [0] * slots)
    try:
        fcntl.ioctl(fd, _read_request(0x0A, values.itemsize * len(values)), values)
    except OSError:
        return None
    return list(values[1:])


def axis_values(fd: int, codes: Sequence[int]) -> Mapping[int, int] | None:
    """Return the value that each absolute axis has now; None if that cannot be asked (a FIFO)."""
    try:
        return {code: _absinfo(fd, code)[0] for code in codes}
    except OSError:
        return None


def _read_request(number: int, size: int) -> int:
    """Return _IOC(_IOC_READ, 'E', number, size)."""
    return 2 << 30 | size << 16 | ord("E") << 8 | number


def _bits(fd: int, number: int, count: int) -> list[int]:
    mask = bytearray(count // 8)
    fcntl.ioctl(fd, _read_request(number, len(mask)), mask)
    return [code for code in range(count) if mask[code // 8] >> code % 8 & 1]


def _absinfo(fd: int, code: int) -> tuple[int, int, int]:
    """Return value, minimum and maximum of an absolute axis."""
    info = bytearray(_ABSINFO.size)
    fcntl.ioctl(fd, _read_request(0x40 + code, len(info)), info)
    value, least, most, _fuzz, _flat, _resolution = _ABSINFO.unpack(info)
    return value, least, most


def _axis(fd: int, code: int) -> Range:
    return Range(*_absinfo(fd, code)[1:])
