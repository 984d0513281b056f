"""The table's clock: whole milliseconds, monotonic, injected everywhere a moment matters."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Source of the table's time."""

    def now_ms(self) -> int:
        """Return milliseconds since an arbitrary fixed moment; never goes back."""
        ...

    def seconds_until(self, moment_ms: int) -> float | None:
        """Return how long to sleep for `moment_ms` to come (0 if it is past); None if it never comes by itself."""
        ...


class RealClock:
    """The monotonic clock of the machine."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def seconds_until(self, moment_ms: int) -> float | None:
        return max(0.0, moment_ms / 1000 - time.monotonic_ns() / 1_000_000_000)


class ManualClock:
    """A clock that changes only by `set_ms`: seven minutes run in milliseconds in a test."""

    def __init__(self, start_ms: int = 0) -> None:
        self._now = start_ms

    def now_ms(self) -> int:
        return self._now

    def seconds_until(self, moment_ms: int) -> float | None:
        return 0.0 if moment_ms <= self._now else None

    def set_ms(self, now: int) -> None:
        """Move to `now`.

        :raises ValueError: if that would turn the clock back.
        """
        if now < self._now:
            raise ValueError(f"the clock stands at {self._now} ms and cannot go back to {now} ms")
        self._now = now
