"""Between the engine thread and the UI thread: updates come in from one, requests go out from the other."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence

from kivy.clock import Clock

from companion.engine.audience import Seat
from companion.engine.refused import Refused
from companion.engine.requests import LookAt, Reply, Request
from companion.engine.update import Update

DeliverUpdates = Callable[[Sequence[Update]], None]
AskTable = Callable[[Request, float], Reply]
PATIENCE = 1.0
"""s. The longest wait for the view of one seat."""
log = logging.getLogger(__name__)


class TableLink:
    """`receive` is a listener of the Table (any thread, returns at once); `deliver` runs on the UI thread, with all
    updates that came since the last frame.

    :param post: where requests go; must return at once (`Table.post`).
    :param ask: waits for the answer (`Table.ask`); None: no seat can look at anything alone.
    """

    def __init__(self, post: Callable[[Request], None], deliver: DeliverUpdates, ask: AskTable | None = None) -> None:
        self._post = post
        self._ask = ask
        self._deliver = deliver
        self._waiting: deque[Update] = deque()

    def receive(self, update: Update) -> None:
        """Hand an update over. Scheduling wakes the UI loop, whatever it waits for."""
        self._waiting.append(update)
        Clock.schedule_once(self._drain, -1)  # -1: before the next frame, not after it

    def _drain(self, _dt: float) -> None:
        came = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if came:
            self._deliver(came)

    def send(self, request: Request) -> None:
        """Ask the table for something. What comes of it arrives as an update."""
        self._post(request)

    def look(self, seat: str, then: Callable[[object], None]) -> None:
        """Ask for the view of one player alone and hand it to `then` on the UI thread. It is kept nowhere."""
        if self._ask is not None:
            threading.Thread(target=self._look, args=(seat, then), name="look", daemon=True).start()

    def _look(self, seat: str, then: Callable[[object], None]) -> None:
        ask = self._ask
        if ask is None:
            return
        try:
            answer = ask(LookAt(Seat(seat)), PATIENCE).answer
        except (Refused, TimeoutError, OSError) as fault:
            log.warning("nobody could look: %s", type(fault).__name__)
            return
        Clock.schedule_once(lambda _dt: then(answer), -1)
