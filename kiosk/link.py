"""Between the engine thread and the UI thread: updates come in from one, requests go out from the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.engine.requests import Make, Request
from companion.engine.update import Update

Deliver = Callable[[Update], None]


class Link:
    """`receive` is a listener of the Table (any thread, returns at once); `deliver` runs on the UI thread.

    :param post: where requests go; must return at once (`Table.post`).
    """

    def __init__(self, post: Callable[[Request], None], deliver: Deliver) -> None:
        self._post = post
        self._deliver = deliver
        self._waiting: deque[Update] = deque()

    def receive(self, update: Update) -> None:
        """Hand an update over. Scheduling wakes the UI loop, whatever it waits for."""
        self._waiting.append(update)
        Clock.schedule_once(self._drain, -1)

    def _drain(self, _dt: float) -> None:
        while self._waiting:
            self._deliver(self._waiting.popleft())

    def send(self, request: Request) -> None:
        """Ask the table for something. What comes of it arrives as an update."""
        self._post(request)

    def move(self, name: str, /, **fields: Any) -> None:
        """Make a move of the open game, by its name and fields as the table protocol has them."""
        self.send(Make({"type": name, **fields}))
