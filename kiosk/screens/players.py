"""Who sits where: colour and name of each, clockwise round the table, and who begins."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.screen import Screen
from kiosk.screens.seats import ColourKey
from kiosk.theme import Metrics
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


class Row:
    """The keys of one seat."""

    def __init__(self, screen: Players, index: int) -> None:
        context = screen.context
        seat = context.seats()[index]
        self.colour = ColourKey(seat, action=partial(screen.recolour, index))
        self.name = Key(seat.name, action=partial(context.open_screen, f"name:{index}"))
        self.swap = Key(icon="swap", icon_size=3.6, action=partial(screen.swap, index))
        self.first = Key(icon="play", icon_size=3.2, action=partial(screen.begin, index))

    @property
    def keys(self) -> tuple[Any, ...]:
        """From left to right."""
        return self.colour, self.name, self.swap, self.first


class Players(Screen):
    """One row for each seat; two columns where the screen is wide and there are many.

    :param back: the set-up screen it leads back to.
    """

    def __init__(self, context: KioskContext, wishes: Wishes, back: str, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = wishes
        self.add_widget(Background(SETUP))
        self.title = Text(_("Who sits where?"), "title", size=4.75)
        self.hint = Text(_("Clockwise; arrows: one seat forward.\nThe lit one begins."), "small", lines=3)
        self.rows = [Row(self, i) for i in range(context.count)]
        self.done = Key(_("Done"), "check", action=lambda: context.open_screen(back))
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

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.title, left=4, baseline=7.25 if wide else 9, width=m.columns - 8)
        columns = 2 if wide and len(self.rows) > ONE_COLUMN else 1
        per = -(-len(self.rows) // columns)
        half = (m.columns - 8 - 3 * (columns - 1)) / columns
        top, step = (10.4, 9.6) if wide else (14, 10.4)
        high = 8.4 if wide else 9.2
        for i, line in enumerate(self.rows):
            x, y = 4 + i // per * (half + 3), top + i % per * step
            sizes = (9.0, half - 9 - 2 * 7.6 - 3.6, 7.6, 7.6)
            for key, size in zip(line.keys, sizes, strict=True):
                self.put(key, left=x, width=size, top=y, height=high)
                x += size + 1.2
        self.put(self.hint, left=4, right=38 if wide else 4, bottom=2.4 if wide else 10.8, height=6.4 if wide else 9.6)
        self.put(self.done, right=4, width=30 if wide else 52, bottom=1.6, height=8.4)
