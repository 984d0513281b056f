"""Cerberus is here: cards worth more than the circle go first. Tapped one by one, or entered by their value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.choice import Choice
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.icons import Icon
from kiosk.screens.hellrail.routing import SheetKey
from kiosk.screens.hellrail.words import active
from kiosk.screens.sheet import Sheet, foot
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row

Go = Callable[[SheetKey | None], object]
WORTH = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class Toll(Sheet):
    """An order screen: more than n. `paid` gets the cards of the toll; `worth` tells what a tapped card is worth."""

    def __init__(
        self,
        context: KioskContext,
        worth: Callable[[str], int | None],
        paid: Callable[[list[Any]], object],
        back: Callable[[], object],
    ) -> None:
        super().__init__(context)
        self.worth, self.paid = worth, paid
        self.entered: list[int] = []
        self.tapped: tuple[str, ...] = ()
        self.more_than = 0
        self.hand = 0
        self.dog = Icon("cerberus", C.danger)
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.sum = Figures("0", size=14, colour=C.brim)
        self.parts = Text("", "body", C.ash, lines=2)
        self.hint = Text(_("Lay cards on the reader, or enter what each is worth."), "body", C.ash, lines=2)
        self.digits = [Key(digit, align="center", action=partial(self.enter, int(digit))) for digit in WORTH]
        for widget in (self.dog, self.who, self.title, self.sum, self.parts, self.hint, *self.digits):
            self.add_widget(widget)
        self.back = Key(_("Back"), "back", icon_size=3, action=back)
        self.less = Key(_("One less"), "minus", icon_size=3, action=self.take_back)
        self.pay = Key(_("Pay"), "check", kind="prime", action=self.finish)
        self.set_keys(self.back, self.less, self.pay)

    @property
    def burning(self) -> Fire:
        return fires.ALARM

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        seat = active(view)
        self.tapped = view.toll_tapped
        self.more_than, self.hand = view.turn.toll or 0, seat.hand
        self.who.show(_("{name} wants to leave Cerberus").format(name=seat.name))
        self.title.show(_("More than {n}").format(n=self.more_than))
        self._show()

    def enter(self, worth: int) -> None:
        """One card more; one of the hand has to drive."""
        if len(self.entered) + len(self.tapped) + 1 < self.hand:
            self.entered.append(worth)
            self._show()

    def take_back(self) -> None:
        """The last one that was entered stays in hand."""
        if self.entered:
            self.entered.pop()
            self._show()

    def total(self) -> int:
        """What they are worth together."""
        return sum(self.entered) + sum(self.worth(card) or 0 for card in self.tapped)

    def finish(self) -> None:
        """It is paid: now the card that drives."""
        self.paid([*self.tapped, *({"car": worth} for worth in self.entered)])

    def _show(self) -> None:
        values = [self.worth(card) for card in self.tapped] + list(self.entered)
        enough = self.total() > self.more_than
        self.sum.show(str(self.total()), C.ok if enough else C.brim)
        parts = " + ".join("?" if value is None else str(value) for value in values)
        told = ngettext("{n} card: {parts}", "{n} cards: {parts}", len(values)) if values else ""
        self.parts.show(told.format(n=len(values), parts=parts))
        self.pay.enabled = enough or any(value is None for value in values)
        self.less.enabled = bool(self.entered)
        for key in self.digits:
            key.enabled = len(values) + 1 < self.hand

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        end = m.rows - foot(m) - (1.2 if wide else 2.4)
        if wide:
            self.put(self.dog, left=4, width=10, top=3, height=10)
            self.put(self.who, left=16, right=4, baseline=6)
            self.put(self.title, left=16, right=4, baseline=12.4)
            self.put(self.sum, left=16, width=17, baseline=28)
            self.put(self.parts, left=35, right=4, top=18, height=9)
            self.put(self.hint, left=4.2, right=4, top=31.4, height=4)
            row(self, self.digits, top=end - 9.4, height=9.2)
            return
        self.who.lines = self.title.lines = 2
        self.put(self.dog, left=4, width=11, top=7, height=11)
        self.put(self.who, left=17, right=4, top=7.6, height=9.6)
        self.put(self.title, left=4, right=4, top=20, height=9)
        self.put(self.sum, left=4, width=18, baseline=46)
        self.put(self.parts, left=24, right=4, top=36, height=10)
        self.put(self.hint, left=4.2, right=4, top=50, height=8)
        for i in range(2):
            row(self, self.digits[i * 5 : i * 5 + 5], top=end - 20 + i * 10.4, height=9.2)
