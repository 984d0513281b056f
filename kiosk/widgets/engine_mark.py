"""An engine on a rail map: its seat's shape on a dark disc, and a nose that shows where it looks. It glides."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate

from kiosk.icons import put_icon
from kiosk.theme import SEATS, C
from kiosk.widgets.base import Drawn
from kiosk.widgets.motion import Curve, glide
from kiosk.widgets.panel import put_panel
from kiosk.widgets.rail_marks import nose, put_engine

NOSE = 0.36
"""Of its size."""


class EngineMark(Drawn):
    """One engine; its box is the disc. `seat` None: Cerberus.

    looks: the way it looks (x east, y north), (0, 0) in a circle; active: its turn; ringed: it is meant by a question.
    """

    def __init__(self, name: str, seat: str | None, **kwargs: Any) -> None:
        self.name, self.seat = name, seat
        self.looks = (0.0, 0.0)
        self.active = self.ringed = False
        super().__init__(**kwargs)

    def mark(self, looks: tuple[float, float], active: bool, ringed: bool = False) -> None:
        """How it is to be shown."""
        if (looks, active, ringed) != (self.looks, self.active, self.ringed):
            self.looks, self.active, self.ringed = looks, active, ringed
            self.redraw()

    def stand(self, x: float, y: float, size: float) -> None:
        """Be there at once."""
        self.size = (size, size)
        self.pos = (x - size / 2, y - size / 2)

    def go(self, x: float, y: float, size: float, seconds: float, curve: Curve, done: Any = None) -> None:
        """Glide there."""
        glide(self, seconds, curve, done, width=size, height=size, x=x - size / 2, y=y - size / 2)

    def draw(self) -> None:
        size = self.width
        if size < 6:
            return
        x, y = self.center_x, self.center_y
        if self.seat is None:
            put_panel(self.x, self.y, size, size, C.pit, size)
            put_panel(self.x, self.y, size, size, C.danger, size, max(2, round(0.06 * size)))
            inner = 0.7 * size
            put_icon("cerberus", x - inner / 2, y - inner / 2, inner, C.danger)
            return
        if self.looks != (0.0, 0.0) and not self.ringed:  # what it may be pushed onto lies under its nose
            self._draw_nose(x, y, size)
        put_engine(x, y, size, self.seat, self.name[:1])
        if self.active or self.ringed:
            wide = max(2, round(0.05 * size))
            put_panel(self.x, self.y, size, size, C.ember if self.ringed else C.bone, size, wide)

    def _draw_nose(self, x: float, y: float, size: float) -> None:
        side = NOSE * size
        texture = nose(max(8, round(side)))
        PushMatrix()
        Rotate(angle=degrees(atan2(self.looks[1], self.looks[0])), origin=(x, y))
        edge = 0.14 * side
        Color(*C.pit)
        big = side + 2 * edge
        Rectangle(texture=texture, pos=(x + 0.42 * size - edge, y - big / 2), size=(big, big))
        Color(*SEATS[self.seat or "white"].colour)
        Rectangle(texture=texture, pos=(x + 0.45 * size, y - side / 2), size=(side, side))
        PopMatrix()
