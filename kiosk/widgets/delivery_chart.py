"""Deliveries over the turns: a line of steps for each seat with its mark at the end, mishaps below the axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Line, Rectangle

from companion.presentation.colours import SEATS, C
from kiosk.widgets.chart import Chart, put_layer, spread_places
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital_height, fit, put_line
from kiosk.widgets.seat import put_seat


@dataclass(frozen=True)
class SeatDeliveries:
    """One seat: `turns` in which something was delivered, in order."""

    colour: str
    letter: str
    turns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Deliveries:
    """What the chart shows. `mishaps`: (turn, icon) below the axis."""

    runs: tuple[SeatDeliveries, ...] = ()
    mishaps: tuple[tuple[int, str], ...] = ()
    last: int = 1


class DeliveryChart(Chart):
    """`Deliveries`: words above the plot, and at the first and at the last turn."""

    FOOT, HEAD, LEFT, RIGHT = 8.4, 4.4, 3.2, 4.4
    """u below, above, left and right of the plot."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Deliveries(), "", "", "", **kwargs)

    @property
    def highest(self) -> int:
        """The most that any player delivered."""
        return max([3, *(len(run.turns) for run in self.data.runs)])

    @property
    def fits(self) -> bool:
        return fit(self.words[0], "text", self.m.steps("small"), self.width - self.LEFT * self.m.u).fits

    def draw(self) -> None:
        u = self.m.u
        x0, y0 = round(self.x + self.LEFT * u), round(self.y + self.FOOT * u)
        wide, high = round(self.right - self.RIGHT * u - x0), round(self.top - self.HEAD * u - y0)
        if wide < 20 or high < 20:
            return
        self._draw_words(x0, y0, wide, high)
        runs = self.data.runs
        ends = self._ends(high)
        for i, run in enumerate(runs):
            shift = (i - (len(runs) - 1) / 2) * 0.5 * u  # lines of equal height are side by side
            points = self._steps(run, wide, high, shift)
            colour = SEATS[run.colour].colour
            put_layer(tuple(points), x0, y0, wide, high, colour, u, lambda p=points: self._line(p))  # type: ignore[misc]
        side = 3.6 * u
        for run, end in zip(runs, ends, strict=True):
            put_seat(x0 + wide + 0.5 * u, y0 + end - side / 2, side, run.colour, run.letter)
        Color(*C.rim)
        Rectangle(pos=(x0, y0), size=(wide, 2))
        self._draw_mishaps(x0, y0, wide)

    def _x(self, turn: float, wide: int) -> float:
        return (turn - 0.5) / max(1, self.data.last) * wide

    def _y(self, value: float, high: int) -> float:
        return value / (self.highest * 1.06) * high

    def _ends(self, high: int) -> list[float]:
        """Return the heights of the marks at the right: apart, even where lines end alike."""
        least = 3.7 * self.m.u
        order = sorted(range(len(self.data.runs)), key=lambda i: len(self.data.runs[i].turns))
        places = [0.0] * len(order)
        before = -least
        for i in order:
            places[i] = before = max(self._y(len(self.data.runs[i].turns), high), before + least)
        over = max([0.0, *(place - high for place in places)])
        return [place - over for place in places]

    def _steps(self, run: SeatDeliveries, wide: int, high: int, shift: float) -> list[float]:
        points = [0.0, max(0.0, shift)]
        n = 0
        for turn in run.turns:
            x = self._x(turn, wide)
            points += [x, max(0.0, self._y(n, high) + shift), x, self._y(n + 1, high) + shift]
            n += 1
        points += [float(wide), max(0.0, self._y(n, high) + shift)]
        return points

    def _line(self, points: list[float]) -> None:
        Line(points=points, width=0.27 * self.m.u, cap="round", joint="round")

    def _draw_words(self, x0: float, y0: float, wide: int, high: int) -> None:
        u, small = self.m.u, self.m.type("small")
        laid = fit(self.words[0], "text", self.m.steps("small"), self.width - self.LEFT * u)
        put_icon("deliver", self.x, self.top - 3.4 * u, 3 * u, C.ash)
        put_line(laid.lines[0], "text", laid.size, self.x + 4 * u, self.top - 2.8 * u, C.ash)
        self.put_ends(x0, x0 + wide, self.y + 0.7 * u)
        for n in {self.highest, self.highest // 2}:
            y = y0 + self._y(n, high)
            Color(*C.seam)
            Rectangle(pos=(x0, round(y)), size=(wide, 1))
            put_line(str(n), "text", small, x0 - 0.7 * u, y - capital_height("text", small) / 2, C.ash, "right")

    def _draw_mishaps(self, x0: float, y0: float, wide: int) -> None:
        """Draw rams and derailments below the axis, side by side where they fall together."""
        u = self.m.u
        side = 3.0 * u
        turns = [x0 + self._x(turn, wide) for turn, _icon in self.data.mishaps]
        places = spread_places(turns, side * 1.05, self.right - side / 2)
        for x, (_turn, icon) in zip(places, self.data.mishaps, strict=True):
            if x > self.x:
                put_icon(icon, x - side / 2, y0 - 0.7 * u - side, side, C.danger)
