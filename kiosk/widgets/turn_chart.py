"""A chase over its turns: steps to the Hunt and the Speed as each turn began, and who was caught when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Line, Rectangle

from companion.presentation.colours import C
from kiosk.widgets.chart import Chart, put_dots, put_layer, spread_places
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital_height, fit, put_line, width
from kiosk.widgets.seat import put_seat

ToPixels = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class ChartCapture:
    """A capture in a turn; `hollow`: out of the game, else on the other side from then on."""

    turn: int
    seat: str
    letter: str
    hollow: bool = False


@dataclass(frozen=True)
class Turns:
    """What the chart shows: (turn, steps to the Hunt, Speed) as turns began; `last` is the turn in which it ended."""

    marks: tuple[tuple[int, int, int], ...] = ()
    catches: tuple[ChartCapture, ...] = ()
    last: int = 1
    good: bool = True


class TurnChart(Chart):
    """`Turns`: words for the Rage and the Speed above, below the axis the captures, the first and the last turn."""

    FOOT, HEAD, LEFT = 7.2, 4.2, 4.6
    """u below, above and left of the plot."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Turns(), "", "", "", "", **kwargs)

    @property
    def highest(self) -> int:
        """The largest value that is shown."""
        return max([8, *(max(steps, speed) for _turn, steps, speed in self.data.marks)])

    @property
    def span(self) -> float:
        """Turns from the left to the right end."""
        first = self.data.marks[0][0] if self.data.marks else 1
        return max(1.0, self.data.last + 1 - first)

    def _legend(self) -> tuple[Any, Any]:
        """Both words above the plot: they share its width."""
        u = self.m.u
        half = (self.width - 9 * u) / 2
        sizes = (*self.m.steps("small"), 2.3 * u)
        return fit(self.words[0], "text", sizes, half * 1.3), fit(self.words[1], "text", sizes, half * 0.7)

    @property
    def fits(self) -> bool:
        return all(laid.fits for laid in self._legend())

    def draw(self) -> None:
        u = self.m.u
        x0, y0 = round(self.x + self.LEFT * u), round(self.y + self.FOOT * u)
        wide, high = round(self.right - x0 - u), round(self.top - self.HEAD * u - y0)
        if wide < 20 or high < 20 or not self.data.marks:
            return
        first = self.data.marks[0][0]

        def at(turn: float, value: float) -> tuple[float, float]:
            return (turn - first) / self.span * wide, value / (self.highest * 1.04) * high

        self._draw_catch_lines(x0, y0, high, at)
        put_layer(("speed", self.data), x0, y0, wide, high, C.ash, u, lambda: self._run(2, at, True))
        put_layer(("steps", self.data), x0, y0, wide, high, C.ember, u, lambda: self._run(1, at, False))
        Color(*C.rim)
        Rectangle(pos=(x0, y0), size=(wide, 2))
        self._draw_words(x0, y0, wide)
        self._draw_catches(x0, y0, at)
        side = 3.6 * u
        put_icon("hunt", self.x, y0 - side * 0.35, side, C.danger)

    def _run(self, field: int, at: ToPixels, dotted: bool) -> None:
        """A line of steps: each turn keeps its value until the next begins."""
        u, marks = self.m.u, self.data.marks
        points: list[float] = []
        for i, mark in enumerate(marks):
            until = marks[i + 1][0] if i + 1 < len(marks) else self.data.last + 1
            points += [*at(mark[0], mark[field]), *at(until, mark[field])]
        if not dotted:
            Line(points=points, width=0.31 * u, cap="round", joint="round")
            return
        for i in range(0, len(points) - 2, 2):
            put_dots((points[i], points[i + 1]), (points[i + 2], points[i + 3]), 1.3 * u, 0.35, 0.18 * u)

    def _middle(self, turn: int, at: ToPixels) -> float:
        return at(turn + 0.5, 0)[0]

    def _draw_catch_lines(self, x0: float, y0: float, high: int, at: ToPixels) -> None:
        for turn in sorted({catch.turn for catch in self.data.catches}):
            x = round(x0 + self._middle(turn, at))
            Color(*C.danger.fade(0.28))
            Rectangle(pos=(x - round(0.3 * self.m.u), y0), size=(round(0.6 * self.m.u), high))

    def _draw_catches(self, x0: float, y0: float, at: ToPixels) -> None:
        """The captured below the axis, beside each other where they fell in neighbouring turns."""
        u = self.m.u
        side = 3.3 * u
        middles = [x0 + self._middle(catch.turn, at) for catch in self.data.catches]
        places = spread_places(middles, side + 0.4 * u, self.right - side / 2)
        for x, catch in zip(places, self.data.catches, strict=True):
            put_seat(x - side / 2, y0 - 0.5 * u - side, side, catch.seat, catch.letter, catch.hollow)

    def _draw_words(self, x0: float, y0: float, wide: int) -> None:
        u = self.m.u
        rage, speed = self._legend()
        base = self.top - 2.9 * u
        middle = base + capital_height("text", rage.size) / 2
        Color(*C.ember)
        Rectangle(pos=(x0, round(middle - 0.3 * u)), size=(round(2.4 * u), round(0.62 * u)))
        put_line(rage.lines[0], "text", rage.size, x0 + 3.2 * u, base, C.ash)
        x = self.right - u - width(speed.lines[0], "text", speed.size)
        put_line(speed.lines[0], "text", speed.size, x, base, C.ash)
        Color(*C.ash)
        for i in range(3):
            Rectangle(
                pos=(round(x - (3.2 - 0.95 * i) * u), round(middle - 0.18 * u)), size=(round(0.5 * u), round(0.36 * u))
            )
        self.put_ends(x0, x0 + wide, self.y + 0.7 * u)
