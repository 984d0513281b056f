"""The seats: colour and name of each player, clockwise round the table, and who begins."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.presentation.i18n import _
from kiosk.screens.screen import Screen, Title, page
from kiosk.screens.seats import seat_mark
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Leaf, Row, Split
from kiosk.widgets.tile import Tile

ONE_COLUMN = 4
"""Rows that a wide screen has room for below each other."""


class SeatKeys:
    """The keys of one seat."""

    def __init__(self, screen: PlayersScreen, index: int) -> None:
        context = screen.context
        seat = context.set_up.seats()[index]
        self.colour = Tile(seat=seat_mark(seat), action=partial(screen.recolour, index))
        self.name = Key(seat.name, action=partial(context.go.open, f"name:{index}"))
        self.swap = Key(icon="swap", icon_size=3.6, action=partial(screen.swap, index))
        self.first = Key(icon="play", icon_size=3.2, action=partial(screen.begin, index))

    def line(self) -> Row:
        return Row(Leaf(self.colour, 9), self.name, Leaf(self.swap, 7.6), Leaf(self.first, 7.6), size=(8.4, 9.2))


class PlayersScreen(Screen):
    """One row for each seat; two columns where the screen is wide and there are many."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(SETUP))
        hint = Text(_("Clockwise; arrows: one seat forward.\nThe lit triangle begins."), "small", lines=3)
        self.rows = [SeatKeys(self, i) for i in range(context.set_up.count)]
        self.done = Key(
            _("Done"), "check", kind="prime", action=partial(context.go.open, f"{context.table.ui.game}_setup")
        )
        lines = [row.line() for row in self.rows]
        half = len(lines) if len(lines) <= ONE_COLUMN else -(-len(lines) // 2)
        self.compose(
            page(
                Title(_("Who sits where?")),
                Split(
                    wide=Row(Column(*lines[:half]), Column(*lines[half:]), gap=3),
                    upright=Column(*lines),
                ),
                Split(
                    wide=Row(hint, Leaf(self.done, 30), size=8.4), upright=Column(Leaf(hint, 9), self.done, size=18.6)
                ),
            )
        )
        self.refresh()

    def refresh(self) -> None:
        first = self.context.set_up.first_player(self.context.table.ui.game)
        for i, (seat, row) in enumerate(zip(self.context.set_up.seats(), self.rows, strict=True)):
            row.colour.show(seat=seat_mark(seat))
            row.name.show(seat.name)
            row.first.show(kind="prime" if seat.name == first else "plain")
            row.swap.enabled = i > 0

    def recolour(self, index: int) -> None:
        """Give a seat another colour; where all of them are taken, two seats exchange theirs."""
        self.context.set_up.next_colour(index)
        self.refresh()

    def swap(self, index: int) -> None:
        seats = self.context.set_up.seats()
        seats[index - 1], seats[index] = seats[index], seats[index - 1]
        self.context.set_up.set_seats(seats)
        self.refresh()

    def begin(self, index: int) -> None:
        self.context.set_up.begin_with(self.context.table.ui.game, self.context.set_up.seats()[index].name)
        self.refresh()
