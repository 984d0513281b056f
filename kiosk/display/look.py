"""The state that every widget reads: the display's measures, the size of type, whether things may move, the time."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.presentation.observers import Observers
from kiosk.display.theme import Metrics, TypeSize


class DisplayLook:
    """The current look. There is one display, so there is one: `look`. Observers are held weakly."""

    def __init__(self) -> None:
        self.metrics = Metrics(800, 480)
        """Change it with `set`."""
        self.motion = True
        """False: rings and swaps only. Change it with `set`."""
        self.buttons = True
        """Whether the table may have a panel of buttons: answers then bear the marks of their buttons."""
        self.now: Callable[[], float] = time.monotonic
        """Seconds; how long something has been seen is measured with it."""
        self._observers = Observers()

    def set(
        self,
        width: float | None = None,
        height: float | None = None,
        type_size: TypeSize | None = None,
        motion: bool | None = None,
    ) -> None:
        """Change what is not None (px) and notify the observers if anything changed."""
        old = self.metrics
        new = Metrics(width or old.width, height or old.height, type_size or old.type_size)
        moves = self.motion if motion is None else motion
        if (new, moves) != (old, self.motion):
            self.metrics, self.motion = new, moves
            self._observers.tell()

    def watch(self, method: Callable[[], None]) -> None:
        """Call a bound method after every change, for as long as its object lives."""
        self._observers.add(method)


look = DisplayLook()
