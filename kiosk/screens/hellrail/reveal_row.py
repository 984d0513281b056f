"""One player at the reveal: mark, name, the delivered cars on a rail, their sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, RoundedRectangle
from kivy.properties import NumericProperty

from companion.figures.marks import Rail, rail
from companion.presentation.colours import C, Colour
from kiosk.display.theme import MOTION, SMALLEST, Metrics
from kiosk.figures.view import FigureView
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.label import Text, capital_height, put_line
from kiosk.widgets.motion import glide
from kiosk.widgets.radial import put_halo
from kiosk.widgets.seat import SeatMark

NAME = 19.0
"""u of the name beside the mark."""
LARGE, LARGE_UPRIGHT = 14.0, 11.0
"""u. In a higher row the cars are below the name."""
STEP = 1.1
"""Car to car, in sides."""
LEAST_CAR = 4.6
"""u. Before cars get smaller they are placed in two rows."""


class RevealRow(Container):
    """`cars` sealed ones at first. A winner's row is lit."""

    def __init__(self, name: str, colour: str, cars: int, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.crown = Icon("crown", C.brim)
        self.mark = SeatMark(colour, name[:1])
        self.name = Text(name, "event", size=5.5, face="black")
        self.note = Text("", "small")
        self.total = Figures("", align="right")
        self.rail = FigureView(rail, view=Rail(tone=C.seam, tie=C.seam))
        self.cars = [RevealCar() for _ in range(cars)]
        self.sum = 0
        self.won = False
        self.crown.visible = False

    def show(self, total: int | None = None, note: str | None = None, won: bool | None = None) -> None:
        """Change what is not None."""
        if total is not None:
            self.sum = total
            self.total.show(str(total))
        if note is not None:
            self.note.show(note)
        if won is not None and won != self.won:
            self.won = self.crown.visible = won
            tone = C.brim if won else C.bone
            for car in self.cars:
                car.show(tone)
            self.total.show(colour=tone)
            self.rail.show(Rail(tone=C.rim if won else C.seam, tie=C.seam))
            self.rearrange()

    # ------------------------------------------------------------ layout

    def arrange(self, metrics: Metrics) -> None:
        u = metrics.u
        wide, high = self.width / u, self.height / u
        if wide < 20 or high < 4:
            return
        self.put(self.rail, left=0, right=0, bottom=0, height=1.2)
        low = 1.2
        lay = self._large if high >= (LARGE if metrics.wide else LARGE_UPRIGHT) else self._small
        lay(wide, high - low, low)

    def _small(self, wide: float, high: float, low: float) -> None:
        """Mark, name, cars, sum: all in one line."""
        side = min(6.2, high - 1.4)
        at = 4.0
        self._put_crown(at, low + (high - side) / 2, side * 0.92)
        if self.won:
            at += side + 0.6
        self.put(self.mark, left=at, width=side, bottom=low + (high - side) / 2, height=side)
        at += side + 1.4
        name = 4 + 6.2 + 1.4 + NAME - at
        self._put_name(at, name, low + high / 2)
        size = min(8.6, (high - 1) / 0.67)
        total = 1.12 * size + 0.6 if self.sum < 100 else 1.7 * size
        self.total.resize(size)
        self.put(self.total, right=4, width=max(total, 1.12 * size), bottom=low, height=high)
        first = 4 + 6.2 + 1.4 + NAME + 1
        self._put_cars(first, wide - 4 - 1.7 * 8.6 - 1 - first, low, high)

    def _large(self, wide: float, high: float, low: float) -> None:
        """The winner: name above the cars, a huge sum."""
        size = min(20.0 if self.won else 12.0, (high - 1.4) / 0.67)
        figures = max(2, len(str(self.sum)))
        sum_wide = figures * 0.56 * size + 0.4
        while sum_wide > 0.44 * wide and size > 9:
            size -= 1
            sum_wide = figures * 0.56 * size + 0.4
        self.total.resize(size)
        self.put(self.total, right=4, width=sum_wide, bottom=low + 0.4, height=high - 1)
        head = min(7.4, high * 0.42)
        top = self.height / self.m.u - head - 0.8
        at = 4.0
        self._put_crown(at, top, head)
        if self.won:
            at += head + 1.6
        self.put(self.mark, left=at, width=head, bottom=top, height=head)
        at += head + 1.8
        self._put_name(at, wide - at - sum_wide - 5, top + head / 2)
        self._put_cars(4, wide - 4 - sum_wide - 5, low, high - head - 1.4)

    def _put_name(self, left: float, width: float, middle: float) -> None:
        """The name in the middle; with a note below it a little higher."""
        noted = bool(self.note.text)
        self.put(self.name, left=left, width=width, bottom=middle - 2 + (1.6 if noted else 0), height=4)
        self.put(self.note, left=left, width=width, bottom=middle - 4.1, height=2.6)

    def _put_crown(self, left: float, bottom: float, side: float) -> None:
        if self.won:
            self.put(self.crown, left=left, width=side, bottom=bottom, height=side)

    def _put_cars(self, left: float, wide: float, low: float, high: float) -> None:
        """From the left; in two lines if there are many."""
        n = len(self.cars)
        if not n:
            return
        side, rows = min(high, 13.0, wide / (n * STEP)), 1
        two = min(high / 2, wide / ((n + 1) // 2 * STEP))
        if side < LEAST_CAR and two > 1.1 * side:
            side, rows = two, 2
        per = (n + rows - 1) // rows
        for i, car in enumerate(self.cars):
            row, column = divmod(i, per)
            bottom = low + (rows - 1 - row) * side
            self.put(car, left=left + column * side * STEP, width=side, bottom=bottom, height=side)


FIGURE = 0.36
"""The size of the figure, as a part of the side."""


class RevealCar(Drawn):
    """One car in a square box, its wheels on the bottom edge. `shown` None: its contents are unknown."""

    lid = NumericProperty(0.0)
    """0 sealed, 1 open."""

    def __init__(self, **kwargs: Any) -> None:
        self.shown: str | None = None
        self.tone: Colour = C.bone
        super().__init__(**kwargs)
        self.fbind("lid", lambda *_: self.redraw())

    @property
    def sealed(self) -> bool:
        """Whether nothing of its number can be seen."""
        return self.shown is None or self.lid <= 0

    def show(self, tone: Colour) -> None:
        if tone != self.tone:
            self.tone = tone
            self.redraw()

    def open(self, text: str, seconds: float = MOTION.lid, done: Callable[[], object] | None = None) -> None:
        """Lift the lid; call `done` when the number is shown."""
        self.shown = text
        glide(self, seconds, "out_cubic", done, lid=1.0)

    def draw(self) -> None:
        side = min(self.width, self.height)
        if side < 6:
            return
        x, y = self.center_x - side / 2, self.y - 0.075 * side
        if self.shown is None or self.lid <= 0:
            put_icon("sealed", x, y, side, self.tone)
            return
        t = float(self.lid)
        opening = t < 1
        tone = C.ember if opening else self.tone
        if opening:
            put_halo(x + side / 2, y + 0.5 * side, 0.9 * side, C.ember, 0.35 * (1 - t))
        put_icon("car", x, y, side, tone)
        size = max(FIGURE * side, SMALLEST * self.m.u)
        base = y + 0.5 * side - capital_height("black", size) / 2 - (1 - t) * 0.16 * side
        put_line(self.shown, "black", size, x + side / 2, base, C.pit.fade(t), "center")
        if opening:
            Color(*C.ember.fade(1 - t))
            wide, high = 0.96 * side, 0.09 * side
            RoundedRectangle(
                pos=(x + (side - wide) / 2, y + (0.69 + 0.3 * t) * side), size=(wide, high), radius=[high / 2]
            )
