"""A touchscreen of a folder of input devices. Imports no Kivy."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from companion.engine.evdev import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    BTN_TOUCH,
    INPUT_PROP_DIRECT,
    Description,
    Range,
)

WIDTH, HEIGHT = 800, 480
PANEL = Description(
    "bench",
    frozenset({BTN_TOUCH}),
    frozenset({INPUT_PROP_DIRECT}),
    {
        ABS_MT_SLOT: Range(0, 9),
        ABS_MT_POSITION_X: Range(0, WIDTH - 1),
        ABS_MT_POSITION_Y: Range(0, HEIGHT - 1),
        ABS_MT_TRACKING_ID: Range(0, 65535),
    },
)


def plug_in(folder: Path) -> int:
    """A touchscreen in a folder of input devices (a FIFO); the descriptor to which the kernel's bytes are written."""
    folder.mkdir()
    path = folder / "event0"
    path.with_suffix(".json").write_bytes(msgspec.json.encode(PANEL))
    os.mkfifo(path)
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)
