"""The panel's rotary encoders: each step becomes a `DialTurn` signal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from companion.engine.clock import Clock
from companion.engine.signals import DialTurn, Signal
from companion.engine.text import N_, Facts, Text
from drivers.pins import Closing, Factory, PinsUnavailable, watch_pair

log = logging.getLogger(__name__)


QUARTERS = 4
"""Changes of the two contacts in one pulse of an encoder."""
PerDetent = Literal[1, 2, 4]


class KnobPins(NamedTuple):
    """An encoder: its name, its two BCM pins, the shortest edge that it looks at, and the quarters of a pulse from one
    detent to the next."""

    name: str
    a: int
    b: int
    bounce_ms: int = 1
    per_detent: PerDetent = 4


class Quadrature:
    """Steps of an encoder from its two contacts.

    It rests, with both contacts open, or after every second or every change. A step is the way from one rest to the
    next: a contact that bounces goes back and forth on the way and counts for nothing. Where a change was missed, the
    way goes on as it began.

    >>> dial = Quadrature(4)
    >>> [dial.step(a, b) for a, b in ((True, False), (True, True), (False, True), (False, False))]
    [0, 0, 0, 1]
    """

    _ORDER = ((False, False), (True, False), (True, True), (False, True))  # clockwise

    def __init__(self, per_detent: PerDetent) -> None:
        self._per_detent = per_detent
        self._at = self._rest = 0
        self._towards = 0

    def step(self, a_closed: bool, b_closed: bool) -> int:
        """1 for a step clockwise that ends with these contacts closed, -1 for one back, else 0."""
        moved = (self._ORDER.index((a_closed, b_closed)) - self._at) % QUARTERS
        if moved == 2 and self._towards == 0:  # from a rest to its opposite: which way round is not known
            return 0
        self._at += {0: 0, 1: 1, 2: 2 * self._towards, 3: -1}[moved]
        way = self._at - self._rest
        self._towards = (way > 0) - (way < 0)
        if abs(way) < self._per_detent:
            return 0
        self._rest += self._towards * self._per_detent
        step, self._towards = self._towards, 0
        return step


class Knobs:
    """Encoders; each step is a `DialTurn` by 1 or -1.

    `post` is called on the pins' thread and must return at once.

    :raises PinsUnavailable: if a pin cannot be used; then none stays open.
    """

    def __init__(
        self, factory: Factory, wanted: Sequence[KnobPins], post: Callable[[Signal], None], clock: Clock
    ) -> None:
        self._post = post
        self._clock = clock
        self._open: list[Closing] = []
        try:
            for pins in wanted:
                self._add(factory, pins)
        except PinsUnavailable:
            self.close()
            raise

    def close(self) -> None:
        for contact in self._open:
            contact.close()
        self._open.clear()

    def _add(self, factory: Factory, pins: KnobPins) -> None:
        dial = Quadrature(pins.per_detent)

        def changed(a_closed: bool, b_closed: bool) -> None:
            if steps := dial.step(a_closed, b_closed):
                self._step(pins.name, steps)

        try:
            self._open.append(watch_pair(factory, pins.a, pins.b, pins.bounce_ms, changed))
        except PinsUnavailable as error:
            facts: Facts = {"word": pins.name, "pin": pins.a, "other": pins.b, "what": error.what}
            what = Text(N_("encoder {word} on GPIO{pin} and GPIO{other}: {what}"), facts)
            raise PinsUnavailable(error.factory, what) from error

    def _step(self, name: str, steps: int) -> None:
        try:
            self._post(DialTurn(name, steps, self._clock.now_ms()))
        except Exception:  # it would end the thread of the pins, and with it every button
            log.exception("encoder: nobody took the step of %s", name)
