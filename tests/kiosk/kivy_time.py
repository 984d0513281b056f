"""Kivy's clock for tests: a turn of the loop is a frame, however long it takes."""

from __future__ import annotations

from typing import Any

FRAME_S = 1 / 60


class KivyTime:
    """Holds `Clock.time`: each turn of Kivy's own loop lets a sixtieth of a second pass, and nothing else does.

    So what a screen does after a while comes after so many turns, on a machine of any speed, and no turn is waited for.
    """

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self._now = float(clock.time())
        clock.time = self.now
        clock.idle = self._frame

    def now(self) -> float:
        """s"""
        return self._now

    def go_on(self, seconds: float) -> None:
        """Let so much time pass before the next turn."""
        self._now += seconds

    def _frame(self) -> float:
        """A turn of the loop, a frame after the last one."""
        self.go_on(FRAME_S)
        self._clock._dt, self._clock._last_tick = self._now - self._clock._last_tick, self._now
        self._clock._event.clear()
        return self._now
