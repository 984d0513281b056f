"""Pieces of the playing screen: the cloths of a U-turn, and the order of a miss."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle

from companion.presentation.colours import C
from kiosk import theme
from kiosk.icons import put_icon
from kiosk.widgets.base import Drawn
from kiosk.widgets.label import Fit, fit, put_line
from kiosk.widgets.order import Order
from kiosk.widgets.paint import fan, painted


class Streamer(Drawn):
    """U-turn: a bright edge along the whole top, from which the pennant hangs."""

    def draw(self) -> None:
        Color(*C.brim)
        Rectangle(pos=self.pos, size=self.size)


class Banner(Drawn):
    """U-turn upright: a cloth across the whole top with two tails; icon, title and a line beside it."""

    def __init__(self, title: str, second: str, **kwargs: Any) -> None:
        self.title, self.second = title, second
        super().__init__(**kwargs)

    def _fits(self) -> tuple[Fit, Fit]:
        u = self.m.u
        room = self.width - 20 * u
        return fit(self.title, "bold", (5 * u, 4.25 * u), room), fit(self.second, "text", (3 * u, 2.5 * u), room)

    @property
    def fits(self) -> bool:
        return all(f.fits for f in self._fits())

    def draw(self) -> None:
        u = self.m.u
        wide, high = round(self.width), round(self.height)
        if wide < 16 or high < 16:
            return
        notch = 2.4 * u

        def cloth() -> None:
            fan((wide / 2, high * 0.6), [(0, high), (wide, high), (wide, 0), (wide / 2, notch), (0, 0)])

        Color(*C.brim)
        Rectangle(texture=painted(("banner", wide, high), wide, high, cloth), pos=self.pos, size=(wide, high))
        put_icon("uturn", self.x + 4.5 * u, self.y + 2.6 * u, 8 * u, C.pit)
        title, second = self._fits()
        x = self.x + 15 * u
        put_line(title.lines[0], "bold", title.size, x, self.y + 6.4 * u, C.pit)
        put_line(second.lines[0], "text", second.size, x, self.y + 2.9 * u, C.pit)


ROOM = {True: 19.6, False: 27.0}
"""u of height for an order, wide and upright: between its head and the cards."""
BELOW = 4.8
"""u of what comes below it."""


class FittedOrder(Order):
    """An order that keeps to the height it has: the largest size at which all its lines go in."""

    above = False
    """A line follows below it, or cards fall there."""

    def fit(self) -> Fit:
        return self._fit(self.width)

    def _fit(self, wide: float) -> Fit:
        """How it goes into a width (px)."""
        u = self.m.u
        room = ROOM[self.m.wide] - (BELOW if self.above else 0)
        for size in (19.0, 14.0, theme.ACROSS):
            laid = fit(self.text, "black", (size * u,), wide, 2)
            if laid.fits and _high(laid) <= room * u:
                return laid
        return fit(self.text, "black", (theme.ACROSS * u,), wide, 3)

    def natural(self, room: float) -> tuple[float, float]:
        return room, _high(self._fit(room * self.m.u)) / self.m.u


def _high(laid: Fit) -> float:
    """px of its lines, the last one with the tail of a g."""
    return (0.72 + 1.02 * (len(laid.lines) - 1)) * laid.size
