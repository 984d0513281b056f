"""The band over the event line, shown for three seconds: a tap that did not count, and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from kiosk.display import theme
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import TextFit, fit, overflow, put_line
from kiosk.widgets.motion import appear
from kiosk.widgets.together import put_box

OVERLAP = 0.2
"""u that a widget may reach below the band."""


class Band(Drawn):
    """A full-width band: icon, what it was (bold), what was expected. Hidden until `say`.

    7 u high at least when wide, 11 when upright (two lines each).

    :param room_right: u kept free of text at the right (for the wagon).
    """

    def __init__(self, room_right: float = 12.5, **kwargs: Any) -> None:
        self._what, self._expected, self._icon = "", "", "warning"
        self._colour: Colour = C.brim
        self._end: Any = None
        self.room_right = room_right
        self._covers: tuple[Drawn, ...] = ()
        self._given_way: list[Drawn] = []
        self.settle: Callable[[], None] = lambda: None
        """Called before it appears: places it, and chooses what gives way (`cover`)."""
        super().__init__(**kwargs)
        self.visible = False

    def say(
        self,
        what: str,
        expected: str = "",
        icon: str = "warning",
        colour: Colour = C.brim,
        seconds: float | None = theme.MOTION.band_stays,
    ) -> None:
        """Show it for `seconds` (None: until `hush`)."""
        self._what, self._expected, self._icon, self._colour = what, expected, icon, colour
        if self._end is not None:
            self._end.cancel()
        self._end = None if seconds is None else Clock.schedule_once(lambda _: self.hush(), seconds)
        if not self.visible:
            self.settle()
            self.visible = True
            self._hide()
            appear(self)
        self.redraw()

    def hush(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None
        self.visible = False
        self._bring_back()

    def cover(self, *widgets: Drawn) -> None:
        """Set the widgets that give way from now on while it shows, where it would cover half of them."""
        if self.visible and widgets == self._covers:
            return
        self._bring_back()
        self._covers = widgets
        if self.visible:
            self._hide()

    def _hide(self) -> None:
        self._given_way = [widget for widget in self._covers if widget.visible and self._overlaps(widget)]
        for widget in self._given_way:
            widget.opacity = 0  # whether it shows at all stays its screen's to say

    def _overlaps(self, widget: Drawn) -> bool:
        """Whether more than an edge of the widget is below the band."""
        least = OVERLAP * self.m.u
        across = min(self.right, widget.right) - max(self.x, widget.x)
        return bool(across > least and min(self.top, widget.top) - max(self.y, widget.y) > least)

    def _bring_back(self) -> None:
        for widget in self._given_way:
            widget.opacity = 1 if widget.visible else 0
        self._given_way = []

    def fits_in(self) -> tuple[TextFit, TextFit]:
        """Return how its two parts fit now: one line each if the band is low, else up to two."""
        u = self.m.u
        lines = 1 if self.height < 10.5 * u else 2
        room = self.width - (theme.MARGIN + 10 + self.room_right) * u
        low = self.height < 9 * u
        titles = (3.4, 3.1, 2.9, 2.6, 2.3) if low else (4.125, 3.6, 3.25, 2.9)
        hints = (2.75, 2.5, 2.3, 2.1) if low else (2.9, 2.5)
        hint_sizes = tuple(s * u for s in hints) if low else (self.m.type("body"), *(s * u for s in hints))
        what = fit(self._what, "text_bold", tuple(s * u for s in titles), room, lines)
        return what, fit(self._expected, "text", hint_sizes, room, lines)

    @property
    def fits(self) -> bool:
        what, expected = self.fits_in()
        return what.fits and expected.fits

    def draw(self) -> None:
        u = self.m.u
        put_box(self.x, self.y, self.width, self.height, self._colour)
        side = min(7.25 * u, self.height - u)
        put_icon(self._icon, self.x + (theme.MARGIN + 4) * u - side / 2, self.center_y - side / 2, side, C.pit)
        what, expected = self.fits_in()
        if not (what.fits and expected.fits):
            overflow(f"{self._what} / {self._expected}", self.width)
        lines: list[tuple[str, FontFace, int]] = [(words, "text_bold", what.size) for words in what.lines]
        if self._expected:
            lines += [(words, "text", expected.size) for words in expected.lines]
        steps = [1.18 * size for _, _, size in lines[1:]]
        left = self.x + (theme.MARGIN + 10) * u
        base = self.center_y + (sum(steps) - 0.71 * what.size) / 2 + (0.02 if self.height < 9 * u else 0.12) * what.size
        for (words, face, size), step in zip(lines, [*steps, 0.0], strict=True):
            put_line(words, face, size, left, base, C.pit)
            base -= step
