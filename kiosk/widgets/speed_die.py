"""The Speed die: it rolls one space at a time, and its figure changes once, in the middle of the roll."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate

from kiosk.theme import CAPITAL, C, Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.label import line
from kiosk.widgets.paint import Texture, coloured
from kiosk.widgets.panel import put_panel

AIR = 2
"""px free at every side of what is turned."""


class SpeedDie(Drawn):
    """A face of the die as large as its box. `roll(part)` shows it on its way: nothing is laid out, it only turns."""

    def __init__(self, figure: str = "", colour: Colour = C.bone, **kwargs: Any) -> None:
        self._figure, self._colour = figure, colour
        self._part = 0.0
        self._turn: Any = None
        self._shift: Any = None
        self._glyph: Any = None
        self._offset = (0.0, 0.0)
        super().__init__(**kwargs)

    @property
    def figure(self) -> str:
        return self._figure

    def show(self, figure: str, colour: Colour | None = None) -> None:
        """Another face; only a texture is swapped."""
        if colour is not None and colour != self._colour:
            self._colour = colour
            self.redraw()
        if figure != self._figure:
            self._figure = figure
            self._swap()

    def roll(self, part: float, forward: bool = True) -> None:
        """It stands `part` (0 to 1) of a quarter turn on: past the half the next face is up."""
        angle = 90 * part if part < 0.5 else 90 * part - 90
        self._part = -angle if forward else angle
        if self._turn is not None:
            self._turn.angle = self._part

    def on_x(self, *_: Any) -> None:
        """It is moved, not drawn anew."""
        if self._shift is None:
            self.redraw()
        else:
            self._shift.x, self._shift.y = round(self.center_x), round(self.center_y)

    on_y = on_x

    def _size(self) -> float:
        return min(self.width, self.height) * 0.76

    def draw(self) -> None:
        side = round(min(self.width, self.height)) // 2 * 2  # even: its middle lies between two pixels
        self._turn = self._shift = self._glyph = None
        if side < 8:
            return
        PushMatrix()
        self._shift = Translate(round(self.center_x), round(self.center_y))
        self._turn = Rotate(angle=self._part, axis=(0, 0, 1))
        body = self._body(side)
        Color(1, 1, 1, 1)
        Rectangle(texture=body, pos=(-body.width // 2, -body.height // 2), size=body.size)
        Color(*C.pit)
        self._glyph = Rectangle()
        self._swap()
        PopMatrix()

    def _body(self, side: int) -> Texture:
        """The die without its figure as one picture: turned edge by edge it would have stairs."""
        colour = self._colour

        def die() -> None:
            radius = 0.13 * side
            put_panel(AIR, AIR, side, side, colour, radius)
            if side > 40:
                inset = round(0.07 * side)
                edge = Colour(*(0.8 * v for v in colour[:3]))
                inner = side - 2 * inset
                put_panel(AIR + inset, AIR + inset, inner, inner, edge, radius * 0.6, 2)

        return coloured(("speed die", side, tuple(colour)), side + 2 * AIR, side + 2 * AIR, die, colour)

    def _swap(self) -> None:
        if self._glyph is None:
            return
        size = self._size()
        glyph = line(self._figure or " ", "black", round(size))
        self._glyph.texture = glyph.texture
        self._glyph.size = (glyph.width, glyph.height)
        low = -CAPITAL["black"] * size / 2
        self._glyph.pos = (round(-glyph.width / 2), round(low) + glyph.ascent - glyph.height)
