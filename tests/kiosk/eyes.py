"""The time that a person's eyes take: tests let it pass by hand, so that none waits for it."""

from __future__ import annotations

from companion.engine.clock import RealClock


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


class SeenClock(RealClock):
    """The table's clock for whoever only touches and looks: what the eyes look on has passed for the table, too."""

    def __init__(self) -> None:
        self._begun = eyes.now()

    def now_ms(self) -> int:
        return super().now_ms() + self._looked()

    def seconds_until(self, moment_ms: int) -> float | None:
        return super().seconds_until(moment_ms - self._looked())

    def _looked(self) -> int:
        return round(1000 * (eyes.now() - self._begun))
