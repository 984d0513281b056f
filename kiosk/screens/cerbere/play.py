"""A card is being played at Tracker level: what the table does now, who is meant, what is done and what is left."""

from __future__ import annotations

from typing import Any

from companion.engine.prompt import Prompt
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.i18n import spoken
from kiosk import theme
from kiosk.context import KioskContext
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.seats import put_player
from kiosk.screens.cerbere.steps import CardSteps
from kiosk.screens.cerbere.words import Sheet, brief, foot, say, seat_of
from kiosk.theme import Metrics
from kiosk.widgets.label import Fit, Text, fit
from kiosk.widgets.order import Order
from kiosk.widgets.seat import Mark


class PlaySheet(Sheet):
    """Tracker: a huge order, or a question with its players."""

    def __init__(self, context: KioskContext, catalogue: Catalogue) -> None:
        super().__init__(context)
        self.card = CardSteps(self, context, catalogue)
        self.mark = Mark(put_player)
        self.who = Text("", "body", C.ash, size=3.6)
        self.question = Text("", "name", face="bold", size=7.5, lines=2)
        self.order = OrderWords("", size=14)
        self.grid = PlayerGrid(context.choose)
        for widget in (self.mark, self.who, self.question, self.order, self.grid):
            self.add_widget(widget)
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
        self.card.words = brief if self.asking and self.m.wide else say  # players stand beside the lines
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

    def lay(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        self.put(self.mark, left=4, width=5.2, top=3.3, height=5.2)
        self.put(self.who, left=10.6, right=4, baseline=6.9)
        end = m.rows - foot(m) - 0.8
        if self.asking:
            self.put(self.question, left=4, right=4, baseline=16.4)
            top = 20.2
            half = 0.42 * (cols - 8)
            self.put(self.grid, left=4 + half + 3, right=4, top=top, height=end - top)
            self._put_lines(4, half, top, end)
            return
        top = self._put_order(10.4)
        for wide in (min(cols - 8, 64.0), cols - 8):
            self._put_lines(4, wide, top + 2, end)
            if all(line.fits for line in self.card.lines):
                break

    def _put_order(self, top: float) -> float:
        """The order below `top`; returns where it ends (u)."""
        self.put(self.order, left=4, right=4, top=top, height=20)
        laid = self.order.fit()
        size = laid.size / self.m.u
        high = 0.72 * size + 1.02 * size * (len(laid.lines) - 1)
        self.put(self.order, left=4, right=4, top=top, height=high)
        return top + high + 0.12 * size  # and the tail of a g

    def _put_lines(self, left: float, wide: float, top: float, end: float) -> None:
        if not self.card.lines:
            return
        gap = 0.9
        high = min(7.0, (end - top - gap * (len(self.card.lines) - 1)) / len(self.card.lines))
        for i, line in enumerate(self.card.lines):
            self.put(line, left=left, width=wide, top=top + i * (high + gap), height=high)

    def _upright(self, m: Metrics) -> None:
        self.put(self.mark, left=4, width=7, top=7, height=7)
        self.put(self.who, left=12.6, right=4, baseline=11.8)
        end = m.rows - (foot(m) if self.keys else 11) - 1.5
        lines = len(self.card.lines) * 7.2
        if self.asking:
            self.put(self.question, left=4, right=4, top=15.4, height=14)
            self.put(self.grid, left=4, right=4, top=31, height=end - lines - 3 - 31)
            self._put_lines(4, m.columns - 8, end - lines, end)
            return
        top = self._put_order(19)
        self._put_lines(4, m.columns - 8, top + 5, min(end, top + 5 + len(self.card.lines) * 8.4))


ONE = (14.0, theme.ACROSS)
LONG = (9.0, 7.5)
LOW = (theme.ACROSS, 9.0, 7.5, 6.5, 5.5)


class OrderWords(Order):
    """One line if it can be read across, else two of 11 u (upright: up to three of 14), the longest smaller.

    :param low: one line in any case, however small (upright: no larger than 11 u): others are named below.
    """

    def __init__(self, text: str = "", low: bool = False, **kwargs: Any) -> None:
        self.low = low
        super().__init__(text, **kwargs)

    def fit(self) -> Fit:
        u = self.m.u
        wide = self.m.wide
        if self.low and wide:
            return fit(self.text, "black", tuple(s * u for s in LOW), self.width)
        if self.low:
            return fit(self.text, "black", tuple(s * u for s in LOW[:3]), self.width, 3)
        laid = fit(self.text, "black", tuple(s * u for s in ONE), self.width)
        if laid.fits:
            return laid
        sizes = (theme.ACROSS,) if wide else (*ONE, 9.0)
        laid = fit(self.text, "black", tuple(s * u for s in sizes), self.width, 2 if wide else 3)
        return laid if laid.fits else fit(self.text, "black", tuple(s * u for s in LONG), self.width, 2 if wide else 4)
