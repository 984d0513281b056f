"""Screens imported, icons and corners painted before they are needed, while nothing goes on.

`icon_sizes.json` says in which sizes (px) the screens show each icon and which corners panels have, for the sizes of
window that the gallery knows; `make icon-sizes` writes it. In a window of another size they are painted when they are
first shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from kiosk import icons
from kiosk.memory import Schedule, Scheduled
from kiosk.widgets import panel


class Shapes(msgspec.Struct):
    """Of a window. `icons`: name -> sizes; `corners`: width of the line, 0 for filled -> radii. All px."""

    icons: dict[str, list[int]]
    corners: dict[int, list[int]]


SIZES = Path(__file__).parents[1] / "icon_sizes.json"
Sizes = dict[str, Shapes]
"""`WIDTHxHEIGHT` -> what is shown in such a window."""

QUIET_S = 5.0
"""So long nobody may have touched the screen, and nothing may have happened on the table."""
PAUSE_S = 0.1
"""Between two shapes, each of which takes 1 to 25 ms on a PC."""


class PaintAhead:
    """Imports one module after the other, then paints one shape after the other until all of this window's are there.

    :param busy: whether something moves that must not stutter.
    """

    def __init__(
        self, width: int, height: int, schedule: Schedule, busy: Callable[[], bool], modules: Iterable[str] = ()
    ) -> None:
        self._modules = iter(modules)
        self._waiting = _paintings(width, height)
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
        for paint in self._waiting:
            if paint():
                self._event = self._schedule(self._next, PAUSE_S)
                return


def _paintings(width: int, height: int) -> Iterator[Callable[[], bool]]:
    """Each paints one shape if it is not there; whether it did."""
    shapes = msgspec.json.decode(SIZES.read_bytes(), type=Sizes).get(f"{width}x{height}")
    if shapes is not None:
        for line, radii in shapes.corners.items():
            yield from (partial(panel.paint_unseen, radius, line) for radius in radii)
        for name, sizes in shapes.icons.items():
            yield from (partial(icons.paint_unseen, name, size) for size in sizes)
