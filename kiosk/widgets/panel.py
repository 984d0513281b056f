"""Rounded fills and rings: one texture each per corner and line, stretched over nine cells."""

from __future__ import annotations

from typing import Any

from kivy.graphics import BorderImage, Color, RoundedRectangle

from kiosk.theme import Colour
from kiosk.widgets.paint import Texture, erase, ink, painted


def _rounded(radius: int, line: int) -> Texture:
    """A square of side 2 * radius + 3: filled if `line` is 0, else only its edge, `line` px wide."""
    side = 2 * radius + 3

    def draw() -> None:
        RoundedRectangle(pos=(0, 0), size=(side, side), radius=[radius], segments=24)
        if line:
            erase()
            inner = side - 2 * line
            RoundedRectangle(pos=(line, line), size=(inner, inner), radius=[max(radius - line, 0.01)], segments=24)
            ink()

    return painted(("rounded", radius, line), side, side, draw)


def put_panel(
    x: float, y: float, width: float, height: float, colour: Colour, radius: float = 0, line: float = 0
) -> Any:
    """Draw a filled rounded box (`line` 0) or its edge (px, drawn inside the box) into the open canvas."""
    x0, y0, x1, y1 = round(x), round(y), round(x + width), round(y + height)
    corner = max(round(min(radius, (x1 - x0) / 2, (y1 - y0) / 2)), round(line) + 1, 1)
    b = corner + 1
    Color(*colour)
    return BorderImage(
        texture=_rounded(corner, round(line)), pos=(x0, y0), size=(x1 - x0, y1 - y0), border=(b, b, b, b)
    )
