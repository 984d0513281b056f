"""Sends something again and again and measures when the UI thread receives it, and when a frame shows it.

A frame has two moments: `kiosk.measure.moments`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock

from companion.engine.update import Update
from kiosk.measure.moments import watch_frames
from kiosk.measure.openings import Opening
from kiosk.widgets.ambient import ambient

FIRST_S, SHOWN_S, REST_S, LOST_S = 2.0, 0.06, 0.7, 3.0
"""Before the first tap; until one that was shown is taken back; after that until the next, longer than all that an act
moves and than two frames of the reader; until a card that was lost comes again."""
BEHIND_FIRE_S = 0.01
"""After a frame of the fire, whose next one is nearly a tenth of a second away."""
OnFigures = Callable[[dict[str, Any]], None]
CallSoon = Callable[[Callable[[], None]], None]


class BetweenFires:
    """Calls something where no frame of the fire is drawn: else some of the taps would wait for one, and which of them
    would change with whatever changes before."""

    def __init__(self) -> None:
        self._next: Callable[[], None] | None = None
        ambient.join(self._lit)

    def __call__(self, call: Callable[[], None]) -> None:
        if ambient.running:
            self._next = call
        else:
            call()

    def _lit(self, _now: float) -> None:
        call, self._next = self._next, None
        if call is not None:
            Clock.schedule_once(lambda _dt: call(), BEHIND_FIRE_S)


def answers(updates: Sequence[Update]) -> bool:
    """Whether a card was played, or the table asks what to do with it."""
    return any(update.events or (update.path and update.path[-1].startswith("tag:")) for update in updates)


class Taps:
    """`report` gets {"view": [ms to the UI thread ...], "issued": [ms until the frame's commands are issued ...],
    "flipped": [ms to the flipped frame ...]}, `count` of each.

    `tap` gets the number of the tap, and sets `sent` first; what comes of it calls `seen`; then `undo` takes it back.

    :param begin: calls what it gets when a tap may begin.
    """

    def __init__(
        self,
        count: int,
        report: OnFigures,
        tap: Callable[[int], None],
        undo: Callable[[float], None],
        begin: CallSoon = lambda call: call(),
    ) -> None:
        self._count, self._report, self._tap, self._undo, self._begin = count, report, tap, undo, begin
        self.sent: float | None = None
        self.view, self.issued, self.flipped = list[float](), list[float](), list[float]()
        watch_frames(self._issued, self._flipped)
        self._again = Clock.create_trigger(lambda _dt: self._next(), LOST_S)
        Clock.schedule_once(lambda _dt: self._begin(self._next), FIRST_S)

    def seen(self) -> None:
        """Note that the UI thread has received it: the next frame shows it."""
        if self.sent is not None and len(self.view) == len(self.flipped):
            self.view.append((time.monotonic() - self.sent) * 1e3)

    def _next(self) -> None:
        if len(self.flipped) < self._count:
            self._tap(len(self.flipped))
            self._again()
        else:
            self._report({"view": self.view, "issued": self.issued, "flipped": self.flipped})

    def _issued(self) -> bool:
        if self.sent is None or len(self.view) == len(self.issued):
            return False
        self.issued.append((time.monotonic() - self.sent) * 1e3)
        return True

    def _flipped(self) -> None:
        assert self.sent is not None
        self.flipped.append((time.monotonic() - self.sent) * 1e3)
        self.sent = None
        self._again.cancel()  # off the measured path: it goes back, and the next follows when the reader saw it go
        Clock.schedule_once(self._undo, SHOWN_S)
        Clock.schedule_once(lambda _dt: self._begin(self._next), SHOWN_S + REST_S)


def tap_cards(kiosk: Any, opening: Opening, count: int, report: OnFigures, make: Callable[..., Taps] = Taps) -> None:
    """Lay cards of a game, one after the other, on the virtual reader: timed from before the frame's bytes."""

    def tap(number: int) -> None:
        taps.sent = time.monotonic()
        kiosk.runtime.reader.tap(opening.cards[number % len(opening.cards)], frames=1)

    def undo(_dt: float) -> None:
        for request in opening.after_tap:
            kiosk.link.send(request)

    def delivered(updates: Sequence[Update]) -> None:
        deliver(updates)
        if answers(updates):
            taps.seen()

    taps = make(count, report, tap, undo, BetweenFires())
    deliver, kiosk.link._deliver = kiosk.link._deliver, delivered


def tap_words(label: Any, count: int, report: OnFigures) -> None:
    """Give a label of a bare Kivy other words from a thread."""

    def say(number: int) -> None:
        time.sleep(0.003 * (number % 7))  # at no fixed place between two frames
        taps.sent = time.monotonic()
        Clock.schedule_once(lambda _dt: show(f"card {number}"), -1)

    def show(words: str) -> None:
        label.text = words
        taps.seen()

    taps = Taps(count, report, lambda number: threading.Thread(target=say, args=(number,)).start(), lambda _dt: None)
