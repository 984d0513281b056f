"""The page of the Board level: the path with its pawns, and the questions that pawns and spaces answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.prompt import Option, Prompt
from companion.engine.update import Update
from companion.figures.cerbere.board import pawn_options, space_options
from companion.figures.cerbere.rage import die_rolls, rage
from companion.figures.cerbere.seats import BARE, LEFT, boats, seats
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.display.theme import BOARD_SIDE, GAP, Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.cerbere.board import Board
from kiosk.screens.cerbere.fires import table_fire
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.halves import Halves
from kiosk.screens.cerbere.routing import ON_BOARD
from kiosk.screens.cerbere.seats import Ticks, hidden_boats_words, put_player
from kiosk.screens.cerbere.steps import CardSteps, StepLine
from kiosk.screens.cerbere.tracker import table_status
from kiosk.screens.cerbere.words import brief
from kiosk.screens.play_page import BoardPage, TurnStatus
from kiosk.screens.prompt_sheet import Explain
from kiosk.screens.screen import Region
from kiosk.table.context import KioskContext
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Container
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Leaf, Node, Row
from kiosk.widgets.seat import BareMark

LINE_LEAST, LINE_GOOD, LINE_MOST, LINE_GAP = 4.4, 6.0, 6.6, 0.8
"""u, of a card's line: that can still be read, that is worth leaving others out, at most, and between two."""


def _how_answered(prompt: Prompt) -> str:
    """Where the answers are, if the board rings them."""
    if pawn_options(prompt):
        return _("Touch a ringed pawn")
    return _("Touch what is ringed") if space_options(prompt) else ""


def crowded(options: Sequence[Option]) -> bool:
    """Whether pawns that can be touched stand on one space: a finger does not tell them apart."""
    places = [option.place for option in options if option.seat and option.place]
    return len(places) > len(set(places))


def question_of(prompt: Prompt) -> str:
    """The question; at a fork, whose pawn stands there."""
    title = spoken(prompt.title)
    return f"{spoken(prompt.hint)}\n{title}" if prompt.id == "way" else title


class CardLines(Container):
    """The lines of a card below each other. Where there is little room, what is done goes first, and what can be
    touched last; a line that was put first is alone.

    :param alone: whether one was put first.
    """

    def __init__(self, alone: Callable[[], bool]) -> None:
        super().__init__(size_hint=(None, None))
        self.alone = alone
        self.card: CardSteps | None = None

    @property
    def keys(self) -> list[StepLine]:
        """Those that can be touched and change something."""
        lines = self.card.lines if self.card is not None else []
        return [line for line in lines if line.enabled and line.state != "now"]

    def arrange(self, metrics: Metrics) -> None:
        lines = self.card.lines if self.card is not None else []
        room = self.height / metrics.u
        waiting = [line for line in lines if line.state != "done"]
        first = [line for line in lines if line.state == "now"]
        for shown in (first,) if self.alone() else (lines, waiting, self.keys):
            high = min(LINE_MOST, (room + LINE_GAP) / max(1, len(shown)) - LINE_GAP)
            if high >= LINE_GOOD:
                break
        high = max(high, LINE_LEAST)
        shown = shown[: max(0, int((room + LINE_GAP) / (high + LINE_GAP) + 0.01))]
        for line in lines:
            line.visible = line in shown
        for i, line in enumerate(shown):
            self.put(line, left=0, right=0, top=i * (high + LINE_GAP), height=high)


class Table(BoardPage):
    """The board rings the answers of a question, its words stand beside it."""

    side = BOARD_SIDE
    below = 40.8

    def __init__(
        self, context: KioskContext, catalogue: CardCatalogue, menu: Callable[[], object], explain: Explain
    ) -> None:
        self.board = Board(context.ask.choose)
        super().__init__(context, explain, menu, BareMark(put_player), self.board)
        self.lines = CardLines(lambda: self.card.back in self.keys)
        self.card = self.lines.card = CardSteps(self.lines, context, catalogue)
        self.card.words = brief
        self.ticks = Ticks(2.9)
        self.track = FigureView(rage, die_rolls, "slim")
        self.seats, self.crew = FigureView(seats, kind=BARE), FigureView(boats, kind=LEFT)
        self.counters.align = "left"
        self.grid = PlayerGrid(context.ask.choose)
        self.text = Text("", "small", C.ember, lines=2)
        self.halves = Halves(context, explain)
        self.by_marks = False
        """The keys of players are their marks alone, for lines of the card can be touched, too."""
        self.open = False
        """The Action cards lie open, in the place of the players."""
        for widget in (self.board, self.track, self.halves):
            self.add_widget(widget)

    # ------------------------------------------------------------ news

    def news(self, update: Update, wait: bool = False) -> None:
        """Every update, also while another sheet shows: the pawns stay where they are told to be.

        :param wait: they walk only when the table says so.
        """
        self.board.on_update(update, wait)

    @property
    def moving(self) -> bool:
        """Pawns are on their way."""
        return bool(self.board.moving)

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        if prompt is None:
            return
        self.card.take(view, prompt)
        self.open = self.halves.offer(self.context.table.prompt)
        self._ask(view, prompt)
        super().update(view, prompt)

    def status_of(self, view: CerbereView) -> TurnStatus:
        """A Hunt that comes is at the end of the track; the figure says nought."""
        status = table_status(view)
        return status._replace(figure=status.figure or "0", sign="", words="")

    def show(self, view: CerbereView) -> None:
        self.ticks.show(view)
        self.track.show(view)
        self.seats.show(view)
        self.crew.show(view, words=hidden_boats_words(view.boats))

    def _ask(self, view: CerbereView, prompt: Prompt) -> None:
        self.asking = prompt.id in ON_BOARD
        self.halves.visible = self.open and not self.asking
        for widget in (self.seats, self.crew, self.counters):
            widget.visible = not self.asking and not self.open
        self.lines.visible = self.asking
        answers: tuple[Option, ...] = self.card.answers() if self.asking else ()
        self.title.visible = bool(answers)  # without a question the lit line says it all
        self.title.show(question_of(prompt))
        by_key = crowded(answers)
        how = _how_answered(prompt) if answers and not by_key else ""
        self.text.show(how)
        self.text.visible = bool(how)
        self.card.show_lines()
        rest = [option for option in answers if not option.place or (by_key and option.seat)]
        self.grid.visible = bool(rest)
        self.by_marks = by_key and bool(self.lines.keys) and all(option.seat for option in rest)
        self.grid.offer(view, rest, named=not self.by_marks)
        self.grid.mark(view.picked, prompt.who if prompt.default == "ok" else prompt.default)

    def show_keys(self, prompt: Prompt | None) -> None:
        if self.asking:
            self.set_keys(*self.card.keys())
        else:
            super().show_keys(prompt)

    @property
    def burning(self) -> Fire:
        return table_fire(self.m, board=True)

    def closed(self) -> None:
        self.board.finish()
        self.track.finish()

    # ------------------------------------------------------------ layout

    def tip_box(self, metrics: Metrics) -> Region | None:
        if not metrics.wide and self.asking:
            return None  # the question and its answers need the room
        if metrics.wide:  # over the end of the path where nobody is
            return Region(8, self.side + 2.4, metrics.rows - 19.4 if self._early() else 0.6, 9.6)
        if self.open:
            return Region(3, 3, metrics.rows - self.below - 13.8, 13.2)  # over the end of the path
        return Region(3, 3, metrics.rows - self.below + 0.6, 13.2)

    def _early(self) -> bool:
        """Whether most pawns stand in the first half of the path, which is its upper one."""
        view = self.board.view
        if view is None or view.path is None:
            return True
        stand = [seat.at for seat in view.seats if seat.at is not None]
        return 2 * sum(2 * at < len(view.path.zones) for at in stand) >= len(stand)

    @property
    def line_aside(self) -> bool:
        """Not where the Action cards take the column."""
        return super().line_aside and not self.open

    def picture_tree(self, metrics: Metrics) -> Node:
        return Column(self.board, pad=(2, (3.6, 0), 3.4, (9.8, 0)) if metrics.wide else (2, 0, 2, 0))

    def head(self, metrics: Metrics, mark: float) -> Node:
        """Upright there is room for the ticks beside the name."""
        head = super().head(metrics, mark)
        return head if metrics.wide else Row(head, Leaf(self.ticks, 30), gap=1)

    def strip(self, metrics: Metrics) -> Sequence[Any]:
        self.ticks.visible = not (metrics.wide and self.asking and self.grid.visible)
        ticks = (Leaf(self.ticks, 3.2),) if metrics.wide else ()
        return (*ticks, Row(Leaf(self.figure, 3.8), self.track, gap=0.2, size=5.4))

    def players(self, metrics: Metrics) -> Sequence[Any]:
        self.halves.across = not metrics.wide
        if self.open:
            return (Leaf(self.halves, 29.6 if metrics.wide else 16.4),)
        if metrics.wide:
            return (Leaf(self.seats, 7.6), Leaf(self.crew, 3.2), Leaf(self.counters, 2.8))
        return (Leaf(self.seats, 8), Row(Leaf(self.crew, 28), self.counters, size=3.6))

    def answers(self, metrics: Metrics) -> Sequence[Any]:
        if not self.grid.visible:
            return (self.lines,)
        marks = self.by_marks
        self.lines.visible = metrics.wide or marks
        across = (4 if metrics.wide else 7) if marks else 2
        rows = -(-len(self.grid.tiles) // across)
        self.grid.arrange_in(min(across, len(self.grid.tiles)) if marks else None)
        high = 6.4 if marks or rows > 2 else 8.0
        return (Leaf(self.grid, rows * (high + GAP) - GAP), self.lines)
