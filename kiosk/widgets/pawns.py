"""Pawns on a board: a seat's shape and letter, or Cerberus; they glide, and those that can be touched are ringed."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle

from companion.presentation.board_path import Spot
from companion.presentation.colours import SEATS, C
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.motion import Curve, glide
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat

DIM = 0.4
"""Opacity of the pawns that an open question is not about."""


class Pawn(Drawn):
    """One pawn; its box is its mark. `seat` None: Cerberus.

    ringed: it can be touched now; number: its place among those picked, shown instead of its letter;
    pressed: a finger is on it; active: its turn.
    """

    def __init__(self, name: str, seat: str | None, **kwargs: Any) -> None:
        self.name, self.seat = name, seat
        self.ringed = self.pressed = self.active = False
        self.number = 0
        super().__init__(**kwargs)

    def mark(
        self,
        ringed: bool | None = None,
        number: int | None = None,
        pressed: bool | None = None,
        active: bool | None = None,
    ) -> None:
        """Change what is not None."""
        new = {"ringed": ringed, "number": number, "pressed": pressed, "active": active}
        changed = {k: v for k, v in new.items() if v is not None and v != getattr(self, k)}
        for name, value in changed.items():
            setattr(self, name, value)
        if changed:
            self.redraw()

    def stand(self, spot: Spot) -> None:
        self.size = (spot.size, spot.size)
        self.pos = (spot.x - spot.size / 2, spot.y - spot.size / 2)

    def go(self, spot: Spot, seconds: float, curve: Curve = "out_cubic", done: Any = None) -> None:
        """Glide there; whoever stands there already has arrived."""
        s = spot.size
        to = {"width": s, "height": s, "x": spot.x - s / 2, "y": spot.y - s / 2}
        there = all(getattr(self, name) == value for name, value in to.items())
        glide(self, 0 if there else seconds, curve, done, **to)

    def draw(self) -> None:
        side = self.width
        u = self.m.u
        if side < 4:
            return
        x, y = self.x, self.y
        if self.ringed or self.pressed:
            line = max(3, round(0.36 * u))
            tone = C.bone if self.pressed or self.number else C.ember
            put_panel(x, y, side, side, tone, side, line)
        inset = (0.125 if self.ringed or self.pressed else 0.05) * side
        if self.seat is None:
            put_icon("cerberus", x, y, side, C.danger)
        else:
            shown = str(self.number) if self.number else self.name[:1]
            put_seat(x + inset, y + inset, side - 2 * inset, self.seat, shown)
        if self.active and not self.ringed:
            Color(*C.bone)
            Rectangle(pos=(round(x + 0.14 * side), round(y - 0.05 * side)), size=(round(0.72 * side), round(0.3 * u)))


def colour_of(seat: str | None) -> Any:
    """The colour of a pawn's trail."""
    return C.danger if seat is None else SEATS[seat].colour
