"""Rectangles, tinted: one instruction each, or many of the same texture and colour in one mesh.

Each instruction of Kivy's is some calls of the driver and memory of the renderer's, in every frame. Kivy merges none.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from kivy.graphics import BorderImage, Color, Mesh, Rectangle

from companion.presentation.colours import Colour

Texture = Any
PixelBox = tuple[float, float, float, float]
"""Left, lower, right and upper edge."""
SQUARE = 64
"""px on either side of the parts of the window in which overlaps are looked for."""
_PLAIN = (0.0,) * 8
"""Texture coordinates where there is no texture."""
_NINE = tuple(
    4 * row + column + corner for row in range(3) for column in range(3) for corner in (0, 1, 5, 5, 4, 0)
)  # fmt: skip
"""Two triangles for each of nine cells, of 4 x 4 corners row by row from below."""


@lru_cache(maxsize=256)
def _nine_from(first: int) -> array[int]:
    """The triangles of nine cells whose first corner is the vertex of that number."""
    return array("H", [first + corner for corner in _NINE])


class RectangleBatch:
    """Rectangles of one texture and one colour."""

    def __init__(self, texture: Texture | None, colour: Colour) -> None:
        self._texture, self._colour = texture, colour
        self._coordinates = _PLAIN if texture is None else tuple(texture.tex_coords)
        self._vertices, self._indices = array("f"), array("H")

    def add(self, x: float, y: float, width: float, height: float) -> None:
        """A rectangle, as `Rectangle` has it."""
        u0, v0, u1, v1, u2, v2, u3, v3 = self._coordinates
        right, top, n = x + width, y + height, len(self._vertices) // 4
        self._vertices.extend((x, y, u0, v0, right, y, u1, v1, right, top, u2, v2, x, top, u3, v3))
        self._indices.extend((n, n + 1, n + 2, n + 2, n + 3, n))

    def add_nine(self, x: float, y: float, width: float, height: float, border: float) -> None:
        """A rectangle of nine cells, as `BorderImage` has it with the same border (px) at every side."""
        assert self._texture is not None
        left, low, right, _low, _right, _top, _left, top = self._coordinates
        over = border / self._texture.width * (right - left)
        up = border / self._texture.height * (top - low)
        x1, x2, x3 = x + border, x + width - border, x + width
        s1, s2 = left + over, right - over
        n = len(self._vertices) // 4
        rows = ((y, low), (y + border, low + up), (y + height - border, top - up), (y + height, top))
        for v, t in rows:
            self._vertices.extend((x, v, left, t, x1, v, s1, t, x2, v, s2, t, x3, v, right, t))
        self._indices.extend(_nine_from(n))

    def put(self) -> None:
        """Draw them into the open canvas."""
        Color(*self._colour)
        Mesh(vertices=self._vertices, indices=self._indices, mode="triangles", texture=self._texture)


class Groups:
    """Rectangles that may be drawn in another order than they came: only those that overlap keep theirs."""

    def __init__(self) -> None:
        self._groups: list[RectangleBatch] = []
        self._last: dict[tuple[int, Colour], int] = {}
        """Texture and colour -> index of their last group."""
        self._places: defaultdict[tuple[int, int], list[tuple[int, PixelBox]]] = defaultdict(list)
        """Square of the window -> what reaches into it, with the index of its group."""

    def group(self, texture: Texture | None, colour: Colour, box: PixelBox) -> RectangleBatch:
        """Return the group of a rectangle of this texture and colour, which is in `box`."""
        left, low, right, top = box
        columns = range(int(left // SQUARE), int(right // SQUARE) + 1)
        rows = range(int(low // SQUARE), int(top // SQUARE) + 1)
        squares = [self._places[column, row] for column in columns for row in rows]
        key = (id(texture), colour)
        found = self._last.get(key)
        last = len(self._groups) - 1
        if found is None or (found < last and _covered(box, squares, found)):
            found = self._last[key] = len(self._groups)
            self._groups.append(RectangleBatch(texture, colour))
        for square in squares:
            square.append((found, box))
        return self._groups[found]

    def put(self) -> None:
        """Draw them all into the open canvas."""
        for group in self._groups:
            group.put()


def _covered(box: PixelBox, squares: list[list[tuple[int, PixelBox]]], group: int) -> bool:
    """Whether something in these squares of the window overlaps it that belongs to a later group."""
    left, low, right, top = box
    for square in squares:
        for index, (x0, y0, x1, y1) in square:
            if index > group and x0 < right and left < x1 and y0 < top and low < y1:
                return True
    return False


_open: Groups | None = None


@contextmanager
def together() -> Iterator[None]:
    """All that is put as rectangles meanwhile (boxes, panels, icons, lines of text) is drawn at its end, as if in the
    order in which it came: one mesh for all of the same texture and colour that nothing else comes between.
    """
    global _open  # noqa: PLW0603 - as Kivy's canvas that is open
    assert _open is None
    groups = _open = Groups()
    try:
        yield
    finally:
        _open = None
    groups.put()


def put_box(x: float, y: float, width: float, height: float, colour: Colour, texture: Texture | None = None) -> Any:
    """Draw a rectangle (px) into the open canvas; a width below 0 mirrors its texture. Returns its instruction, None if
    it is drawn together with others.
    """
    if _open is not None:
        box = (min(x, x + width), y, max(x, x + width), y + height)
        _open.group(texture, colour, box).add(x, y, width, height)
        return None
    Color(*colour)
    return Rectangle(texture=texture, pos=(x, y), size=(width, height))


def put_nine(x: float, y: float, width: float, height: float, colour: Colour, texture: Texture, border: int) -> Any:
    """As `put_box`, the texture stretched over nine cells, the outer ones as wide as `border` (px)."""
    if _open is not None:
        box = (x, y, x + width, y + height)
        _open.group(texture, colour, box).add_nine(x, y, width, height, border)
        return None
    Color(*colour)
    return BorderImage(texture=texture, pos=(x, y), size=(width, height), border=(border,) * 4)
