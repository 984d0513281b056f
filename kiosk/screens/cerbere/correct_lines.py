"""What only Cerbère's correction screen shows: Action cards, tabs with the dog's head."""

from __future__ import annotations

from typing import Any

from companion.games.cerbere.names import Side
from kiosk.icons import put_icon
from kiosk.screens.correction_screen import PageTab
from kiosk.screens.lines import ChoiceLine, KeyLine, Line, StepLine
from kiosk.theme import C
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import capital, put_line
from kiosk.widgets.panel import put_panel

__all__ = ["CardMark", "ChoiceLine", "KeyLine", "Line", "SideTab", "StepLine"]


class CardMark(Touchable):
    """An Action card by its number: bright and standing up in hand, dim and sunk on the table."""

    def __init__(self, figure: str, **kwargs: Any) -> None:
        self.figure = self.label = figure
        self.held = True
        super().__init__(**kwargs)

    def show(self, held: bool) -> None:
        """In hand or not."""
        if held != self.held:
            self.held = held
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        high = self.height if self.held else 0.72 * self.height
        put_panel(self.x, self.y, self.width, high, C.seam if self._pressed else C.basalt, u)
        put_panel(self.x, self.y, self.width, high, C.ash if self.held else C.seam, u, 2)
        size = (5 if self.held else 4) * u
        base = self.y + (high - capital("black", size)) / 2
        put_line(self.figure, "black", size, self.center_x, base, C.bone if self.held else C.ash, "center")
        self.put_ring(u)


class SideTab(PageTab):
    """A player's tab, with the dog's head if it hunts, hollow if it is out."""

    def __init__(self, **kwargs: Any) -> None:
        self.side = Side.RUNNER
        super().__init__(**kwargs)

    def join(self, side: Side) -> None:
        """The player is on that side."""
        if side is not self.side:
            self.side, self.hollow = side, side is Side.OUT
            self.redraw()

    def draw(self) -> None:
        super().draw()
        if self.side is Side.CERBERUS:
            u = self.m.u
            put_icon("cerberus", self.right - 3.8 * u, self.top - 3.8 * u, 3.2 * u, C.danger)
