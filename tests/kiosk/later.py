"""A schedule that a test runs."""

from collections.abc import Callable
from typing import Any


class Later:
    """What was scheduled, called when the test says so."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []
        self.seconds = 0.0
        """After how long the last of them was to be called."""

    def __call__(self, call: Callable[[], None], seconds: float) -> Any:
        self.calls.append(call)
        self.seconds = seconds
        calls = self.calls

        class Event:
            def cancel(self) -> None:
                if call in calls:
                    calls.remove(call)

        return Event()

    def next(self) -> None:
        """Call the first of them."""
        self.calls.pop(0)()

    def run(self) -> None:
        """Call them all, also those that are scheduled meanwhile."""
        while self.calls:
            self.next()
