"""Screens imported and icons painted before they are needed, while nothing goes on.

`icon_sizes.json` says in which sizes (px) the screens show each icon, for the sizes of window that the gallery knows;
`make icon-sizes` writes it. In a window of another size icons are painted when they are first shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from kiosk.icons import paint_unseen
from kiosk.memory import Schedule, Scheduled

SIZES = Path(__file__).parents[1] / "icon_sizes.json"
Sizes = dict[str, dict[str, list[int]]]

QUIET_S = 5.0
"""So long nobody may have touched the screen, and nothing may have happened on the table."""
PAUSE_S = 0.1
"""Between two icons, each of which takes 1 to 25 ms on a PC."""


class PaintAhead:
    """Imports one module after the other, then paints one icon after the other until all of this window's are there.

    :param busy: whether something moves that must not stutter.
    """

    def __init__(
        self, width: int, height: int, schedule: Schedule, busy: Callable[[], bool], modules: Iterable[str] = ()
    ) -> None:
        self._modules = iter(modules)
        self._waiting = _icons(width, height)
        self._schedule, self._busy = schedule, busy
        self._event: Scheduled | None = schedule(self._next, QUIET_S)

    def touched(self, *_: Any) -> None:
        """Somebody is there: go on later."""
        if self._event is not None:
            self._event.cancel()
            self._event = self._schedule(self._next, QUIET_S)

    def close(self) -> None:
        """No more."""
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _next(self) -> None:
        self._event = None
        if self._busy():
            self._event = self._schedule(self._next, QUIET_S)
            return
        for module in self._modules:
            if module not in sys.modules:
                import_module(module)
                self._event = self._schedule(self._next, PAUSE_S)
                return
        for name, size in self._waiting:
            if paint_unseen(name, size):
                self._event = self._schedule(self._next, PAUSE_S)
                return


def _icons(width: int, height: int) -> Iterator[tuple[str, int]]:
    sizes = msgspec.json.decode(SIZES.read_bytes(), type=Sizes).get(f"{width}x{height}", {})
    return ((name, size) for name, all_sizes in sizes.items() for size in all_sizes)
