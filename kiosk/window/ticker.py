"""Wakes the screen when the clock shows another second, and never else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from kiosk.table.context import KioskContext

LATE_MS = 2
"""The wake-up is set this much behind the change, so that rounding cannot show the old figure once more."""


class Ticker:
    """Call `on_update` after every update, and `second` whenever the shown second changes while the clock runs."""

    def __init__(self, context: KioskContext, second: Callable[[], None]) -> None:
        self._context = context
        self._second = second
        self._event: Any = None

    def on_update(self) -> None:
        """Plan anew: the clock may have started, stopped or gone."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
        update = self._context.table.update
        if update is None or update.face is None or not update.face.running:
            return
        left = self._context.table.remaining()
        if left is None:
            wait = 1000 - self._context.table.elapsed() % 1000
        elif left <= 0:
            return
        else:
            wait = left % 1000 or 1000
        self._event = Clock.schedule_once(self._tick, (wait + LATE_MS) / 1000)

    def _tick(self, _dt: float) -> None:
        self._event = None
        self._second()
        self.on_update()
