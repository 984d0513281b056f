"""What only Cerbère's correction screen shows: Action cards, tabs with the dog's head."""

from __future__ import annotations

from typing import Any

from companion.games.cerbere.names import Side
from kiosk.icons import put_icon
from kiosk.screens.lines import ChoiceLine, KeyLine, Line, StepLine
from kiosk.theme import C
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import capital, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat

__all__ = ["CardMark", "ChoiceLine", "KeyLine", "Line", "PageTab", "StepLine"]


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
        put_line(self.figure, "black", size, self.center_x, base, C.bone if self.held else C.rim, "center")
        self.put_ring(u)


class PageTab(Touchable):
    """A page's tab: an icon, or a seat with the dog's head if it hunts, hollow if it is out."""

    def __init__(self, icon: str = "", colour: str = "", letter: str = "", **kwargs: Any) -> None:
        self.icon, self.colour, self.letter = icon, colour, letter
        self.chosen = False
        self.side = Side.RUNNER
        super().__init__(**kwargs)

    def show(self, chosen: bool | None = None, side: Side | None = None) -> None:
        """Change what is not None."""
        new = (self.chosen if chosen is None else chosen, side or self.side)
        if new != (self.chosen, self.side):
            self.chosen, self.side = new
            self.redraw()

    def draw(self) -> None:
        u, radius = self.m.u, 1.25 * self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.seam if self._pressed else C.basalt, radius)
        edge, line = (C.ember, 4) if self.chosen else (C.seam, 2)
        put_panel(self.x, self.y, self.width, self.height, edge, radius, line)
        side = min(6.4 * u, self.height - 2.4 * u)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        if self.icon:
            put_icon(self.icon, x, y, side, C.ember if self.chosen else C.ash)
        else:
            put_seat(x, y, side, self.colour, self.letter, self.side is Side.OUT)
        if self.side is Side.CERBERUS:
            put_icon("cerberus", self.right - 3.8 * u, self.top - 3.8 * u, 3.2 * u, C.danger)
        self.put_ring(radius)
