"""Decides when the sound's process is asked for a sign of life, and when it counts as hanging. No clock, no I/O."""

from __future__ import annotations

BEAT_MS = 1_000
"""Between two questions."""
MISSED = 5
"""It hangs after so many questions in a row without an answer."""
STARTING = 60
"""The same before it has ever answered: it is being started, and imports numpy."""


class Heartbeat:
    """Questions are counted, not the time: after a halt of the whole machine, the process runs before it is judged.

    :param now_ms: when it was started.
    """

    def __init__(self, now_ms: int) -> None:
        self._asked_ms = now_ms
        self._unanswered = 0
        self._missed = STARTING

    def heard(self) -> None:
        self._unanswered, self._missed = 0, MISSED

    def due(self, now_ms: int) -> bool:
        """Whether to ask now; the question is counted."""
        if now_ms - self._asked_ms < BEAT_MS:
            return False
        self._asked_ms = now_ms
        self._unanswered += 1
        return True

    @property
    def hangs(self) -> bool:
        """Whether it left too many questions unanswered."""
        return self._unanswered > self._missed
