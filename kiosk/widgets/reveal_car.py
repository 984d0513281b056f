"""A delivered car that is opened: the lid lifts, its number comes up from below. All are sealed alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, RoundedRectangle
from kivy.properties import NumericProperty

from kiosk.icons import put_icon
from kiosk.theme import MOTION, SMALLEST, C, Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.label import capital, put_line
from kiosk.widgets.motion import glide
from kiosk.widgets.radial import put_halo

FIGURE = 0.36
"""Of the side."""


class RevealCar(Drawn):
    """One car in a square box; its wheels stand on the bottom. `shown` None: nobody knows what is inside."""

    lid = NumericProperty(0.0)
    """0 sealed, 1 open."""

    def __init__(self, **kwargs: Any) -> None:
        self.shown: str | None = None
        self.tone: Colour = C.bone
        super().__init__(**kwargs)
        self.fbind("lid", lambda *_: self.redraw())

    @property
    def sealed(self) -> bool:
        """Nothing of its number is to be seen."""
        return self.shown is None or self.lid <= 0

    def show(self, tone: Colour) -> None:
        """Another colour."""
        if tone != self.tone:
            self.tone = tone
            self.redraw()

    def open(self, text: str, seconds: float = MOTION.lid, done: Callable[[], object] | None = None) -> None:
        """Lift the lid; `done` when the number stands."""
        self.shown = text
        glide(self, seconds, "out_cubic", done, lid=1.0)

    def draw(self) -> None:
        side = min(self.width, self.height)
        if side < 6:
            return
        x, y = self.center_x - side / 2, self.y - 0.075 * side
        if self.shown is None or self.lid <= 0:
            put_icon("sealed", x, y, side, self.tone)
            return
        t = float(self.lid)
        opening = t < 1
        tone = C.ember if opening else self.tone
        if opening:
            put_halo(x + side / 2, y + 0.5 * side, 0.9 * side, C.ember, 0.35 * (1 - t))
        put_icon("car", x, y, side, tone)
        size = max(FIGURE * side, SMALLEST * self.m.u)
        base = y + 0.5 * side - capital("black", size) / 2 - (1 - t) * 0.16 * side
        put_line(self.shown, "black", size, x + side / 2, base, C.pit.fade(t), "center")
        if opening:
            Color(*C.ember.fade(1 - t))
            wide, high = 0.96 * side, 0.09 * side
            RoundedRectangle(
                pos=(x + (side - wide) / 2, y + (0.69 + 0.3 * t) * side), size=(wide, high), radius=[high / 2]
            )
