"""Textures side by side in one large one, the sheet: what is drawn from it takes one draw call, whatever it shows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from kivy.graphics import Callback, ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.graphics.opengl import (
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_SRC_ALPHA,
    GL_ZERO,
    glBlendFunc,
    glBlendFuncSeparate,
)
from kivy.graphics.texture import Texture as NewTexture

from kiosk.display.look import look

Texture = Any
"""Kivy's."""

Coordinates = tuple[float, float, float, float, float, float, float, float]
SIDES = ((11.0, 1024, 1024), (14.0, 2048, 1024))
"""u (px) below which a sheet is so wide and so high: 4 and 8 MB. In a larger window it is as large as a chip allows."""
LARGEST = 2048
MOST = 1 / 32
"""The part of a sheet that a texture may take; a larger one stays by itself."""
TALLER = 1.25
"""A shelf of the sheet is at most so much higher than what stands on it, as long as there is room for another one."""


class SheetPart(NamedTuple):
    """A part of a sheet: the sheet's texture, and what `tex_coords` are of a texture; its size in px."""

    texture: Texture
    coordinates: Coordinates
    width: int
    height: int


class TextureSheet:
    """One sheet. What stands on it stays there as long as it is in use; nothing is taken from it."""

    def __init__(self) -> None:
        self.wide, self.high = next((size for u, *size in SIDES if look.metrics.u < u), (LARGEST, LARGEST))
        self._target = Fbo(size=(self.wide, self.high), noadd=True)
        self.texture = self._target.texture
        self.texture.min_filter = self.texture.mag_filter = "linear"
        self._shelves: list[list[int]] = []
        """Of each its lower edge, its height, and where it is free from."""
        self._copies: list[tuple[Texture, int, int]] = []
        """Textures that are still to be copied, with their places."""
        self.known: dict[Hashable, Any] = {}
        with self._target:
            ClearColor(1, 1, 1, 0)
            ClearBuffers()
        self._target.draw()
        self._target.clear()
        self._shelves.append([0, 6, 12])
        for x, form in ((1, "rgba"), (7, "luminance_alpha")):  # the renderer makes a program for each the first time
            self.copy(_white(form), x, 1)
        self.flush()
        self.white = self.region(3, 3, 0, 0)
        """Where every pixel is white."""

    def room(self, wide: int, high: int) -> tuple[int, int] | None:
        """Return the lower left corner of a free place; None if there is none. One px around it stays free, too."""
        wide, high = wide + 2, high + 2
        top = self._shelves[-1][0] + self._shelves[-1][1]
        fitting = [shelf for shelf in self._shelves if shelf[1] >= high and shelf[2] + wide <= self.wide]
        best = min(fitting, key=lambda shelf: shelf[1], default=None)
        if (best is None or best[1] > TALLER * high) and top + high <= self.high:
            best = [top, high, 0]
            self._shelves.append(best)
        if best is None:
            return None
        x = best[2]
        best[2] += wide
        return x + 1, best[0] + 1

    def takes(self, wide: int, high: int) -> bool:
        """Whether a texture of so many px is small enough."""
        return wide * high <= MOST * self.wide * self.high and wide <= self.wide - 2 and high <= self.high - 2

    def region(self, x: int, y: int, wide: int, high: int) -> SheetPart:
        """Return a part of it, from a corner on; a height below 0 is one that is upside down."""
        left, low, right, top = x / self.wide, y / self.high, (x + wide) / self.wide, (y + high) / self.high
        return SheetPart(self.texture, (left, low, right, low, right, top, left, top), wide, abs(high))

    def copy(self, texture: Texture, x: int, y: int) -> None:
        """Copy a texture to a place before the next frame."""
        self._copies.append((texture, x, y))

    def flush(self) -> None:
        """Copy now. A texture's edge is copied once more around it, as it may be stretched."""
        if not self._copies:
            return
        copies, self._copies = self._copies, []
        with self._target:
            Callback(lambda *_: glBlendFunc(GL_ONE, GL_ZERO))
            Color(1, 1, 1, 1)
            for texture, x, y in copies:
                wide, high = texture.size
                u0, v0, _u1, _v1, u2, v2, _u3, _v3 = texture.tex_coords
                over, up = (u2 - u0) / wide, (v2 - v0) / high
                left, right, low, top = u0 - over, u2 + over, v0 - up, v2 + up
                Rectangle(
                    texture=texture,
                    tex_coords=(left, low, right, low, right, top, left, top),
                    pos=(x - 1, y - 1),
                    size=(wide + 2, high + 2),
                )
            Callback(lambda *_: glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE))
        self._target.draw()
        self._target.clear()


def _white(form: str) -> Texture:
    """Return a white texture of 4 x 4 px."""
    texture = NewTexture.create(size=(4, 4), colorfmt=form)
    texture.blit_buffer(b"\xff" * 64, colorfmt=form)
    texture.wrap = "clamp_to_edge"
    return texture


class Atlas:
    """The sheet in use. When it is full another one begins; the old one ends with the last drawing of it."""

    def __init__(self) -> None:
        self._sheet: TextureSheet | None = None

    @property
    def sheet(self) -> TextureSheet:
        if self._sheet is None:
            self._sheet = TextureSheet()
        return self._sheet

    def _room(self, wide: int, high: int) -> tuple[int, int]:
        found = self.sheet.room(wide, high)
        if found is None:
            self.begin_anew()
            found = self.sheet.room(wide, high)
            assert found is not None
        return found

    def begin_anew(self) -> None:
        """Begin another sheet with what is asked for next."""
        self.flush()
        self._sheet = None

    def of_texture(self, texture: Texture) -> SheetPart:
        """Return a texture's copy; of a large one, itself."""
        found = self.sheet.known.get(id(texture))
        if found is not None:
            region: SheetPart = found[0]
            return region
        wide, high = texture.size
        if not self.sheet.takes(wide, high):
            return SheetPart(texture, tuple(texture.tex_coords), wide, high)
        x, y = self._room(wide, high)
        region = self.sheet.region(x, y, wide, high)
        self.sheet.copy(texture, x, y)
        self.sheet.known[id(texture)] = region, texture  # it lives as long as its number is known
        return region

    def of_alpha(self, wide: int, high: int, alpha: bytes) -> SheetPart:
        """Return a new white part with that alpha, row by row from the bottom."""
        x, y = self._room(wide, high)
        rows = [alpha[at : at + wide] for at in range(0, wide * high, wide)]
        rows = [row[:1] + row + row[-1:] for row in (rows[0], *rows, rows[-1])]  # its edge once more, as `flush` has it
        pixels = bytearray(b"\xff") * (4 * (wide + 2) * (high + 2))
        pixels[3::4] = b"".join(rows)
        self.sheet.texture.blit_buffer(
            bytes(pixels), size=(wide + 2, high + 2), colorfmt="rgba", bufferfmt="ubyte", pos=(x - 1, y - 1)
        )
        return self.sheet.region(x, y, wide, high)

    def of_picture(self, picture: Any) -> SheetPart:
        """Return a new copy of what Kivy has drawn in memory (its upper row first)."""
        wide, high = picture.width, picture.height
        x, y = self._room(wide, high)
        self.sheet.texture.blit_data(picture, (x, y))
        return self.sheet.region(x, y + high, wide, -high)

    def flush(self) -> None:
        """Make all copies that were asked for."""
        if self._sheet is not None:
            self._sheet.flush()


atlas = Atlas()
"""That of this process's window."""
