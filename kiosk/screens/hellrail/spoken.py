"""A count that the table says: how many cards of that brimstone change hands."""

from __future__ import annotations

from functools import partial

from companion.engine.choice import Choice
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.replies import Replies, below
from kiosk.screens.hellrail.words import seat_of
from kiosk.screens.sheet import Sheet, lay_head
from kiosk.theme import C, Metrics
from kiosk.widgets.label import Text
from kiosk.widgets.tile import Tile

MOST = 11
"""Tiles at most; a larger number is entered as this and put right."""


class Spoken(Sheet):
    """Lust: so many cards are given."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text(_("How many cards?"), "name", face="bold", size=7)
        self.hint = Text("", "body", C.ash, lines=2)
        self.replies = Replies(most=12.0)
        for widget in (self.mark, self.who, self.title, self.hint, self.replies):
            self.add_widget(widget)
        self._hand = -1

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        if choice is None:
            return
        seat = seat_of(view, str(choice.facts.get("seat", "")))
        if seat is None:
            return
        self.mark.show(seat)
        target = choice.facts.get("target", "")
        self.who.show(_("{name} gives to {target}").format(name=seat.name, target=target))
        self.hint.show(
            _("All cards with brimstone {n}; 0 if there is none.").format(n=choice.facts.get("brimstone", "?"))
        )
        if seat.hand != self._hand:
            self._hand = seat.hand
            give = partial(partial, self.context.move, "give")
            counts = range(min(seat.hand, MOST) + 1)
            self.replies.fill([Tile(figure=str(n), action=give(n=n)) for n in counts])
        self.rearrange()

    def lay(self, m: Metrics) -> None:
        first = lay_head(self, m, self.mark, self.who, self.title) + 0.6
        self.put(self.hint, left=4.2, right=4, top=first, height=4 if m.wide else 8)
        below(self, m, self.replies, first + (6 if m.wide else 10))
