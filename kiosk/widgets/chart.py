"""The pace of a run: cards still to draw over the time gone, misses, silences, against an even pace."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rectangle, Translate

from companion.presentation.colours import C, Colour
from companion.presentation.path_data import Point
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import Align, put_line, width
from kiosk.widgets.paint import fill_fan, painted


@dataclass(frozen=True)
class ChartPace:
    """What the chart shows. Times in seconds since the start."""

    total: float = 420.0
    cards: int = 65
    steps: tuple[tuple[float, int], ...] = ()
    """(time, cards left after it), in order."""
    misses: tuple[float, ...] = ()
    silences: tuple[tuple[float, float], ...] = ()
    end: float | None = None
    won: bool = True


def put_layer(
    key: Hashable, x: float, y: float, wide: int, high: int, colour: Colour, u: float, paint: Callable[[], None]
) -> None:
    """Put a white picture a little larger than the plot at x, y, tinted, into the open canvas. It is painted once for
    `key`, which holds all that it shows."""
    edge = round(0.6 * u)

    def shifted() -> None:
        PushMatrix()
        Translate(edge, edge)
        paint()
        PopMatrix()

    texture = painted(("layer", key, wide, high, u), wide + 2 * edge, high + 2 * edge, shifted)
    Color(*colour)
    Rectangle(texture=texture, pos=(round(x) - edge, round(y) - edge), size=texture.size)


def put_dots(start: Point, end: Point, apart: float, part: float, wide: float) -> None:
    """Put a dotted line into the open canvas: a dot each `apart` px, its length that `part` of it, `wide` px wide."""
    (xa, ya), (xb, yb) = start, end
    dots = max(1, round(((xb - xa) ** 2 + (yb - ya) ** 2) ** 0.5 / apart))
    for i in range(dots):
        first, last = i / dots, (i + part) / dots
        ends = (xa + (xb - xa) * first, ya + (yb - ya) * first, xa + (xb - xa) * last, ya + (yb - ya) * last)
        Line(points=ends, width=wide, cap="round")


def spread_places(places: Sequence[float], step: float, most: float) -> list[float]:
    """Return places (px) no nearer to each other than `step`, and none beyond `most`."""
    found = list(places)
    for i in range(1, len(found)):
        found[i] = max(found[i], found[i - 1] + step)
    for i in range(len(found) - 1, -1, -1):
        found[i] = min(found[i], most)
        most = found[i] - step
    return found


class Chart(Drawn):
    """`data` in its box, with `words` above and below the plot."""

    draws_itself = True

    def __init__(self, data: Any, *words: str, **kwargs: Any) -> None:
        self.data, self.words = data, words
        super().__init__(**kwargs)

    def show(self, data: Any, *words: str) -> None:
        if (data, words) != (self.data, self.words):
            self.data, self.words = data, words
            self.redraw()

    def put_ends(self, left: float, right: float, base: float) -> None:
        """Put the last two words at both ends of the axis."""
        small = self.m.type("small")
        for words, x, align in zip(self.words[-2:], (left, right), ENDS, strict=False):
            put_line(words, "text", small, x, base, C.ash, align)


ENDS: tuple[Align, Align] = ("left", "right")


class PaceChart(Chart):
    """A `ChartPace`: axis 1.5 u and marks below it, the number of cards left of it. Drawn once, then a texture."""

    def draw(self) -> None:
        u, pace = self.m.u, self.data
        small = self.m.type("small")
        number = str(pace.cards)
        left = width(number, "text", round(small)) + 1.25 * u
        foot = 7.2 * u
        x0, y0 = self.x + left, self.y + foot
        wide, high = round(self.right - x0 - 1.5 * u), round(self.top - y0)
        if wide < 20 or high < 20:
            return

        def at(moment: float, cards: float) -> tuple[float, float]:
            return moment / pace.total * wide, cards / max(pace.cards * 1.05, 1) * high

        self._draw_silences(x0, y0, wide, high)
        put_layer(("even", pace), x0, y0, wide, high, C.ash, u, lambda: self._even(at))
        put_layer(("run", pace), x0, y0, wide, high, C.ember, u, lambda: self._run(at))
        Color(*C.rim)
        Rectangle(pos=(round(x0), round(y0)), size=(wide, 2))
        put_layer(("missed", pace), x0, y0 - 2.75 * u, wide, round(1.75 * u), C.danger, u, lambda: self._missed(at))
        self._draw_end(x0, y0, at)
        top = y0 + at(0, pace.cards)[1]
        put_line(number, "text", small, x0 - 1.25 * u, top - 0.35 * small, C.ash, "right")
        self.put_ends(x0, x0 + wide, self.y + 1.4 * u)

    def _even(self, at: Any) -> None:
        u, pace = self.m.u, self.data
        put_dots(at(0, pace.cards), at(pace.total, 0), 1.5 * u, 0.25, 0.16 * u)

    def _run(self, at: Any) -> None:
        pace = self.data
        points: list[float] = [*at(0, pace.cards)]
        left = pace.cards
        for time, cards in pace.steps:
            points += [*at(time, left), *at(time, cards)]
            left = cards
        if pace.end is not None:
            points += at(pace.end, left)
        Line(points=points, width=0.31 * self.m.u, cap="round", joint="round")

    def _missed(self, at: Any) -> None:
        u = self.m.u
        for time in self.data.misses:
            x = at(time, 0)[0]
            fill_fan((x, u), [(x - 0.9 * u, 1.65 * u), (x + 0.9 * u, 1.65 * u), (x, 0)])

    def _draw_silences(self, x0: float, y0: float, wide: int, high: int) -> None:
        u, total = self.m.u, self.data.total
        widest = 0.0
        for a, b in self.data.silences:
            xa, xb = round(x0 + a / total * wide), round(x0 + b / total * wide)
            Color(*C.ice.fade(0.12))
            Rectangle(pos=(xa, y0), size=(xb - xa, high))
            Color(*C.ice.fade(0.28))
            x = xa + 0.5 * u
            while x < xb:
                Rectangle(pos=(round(x), y0), size=(1, high - 0.5 * u))
                x += 1.1 * u
            if xb - xa > widest:
                widest, middle = xb - xa, (xa + xb) / 2
        side = 3.75 * u
        if widest >= side:
            put_icon("silence", middle - side / 2, y0 + high - 0.2 * u - side, side, C.ice)

    def _draw_end(self, x0: float, y0: float, at: Any) -> None:
        u, pace = self.m.u, self.data
        if pace.end is None:
            return
        left = pace.steps[-1][1] if pace.steps else pace.cards
        x, y = at(pace.end, left)
        tone = C.brim if pace.won else C.danger
        put_icon("seat_disc", x0 + x - 1.6 * u, y0 + y - 1.6 * u, 3.2 * u, tone)
        side = 6.5 * u
        right = min(x0 + x + side / 2, self.right)
        above = y0 + y + 1.6 * u
        low = above if above + side <= self.top else y0 + y - 1.6 * u - side  # where there is no room above: below
        put_icon("wagon", right - side, low, side, tone)
