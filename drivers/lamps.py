"""The lamps beside the board: they mirror the time and every cue for players who do not hear it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Protocol

from companion.engine.clock import Clock
from companion.engine.supervised import Service
from drivers.glow import DARK, Glow, Mood, Pattern, rgb_duty
from drivers.light_table import LightTable
from drivers.pins import RgbDuty, RgbLed

log = logging.getLogger(__name__)


class Lamps(Protocol):
    """What the runtime calls, whether there are lamps or not. From any thread; returns at once."""

    def cue(self, name: str, count: int | None = None) -> None:
        """Mirror a cue, with its count. A name that `config/lamps.toml` has not gets its `default`."""
        ...

    def mood(self, name: str) -> None:
        """The base glow of that name in `config/lamps.toml`.

        :raises KeyError: if there is none.
        """
        ...

    def show(self, colour: str, level: float = 1.0, pulse_ms: int = 0) -> None:
        """A base glow of one's own: `#RRGGBB`, 0 to 1, period of its pulse in ms (0: none).

        :raises ValueError: if that is no colour or no level.
        """
        ...

    def close(self) -> None:
        """Dark, and the pins are free."""
        ...


class NullLamps:
    """There are no lamps; `Hardware.notices` says so."""

    def __init__(self, table: LightTable) -> None:
        self._table = table

    def cue(self, name: str, count: int | None = None) -> None:
        """Nothing to light."""

    def mood(self, name: str) -> None:
        """Nothing to light; an unknown name is an error here too, so that it is found without lamps."""
        self._table.mood(name)

    def show(self, colour: str, level: float = 1.0, pulse_ms: int = 0) -> None:
        """Nothing to light; what is no colour is an error here too."""
        rgb_duty(colour, level)

    def close(self) -> None:
        """Nothing to close."""


class LedLamps:
    """RGB lamps on pins that all show the same. A thread of their own sleeps until the light must change."""

    def __init__(self, leds: Sequence[RgbLed], table: LightTable, clock: Clock) -> None:
        self._leds = tuple(leds)
        self._table = table
        self._clock = clock
        self._glow = Glow(table.mood("idle"))
        self._shown: RgbDuty | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._write(clock.now_ms())
        self._service = Service("lamps", self._run)
        self._service.start()

    def cue(self, name: str, count: int | None = None) -> None:
        pattern, count = self._table.light(name, count)
        self.play(pattern, count)

    def play(self, pattern: Pattern, count: int | None = None) -> None:
        """Show a pattern that is not in the table (the settings screen tries lamps with it)."""
        with self._changed:
            now = self._clock.now_ms()
            self._glow.start(pattern, now, count)
            self._light(now)

    def mood(self, name: str) -> None:
        self._set(self._table.mood(name))

    def show(self, colour: str, level: float = 1.0, pulse_ms: int = 0) -> None:
        rgb_duty(colour, level)  # complains here, not on the thread
        self._set(Mood(colour, level, pulse_ms))

    def refresh(self) -> None:
        """Show what belongs to this moment; the thread does it by itself, a test with a manual clock calls it."""
        with self._changed:
            self._light(self._clock.now_ms())

    @property
    def colour(self) -> RgbDuty:
        """What the lamps show."""
        return self._shown or DARK

    def close(self) -> None:
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify()
        self._service.end()
        for led in self._leds:
            try:
                led.value = DARK
                led.close()
            except Exception:  # the others must still be closed
                log.exception("a lamp could not be closed")

    def _set(self, mood: Mood) -> None:
        with self._changed:
            now = self._clock.now_ms()
            self._glow.set_mood(mood, now)
            self._light(now)

    def _light(self, now: int) -> None:
        """Show this moment's light and let the thread find out when it changes next. Needs the lock."""
        self._write(now)
        self._changed.notify()

    def _write(self, now: int) -> None:
        if self._closed:
            return
        colour = self._glow.at(now)
        if colour == self._shown:
            return
        self._shown = colour
        try:
            for led in self._leds:
                led.value = colour
        except Exception:  # a fault of the pins may stop neither the table that calls nor the thread
            log.exception("the lamps could not be lit")

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                now = self._clock.now_ms()
                self._write(now)
                then = self._glow.next_change(now)  # of the moment that is shown, however long showing it took
                self._changed.wait(None if then is None else max(1, then - now) / 1000)
