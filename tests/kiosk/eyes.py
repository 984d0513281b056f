"""The time that a person's eyes take: tests let it pass by hand, so that none waits for it."""

from __future__ import annotations


class Eyes:
    """`look.now` of every test: it stands still until somebody looks on."""

    def __init__(self) -> None:
        self._now = 1000.0

    def now(self) -> float:
        return self._now

    def look_on(self, seconds: float = 1.0) -> None:
        """Let that much time pass."""
        self._now += seconds


eyes = Eyes()
