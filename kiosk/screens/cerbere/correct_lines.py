"""One line of the correction screen each: a number, a switch, a choice among a few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.cerbere.names import Side
from kiosk.icons import Icon, put_icon
from kiosk.screens.tiles import Stepper
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.base import Drawn, Stage
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import Text, capital, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import put_seat
from kiosk.widgets.stack import row


class Line(Stage):
    """The base: a mark and words on the left. Placed by hand, so it fills nothing by itself."""

    def __init__(self, mark: Drawn | None, words: str, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.mark = mark
        self.words = Text(words, "body", lines=2)

    def arrange_words(self, room: float) -> None:
        """Put mark and words into the left `room` u."""
        left = 0.0
        if self.mark is not None:
            self.put(self.mark, left=0, width=5, top=1.6, height=5)
            left = 6.4
        self.put(self.words, left=left, width=room - left, top=0, bottom=0)


class StepLine(Line):
    """A number with minus and plus."""

    def __init__(self, icon: str, words: str, change: Callable[[int], object], tone: Colour = C.ash) -> None:
        super().__init__(Icon(icon, tone), words)
        self.stepper = Stepper(change)

    def show(self, value: int, least: int, most: int) -> None:
        """The number and how far it goes."""
        self.stepper.show(str(value), value <= least, value >= most)

    def arrange(self, m: Metrics) -> None:
        self.arrange_words(self.width / m.u - 25)
        self.put(self.stepper, right=0, width=24, top=0, bottom=0)


class ChoiceLine(Line):
    """Several small tiles, any of which may be chosen."""

    def __init__(self, words: str, tiles: Sequence[Any], mark: Drawn | None = None) -> None:
        super().__init__(mark, words)
        self.tiles = list(tiles)

    def arrange(self, m: Metrics) -> None:
        wide = self.width / m.u
        each = 7.2
        taken = len(self.tiles) * (each + 1) - 1
        self.arrange_words(wide - taken - 1)
        row(self, self.tiles, top=0, height=self.height / m.u, left=wide - taken, right=0, gap=1)


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


class KeyLine(Stage):
    """Keys side by side."""

    def __init__(self, keys: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.keys: list[Any] = list(keys)

    def arrange(self, m: Metrics) -> None:
        row(self, self.keys, top=0, height=self.height / m.u, left=0, right=0)
