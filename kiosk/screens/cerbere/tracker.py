"""The page of the Tracker level: how far the Hunt is, the Rage track with pawns and die, players, boats, piles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.prompt import Prompt
from companion.figures.cerbere.rage import die_rolls, rage
from companion.figures.cerbere.seats import LEFT, NAMES, boats, seats
from companion.games.cerbere.show import turn
from companion.games.cerbere.view import CerbereView
from kiosk.display.theme import CAPITAL, Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.cerbere.fires import table_fire
from kiosk.screens.cerbere.halves import Halves
from kiosk.screens.cerbere.seats import Ticks, hidden_boats_words, put_player
from kiosk.screens.cerbere.words import UPRIGHT_FOOT
from kiosk.screens.play_page import MANY, PlayPage, TurnStatus, status_of
from kiosk.screens.prompt_sheet import Explain
from kiosk.screens.screen import Region
from kiosk.table.context import KioskContext
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Drawn
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, Leaf, Node, Row, middle
from kiosk.widgets.seat import BareMark

SLIM = 4.4
"""u of the figure beside a slim track."""


def table_status(view: CerbereView) -> TurnStatus:
    """Return the state of a turn; the steps have no sign."""
    status = status_of(turn(view), view.seats, view.turn.player)
    return status._replace(sign="" if status.figure else status.sign)


class Tracker(PlayPage):
    """The figure is where the die is not."""

    beside = True
    aside_below = True
    top = 2.8
    head_high = (10.6, 12.8)
    figure_top = 20.5
    figure_right = 0.0
    figure_high = (13.4, 14.8)

    def __init__(self, context: KioskContext, menu: Callable[[], object], explain: Explain) -> None:
        self.track = FigureView(rage, die_rolls, "wide")
        super().__init__(context, explain, menu, BareMark(put_player), self.track)
        self.add_widget(self.track)
        self.halves = Halves(context, explain)
        self.toward = Text("", "body", size=3.2, lines=2)
        """The words of the figure in one line."""
        self.open = False
        """The Action cards lie open: they are in the place of the large figure and the track."""
        self.aside = self.ticks = Ticks()
        self.seats, self.crew = FigureView(seats), FigureView(boats)

    def status_of(self, view: CerbereView) -> TurnStatus:
        return table_status(view)

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        self.open = self.halves.offer(self.context.table.prompt)
        self.halves.visible = self.open
        super().update(view, prompt)

    def show(self, view: CerbereView) -> None:
        self.words.visible = not self.open
        self.toward.visible = self.open and self._worded
        self.toward.show(self.status.words.replace("\n", " "), self.status.words_tone)
        self.ticks.show(view)
        self.track.show(view)
        self.seats.show(view)
        self.crew.show(view, words=hidden_boats_words(view.boats))

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        return (self.line, self.crew, self.counters) if self.m.wide else (self.line,)

    @property
    def burning(self) -> Fire:
        return table_fire(self.m, board=False)

    def closed(self) -> None:
        self.track.finish()

    # ------------------------------------------------------------ layout

    def tip_box(self, metrics: Metrics) -> Region | None:
        if metrics.wide and self.open:
            return Region(13.6, metrics.columns - 60.0, 8.4, 14.0)  # over what was played and what happened
        if metrics.wide:
            return Region(metrics.columns - 49, 3, 3.7, 14.9)  # over players and boats: the die may be anywhere else
        if self.open:
            return Region(3, 3, 20.9, self._seats_high() + 9.6)
        if not self.figure.visible:
            return None  # the words below the paw take three lines
        top, more = (44.2, 11.2) if self._two_rows() else (56.4, 10)
        return Region(3, metrics.columns - 37, top, self._seats_high() + more)  # over players, boats and piles

    def lay(self, metrics: Metrics) -> None:
        self.track.reshape("slim" if self.open else "wide" if metrics.wide else "upright")
        self.counters.align = "right" if metrics.wide else "left"
        self.crew.reshape("" if metrics.wide else LEFT)
        self.seats.reshape("" if metrics.wide else NAMES)
        self.words.lines = 2 if metrics.wide else 3
        self.halves.across = metrics.wide
        if not self.open:
            many = self._two_rows()
            self.figure_high = 13.4, 10.6 if many else 14.8
            self.beside_high = (5.2, 8.8, 0.9) if many else (6.5, 9.6, 1.2)
            super().lay(metrics)
            return
        self.figure.resize(SLIM / CAPITAL["black"])
        self.put(self._open_wide(metrics) if metrics.wide else self._open_upright(metrics), left=0, top=0)
        self._put_note()

    @property
    def _worded(self) -> bool:
        """Whether the strip has its words: upright the spaces need the room beside a figure."""
        return self.m.wide or not self.status.figure

    def _strip(self, metrics: Metrics) -> Node:
        """How far the Hunt is, in one line."""
        return Row(
            middle(self.sign, SLIM),
            Leaf(self.figure, NATURAL),
            Leaf(self.toward, NATURAL) if self._worded else None,
            self.track,
            gap=1.2,
            size=5.6,
        )

    def _open_wide(self, metrics: Metrics) -> Node:
        head = Column(Leaf(self.head(metrics, 9.0), self.head_high), Leaf(self.line, 4.4), gap=0.2)
        return Column(
            Row(head, Column(*self.players(metrics), size=self.counts_wide), gap=2, size=17.6),
            self._strip(metrics),
            self.halves,
            gap=1.0,
            pad=(4, self.top, 4, 10.4),
        )

    def _open_upright(self, metrics: Metrics) -> Node:
        return Column(
            Leaf(self.head(metrics, 9.4), 11.0),
            Leaf(self.line, 4.4),
            *self.players(metrics),
            self._strip(metrics),
            self.halves,
            gap=0.7,
            pad=(4, 4.4, 4, self.foot(metrics) + 1),
        )

    def figure_left(self, metrics: Metrics) -> float:
        """In the middle while the die is where it would be."""
        return 0.5 * metrics.columns - 0.5 if self.view is not None and self.view.rage.die <= 3 else 4.4

    def picture_box(self, metrics: Metrics) -> tuple[float, float]:
        return 22.2, 25.0

    def players(self, metrics: Metrics) -> Sequence[Any]:
        if metrics.wide:
            below_tab = Column(self.seats, pad=(0, 1.2, 0, 0), size=9.4)
            return (below_tab, Leaf(self.crew, 5), Leaf(self.counters, 3))
        return (Leaf(self.seats, self._seats_high()), Leaf(self.crew, 4.8), Leaf(self.counters, 2.8))

    def _two_rows(self) -> bool:
        """Whether the keys stand in two rows, upright."""
        return len(self.keys) >= MANY

    def _seats_high(self) -> float:
        """u of the players below each other in two columns (upright)."""
        rows = -(-(len(self.view.seats) if self.view else 4) // 2)
        return rows * (4.8 if rows > 3 else 5.3)

    def foot(self, metrics: Metrics) -> float:
        return super().foot(metrics) if self._two_rows() else UPRIGHT_FOOT
