"""Who sits where: colour and name of each, clockwise round the table, and who begins."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from companion.presentation.i18n import _
from kiosk.context import KioskContext
from kiosk.layout import Column, Leaf, Row, Split
from kiosk.screens.screen import Screen, Title, page
from kiosk.screens.seats import ColourKey
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

ONE_COLUMN = 4
"""Rows that a wide screen has room for below each other."""


class Wished(Protocol):
    """What was chosen so far; here only who begins counts."""

    @property
    def first(self) -> str: ...


class Wishes(Protocol):
    """Where a game keeps what was chosen for it."""

    @property
    def now(self) -> Wished: ...
    def change(self, **new: Any) -> None: ...


class SeatKeys:
    """The keys of one seat."""

    def __init__(self, screen: Players, index: int) -> None:
        context = screen.context
        seat = context.seats()[index]
        self.colour = ColourKey(seat, action=partial(screen.recolour, index))
        self.name = Key(seat.name, action=partial(context.open_screen, f"name:{index}"))
        self.swap = Key(icon="swap", icon_size=3.6, action=partial(screen.swap, index))
        self.first = Key(icon="play", icon_size=3.2, action=partial(screen.begin, index))

    def line(self) -> Row:
        """From left to right."""
        return Row(Leaf(self.colour, 9), self.name, Leaf(self.swap, 7.6), Leaf(self.first, 7.6), size=(8.4, 9.2))


class Players(Screen):
    """One row for each seat; two columns where the screen is wide and there are many.

    :param back: the set-up screen it leads back to.
    """

    def __init__(self, context: KioskContext, wishes: Wishes, back: str, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = wishes
        self.add_widget(Background(SETUP))
        hint = Text(_("Clockwise; arrows: one seat forward.\nThe lit triangle begins."), "small", lines=3)
        self.rows = [SeatKeys(self, i) for i in range(context.count)]
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen(back))
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
        """Show the seats as they are now."""
        first = self.wishes.now.first
        for i, (seat, row) in enumerate(zip(self.context.seats(), self.rows, strict=True)):
            row.colour.show(seat)
            row.name.show(seat.name)
            row.first.show(kind="prime" if seat.name == first else "plain")
            row.swap.enabled = i > 0

    def recolour(self, index: int) -> None:
        """Another colour; where all of them are taken, two seats exchange theirs."""
        self.context.next_colour(index)
        self.refresh()

    def swap(self, index: int) -> None:
        """Change places with the seat before."""
        seats = self.context.seats()
        seats[index - 1], seats[index] = seats[index], seats[index - 1]
        self.context.set_seats(seats)
        self.refresh()

    def begin(self, index: int) -> None:
        """This one plays first."""
        self.wishes.change(first=self.context.seats()[index].name)
        self.refresh()
