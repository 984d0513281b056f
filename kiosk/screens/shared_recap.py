"""How a game ended, from its summary: the title, each player's points, and how they grew."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line

from companion.engine.game import Player
from companion.engine.requests import Leave, Undo
from companion.engine.summary import Score, Summary
from companion.engine.update import Update
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.screens.screen import Screen
from kiosk.screens.shared_setup import Wishes
from kiosk.theme import SEATS, C, Metrics
from kiosk.widgets.background import ALARM, WON, Background, Sparks
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, capital, fit, put_line
from kiosk.widgets.seat import put_seat
from kiosk.widgets.stack import row


class Standings(Drawn):
    """A row for each player, the best first and largest: mark, name, points."""

    def __init__(self, **kwargs: Any) -> None:
        self.scores: tuple[Score, ...] = ()
        super().__init__(**kwargs)

    def show(self, scores: tuple[Score, ...]) -> None:
        """Other players."""
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
                base - capital("text", laid.size) / 2,
                tone,
            )
            size = min(6 * u, side)
            put_line(str(score.points), "black", size, self.right, base - capital("black", size) / 2, tone, "right")


class SeriesChart(Drawn):
    """How the points of each player grew, turn by turn."""

    def __init__(self, **kwargs: Any) -> None:
        self.scores: tuple[Score, ...] = ()
        super().__init__(**kwargs)

    def show(self, scores: tuple[Score, ...]) -> None:
        """Other players."""
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


class SharedRecap(Screen):
    """It shows `GameUi.summary`."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.summary: Summary | None = None
        self.background = Background(WON)
        self.sparks = Sparks(12, C.brim)
        self.title = Text("", "name", C.brim, size=7.25, lines=2)
        self.words = Text("", "body", C.ash, lines=2)
        self.standings = Standings()
        self.chart = SeriesChart()
        self.home = Key(_("Home"), "back", icon_size=3, action=lambda: context.link.send(Leave()))
        self.undo = Key(_("Undo"), "undo", action=lambda: context.link.send(Undo()))
        self.again = Key(_("Play again"), "play", kind="prime", action=self.play_again)
        for widget in (self.background, self.sparks):
            self.add_widget(widget)

    def told(self, update: Update) -> None:
        summary = self.context.ui.summary(update.view) if isinstance(update.view, self.context.ui.view) else None
        if summary is None:
            return
        self.summary = summary
        self.background.burn(WON if summary.good else ALARM)
        self.sparks.visible = summary.good
        self.title.show(spoken(summary.title), C.brim if summary.good else C.danger)
        self.words.show(spoken(summary.line))
        self.standings.show(summary.scores)
        self.chart.show(summary.scores)
        self.undo.visible = update.undo is not None
        self.rearrange()

    def play_again(self) -> None:
        """The same players, the same options."""
        if self.summary is not None:
            names = {score.name: score.colour for score in self.summary.scores}
            players = tuple(player for player in self.context.players() if player.name in names)
            again = players if len(players) == len(names) else tuple(Player(n, c) for n, c in names.items())
            self.context.open_for(self.context.ui.game, again, Wishes(self.context).chosen)

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        self.put(self.sparks, left=0, right=0, top=4, height=42 if m.wide else 80)
        self.put(self.title, left=4, right=4, top=2.4 if m.wide else 6, height=9 if m.wide else 14)
        self.put(self.words, left=4.2, right=4, top=11.8 if m.wide else 20.6, height=5)
        half = m.columns / 2 - 6
        keys = [self.home, *([self.undo] if self.undo.visible else []), self.again]
        if m.wide:
            self.put(self.standings, left=4, width=half, top=18, bottom=12)
            self.put(self.chart, right=4, width=half, top=16, bottom=12)
            row(self, keys, bottom=1.75, height=8.75)
        else:
            self.put(self.standings, left=4, right=4, top=28, height=36)
            self.put(self.chart, left=4, right=4, top=66, bottom=22)
            row(self, keys[:-1], bottom=11, height=8.6)
            row(self, keys[-1:], bottom=1.4, height=8.6)
