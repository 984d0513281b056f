"""Figures that never shift: each has a cell of its own, and a change swaps one texture. Nothing is laid out."""

from __future__ import annotations

from functools import partial
from math import ceil, floor
from typing import Any, Literal

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.properties import NumericProperty

from companion.presentation.colours import Colour
from kiosk.display.look import look
from kiosk.display.theme import CAPITAL, COLON_CELL, COLON_RAISE, FIGURE_CELL, MOTION, TextRole
from kiosk.widgets.base import Drawn, DrawnFrom
from kiosk.widgets.label import Align, LineTexture, line_texture
from kiosk.widgets.motion import glide
from kiosk.widgets.partial_frames import PixelBox, change_within, union


def figure_width(figure: str) -> float:
    """Return the width of a figure's cell in em."""
    return COLON_CELL if figure == ":" else FIGURE_CELL


def figures_width(text: str, size: float) -> float:
    """Return the px that `text` takes in cells at a font size in px."""
    return sum(figure_width(f) for f in text) * size


def _fill(cells: list[tuple[Any, LineTexture]]) -> None:
    """Put other figures into these cells."""
    for rectangle, glyph in cells:
        rectangle.texture = glyph.texture
        rectangle.size = (glyph.width, glyph.height)


class Figures(Drawn):
    """A number or a clock (`4:12`) in the Black face, sitting on its box's middle or, put on a baseline, on that.

    :param size: font size in u instead of the role's (`last`, `clock`, `clock2`, `count`).
    :param slides: when it is placed elsewhere in another size it slides there in 240 ms.
    Figures are placed by their cells, so "1:11" and "4:12" are aligned alike.
    """

    draws_itself = True

    role = DrawnFrom[TextRole]()
    align = DrawnFrom[Align]()
    sit = DrawnFrom[Literal["middle", "baseline"]]()
    away = NumericProperty(0.0)
    """1: at its old place, 0: at its present one."""
    beat = NumericProperty(1.0)
    """Its scale round its middle."""

    def __init__(
        self,
        text: str = "",
        role: TextRole = "count",
        colour: Colour | None = None,
        align: Align = "left",
        size: float | None = None,
        slides: bool = False,
        **kwargs: Any,
    ) -> None:
        self._text, self._colour, self.role, self.align = text, colour, role, align
        self.slides = slides
        self._stands: tuple[float, float, float] | None = None
        self._stood: tuple[float, float, float] | None = None
        self._seen_in: Any = None
        self._beats = 1.0
        """The beat that is shown."""
        self._shift: Any = None
        self._scale: Any = None
        self._size_u = size
        self.sit = "middle"
        self._cells: list[Any] = []
        self._tint: Any = None
        super().__init__(**kwargs)
        self.fbind("away", self._move)
        self.fbind("beat", self._beat)

    @property
    def text(self) -> str:
        return self._text

    def size_px(self) -> float:
        """Font size in px that it asks for."""
        return self._size_u * self.m.u if self._size_u is not None else self.m.type(self.role)

    def fitting(self) -> float:
        """Font size in px at which it is drawn: smaller than asked if its cells would leave its box."""
        size = self.size_px()
        ems = sum(figure_width(f) for f in self._text)
        return min(size, self.width / ems) if ems and self.width > size * FIGURE_CELL / 2 else size

    def resize(self, size: float | None) -> None:
        """Set another font size (u); None: the role's."""
        if size != self._size_u:
            self._size_u = size
            self.redraw()

    def capital(self) -> float:
        """Return the px of a figure's height."""
        return CAPITAL["black"] * self.size_px()

    def natural(self, room: float) -> tuple[float, float]:
        u = self.m.u
        return figures_width(self._text, self.size_px()) / u, self.capital() / u

    def text_width(self) -> float:
        """px of all its cells as drawn."""
        return figures_width(self._text, self.fitting())

    def show(self, text: str | None = None, colour: Colour | None = None) -> None:
        """Change what is not None. With the same number of figures only textures are swapped."""
        if colour is not None and colour != self._colour:
            self._colour = colour
            if self._tint is not None:
                self._tint.rgba = colour
        if text is None or text == self._text:
            return
        old, self._text = self._text, text
        if len(text) != len(self._cells) or [f.isdigit() for f in old] != [f.isdigit() for f in text]:
            self.redraw()
            return
        size = round(self.fitting())
        new = [
            (rectangle, line_texture(now, "black", size))
            for rectangle, before, now in zip(self._cells, old, text, strict=True)
            if before != now
        ]
        if self.away or self._beats != 1 or self.get_parent_window() is None:
            _fill(new)
        else:
            change_within(partial(_fill, new), self._around(new))

    def _around(self, new: list[tuple[Any, LineTexture]]) -> PixelBox:
        """Return the part of the window in which these cells are and will be."""
        boxes = []
        for rectangle, glyph in new:
            (x, y), (wide, high) = rectangle.pos, rectangle.size
            right, top = x + max(wide, glyph.width), y + max(high, glyph.height)
            boxes.append((floor(x) - 1, floor(y) - 1, ceil(right) + 1, ceil(top) + 1))
        return union(boxes)

    def draw(self) -> None:
        self._cells = []
        self._tint = Color(*(self._colour or self.skin.first))
        size = self.fitting()
        if not self._text or size < 4:
            return
        base = self.y if self.sit == "baseline" else self.center_y - CAPITAL["black"] * size / 2
        total = self.text_width()
        x = {"left": self.x, "center": self.center_x - total / 2, "right": self.right - total}[self.align]
        self._stand((x, base, size))
        PushMatrix()
        self._shift, self._scale = Translate(), Scale(1, 1, 1)
        self._move()
        for figure in self._text:
            wide = figure_width(figure) * size
            glyph = line_texture(figure, "black", round(size))
            raised = COLON_RAISE * size if figure == ":" else 0
            # a figure's texture begins at its pen: at the cell's left edge; signs are in the middle of theirs
            indent = 0.0 if figure.isdigit() else (wide - glyph.width) / 2
            place = (round(x + indent), round(base + raised) + glyph.ascent - glyph.height)
            self._cells.append(Rectangle(texture=glyph.texture, pos=place, size=(glyph.width, glyph.height)))
            x += wide
        PopMatrix()

    # ------------------------------------------------------------ motion

    def pulse(self) -> None:
        """Show one heartbeat: larger at once, and back."""
        if look.motion and self.visible:
            self.beat = MOTION.heartbeat_scale
            glide(self, MOTION.heartbeat, rate=MOTION.heartbeat_rate, beat=1.0)

    def _stand(self, place: tuple[float, float, float]) -> None:
        """Place its left end there, on that baseline, in that size (px); it may slide from elsewhere."""
        before, self._stands = self._stands, place
        same_display, self._seen_in = self._seen_in == self.m, self.m
        if self.slides and look.motion and same_display and before is not None and before[2] != place[2]:
            self._stood = before
            self.away = 1.0
            glide(self, MOTION.clock_slide, away=0.0)

    def _beat(self, *_: Any) -> None:
        """Scale the figures round the same middle."""
        if self.away or self._stands is None or self.get_parent_window() is None:
            self._move()
            return
        (x, base, size), wide, high = self._stands, self.text_width(), self.capital()
        larger = max(self._beats, self.beat)
        self._beats = self.beat
        out_x = larger * wide / 2 + 1
        out_y = larger * (high / 2 + size)  # a figure's texture reaches beyond its capital
        middle_x, middle_y = x + wide / 2, base + high / 2
        box = floor(middle_x - out_x), floor(middle_y - out_y), ceil(middle_x + out_x), ceil(middle_y + out_y)
        change_within(self._move, box)

    def _move(self, *_: Any) -> None:
        """Change only the matrix: no figure is placed anew."""
        if self._shift is None or self._stands is None:
            return
        self._beats = self.beat
        (x, base, size), part = self._stands, self.away
        ax, abase, asize = self._stood or self._stands
        scale = (1 + (asize / size - 1) * part) * self.beat
        middle = (x + self.text_width() / 2, base + self.capital() / 2) if self.beat != 1 else (x, base)
        self._scale.origin = middle
        self._scale.xyz = (scale, scale, 1)
        self._shift.xy = ((ax - x) * part, (abase - base) * part)

    def cells(self) -> list[tuple[float, float]]:
        """Return the lower left corner (px) of every figure, for the test that they never move."""
        return [(r.pos[0], r.pos[1]) for r in self._cells]
