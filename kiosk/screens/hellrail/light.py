"""The page of level light: the ten circles as keys, each with its effect and the engines that stand there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.engine.prompt import Prompt
from companion.figures.hellrail.pieces import LIGHT, circle_figure, crews
from companion.games.hellrail.names import CIRCLES, GATES
from companion.games.hellrail.show import turn
from companion.games.hellrail.view import HellRailView, SeatView
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.display.theme import Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.hellrail.circles import NOTHING, effect_of_circle
from kiosk.screens.hellrail.marks import put_player, put_ringed
from kiosk.screens.hellrail.routing import MORE, GoTo
from kiosk.screens.play_page import PlayPage, TurnStatus, status_of
from kiosk.screens.prompt_sheet import Explain, explains
from kiosk.screens.screen import Region
from kiosk.screens.sheet import SheetKey
from kiosk.table.context import KioskContext
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import TextFit, capital_height, fit, put_line
from kiosk.widgets.layout import Column, Grid, Leaf
from kiosk.widgets.seat import BareMark

NAME_SIZES = (3.0, 2.8, 2.6, 2.4, 2.2)
"""u of an effect's name, the largest that fits."""
LOW, ENGINE, SMALL_ENGINE = 10.0, 3.0, 2.1
"""u: a key that is lower has its name beside the signs; an engine; one of several beside a name."""


class CircleKey(Touchable):
    """A circle, its effect with its name, and who stands there."""

    def __init__(self, circle: str, action: Action | None = None) -> None:
        self.circle = circle
        self.words = NOTHING
        self.cerberus = False
        self.engines: tuple[SeatView, ...] = ()
        super().__init__(action=action)

    def show(self, view: HellRailView) -> None:
        here = next(circle for circle in view.circles if circle.id == self.circle)
        engines = tuple(seat for seat in view.seats if seat.node == self.circle)
        shown = (effect_of_circle(here), here.cerberus, engines)
        if shown != (self.words, self.cerberus, self.engines):
            self.words, self.cerberus, self.engines = shown
            self.redraw()

    @property
    def label(self) -> str:
        """The name of its effect."""
        return _("{hr.gates:short}") if self.circle == GATES else _(self.words.name)

    @property
    def _beside(self) -> bool:
        """The name is beside the signs: the key is low."""
        return self.height < LOW * self.m.u

    def _left(self) -> float:
        """px before the name."""
        return (1.66 * self._side() + 2.0 * self.m.u) if self._beside else 0.9 * self.m.u

    def _side(self) -> float:
        """px of the circle, where the name is beside it."""
        return min(self.height - 1.6 * self.m.u, 4.8 * self.m.u)

    def _arranged(self) -> tuple[int, float, TextFit]:
        """The rows of engines, u of an engine, and the name: beside it they are smaller, and take one column, where it
        needs the room."""
        count = len(self.engines)
        ways = [(1, ENGINE)]
        if self._beside and count:
            ways = [(1, ENGINE) if count == 1 else (2, SMALL_ENGINE), (count, SMALL_ENGINE)]
        for rows, engine in ways:
            marks = -(-count // rows) * engine * self.m.u if self._beside else 0
            room = self.width - self._left() - marks - 0.7 * self.m.u
            laid = fit(self.label, "text_bold", tuple(size * self.m.u for size in NAME_SIZES), room, 2)
            if laid.fits:
                break
        return rows, engine, laid

    @property
    def fits(self) -> bool:
        return self._arranged()[2].fits

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        if self.width < 8:
            return
        self.put_plain()
        rows, engine, laid = self._arranged()
        step = 1.16 * laid.size
        low = self._beside
        side = self._side() if low else min(5.6 * u, self.height - 2 * step - 2.1 * u)
        top = self.center_y - side / 2 if low else self.top - 0.9 * u - side
        put_ringed(
            self.x + 0.9 * u, top, side, circle_figure(self.circle), C.bone if self.enabled else C.rim, self.cerberus
        )
        if self.circle != GATES:
            icon = 0.66 * side
            tone = C.rim if self.words is NOTHING or not self.enabled else C.ember
            put_icon(self.words.icon, self.x + side + 1.3 * u, top + (side - icon) / 2, icon, tone)
        middle = self.center_y if low else self.y + 0.9 * u + step
        base = middle - (capital_height("text_bold", laid.size) + step * (len(laid.lines) - 1)) / 2
        for i, line in enumerate(reversed(laid.lines)):
            put_line(line, "text_bold", laid.size, self.x + self._left(), base + i * step, skin.first)
        columns = -(-len(self.engines) // rows)
        mark = min(engine * u, (self.width - 2 * side - 2.6 * u) / max(1, columns))
        above = self.center_y + mark * (rows / 2 - 1) if low else top + side - mark
        for i, seat in enumerate(reversed(self.engines)):
            row, column = divmod(i, columns)
            put_player(self.right - 0.7 * u - (column + 1) * mark, above - row * mark, 0.92 * mark, seat)


class LightPage(PlayPage):
    """The circles across the page."""

    counts_wide = 46.0

    def __init__(self, context: KioskContext, go: GoTo, explain: Explain) -> None:
        self.circles = [CircleKey(circle, partial(context.ask.act, circle)) for circle in CIRCLES]
        self.crews = FigureView(crews, kind=LIGHT)
        picture = Column(Grid(*self.circles, columns=(5, 2), gap=1), pad=(4, 0, 4, 0))
        super().__init__(context, explain, partial(go, SheetKey(MORE)), BareMark(put_player), picture)

    def status_of(self, view: HellRailView) -> TurnStatus:
        return status_of(turn(view), view.seats, view.active.name)

    def show(self, view: HellRailView) -> None:
        self.crews.show(view)
        for key in self.circles:
            key.show(view)

    def show_keys(self, prompt: Prompt | None) -> None:
        super().show_keys(prompt)
        asked = self.context.table.prompt
        for key in self.circles:
            option = asked.option(key.circle) if asked is not None else None
            key.enabled = option is not None
            if option is not None:
                explains(key, option, self.turn_keys.explain, None)

    # ------------------------------------------------------------ layout

    def tip_box(self, metrics: Metrics) -> Region | None:
        return Region(metrics.columns - 49, 3, 3.2, 15.4) if metrics.wide else Region(3, 3, 20.2, 11.6)

    def band_box(self, metrics: Metrics) -> Region | None:
        box = super().band_box(metrics)
        return Region(box.left, self.counts_wide + 5, box.top, box.height) if box is not None and metrics.wide else box

    def picture_box(self, metrics: Metrics) -> tuple[float, float]:
        return 20.4, metrics.rows - 20.4 - 11.2

    def players(self, metrics: Metrics) -> Sequence[Any]:
        return (Leaf(self.crews, 14.0),)
