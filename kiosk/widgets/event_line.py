"""The line of what happened: an icon and a few words."""

from __future__ import annotations

from typing import Any

from companion.presentation.colours import Colour
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import TextFit, capital_height, fit, overflow, put_line


class EventLine(Drawn):
    """Icon (coloured) and text, from the left of its box.

    :param size: font size in u instead of the role's.
    """

    def __init__(self, size: float | None = None, **kwargs: Any) -> None:
        self._size_u = size
        self._icon, self._text = "", ""
        self._tone: Colour | None = None
        super().__init__(**kwargs)

    @property
    def text(self) -> str:
        return self._text

    def say(self, text: str = "", icon: str = "", colour: Colour | None = None) -> None:
        """Show a text until the next call."""
        new = text, icon, colour
        if new != (self._text, self._icon, self._tone):
            self._text, self._icon, self._tone = new
            self.redraw()

    def _left(self) -> float:
        return 1.53 * self._sizes()[0] if self._icon else 0.0

    def _sizes(self) -> tuple[float, ...]:
        """Font sizes in px it may take."""
        if self._size_u is None:
            return self.m.steps("event")
        return self.m.larger_first(tuple(self._size_u * self.m.u * f for f in (1, 0.9, 0.8)))

    def fit(self) -> TextFit:
        """How its text goes into it now: in two lines where it is high enough."""
        lines = 2 if self.height > 5.6 * self.m.u else 1
        return fit(self._text, "text_bold", self._sizes(), self.width - self._left(), lines)

    def draw(self) -> None:
        side = 1.21 * self._sizes()[0]
        if self._icon:
            put_icon(self._icon, self.x, self.center_y - side / 2, side, self._tone or self.skin.first)
        if self._text:
            laid = self.fit()
            if not laid.fits:
                overflow(self._text, self.width)
            step = 1.18 * laid.size
            base = self.center_y - (capital_height("text_bold", laid.size) - step * (len(laid.lines) - 1)) / 2
            for i, words in enumerate(laid.lines):
                put_line(words, "text_bold", laid.size, self.x + self._left(), base - i * step, self.skin.first)
