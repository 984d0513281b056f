"""The jaw: fangs along the upper and lower edge, for danger or the last minute."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, Rectangle
from kivy.properties import NumericProperty

from companion.presentation.colours import C
from companion.presentation.path_data import Point, bezier
from kiosk.display.theme import MOTION
from kiosk.widgets.atlas import Texture
from kiosk.widgets.base import Drawn
from kiosk.widgets.motion import glide
from kiosk.widgets.paint import erase, fill_fan, ink, painted

TEETH = (
    (14, 54, 58), (66, 46, 40), (114, 44, 52), (160, 40, 40), (204, 40, 34), (246, 40, 46), (292, 52, 106),
    (334, 36, 40), (374, 40, 30), (418, 42, 34), (462, 40, 30), (504, 36, 42), (548, 52, 106), (594, 40, 44),
    (642, 46, 36), (692, 46, 48), (742, 46, 52), (790, 50, 62),
)  # fmt: skip
"""Middle, width and depth of each, on a screen of 800 x 480 px."""
DEEPEST = 106 / 8
"""u."""
GUM = 1.5


def _fang(x: float, width: float, depth: float, top: float) -> list[Point]:
    """Return a fang with hollow flanks, pointing down from `top`."""
    a, b, tip = (x - width / 2, top), (x + width / 2, top), (x + width * 0.02, top - depth)
    left = bezier(a, (a[0] + width * 0.3, top - depth * 0.22), (x - width * 0.1, top - depth * 0.62), tip)
    right = bezier(tip, (x + width * 0.12, top - depth * 0.6), (b[0] - width * 0.22, top - depth * 0.22), b)
    return [a, *left, *right]


def _row(width: int, height: int, u: float, edge: bool) -> Texture:
    """Return all fangs at full depth, pointing down, as wide as the screen: filled, or their edges alone."""
    k = width / 800
    room = height - 2

    def draw() -> None:
        outlines = [_fang(x * k, w * k, d / 106 * room, height) for x, w, d in TEETH]
        for (x, _w, d), outline in zip(TEETH, outlines, strict=True):
            inside = (x * k, height - d / 106 * room * 0.2)
            if not edge:
                fill_fan(inside, outline)
                continue
            erase()  # a fang hides the edge of its neighbour
            fill_fan(inside, outline)
            ink()
            Line(points=[v for p in outline for v in p], width=0.19 * u, joint="round", cap="round")

    return painted(("fangs", width, height, edge), width, height, draw)


class Fangs(Drawn):
    """Fangs at both edges of its box: `bite` 0 (open) to 1 (closed as far as it goes). Put it behind the figures.

    The floor below its box is dark.

    :param lower: the lower row's share of the upper row's depth.
    """

    draws_itself = True

    grown = NumericProperty(0.0)

    def __init__(self, bite: float = 0.92, lower: float = 0.54, **kwargs: Any) -> None:
        self.lower = lower
        super().__init__(**kwargs)
        self.grown = bite

    def on_grown(self, *_: Any) -> None:
        self.redraw()

    def bite(self, how_far: float) -> None:
        """Grow to `how_far` (0 to 1) in 300 ms."""
        if abs(how_far - self.grown) > 0.001:
            glide(self, MOTION.fangs, grown=how_far)

    def bite_at(self, seconds_left: float) -> None:
        """Grow as the last minute goes: one step of about 1 u each 10 s."""
        steps = 6 - min(6, max(0, -(-int(seconds_left) // int(MOTION.fangs_every))))
        self.bite(0.42 + 0.58 * steps / 6)

    def draw(self) -> None:
        u = self.m.u
        wide, high = round(self.width), round(DEEPEST * u)
        if wide < 8 or self.grown <= 0:
            return
        root = getattr(self.parent, "y", self.y)
        Color(*C.jawpit)
        Rectangle(pos=(self.x, root), size=(wide, self.y - root + 0.15 * u))
        top = self.top - 0.375 * u
        Color(*C.gum)
        Rectangle(pos=(self.x, top - GUM * u), size=(wide, GUM * u))
        for edge, tone in ((False, C.gum), (True, C.danger)):
            texture = _row(wide, high, u, edge)
            Color(*tone)
            deep = high * self.grown
            Rectangle(texture=texture, pos=(self.x, top - 0.375 * u - deep), size=(wide, deep))
            deep *= self.lower
            c = texture.tex_coords
            Rectangle(texture=texture, tex_coords=(*c[6:8], *c[4:6], *c[2:4], *c[0:2]), pos=self.pos, size=(wide, deep))
