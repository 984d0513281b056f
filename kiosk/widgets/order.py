"""An order to the table: huge words for four seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Scale
from kivy.properties import NumericProperty

from companion.presentation.colours import Colour
from kiosk.display import theme
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.base import Drawn
from kiosk.widgets.label import TextFit, capital_height, fit, put_line
from kiosk.widgets.motion import glide


def order_high(laid: TextFit) -> float:
    """px of its lines from the first capital to the last baseline."""
    return (0.72 + 1.02 * (len(laid.lines) - 1)) * laid.size


class Order(Drawn):
    """Huge words ("Retire 3"), sitting on the bottom of its box; it steps down 19, 14, 11 u, then to two lines.

    Upright, where there is height, to three.

    :param size: u of the largest size; upright screens and scores may ask for up to 36.
    """

    draws_itself = True

    grown = NumericProperty(1.0)

    def __init__(self, text: str = "", colour: Colour | None = None, size: float = 19.0, **kwargs: Any) -> None:
        self._text, self._colour, self._size_u = text, colour, size
        super().__init__(**kwargs)

    def on_grown(self, *_: Any) -> None:
        self.redraw()

    @property
    def text(self) -> str:
        return self._text

    def show(self, text: str, colour: Colour | None = None) -> None:
        """Show another order; it arrives by scaling from 1.06 to 1 in 160 ms."""
        fresh = text != self._text
        self._text, self._colour = text, colour
        if fresh and text and look.motion:
            self.grown = MOTION.order_scale
            glide(self, MOTION.order_in, grown=1.0)
        self.redraw()

    def fit(self) -> TextFit:
        return self.fit_in(self.width)

    def fit_in(self, wide: float) -> TextFit:
        """Return how it fits a width (px)."""
        u = self.m.u
        sizes = (self._size_u, *(s for s in (19.0, 14.0, theme.ACROSS) if s < self._size_u))
        return fit(self._text, "black", tuple(s * u for s in sizes), wide, 2 if self.m.wide else 3)

    def natural(self, room: float) -> tuple[float, float]:
        u = self.m.u
        return room, order_high(self.fit_in(room * u)) / u

    @property
    def fits(self) -> bool:
        return self.fit().fits

    def draw(self) -> None:
        if not self._text or self.width < 8:
            return
        laid = self.fit()
        base = self.y
        step = laid.size * 1.02
        PushMatrix()
        Scale(self.grown, self.grown, 1, origin=(self.x, base + capital_height("black", laid.size) / 2))
        for i, words in enumerate(reversed(laid.lines)):
            put_line(words, "black", laid.size, self.x, base + i * step, self._colour or self.skin.first)
        PopMatrix()


ONE = (14.0, theme.ACROSS)
LONG = (9.0, 7.5)
LOW = (theme.ACROSS, 9.0, 7.5, 6.5, 5.5)


class OrderWords(Order):
    """Fit one line if it can be read across, else two of 11 u (upright: up to three of 14), the longest smaller.

    :param low: one line in any case, however small (upright: no larger than 11 u): others are named below.
    """

    def __init__(self, text: str = "", low: bool = False, **kwargs: Any) -> None:
        self.low = low
        super().__init__(text, **kwargs)

    def fit_in(self, wide: float) -> TextFit:
        across = self.m.wide
        if self.low:
            return self._fit(LOW, wide, 1) if across else self._fit(LOW[:3], wide, 3)
        for sizes, lines in ((ONE, 1), ((theme.ACROSS,), 2) if across else ((*ONE, 9.0), 3)):
            laid = self._fit(sizes, wide, lines)
            if laid.fits:
                return laid
        return self._fit(LONG, wide, 2 if across else 4)

    def _fit(self, sizes: Sequence[float], wide: float, lines: int) -> TextFit:
        return fit(self.text, "black", tuple(size * self.m.u for size in sizes), wide, lines)
