"""A card is being played at Tracker level: what the table does now, who is meant, what is done and what is left."""

from __future__ import annotations

from typing import Any

from companion.engine.prompt import Prompt
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.i18n import spoken
from kiosk.display.theme import Metrics
from kiosk.screens.cerbere.fires import table_fire
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.seats import put_player
from kiosk.screens.cerbere.steps import CardSteps
from kiosk.screens.cerbere.words import Sheet, brief, foot, say, seat_of
from kiosk.table.context import KioskContext
from kiosk.widgets.background import Fire
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Grid, Leaf, Row, middle
from kiosk.widgets.order import OrderWords
from kiosk.widgets.seat import BareMark


class PlaySheet(Sheet):
    """Tracker: a huge order, or a question with its players."""

    def __init__(self, context: KioskContext, catalogue: CardCatalogue) -> None:
        super().__init__(context)
        self.card = CardSteps(self, context, catalogue)
        self.mark = BareMark(put_player)
        self.who = Text("", "body", C.ash, size=3.6)
        self.question = Text("", "name", face="bold", size=7.5, lines=2)
        self.order = OrderWords("", size=14)
        self.grid = PlayerGrid(context.ask.choose)
        self.asking = False

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        play = view.play
        if play is None or prompt is None:
            return
        self.card.take(view, prompt)
        seat = seat_of(view, play.player)
        if seat is not None:
            self.mark.show(seat)
        self.who.show(spoken(prompt.hint))
        players = self.card.answers()
        self.asking = bool(players)
        self.card.words = brief if self.asking and self.m.wide else say  # players are beside the lines
        self.question.visible = self.grid.visible = self.asking
        self.order.visible = not self.asking
        said = spoken(prompt.title)
        self.question.show(said if self.asking else "")
        self.order.show("" if self.asking else said)
        self.grid.offer(view, players)
        self.grid.mark(view.picked, prompt.who if prompt.default == "ok" else prompt.default)
        self.card.show_lines()
        self.set_keys(*self.card.keys())
        self.rearrange()

    @property
    def burning(self) -> Fire:
        return table_fire(self.m, board=False)

    def lay(self, metrics: Metrics) -> None:
        who = Row(middle(self.mark, 5.2 if metrics.wide else 7), self.who, gap=1.5, size=(8.6, 7))
        parts = self._asked(metrics) if self.asking else self._ordered(metrics)
        foot_high = foot(metrics) + 0.8 if metrics.wide else (foot(metrics) if self.keys else 11) + 1.5
        self.put(Column(who, *parts, gap=0, pad=(4, (1.6, 7), 4, foot_high)), left=0, top=0)

    def _lines(self, most: float, size: float | None = None) -> Grid:
        """Return the lines of the card; none is higher than `most` u."""
        return Grid(*self.card.lines, columns=1, most=most, gap=0.9, size=size)

    def _asked(self, metrics: Metrics) -> tuple[Any, ...]:
        """Return the question and its players; wide they are beside the lines."""
        if metrics.wide:
            return (
                Leaf(self.question, 10.4),
                Row(Leaf(self._lines(7.0), 0.42 * (metrics.columns - 8)), self.grid, gap=3),
            )
        return (Leaf(self.question, 17), self.grid, FreeSpace(3), self._lines(6.3, 7.2 * len(self.card.lines)))

    def _ordered(self, metrics: Metrics) -> tuple[Any, ...]:
        """Return the order, and the lines below it."""
        above, below = (1.0, 2.6) if metrics.wide else (4.4, 6.5)
        return (
            FreeSpace(above),
            Leaf(self.order, NATURAL),
            FreeSpace(below),
            self._lines(7.0 if metrics.wide else 7.5),
        )
