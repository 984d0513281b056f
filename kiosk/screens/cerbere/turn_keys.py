"""The keys of a turn: reports, a card to play, the end of the turn. The one that comes next is lit."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.cerbere.routing import HAND, MENU, SheetKey
from kiosk.widgets.key import Key

Go = Callable[[SheetKey | None], object]


class TurnKeys:
    """Made once for a sheet; `keys` says which of them stand there now."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        self.context, self.go = context, go
        self.reports = Key(_("Menu"), "list", action=self._menu)
        self.cards = Key("", "hand", action=lambda: go(SheetKey(HAND)))
        self.end = Key(_("End of turn"), "next", icon_size=3, action=lambda: context.move("ok"))

    def _menu(self) -> None:
        """What can be told of the table is a prompt; where nothing can, the other screens are still wanted."""
        prompt = self.context.prompt
        if prompt is not None and prompt.option("report") is not None:
            self.context.choose("report")
        else:
            self.go(SheetKey(MENU))

    def keys(self, view: CerbereView) -> tuple[Key, ...]:
        """The main key last. Of many, the way to the reports is an icon alone: Undo needs its words."""
        found = self._keys(view)
        self.reports.show(label=_("Menu") if len(found) < 3 else "")
        return found

    def _keys(self, view: CerbereView) -> tuple[Key, ...]:
        turn = view.turn
        if turn.chasing:
            return (self.reports,)
        if not view.playable:
            self.end.show(kind="prime")
            return (self.reports, self.end) if turn.may_end else (self.reports,)
        if turn.action_done:
            self.cards.show(label=_("Bonus"), kind="plain")
            self.end.show(kind="prime")
            return (self.reports, self.cards, self.end)
        if not view.follow_cards:  # cards help with the Rage, but none is owed
            self.cards.show(label=_("Cards"), kind="plain")
            self.end.show(kind="prime")
            return (self.reports, self.cards, self.end)
        self.cards.show(label=_("Play a card"), kind="prime")
        self.end.show(kind="plain")
        return (self.reports, self.end, self.cards) if turn.may_end else (self.reports, self.cards)
