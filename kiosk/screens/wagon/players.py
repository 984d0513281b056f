"""Who plays: name, colour, first game or not."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.screen import Screen
from kiosk.screens.seats import ColourKey
from kiosk.settings import Seat
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text


class Players(Screen):
    """One row for each seat."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(SETUP))
        self.title = Text(_("Who are you?"), "title", size=4.75)
        self.hint = Text(_("Touch a shape to change it, a name to write it"), "small")
        self.rows: list[tuple[ColourKey, Key, Key]] = []
        for i, seat in enumerate(context.seats()):
            colour = ColourKey(seat, action=partial(self.recolour, i))
            name = Key(seat.name, action=partial(context.open_screen, f"name:{i}"))
            new = Key(_("First game"), action=partial(self.switch_new, i))
            self.rows.append((colour, name, new))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen(None))
        self.refresh()

    def refresh(self) -> None:
        """Show the seats as they are now."""
        for seat, (colour, name, new) in zip(self.context.seats(), self.rows, strict=False):
            colour.show(seat)
            name.show(seat.name)
            new.show(
                icon="check" if seat.new else "",
                icon_colour=C.ok,
                label=_("First game") if seat.new else _("Has played"),
            )

    def recolour(self, index: int) -> None:
        """The next colour that nobody has."""
        self.context.next_colour(index)
        self.refresh()

    def switch_new(self, index: int) -> None:
        """First game, or not."""
        seats = self.context.seats()
        seats[index] = replace(seats[index], new=not seats[index].new)
        self._keep(seats)

    def _keep(self, seats: list[Seat]) -> None:
        self.context.set_seats(seats)
        self.refresh()

    def arrange(self, m: Metrics) -> None:
        self.put(self.title, left=4, baseline=7.75 if m.wide else 9, width=m.columns - 8)
        top, step, high = (10, 8, 7.2) if m.wide else (20, 13, 10)
        for i, (colour, name, new) in enumerate(self.rows):
            y = top + i * step
            self.put(colour, left=4, width=10, top=y, height=high)
            self.put(new, right=4, width=25 if m.wide else 19.5, top=y, height=high)
            self.put(name, left=15.2, right=30.2 if m.wide else 24.7, top=y, height=high)
        self.put(self.hint, left=4, right=36 if m.wide else 4, bottom=4.4 if m.wide else 13, height=3)
        self.hint.lines = 2
        self.put(self.done, right=4, width=30 if m.wide else 52, bottom=1.6, height=7.4)
