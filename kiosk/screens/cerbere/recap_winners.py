"""The large picture of the recap: the boat with those who got away, or Cerberus with those who ran with him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle

from companion.games.cerbere.view import SeatView
from kiosk.icons import put_icon
from kiosk.theme import C
from kiosk.widgets.base import Drawn
from kiosk.widgets.board_marks import hull, water
from kiosk.widgets.seat import put_seat


class Winners(Drawn):
    """Everybody who won, as large as the box allows."""

    def __init__(self, **kwargs: Any) -> None:
        self.won = True
        self.seats: tuple[SeatView, ...] = ()
        self.room = 1
        super().__init__(**kwargs)

    def show(self, won: bool, seats: Sequence[SeatView], room: int | None) -> None:
        """Those who won; `room`: seats of their boat."""
        self.won, self.seats, self.room = won, tuple(seats), max(room or 0, len(seats), 1)
        self.redraw()

    def draw(self) -> None:
        if self.width >= 16 and self.height >= 16:
            (self._draw_boat if self.won else self._draw_pack)()

    def _draw_boat(self) -> None:
        u = self.m.u
        high = self.height
        deep = 0.36 * high
        side = min(high - deep, 11 * u)
        wide = min(self.width, self.room * side * 1.12 + 5 * u)
        texture = hull(round(wide), round(deep))
        Color(*C.brim)
        Rectangle(texture=texture, pos=(round(self.x), round(self.y)), size=texture.size)
        waves = water(round(wide + 6 * u), u)
        Color(*C.brim.fade(0.7))
        Rectangle(texture=waves, pos=(round(self.x), round(self.y - 0.5 * u)), size=waves.size)
        step = side * 1.12
        left = self.x + (wide - self.room * step) / 2 + (step - side) / 2
        for i, seat in enumerate(self.seats):
            put_seat(left + i * step, self.y + deep - 0.02 * side, side, seat.colour, seat.name[:1])

    def _draw_pack(self) -> None:
        u, high = self.m.u, self.height
        put_icon("cerberus", self.x, self.y, high, C.danger)
        if not self.seats:
            return
        left = self.x + high + 1.6 * u
        step = min(9 * u, (self.right - left) / len(self.seats))
        side = min(step * 0.92, 8 * u)
        for i, seat in enumerate(self.seats):
            put_seat(left + i * step, self.y + 0.4 * u, side, seat.colour, seat.name[:1])
