"""Rectangles, tinted: recorded as vertices in the order in which they come, and drawn in as few calls as can be.

Each instruction of Kivy's is some calls of the driver and memory of the renderer's, in every frame. Kivy merges none.
A vertex has its own colour, and textures stand side by side in a sheet (`kiosk.widgets.atlas`), so one mesh draws what
has several of both. Colours are in the third and fourth part of Kivy's two attributes
(`kiosk/display/kivy_data/glsl`): one of their own would stay enabled where another of Kivy's shaders draws next.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from struct import Struct
from typing import Any

from kivy.graphics import BorderImage, CanvasBase, Color, Mesh, Rectangle
from kivy.graphics.vertex import VertexFormat

from companion.presentation.colours import Colour
from kiosk.widgets.atlas import SheetPart, Texture, atlas

Corners = tuple[Texture, bytes]
"""Vertices of one texture, four for each rectangle."""
ATTRIBUTES = (b"vPosition", 4, "float"), (b"vTexCoords0", 4, "float")
"""x, y, red, blue; u, v, green, alpha. Kivy keeps pointers to these names."""
FORMAT = VertexFormat(*ATTRIBUTES)
_CORNER, _FOUR = Struct("8f"), Struct("32f")
RECTANGLE = _FOUR.size
"""Bytes of a rectangle."""
MOST = 10_000
"""Rectangles of a mesh: Kivy takes 65,535 indices."""
_indices = array("H")
"""Two triangles for each rectangle, as far as they were needed."""


def indices(count: int) -> array[int]:
    """Return the indices of so many rectangles."""
    for n in range(len(_indices) * 4 // 6, 4 * count, 4):
        _indices.extend((n, n + 1, n + 2, n + 2, n + 3, n))
    return _indices[: 6 * count]


class Record:
    """What is put, in its order."""

    def __init__(self) -> None:
        self.pieces: list[Corners] = []
        self._texture: Texture = None
        self._vertices: list[bytes] = []

    def _within(self, texture: Texture | SheetPart | None) -> SheetPart:
        """Return where a texture is, which is drawn from there next."""
        if texture is None:
            region = atlas.sheet.white
        else:
            region = texture if type(texture) is SheetPart else atlas.of_texture(texture)
        if region.texture is not self._texture:
            self.close()
            self._texture = region.texture
        return region

    def box(self, x: float, y: float, width: float, height: float, colour: Colour, texture: Any) -> None:
        """A rectangle, as `Rectangle` has it."""
        u0, v0, u1, v1, u2, v2, u3, v3 = self._within(texture).coordinates
        r, g, b, a = colour
        right, top = x + width, y + height
        self._vertices.append(
            _FOUR.pack(
                x, y, r, b, u0, v0, g, a, right, y, r, b, u1, v1, g, a,
                right, top, r, b, u2, v2, g, a, x, top, r, b, u3, v3, g, a,
            )
        )  # fmt: skip

    def nine(
        self, x: float, y: float, width: float, height: float, colour: Colour, texture: Any, border: float, hollow: bool
    ) -> None:
        """A rectangle of nine cells, as `BorderImage` has it with the same border (px) at every side."""
        _texture, coordinates, wide, high = self._within(texture)
        left, low, right, _low, _right, _top, _left, top = coordinates
        over, up = border / wide * (right - left), border / high * (top - low)
        r, g, b, a = colour
        xs = ((x, left), (x + border, left + over), (x + width - border, right - over), (x + width, right))
        ys = ((y, low), (y + border, low + up), (y + height - border, top - up), (y + height, top))
        corner = _CORNER.pack
        rows = [[corner(h, v, r, b, s, t, g, a) for h, s in xs] for v, t in ys]
        put = self._vertices
        for row in (0, 1, 2):
            (a0, a1, a2, a3), (b0, b1, b2, b3) = rows[row], rows[row + 1]
            put += (a0, a1, b1, b0)
            if row != 1 or not hollow:
                put += (a1, a2, b2, b1)
            put += (a2, a3, b3, b2)

    def again(self, pieces: Sequence[Corners]) -> None:
        """Add what was recorded before."""
        self.close()
        self._texture = None
        self.pieces += pieces

    def close(self) -> None:
        """End a piece."""
        if self._vertices:
            self.pieces.append((self._texture, b"".join(self._vertices)))
            self._vertices = []


_open: Record | None = None


def is_recorded() -> bool:
    """Whether what is put now is recorded."""
    return _open is not None


def recorded(draw: Callable[[], object]) -> list[Corners]:
    """Return what `draw` puts as rectangles (boxes, panels, icons, lines of text)."""
    global _open  # noqa: PLW0603 - as Kivy's canvas that is open
    outer, _open = _open, Record()
    record = _open
    try:
        draw()
    finally:
        _open = outer
    record.close()
    return record.pieces


def unrecorded(draw: Callable[[], object]) -> None:
    """Call `draw` whose shapes are instructions in the open canvas, whatever is recorded around it."""
    global _open  # noqa: PLW0603
    outer, _open = _open, None
    try:
        draw()
    finally:
        _open = outer


class Meshes:
    """The meshes of pieces, in a canvas of their own: it is in the one that is open, if any is."""

    def __init__(self) -> None:
        self.canvas = CanvasBase()
        self._meshes: list[Any] = []

    def show(self, pieces: Sequence[Corners]) -> None:
        """Draw these pieces from now on, in their order."""
        parts = list(_by_texture(pieces))
        if [id(mesh.texture) for mesh in self._meshes] != [id(texture) for texture, _vertices in parts]:
            self.canvas.clear()
            self._meshes = []
            with self.canvas:
                if parts:
                    Color(0, 0, 1, 1)  # what the shader has of the vertices' colours
                for texture, _vertices in parts:
                    self._meshes.append(Mesh(texture=texture, fmt=FORMAT, mode="triangles"))
        for mesh, (_texture, vertices) in zip(self._meshes, parts, strict=True):
            mesh.vertices = vertices
            mesh.indices = indices(len(vertices) * 4 // RECTANGLE)


def _by_texture(pieces: Sequence[Corners]) -> Iterator[tuple[Texture, array[float]]]:
    """Yield pieces that follow each other with the same texture as one, none of them with too many rectangles."""
    for _key, group in groupby(pieces, key=lambda piece: id(piece[0])):
        same = list(group)
        whole = b"".join([vertices for _texture, vertices in same])
        for start in range(0, len(whole), MOST * RECTANGLE):
            yield same[0][0], array("f", whole[start : start + MOST * RECTANGLE])


def put_again(pieces: Sequence[Corners]) -> None:
    """Put what was recorded before into what is recorded now."""
    assert _open is not None
    _open.again(pieces)


def put_box(x: float, y: float, width: float, height: float, colour: Colour, texture: Texture | None = None) -> None:
    """Draw a rectangle (px); a width below 0 mirrors its texture."""
    if _open is not None:
        _open.box(x, y, width, height, colour, texture)
    else:
        Color(*colour)
        Rectangle(texture=texture, pos=(x, y), size=(width, height))


def put_nine(
    x: float, y: float, width: float, height: float, colour: Colour, texture: Texture, border: int, hollow: bool = False
) -> None:
    """As `put_box`, the texture stretched over nine cells, the outer ones as wide as `border` (px).

    :param hollow: the middle one is transparent.
    """
    if _open is not None:
        _open.nine(x, y, width, height, colour, texture, border, hollow)
    else:
        Color(*colour)
        BorderImage(texture=texture, pos=(x, y), size=(width, height), border=(border,) * 4)
