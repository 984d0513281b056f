"""An order to the table that leaves room for what follows from it."""

from __future__ import annotations

from typing import Any

from kiosk import theme
from kiosk.widgets.label import Fit, fit
from kiosk.widgets.order import Order

ONE = (14.0, theme.ACROSS)
LONG = (9.0, 7.5)
LOW = (theme.ACROSS, 9.0, 7.5, 6.5, 5.5)


class OrderWords(Order):
    """One line if it can be read across, else two of 11 u (upright: up to three of 14), the longest smaller.

    :param low: one line in any case, however small (upright: no larger than 11 u): others are named below.
    """

    def __init__(self, text: str = "", low: bool = False, **kwargs: Any) -> None:
        self.low = low
        super().__init__(text, **kwargs)

    def fit(self) -> Fit:
        u = self.m.u
        wide = self.m.wide
        if self.low and wide:
            return fit(self.text, "black", tuple(s * u for s in LOW), self.width)
        if self.low:
            return fit(self.text, "black", tuple(s * u for s in LOW[:3]), self.width, 3)
        laid = fit(self.text, "black", tuple(s * u for s in ONE), self.width)
        if laid.fits:
            return laid
        sizes = (theme.ACROSS,) if wide else (*ONE, 9.0)
        laid = fit(self.text, "black", tuple(s * u for s in sizes), self.width, 2 if wide else 3)
        return laid if laid.fits else fit(self.text, "black", tuple(s * u for s in LONG), self.width, 2 if wide else 4)
