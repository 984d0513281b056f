"""Marks that several sheets of HellRail show: a player, Cerberus, the players beside each other with their counts."""

from __future__ import annotations

from typing import Any

from companion.games.hellrail.effect_words import tokens_of
from companion.games.hellrail.view import HellRailView, SeatView
from companion.presentation.colours import C, tone_of
from kiosk.screens.hellrail.words import sign
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import capital, put_line
from kiosk.widgets.seat import put_seat
from kiosk.widgets.together import together
from kiosk.widgets.train import put_circle, put_sealed

CREW_STEP, CREW_ROW, CREW_SIGNS = 9.0, 4.9, 6.0
"""u from player to player, from row to row, and of the signs that say what a row counts."""
CREW_FIGURE = 4.4
"""u. Font size of the counts."""


def put_player(x: float, y: float, side: float, seat: SeatView) -> None:
    put_seat(x, y, side, seat.colour, seat.name[:1])


class Dog(Drawn):
    """Where Cerberus lies, hung from the right; nothing while he is nowhere."""

    def __init__(self, **kwargs: Any) -> None:
        self.figure = ""
        super().__init__(**kwargs)

    def show(self, view: HellRailView) -> None:
        figure = sign(next((circle.id for circle in view.circles if circle.cerberus), ""))
        if figure != self.figure:
            self.figure = figure
            self.redraw()

    def draw(self) -> None:
        side = min(self.height, 5 * self.m.u)
        if self.figure and side > 8:
            x, y = self.right - 2.15 * side, self.center_y - side / 2
            put_icon("cerberus", x, y, side, C.danger)
            put_circle(x + 1.15 * side, y, side, self.figure, C.danger)


class Crews(Drawn):
    """Every player in a column: mark, delivered cars, cards in hand, tokens. The one who plays is lit.

    :param hands: cards and trains are followed; otherwise what stands in a train is among the tokens.
    """

    def __init__(self, hands: bool = True, **kwargs: Any) -> None:
        self.hands, self.rows = hands, 3 if hands else 2
        self.seats: tuple[SeatView, ...] = ()
        self.active = ""
        super().__init__(**kwargs)

    def show(self, seats: tuple[SeatView, ...], active: str) -> None:
        if (seats, active) != (self.seats, self.active):
            self.seats, self.active = seats, active
            self.redraw()

    def step(self) -> float:
        """px from one player to the next."""
        return min(CREW_STEP * self.m.u, (self.width - CREW_SIGNS * self.m.u) / max(1, len(self.seats)))

    def figure(self) -> float:
        """Font size (px) of the counts."""
        return min(CREW_FIGURE * self.m.u, 0.94 * self._row())

    def _row(self) -> float:
        """px from one row to the next. Tokens take less than a row."""
        tokens = any(tokens_of(seat, train=not self.hands) for seat in self.seats)
        return min(CREW_ROW * self.m.u, self.height / (self.rows + (0.64 if tokens else 0)))

    def _middle(self, i: int) -> float:
        return self.right - (len(self.seats) - i - 0.5) * self.step()

    def landing(self, name: str) -> tuple[float, float, float]:
        """Where a player's delivered cars are counted: x, y and side (px) of a car that flies there."""
        i = next((i for i, seat in enumerate(self.seats) if seat.name == name), 0)
        side = 0.86 * self._row()
        return self._middle(i) - side / 2, self.top - 1.5 * self._row() - side / 2, side

    def draw(self) -> None:
        if not self.seats or self.width < 20 * self.m.u:
            return
        u, row = self.m.u, self._row()
        middles = [self.top - (i + 0.5) * row for i in range(self.rows)]
        side = 0.86 * row
        at = self._middle(0) - 0.5 * self.step() - side
        put_sealed(at, middles[1] - side / 2 + 0.1 * side, side, C.rim)
        icon = 0.7 * row
        if self.hands:
            put_icon("hand", at + (side - icon) / 2, middles[2] - icon / 2, icon, C.rim)
        size = self.figure()
        mark = min(4.6 * u, 0.94 * row)
        with together():
            for i, seat in enumerate(self.seats):
                x = self._middle(i)
                tone = C.bone if seat.name == self.active else C.ash
                put_seat(x - mark / 2, middles[0] - mark / 2, mark, seat.colour, seat.name[:1])
                for middle, count in zip(middles[1:], (seat.delivered, seat.hand), strict=False):
                    put_line(str(count), "black", size, x, middle - capital("black", size) / 2, tone, "center")
                self._put_tokens(seat, x, middles[-1] - 0.5 * row)

    def _put_tokens(self, seat: SeatView, middle: float, top: float) -> None:
        """What a player holds besides the train, below the counts."""
        found = tokens_of(seat, train=not self.hands)
        if not found:
            return
        side = min(0.6 * self._row(), self.step() / (1.16 * len(found)))
        x = middle - (1.1 * len(found) - 0.1) * side / 2
        for mark in found:
            put_icon(mark.icon, x, top - side, side, tone_of(mark.tone))
            x += 1.1 * side
