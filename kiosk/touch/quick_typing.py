"""Recognises by its pace a reader that types as a keyboard does, and that has not been adopted as a reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.evdev import READER_GAP_US, READER_SIGNS

_ENDS = (9, 13, 271)
"""Tab, Enter and Enter of the keypad, as the window calls them."""
_SIGNS = (*range(32, 127), *range(256, 271))


class QuickTyping:
    """Watches the keys that come to the window.

    :param tell: called when a line was typed faster than by hand.
    """

    def __init__(self, now_ms: Callable[[], int], tell: Callable[[], object]) -> None:
        self._now_ms = now_ms
        self._tell = tell
        self._signs = 0
        self._last = 0

    def bind(self, window: Any) -> None:
        """Receive the keys of that window from now on; they have their usual effect there, too."""
        window.bind(on_key_down=self.key_down)

    def key_down(self, _window: Any, key: int, *_more: Any) -> bool:
        now, before = self._now_ms(), self._last
        self._last = now
        if (now - before) * 1000 > READER_GAP_US:
            self._signs = 0
        if key in _SIGNS:
            self._signs += 1
        elif key in _ENDS:
            typed, self._signs = self._signs, 0
            if typed >= READER_SIGNS:
                self._tell()
        return False
