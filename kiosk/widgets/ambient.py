"""The slow motion behind the screens: ticks for background and sparks, and no frame at all without activity.

It ends with a whole breath of the background, so that nothing jumps when it falls asleep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakMethod

from kivy.clock import Clock

from kiosk.display.look import look
from kiosk.display.memory import trim
from kiosk.display.theme import MOTION

OnTick = Callable[[float], None]


class Ambient:
    """Calls its members 10 times a second from a `poke` until 20 s after the last one (6 s while a clock runs)."""

    def __init__(self) -> None:
        self._members: list[WeakMethod[OnTick]] = []
        self._event: Any = None
        self._last = 0.0
        self._now = 0.0
        self._clock = False
        self._bound = False

    @property
    def running(self) -> bool:
        return self._event is not None

    @property
    def clock(self) -> bool:
        return self._clock

    @clock.setter
    def clock(self, runs: bool) -> None:
        """Say whether a game clock runs: then each event keeps the fire alive for one breath only."""
        self._clock = runs
        self.poke()

    def join(self, method: OnTick) -> None:
        """Call a bound method with the time (s) at each tick, for as long as its object lives."""
        self._members.append(WeakMethod(method))  # a strong one would keep every screen that was ever open
        if not self._bound:
            self._bound = True
            from kivy.core.window import Window

            if Window is not None:
                Window.bind(on_touch_down=lambda *_: self.poke())
            look.watch(self.poke)

    def poke(self) -> None:
        """Report activity: a touch, or something that happened."""
        self._last = Clock.get_time()
        if not look.motion:
            self.stop()
        elif self._event is None:
            self._event = Clock.schedule_interval(self._tick, 1 / MOTION.ambient_rate)

    def stop(self) -> None:
        """Stop the ticks until the next poke."""
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _tick(self, dt: float) -> None:
        self._now += dt
        alive = MOTION.ambient_clock if self._clock else MOTION.ambient_idle
        breath = self._now % MOTION.background_period
        if Clock.get_time() - self._last > alive and breath < 2 * dt:
            self._now -= breath  # exactly between two breaths
            self.stop()
            trim()
        for member in list(self._members):
            call = member()
            if call is None:
                self._members.remove(member)
            else:
                call(self._now)


ambient = Ambient()
