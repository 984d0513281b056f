"""The page of the Keeper level: the brimstone a move needs, the train on the rail, everybody's trains."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.figures.hellrail.pieces import circle_figure, crews, draw_train, guard, landing_place
from companion.figures.marks import Rail, Ringed, rail, ring
from companion.games.hellrail.show import turn
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from kiosk.display.theme import Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.hellrail.marks import put_player
from kiosk.screens.hellrail.routing import MORE, GoTo
from kiosk.screens.hellrail.words import where
from kiosk.screens.play_page import COUNTS, PlayPage, TurnStatus, status_of
from kiosk.screens.prompt_sheet import Explain
from kiosk.screens.screen import Region
from kiosk.screens.sheet import SheetKey
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.counters import Counter
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Row, middle
from kiosk.widgets.motion import glide
from kiosk.widgets.seat import BareMark


def table_status(view: HellRailView) -> TurnStatus:
    """Return the state of a turn; the piles are large."""
    status = status_of(turn(view), view.seats, view.active.name)
    sizes = {"discard": 4.25, "pile": 7.0}
    large = (
        Counter(one.icon, C.ash if one.icon == "pile" else C.rim, one.figure, size=sizes[one.icon], large=True)
        for one in status.counters
    )
    return status._replace(counters=tuple(large))


class Flight(Drawn):
    """A sealed wagon on its way from a train to where the delivered ones are counted. It looks and takes the same
    always."""

    SECONDS = 0.42

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.visible = False

    def fly(self, start: tuple[float, float], end: tuple[float, float], side: float) -> None:
        """From one lower left corner to another (px)."""
        self.size = (side, side)
        self.pos = start
        self.visible = True
        glide(self, self.SECONDS, pos=end, done=self._landed)

    def _landed(self) -> None:
        self.visible = False

    def draw(self) -> None:
        put_icon("sealed", self.x, self.y, self.width, C.ok)


class Table(PlayPage):
    """The page of a turn; the train is on the rail, as everything in every game."""

    def __init__(self, context: KioskContext, go: GoTo, explain: Explain) -> None:
        self.rail, self.train, self.flight = FigureView(rail, view=Rail()), FigureView(draw_train), Flight()
        picture = Column(Column(self.train, pad=(4, 0, 4, 0)), Leaf(self.rail, 1.2), gap=0)
        super().__init__(context, explain, partial(go, SheetKey(MORE)), BareMark(put_player), picture)
        self.where, self.chip = Text("", "body", C.ash), FigureView(ring)
        self.aside = Row(Leaf(self.where, NATURAL), middle(self.chip, 5.6), gap=1.2)
        self.dog, self.crews = FigureView(guard), FigureView(crews)

    # ------------------------------------------------------------ news

    def status_of(self, view: HellRailView) -> TurnStatus:
        return table_status(view)

    def show(self, view: HellRailView) -> None:
        seat = view.active
        here = next((circle for circle in view.circles if circle.id == seat.node), None)
        self.where.show(where(seat.node))
        self.chip.show(Ringed(circle_figure(seat.node), guarded=here is not None and here.cerberus))
        self.chip.visible = here is not None
        room = self.m.columns - COUNTS - 30
        self.where.visible = here is None or self.name.natural(99)[0] + self.where.natural(99)[0] < room
        self.dog.show(view)
        self.crews.show(view)
        more = view.turn.pickup and self.m.wide
        self.train.show(seat, here=view.turn.setout, more=more)

    def delivered(self, name: str) -> None:
        """A sealed wagon flies from the rail to where the delivered ones of that player are counted."""
        x, y, side = landing_place(self.view, name, self.crews.frame())
        self.flight.fly((self.train.center_x, self.train.y), (self.crews.x + x, self.crews.top - y - side), side)

    # ------------------------------------------------------------ layout

    def tip_box(self, metrics: Metrics) -> Region | None:
        return Region(3, metrics.columns - 54, 34, 10.6) if metrics.wide else Region(3, 3, 50, 11.6)

    def picture_box(self, metrics: Metrics) -> tuple[float, float]:
        return 32.8, 15.4

    def players(self, metrics: Metrics) -> Sequence[Any]:
        piles = Row(Leaf(self.dog, 12), self.counters, size=(7, 5))
        return (piles, FreeSpace(6.8), Leaf(self.crews, 14.7)) if metrics.wide else (piles, Leaf(self.crews, 11.2))
