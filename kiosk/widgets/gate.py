"""Gates: arches, the shape of every way in."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Rectangle

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from companion.presentation.path_data import Point, bezier
from kiosk.display import theme
from kiosk.widgets.atlas import Texture
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import TextFit, fit, put_line
from kiosk.widgets.paint import erase, fill_fan, ink, keep, painted
from kiosk.widgets.radial import radial
from kiosk.widgets.together import put_box

_COLD = ((0.0, 0.55), (0.5, 0.2), (0.98, 0.03), (1.0, 0.03))
_WARM = ((0.0, 0.42), (0.5, 0.42), (0.98, 0.03), (1.0, 0.03))
_HOT = ((0.0, 0.46), (0.5, 0.0), (1.0, 0.0))


def arch_outline(x: float, y: float, width: float, height: float) -> list[Point]:
    """Return the outline of an arch with its lower left corner at x, y."""
    r = width / 2
    top, spring = y + height, y + height - r
    left = bezier((x, spring), (x, top - r * 0.45), (x + r * 0.45, top), (x + r, top), 24)
    right = bezier((x + r, top), (x + width - r * 0.45, top), (x + width, top - r * 0.45), (x + width, spring), 24)
    return [(x, y), (x, spring), *left, *right, (x + width, y)]


def _shape(width: int, height: int, line: int) -> Texture:
    """Return an arch filling the box, or (line > 0) only its edge."""

    def draw() -> None:
        fill_fan((width / 2, height / 3), arch_outline(0, 0, width, height))
        if line:
            erase()
            inner = arch_outline(line, line, width - 2 * line, height - 2 * line)
            fill_fan((width / 2, height / 3), inner)
            ink()

    return painted(("arch", width, height, line), width, height, draw)


def _fire(width: int, height: int, stops: tuple[tuple[float, float], ...]) -> Texture:
    """Return a glow from the foot of the arch, cut to its shape."""
    whole = _shape(width, height, 0)

    def draw() -> None:
        Rectangle(texture=radial(stops, 128), pos=(-width / 2, -height), size=(2 * width, 2 * height))
        keep()
        Rectangle(texture=whole, size=(width, height))
        ink()

    return painted(("arch fire", width, height, stops), width, height, draw, smooth=False)


def put_arch(x: float, y: float, width: float, height: float, lit: bool, line: float, edge: Colour) -> None:
    """Put an arch with its fire into the open canvas (px)."""
    pos, size = (round(x), round(y)), (round(width), round(height))
    layers: list[tuple[Texture, Colour]] = [(_shape(*size, 0), C.soot)]
    layers += [(_fire(*size, _WARM), C.glow), (_fire(*size, _HOT), C.ember)] if lit else [(_fire(*size, _COLD), C.glow)]
    layers.append((_shape(*size, round(line)), edge))
    for texture, colour in layers:
        put_box(*pos, *size, colour, texture)


class Gate(Touchable):
    """A game's way in: icon, name and a line about it inside the arch, or (upright) to the right of it.

    :param beside: the words are right of an arch as wide as `arch_width` u; else inside.
    :param lines: one line inside; up to two beside (the first in the first tone).
    """

    def __init__(
        self,
        icon: str,
        name: str,
        lines: tuple[str, ...] = (),
        lit: bool = False,
        action: Action | None = None,
        **kwargs: Any,
    ) -> None:
        self.icon, self.name, self.lines, self.lit = icon, name, lines, lit
        self.beside = False
        self.arch_width = 18.0
        super().__init__(action=action, **kwargs)

    def show(
        self,
        name: str | None = None,
        lines: tuple[str, ...] | None = None,
        lit: bool | None = None,
        beside: bool | None = None,
    ) -> None:
        """Change what is not None."""
        self.name = self.name if name is None else name
        self.lines = self.lines if lines is None else lines
        self.lit = self.lit if lit is None else lit
        self.beside = self.beside if beside is None else beside
        self.redraw()

    def draw(self) -> None:
        u = self.m.u
        wide = self.arch_width * u if self.beside else self.width
        lit = self.lit or self._pressed
        edge = C.ember if lit else self.skin.key_line
        line = 0.5 if lit else 0.375
        if self._pressed:
            edge, line = C.bone, 0.5
        put_arch(self.x, self.y, wide, self.height, lit and self._enabled, line * u, edge)
        middle = self.x + wide / 2
        side = wide * (0.62 if self.beside else 0.5)
        at = self.y + self.height * (0.5 if self.beside else 0.58)
        put_icon(self.icon, middle - side / 2, at - side / 2, side, C.bone if self._enabled else C.rim)
        if self.beside:
            self._words_beside(u)
        else:
            self._words_inside(u, middle)

    def _words_inside(self, u: float, middle: float) -> None:
        room = self.width - 2 * theme.PAD_TEXT * u
        base = self.y + self.height * 0.2
        name = self._fit(self.name, "bold", (3.4, 3.1, 2.8, 2.5), room)
        tone = C.bone if self._enabled else C.ash
        put_line(name.lines[0], "bold", name.size, middle, base, tone, "center")
        if self.lines:
            small = self._fit(self.lines[0], "text", (2.62, 2.5), room)
            put_line(small.lines[0], "text", small.size, middle, base - 3.75 * u, tone.fade(0.9), "center")

    def _words_beside(self, u: float) -> None:
        x = self.x + (self.arch_width + 3) * u
        room = self.right - x
        name = self._fit(self.name, "bold", (4.17, 3.8, 3.4, 3), room)
        first = self.top - 8.67 * u
        put_line(name.lines[0], "bold", name.size, x, first, C.bone if self._enabled else C.ash)
        for i, words in enumerate(self.lines[:2]):
            laid = self._fit(words, "text", (2.67, 2.5) if i == 0 else (2.5,), room)
            tone = C.bone if i == 0 and self._enabled else C.ash
            put_line(laid.lines[0], "text", laid.size, x, first - (4.33 + 3.67 * i) * u, tone)

    def _fit(self, text: str, face: FontFace, sizes: tuple[float, ...], room: float) -> TextFit:
        return fit(text, face, tuple(s * self.m.u for s in sizes), room)
