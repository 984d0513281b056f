"""The card of the moment: a lit arch with its icon, its name, and the number of its tag."""

from __future__ import annotations

from typing import Any

from companion.presentation.colours import C
from kiosk.display import theme
from kiosk.widgets.base import Drawn
from kiosk.widgets.gate import put_arch
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import TextFit, fit, put_line


class Niche(Drawn):
    """`lit`: the card is there; else it is waited for."""

    def __init__(self, **kwargs: Any) -> None:
        self.icon, self.name, self.line, self.lit = "tag", "", "", False
        super().__init__(**kwargs)

    def show(self, icon: str, name: str = "", line: str = "", lit: bool = False) -> None:
        if (icon, name, line, lit) != (self.icon, self.name, self.line, self.lit):
            self.icon, self.name, self.line, self.lit = icon, name, line, lit
            self.redraw()

    def _fits(self) -> tuple[TextFit, TextFit]:
        u, room = self.m.u, self.width - 2.4 * self.m.u
        name = fit(self.name, "black", tuple(s * u for s in (5, 4.25, 3.75, 3.25, 2.9, 2.6)), room, 2)
        return name, fit(self.line, "text", (2.7 * u, 2.5 * u, 2.2 * u), room)

    @property
    def fits(self) -> bool:
        name, line = self._fits()
        return name.fits and (not self.line or line.fits)

    def draw(self) -> None:
        u = self.m.u
        edge = C.ember if self.lit else C.rim
        put_arch(self.x, self.y, self.width, self.height, self.lit, theme.LINE_CHOSEN, edge)
        name, line = self._fits()
        base = self.y + 1.8 * u
        if self.line:
            put_line(line.lines[0], "text", line.size, self.center_x, base, C.bone if self.lit else C.ash, "center")
            base += 3.6 * u
        for words in reversed(name.lines if self.name else ()):
            put_line(words, "black", name.size, self.center_x, base, C.bone, "center")
            base += name.size * 1.05
        room = self.top - base
        side = min(room * 0.62, self.width * 0.56)
        self.put_picture(self.center_x - side / 2, base + (room - side) * 0.42, side)

    def put_picture(self, x: float, y: float, side: float) -> None:
        """The icon, or what takes its place."""
        put_icon(self.icon, x, y, side, C.ember if self.lit else C.rim)
