"""A key that asks to be touched twice: the first touch arms it. One is armed at a time, and not for long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

REST_S = 4.0
"""How long a key stays armed without a second touch."""


class Armed:
    """Which key is armed. It is disarmed after a rest, and by the next touch of anything else.

    :param later: calls something on the UI thread after so many seconds.
    """

    def __init__(self, later: Callable[[Callable[[], None], float], Any]) -> None:
        self._later = later
        self._key: object = None
        self._disarmed: Callable[[], object] = lambda: None
        self._end: Any = None

    def arm(self, key: object, disarmed: Callable[[], object]) -> None:
        """
        :param disarmed: called when it was not touched again.
        """
        self.disarm()
        self._key, self._disarmed = key, disarmed
        self._end = self._later(self.disarm, REST_S)

    def take(self, key: object) -> bool:
        """Disarm the key; return whether it was armed, so that the caller may act."""
        if key is not self._key:
            return False
        self._forget()
        return True

    def disarm(self) -> None:
        """Disarm the armed key, if any."""
        if self._key is not None:
            disarmed = self._disarmed
            self._forget()
            disarmed()

    def touched(self, widget: object) -> None:
        """Handle a finger that came down on this widget, or on none (None)."""
        if widget is not self._key:
            self.disarm()

    def _forget(self) -> None:
        self._end.cancel()
        self._key = None
