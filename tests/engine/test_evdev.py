"""What is asked of the kernel about an input device, as linux/input.h has it. A kernel is asked on the emulated Pi."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.engine import evdev
from companion.engine.evdev import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, BTN_TOUCH, INPUT_PROP_DIRECT, Range

NAME = "FT5406 memory based driver"
AXES = {ABS_MT_POSITION_X: (17, 0, 799), ABS_MT_POSITION_Y: (23, 0, 479)}
SLOTS = [5, -1, 7]


def mask(codes: Sequence[int], size: int) -> bytes:
    return sum(1 << code for code in codes).to_bytes(size, "little")


def kernel(_fd: int, request: int, buffer: Any) -> int:
    """Answer EVIOCGNAME, EVIOCGPROP, EVIOCGMTSLOTS, EVIOCGBIT and EVIOCGABS."""
    reads, size, kind, number = request >> 30, request >> 16 & 0x3FFF, request >> 8 & 0xFF, request & 0xFF
    room = memoryview(buffer).cast("B")
    assert (reads, kind) == (2, ord("E")) and size == len(room)
    match number:
        case 0x06:
            answer = NAME.encode() + b"\0"
        case 0x09:
            answer = mask([INPUT_PROP_DIRECT], size)
        case 0x0A:
            answer = struct.pack("4i", ABS_MT_POSITION_X, *SLOTS)
        case 0x21:
            answer = mask([BTN_TOUCH], size)
        case 0x23:
            answer = mask([*AXES], size)
        case _:
            answer = struct.pack("6i", *AXES[number - 0x40], 0, 0, 0)
    room[: len(answer)] = answer
    return 0


def test_a_touchscreen_says_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.engine.evdev.fcntl.ioctl", kernel)
    fd = os.open(os.devnull, os.O_RDONLY)
    try:
        found = evdev.describe(fd, Path("event0"))
        assert found.name == NAME
        assert ([*found.keys], [*found.properties]) == ([BTN_TOUCH], [INPUT_PROP_DIRECT])
        assert found.axes == {code: Range(least, most) for code, (_now, least, most) in AXES.items()}
        assert found.is_touchscreen and found.is_multitouch and not found.is_keyboard
        assert evdev.axis_values(fd, [*AXES]) == {code: now for code, (now, _least, _most) in AXES.items()}
        assert evdev.slot_values(fd, ABS_MT_POSITION_X, len(SLOTS)) == SLOTS
    finally:
        os.close(fd)
