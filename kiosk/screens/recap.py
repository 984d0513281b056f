"""How a game ended: the page that all games share, and what it shows of a game that only has a summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kivy.graphics import Color, Line

from companion.engine.game import Player
from companion.engine.player_names import seats_of
from companion.engine.requests import Leave, Undo
from companion.engine.summary import Score, Summary
from companion.engine.update import Update
from companion.games.registry import show_of
from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.i18n import _, spoken
from companion.presentation.words import undo_text
from kiosk.display.theme import MARGIN, Metrics
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import UPRIGHT_FOOT, WIDE_FOOT, fit_undo, place_keys
from kiosk.table.context import KioskContext
from kiosk.widgets.background import ALARM, WON, Background, Sparks
from kiosk.widgets.base import Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, capital_height, fit, put_line
from kiosk.widgets.layout import Column, Layers, Leaf, Node, Row, Split
from kiosk.widgets.seat import put_seat


class RecapPage(Screen):
    """A title, a picture and lines of words, numbers with their icons, a chart, keys. A game says what is in them.

    :param picture: the large picture below the title.
    :param counts: icons of the numbers and their colours.
    :param per: how many numbers are side by side.
    """

    across = False
    """The title is as wide as the page; the chart is below it."""

    def __init__(
        self,
        context: KioskContext,
        picture: Any,
        chart: Any,
        counts: Sequence[tuple[str, Colour]] = (),
        per: int = 3,
        **kwargs: Any,
    ) -> None:
        super().__init__(context, **kwargs)
        self.picture, self.chart, self.per = picture, chart, per
        self.background = Background(WON)
        self.sparks = Sparks(12, C.brim)
        self.title = Text("", "name", C.brim, size=7.25, sit="baseline")
        self.line = Text("", "body", C.ash, lines=2)
        self.marks = [Icon(icon, tone) for icon, tone in counts]
        self.counts = [Figures("0", size=5.5) for _count in counts]
        self.words = [Text("", "small") for _count in counts]
        self.note = Text("", "small", align="right")
        self.demo = Text(_("demo cards"), "small", align="right", sit="baseline")
        self._shown: list[Key] = []
        self.undo_words = ""
        self.home = Key(_("Home"), "back", icon_size=3, action=self.go_home)
        self.undo = Key(_("Undo"), "undo", action=lambda: context.ask.send(Undo()))
        self.again = Key(_("Play again"), "play", kind="prime", action=self.play_again)

    # ------------------------------------------------------------ what it shows

    def show_end(self, update: Update, good: bool, title: str, demo: bool = False) -> None:
        """Say whether it ended well, then lay it out."""
        self.background.burn(WON if good else ALARM)
        self.sparks.visible = good
        self.title.show(title, C.brim if good else C.danger)
        self.demo.visible = demo
        self.undo.visible = update.undo is not None
        self.undo_words = undo_text(update.undo) if update.undo is not None else ""
        self.show_page()

    def show_counts(self, found: Iterable[tuple[int, str]]) -> None:
        """Show the numbers and the words below them."""
        for figure, words, (n, said) in zip(self.counts, self.words, found, strict=True):
            figure.show(str(n))
            words.show(said)

    def go_home(self) -> None:
        self.context.ask.send(Leave())

    def play_again(self) -> None:
        """Set the game up again, for the same players."""
        self.context.set_up.seat(self.players())
        self.context.enter(self.context.table.ui.game)

    def players(self) -> tuple[Player, ...]:
        """Return the players, in the order of the seats."""
        update = self.context.table.update
        seats = seats_of(update.view) if update is not None else ()
        return tuple(Player(seat.name, seat.colour) for seat in seats) or self.context.set_up.players()

    # ------------------------------------------------------------ layout

    def head(self) -> Any:
        """Return the title and what is beside it."""
        return self.title

    def lines(self) -> Node:
        """Return the words below the picture."""
        return Leaf(self.line, (5, 5.4))

    def known_counts(self) -> Sequence[int]:
        """Return those of the numbers that were counted."""
        return range(len(self.counts))

    def count(self, index: int) -> Any:
        number = Row(Leaf(self.marks[index], 5), self.counts[index], gap=1, size=5)
        return Column(number, Leaf(self.words[index], 3.2), gap=0.2)

    def keys(self) -> list[Key]:
        """Return the keys that may be shown, the main one last; Undo has its own place."""
        return [self.undo, self.home, self.again]

    def _rows(self) -> int:
        """Return the number of rows of keys upright, above Undo."""
        return 1 if len([key for key in self._shown if key is not self.undo]) <= 2 else 2

    def arrange(self, metrics: Metrics) -> None:
        super().arrange(metrics)
        undo = self.undo if self.undo in self._shown else None
        place_keys(
            self,
            metrics,
            undo,
            [key for key in self._shown if key is not undo],
            self.context.table.places,
            self._rows(),
            alike=True,
        )
        fit_undo(self.undo, self.undo_words)

    def show_page(self) -> None:
        """Lay out anew."""
        head = self.head()
        known = self.known_counts()
        rows = [known[i : i + self.per] for i in range(0, len(known), self.per)]
        counts = Column(*(Row(*map(self.count, row), size=8.4) for row in rows), size=8.4 * len(rows))
        before, self._shown = self._shown, [key for key in self.keys() if key.visible]
        for key in before:
            if key not in self._shown:
                self.remove_widget(key)
        told = Column(self.picture, self.lines(), counts, gap=(0.8, 2))
        self.compose(
            Layers(
                self.background,
                Column(Leaf(self.sparks, (42, 80)), pad=(0, 4, 0, 0)),
                Split(
                    wide=Column(
                        *([Row(head, Leaf(self.demo, 20), size=8.75)] if self.across else []),
                        Row(
                            Column(*([] if self.across else [Leaf(head, 8.75)]), told, gap=2),
                            Column(
                                *([] if self.across else [Leaf(self.demo, 3.4, kept=True)]),
                                self.chart,
                                Leaf(self.note, 2.8),
                                gap=0.8,
                            ),
                            gap=2,
                            weights=(0.47, 0.51),
                        ),
                        gap=2,
                        pad=(MARGIN, 0, MARGIN, WIDE_FOOT + 1),
                    ),
                    upright=Column(
                        Leaf(self.demo, 4, kept=True),
                        Leaf(head, 7),
                        told,
                        Leaf(self.chart, 27 if self._rows() == 1 else 20),
                        Leaf(self.note, 2.8),
                        gap=1.2,
                        pad=(MARGIN, 0, MARGIN, UPRIGHT_FOOT + (9.6 if self._rows() > 1 else 0)),
                    ),
                ),
            )
        )


class Standings(Drawn):
    """A row for each player, the best first and largest: mark, name, points."""

    def __init__(self, **kwargs: Any) -> None:
        self.scores: tuple[Score, ...] = ()
        super().__init__(**kwargs)

    def show(self, scores: tuple[Score, ...]) -> None:
        self.scores = scores
        self.redraw()

    def draw(self) -> None:
        u = self.m.u
        step = min(8.6 * u, self.height / max(1, len(self.scores)))
        side = step - 1.6 * u
        for i, score in enumerate(self.scores):
            y = self.top - (i + 1) * step
            tone = C.brim if score.points == self.scores[0].points else C.bone
            put_seat(self.x, y, side, score.colour or "white", score.name[:1])
            laid = fit(score.name, "text_bold", (3.6 * u, 2.9 * u, 2.5 * u), self.width - side - 13 * u)
            base = y + side / 2
            put_line(
                laid.lines[0],
                "text_bold",
                laid.size,
                self.x + side + 1.4 * u,
                base - capital_height("text", laid.size) / 2,
                tone,
            )
            size = min(6 * u, side)
            put_line(
                str(score.points), "black", size, self.right, base - capital_height("black", size) / 2, tone, "right"
            )


class SeriesChart(Drawn):
    """How the points of each player grew, turn by turn."""

    draws_itself = True

    def __init__(self, **kwargs: Any) -> None:
        self.scores: tuple[Score, ...] = ()
        super().__init__(**kwargs)

    def show(self, scores: tuple[Score, ...]) -> None:
        self.scores = tuple(score for score in scores if len(score.series) > 1)
        self.redraw()

    def draw(self) -> None:
        if not self.scores:
            return
        u = self.m.u
        turns = max(len(score.series) for score in self.scores) - 1
        most = max(1, *(max(score.series) for score in self.scores))
        left, low, wide, high = self.x + u, self.y + 2 * u, self.width - 7 * u, self.height - 4 * u
        Color(*C.seam)
        Line(points=[left, low, left + wide, low], width=0.15 * u)
        for score in reversed(self.scores):
            points: list[float] = []
            for turn, value in enumerate(score.series):
                points += [left + wide * turn / turns, low + high * value / most]
            Color(*SEATS[score.colour or "white"].colour)
            Line(points=points, width=0.25 * u)
            put_seat(points[-2] + u, points[-1] - 2 * u, 4 * u, score.colour or "white", score.name[:1])


class SharedRecap(RecapPage):
    """It shows `Show.summary`."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, Standings(), SeriesChart(), **kwargs)
        self.summary: Summary | None = None

    def on_update(self, update: Update) -> None:
        ui = self.context.table.ui
        summary = show_of(ui.game).summary(update.view) if isinstance(update.view, ui.view) else None
        if summary is None:
            return
        self.summary = summary
        self.line.show(spoken(summary.line))
        self.picture.show(summary.scores)
        self.chart.show(summary.scores)
        self.show_end(update, summary.good, spoken(summary.title))
