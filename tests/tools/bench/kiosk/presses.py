"""A finger on the glass, again and again: from the kernel's bytes to the frame that shows it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.engine.evdev import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_TRACKING_ID,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    SYN_REPORT,
    InputEvent,
    pack_events,
)
from kiosk.measure.moments import watch_frames
from kiosk.measure.taps import BetweenFires
from tests.tools.bench.kiosk.panel import HEIGHT, WIDTH

STEP_S = 0.12
"""Between what a finger does and what it does next."""
FIRST_S = 3.0
"""Until what has just appeared takes touches."""


class Presses:
    """A finger comes down on a key, slides off it and is lifted: the key shows it and does nothing.

    `report` gets {"issued": [ms ...], "flipped": [ms ...]} (`kiosk.measure.moments`), from just before the bytes of the
    finger are written.
    """

    def __init__(
        self,
        panel: int,
        key: Any,
        count: int,
        report: Callable[[dict[str, Any]], None],
        stop: Callable[[], None],
    ) -> None:
        self._panel, self._key, self._count, self._report, self._stop = panel, key, count, report, stop
        self._number = 0
        self._sent: float | None = None
        self.issued: list[float] = []
        self.flipped: list[float] = []
        self._unwatch = watch_frames(self._issued, self._flipped)
        self._begin = BetweenFires()
        Clock.schedule_once(self._again, FIRST_S)

    def _write(self, *events: tuple[int, int, int]) -> None:
        os.write(
            self._panel, pack_events([*(InputEvent(*event) for event in events), InputEvent(EV_SYN, SYN_REPORT, 0)])
        )

    def _down(self) -> None:
        if len(self.flipped) > self._count:  # the first finger ever is also written down in the settings
            self._unwatch()
            self._report({"issued": self.issued[1:], "flipped": self.flipped[1:]})
            self._stop()
            return
        self._number += 1
        across = self._key.center_x / Window.width * WIDTH
        down = (1 - self._key.center_y / Window.height) * HEIGHT
        self._sent = time.monotonic()
        self._write(
            (EV_ABS, ABS_MT_TRACKING_ID, self._number),
            (EV_ABS, ABS_MT_POSITION_X, int(across)),
            (EV_ABS, ABS_MT_POSITION_Y, int(down)),
            (EV_KEY, BTN_TOUCH, 1),
        )

    def _issued(self) -> bool:
        if self._sent is None or not self._key.pressed:
            return False
        self.issued.append((time.monotonic() - self._sent) * 1e3)
        return True

    def _flipped(self) -> None:
        assert self._sent is not None
        self.flipped.append((time.monotonic() - self._sent) * 1e3)
        self._sent = None
        Clock.schedule_once(self._off, STEP_S)

    def _off(self, _dt: float) -> None:
        self._write((EV_ABS, ABS_MT_POSITION_X, 1), (EV_ABS, ABS_MT_POSITION_Y, HEIGHT - 2))
        Clock.schedule_once(self._up, STEP_S)

    def _up(self, _dt: float) -> None:
        self._write((EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0))
        Clock.schedule_once(self._again, STEP_S)

    def _again(self, _dt: float) -> None:
        if self._key.pressed:  # its ring stays for a moment
            Clock.schedule_once(self._again, STEP_S)
        else:
            self._begin(self._down)
