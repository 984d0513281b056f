"""A limit for the rate of messages."""

from __future__ import annotations


class RateLimit:
    """As many as `burst` at once, and `per_s` a second in the long run."""

    def __init__(self, per_s: int, burst: int) -> None:
        self._per_s, self._burst = per_s, burst
        self._left, self._at = float(burst), 0.0

    def allows(self, now: float) -> bool:
        """Return whether one more may pass.

        :param now: s, of a clock that only goes forward.
        """
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
