"""Parts of a tile: words and pictures that the layout tree places by their natural sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.presentation.colours import Colour
from companion.presentation.fonts import FontFace
from kiosk.display.look import look
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import Align, TextFit, capital_height, fit, put_line
from kiosk.widgets.panel import put_panel

Drawing = Callable[[float, float, float], object]
"""Draws a square picture: x and y of its lower left corner, its side (px)."""
LEADING = 1.18
"""Line to line, in font sizes."""
UNFIT = 10_000.0
"""u: natural width of words that do not fit their room."""


@dataclass(frozen=True)
class Words:
    """Words in the largest of `sizes` (u) with which they fit, in up to `lines` lines."""

    text: str
    sizes: tuple[float, ...]
    colour: Colour
    face: FontFace = "text_bold"
    lines: int = 1
    align: Align = "left"

    def fit(self, room: float) -> TextFit:
        """Return how they fit a width (px)."""
        u = look.metrics.u
        return fit(self.text, self.face, tuple(size * u for size in self.sizes), room + 0.5, self.lines)

    def natural(self, room: float) -> tuple[float, float]:
        """Width and height (u)."""
        u = look.metrics.u
        laid = self.fit(room * u)
        return min(room, laid.wide / u) if laid.fits else UNFIT, self._high(laid)

    def height(self, room: float) -> float:
        """Height (u): how wide they are need not be measured for it."""
        return self._high(self.fit(room * look.metrics.u))

    def _high(self, laid: TextFit) -> float:
        return (capital_height(self.face, laid.size) + LEADING * laid.size * (laid.count - 1)) / look.metrics.u

    def draw(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw them into a box (px), at half its height."""
        laid = self.fit(wide)
        step = LEADING * laid.size
        tall = capital_height(self.face, laid.size)
        base = y + (high + step * (len(laid.lines) - 1) - tall) / 2
        x += {"left": 0.0, "center": wide / 2, "right": wide}[self.align]
        for line in laid.lines:
            put_line(line, self.face, laid.size, x, base, self.colour, self.align)
            base -= step


@dataclass(frozen=True)
class Picture:
    """A square drawing of `least` to `most` u."""

    drawing: Drawing
    least: float
    most: float = UNFIT

    def natural(self, room: float) -> tuple[float, float]:
        """Width and height (u) at least."""
        return self.least, self.least

    def draw(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw it into a box (px)."""
        side = min(wide, high, self.most * look.metrics.u)
        self.drawing(x + (wide - side) / 2, y + (high - side) / 2, side)


@dataclass(frozen=True)
class LineIcon:
    """An icon of `side` u in the middle of the first line of words of `size` u."""

    icon: str
    side: float
    size: float
    colour: Colour

    def natural(self, room: float) -> tuple[float, float]:
        """Width and height (u): no higher than the line."""
        return self.side, capital_height("text", self.size)

    def draw(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw it into a box (px), at its upper edge."""
        u = look.metrics.u
        middle = y + high - capital_height("text", self.size) * u / 2
        put_icon(self.icon, x, middle - self.side * u / 2, self.side * u, self.colour)


@dataclass(frozen=True)
class Rule:
    """A line across its box."""

    colour: Colour

    def natural(self, room: float) -> tuple[float, float]:
        """Width and height (u)."""
        return 0.0, 2 / look.metrics.u

    def draw(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw it into a box (px)."""
        put_panel(x, y + high / 2 - 1, wide, 2, self.colour)
