"""Rounded fills and rings: one texture each per corner and line, stretched over nine cells."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import RoundedRectangle

from companion.presentation.colours import Colour
from kiosk.widgets import paint
from kiosk.widgets.paint import erase, in_sheet, ink
from kiosk.widgets.together import put_nine


def paint_unseen(radius: int, line: int) -> bool:
    """Paint one for the textures kept on disk, if it is not among them; return whether it was painted."""
    return paint.paint_unseen(*_painting(radius, line))


def _painting(radius: int, line: int) -> tuple[tuple[str, int, int], int, int, Callable[[], None]]:
    """Return, for `painted`, a square of side 2 * radius + 3: filled if `line` is 0, else its edge, `line` px wide."""
    side = 2 * radius + 3

    def draw() -> None:
        RoundedRectangle(pos=(0, 0), size=(side, side), radius=[radius], segments=24)
        if line:
            erase()
            inner = side - 2 * line
            RoundedRectangle(pos=(line, line), size=(inner, inner), radius=[max(radius - line, 0.01)], segments=24)
            ink()

    return ("rounded", radius, line), side, side, draw


def put_panel(
    x: float, y: float, width: float, height: float, colour: Colour, radius: float = 0, line: float = 0
) -> None:
    """Draw a filled rounded box (`line` 0) or its edge (px, drawn inside the box) into the open canvas."""
    x0, y0, x1, y1 = round(x), round(y), round(x + width), round(y + height)
    corner = max(round(min(radius, (x1 - x0) / 2, (y1 - y0) / 2)), round(line) + 1, 1)
    texture = in_sheet(*_painting(corner, round(line)))
    put_nine(x0, y0, x1 - x0, y1 - y0, colour, texture, corner + 1, hollow=line > 0)


def put_ring(x: float, y: float, radius: float, width: float, colour: Colour) -> None:
    """Draw a circle round x, y into the open canvas (px)."""
    r = round(radius + width / 2)
    put_panel(round(x) - r, round(y) - r, 2 * r + 1, 2 * r + 1, colour, r, width)
