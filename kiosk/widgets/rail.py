"""The rail: the one line that every screen stands on."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line

from companion.presentation.colours import Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.together import put_box, together

HEIGHT = 1.2
"""u, of rail and ties."""


def put_rail(x0: float, x1: float, top: float, u: float, colour: Colour, tie: Colour | None) -> None:
    """A rail from x0 to x1 whose upper edge is at `top` (px, y up), with ties below unless `tie` is None."""
    with together():
        if tie is not None:
            x = x0 + 1.05 * u
            while x < x1 - 0.5 * u:
                put_box(round(x), round(top - 1.17 * u), round(min(1.7 * u, x1 - x)), round(0.62 * u), tie)
                x += 3 * u
        put_box(round(x0), round(top - 0.5 * u), round(x1 - x0), round(0.5 * u), colour)


class Rail(Drawn):
    """A rail along the top of its box.

    :param start: u from its left edge where it begins; more than 0 shows the bent end of a gap.
    """

    def __init__(self, colour: Colour | None = None, tie: Colour | None = None, **kwargs: Any) -> None:
        self._colour, self._tie = colour, tie
        self._ties = True
        self._start = 0.0
        super().__init__(**kwargs)

    def show(self, ties: bool | None = None, start: float | None = None, colour: Colour | None = None) -> None:
        """Change what is not None: no ties under hold; a gap up to `start` u."""
        before = self._ties, self._start, self._colour
        self._ties = self._ties if ties is None else ties
        self._start = self._start if start is None else start
        self._colour = colour or self._colour
        if (self._ties, self._start, self._colour) != before:
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        colour = self._colour or self.skin.rest
        tie = (self._tie or self.skin.tie) if self._ties else None
        x0 = self.x + self._start * u
        put_rail(x0, self.right, self.top, u, colour, tie)
        if self._start > 0:
            mid = self.top - 0.25 * u
            Color(*colour)
            Line(points=(x0, mid, x0 - 1.9 * u, mid - 0.9 * u), width=0.25 * u, cap="round")
