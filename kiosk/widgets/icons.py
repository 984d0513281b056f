"""The icons, each drawn once into a texture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Ellipse, Line

from companion.presentation.colours import C, Colour
from companion.presentation.icon_shapes import IconShape, shapes
from kiosk.widgets import paint
from kiosk.widgets.atlas import Texture
from kiosk.widgets.base import Drawn
from kiosk.widgets.paint import erase, fill_fan, in_sheet, ink, painted
from kiosk.widgets.together import put_box

__all__ = ["Icon", "draw_icon", "paint_unseen", "put_icon", "texture", "to_sheet"]


def draw_icon(name: str, size: float, x: float = 0, y: float = 0) -> None:
    """Add the canvas instructions of an icon of `size` px with its lower left corner at x, y; used inside `painted`."""
    cutting = False
    for shape in shapes(name):
        if shape.cut != cutting:
            cutting = shape.cut
            erase() if cutting else ink()
        _draw(shape, size, x, y)
    if cutting:
        ink()


def _draw(shape: IconShape, size: float, x: float, y: float) -> None:
    width = (shape.stroke or 0) * size / 2
    cx, cy = x + shape.centre[0] * size, y + (1 - shape.centre[1]) * size
    if shape.radii:
        rx, ry = shape.radii[0] * size, shape.radii[1] * size
        if shape.stroke is None:
            Ellipse(pos=(cx - rx, cy - ry), size=(2 * rx, 2 * ry), segments=72)
        else:
            Line(ellipse=(cx - rx, cy - ry, 2 * rx, 2 * ry, 0, 360, 72), width=width)
        return
    points = [(x + px * size, y + (1 - py) * size) for px, py in shape.points]
    if shape.stroke is None:
        fill_fan((cx, cy), points)
        return
    flat = [v for point in points for v in point]
    Line(points=flat, width=width, cap="round", joint="round", close=shape.closed)


BLEED = 0.06
"""The part of its size by which an icon's texture reaches beyond its box on each side (round caps on the edge)."""


def texture(name: str, size: int) -> tuple[Texture, int]:
    """Return the white texture of an icon of `size` px and the px it reaches beyond its box on each side."""
    return painted(*_painting(name, size)), _bleed(size)


def paint_unseen(name: str, size: int) -> bool:
    """Paint an icon for the textures kept on disk, if it is not among them; return whether it was painted."""
    return paint.paint_unseen(*_painting(name, size))


def to_sheet(name: str, size: int) -> None:
    """Put an icon that was painted into the sheet before it is shown."""
    key, wide, high, _draw = _painting(name, size)
    paint.copy_to_sheet(key, wide, high)


def _painting(name: str, size: int) -> tuple[tuple[str, str, int], int, int, Callable[[], None]]:
    """Return its key, width, height and drawing, as `painted` takes them."""
    bleed = _bleed(size)
    full = size + 2 * bleed
    return ("icon", name, size), full, full, lambda: draw_icon(name, size, bleed, bleed)


def _bleed(size: int) -> int:
    return max(1, round(size * BLEED))


def put_icon(name: str, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw an icon: one rectangle, its box's lower left corner at x, y (px)."""
    whole = max(1, round(size))
    image, bleed = in_sheet(*_painting(name, whole)), _bleed(whole)
    full = whole + 2 * bleed
    put_box(round(x) - bleed, round(y) - bleed, full, full, colour, image)


class Icon(Drawn):
    """One icon, as large as the widget's short side, in its middle. Knock-outs show what is under it."""

    def __init__(self, name: str, colour: Colour = C.bone, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._name = name
        self._colour = colour

    @property
    def name(self) -> str:
        return self._name

    def show(self, name: str | None = None, colour: Colour | None = None) -> None:
        """Change what is not None."""
        new = (name if name is not None else self._name, colour or self._colour)
        if new != (self._name, self._colour):
            self._name, self._colour = new
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if self._name and side >= 1:
            put_icon(self._name, self.center_x - side / 2, self.center_y - side / 2, side, self._colour)
