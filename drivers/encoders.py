"""The panel's rotary encoders: each step becomes a `Turn` signal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.clock import Clock
from companion.engine.signals import Signal, Turn
from companion.engine.text import N_, Facts, Text
from drivers.pins import Factory, Knob, PinsUnavailable, open_knob

log = logging.getLogger(__name__)


class KnobPins(NamedTuple):
    """An encoder: how it is called, its two BCM pins, and the shortest edge that it looks at."""

    name: str
    a: int
    b: int
    bounce_ms: int = 1


class Knobs:
    """Encoders; each step is a `Turn` by 1 or -1.

    `post` is called on the pins' thread and must return at once.

    :raises PinsUnavailable: if a pin cannot be used; then none stays open.
    """

    def __init__(
        self, factory: Factory, wanted: Sequence[KnobPins], post: Callable[[Signal], None], clock: Clock
    ) -> None:
        self._post = post
        self._clock = clock
        self._open: list[Knob] = []
        try:
            for pins in wanted:
                self._add(factory, pins)
        except PinsUnavailable:
            self.close()
            raise

    def close(self) -> None:
        for knob in self._open:
            knob.close()
        self._open.clear()

    def _add(self, factory: Factory, pins: KnobPins) -> None:
        try:
            knob = open_knob(factory, pins.a, pins.b, pins.bounce_ms)
        except PinsUnavailable as error:
            facts: Facts = {"word": pins.name, "pin": pins.a, "other": pins.b, "what": error.what}
            what = Text(N_("encoder {word} on GPIO{pin} and GPIO{other}: {what}"), facts)
            raise PinsUnavailable(error.factory, what) from error
        self._open.append(knob)
        knob.when_rotated_clockwise = lambda: self._step(pins.name, 1)
        knob.when_rotated_counter_clockwise = lambda: self._step(pins.name, -1)

    def _step(self, name: str, steps: int) -> None:
        try:
            self._post(Turn(name, steps, self._clock.now_ms()))
        except Exception:  # it would end the thread of the pins, and with it every button
            log.exception("encoder: nobody took the step of %s", name)
