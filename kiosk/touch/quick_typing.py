"""Recognises by its pace a reader that types as a keyboard does, and that has not been adopted as a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine.evdev import (
    EV_KEY,
    KEY_ENDS,
    KEY_SIGNS,
    READER_GAP_US,
    READER_SIGNS,
    InputEvent,
)

_ENDS = (9, 13, 271)
"""Tab, Enter and Enter of the keypad, as the window calls them."""
_SIGNS = (*range(32, 127), *range(256, 271))


class QuickTyping:
    """The keys of one keyboard, or of all that the window has.

    :param tell: called when a line was typed faster than by hand.
    """

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell = tell
        self._signs = 0
        self._last_us = 0

    def feed(self, events: Iterable[InputEvent]) -> None:
        """Take what the keyboard's device sent."""
        for event in events:
            if event.type == EV_KEY and event.value == 1:
                self._pressed(event.code in KEY_SIGNS, event.code in KEY_ENDS, event.at_us)

    def bind(self, window: Any, now_ms: Callable[[], int]) -> None:
        """Take the window's keys from now on; they have their usual effect there, too."""
        window.bind(on_key_down=lambda _window, key, *_more: self.key_down(key, now_ms()))

    def key_down(self, key: int, at_ms: int) -> None:
        """Take one key, by the window's name for it."""
        self._pressed(key in _SIGNS, key in _ENDS, at_ms * 1000)

    def _pressed(self, sign: bool, end: bool, at_us: int) -> None:
        if at_us - self._last_us > READER_GAP_US:
            self._signs = 0
        self._last_us = at_us
        if sign:
            self._signs += 1
        elif end:
            typed, self._signs = self._signs, 0
            if typed >= READER_SIGNS:
                self._tell()
