"""Makes the sheet for a place of the playing screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.cerbere.cards import Op
from companion.games.cerbere.view import CerbereView
from kiosk.screens.cerbere import routing
from kiosk.screens.cerbere.caught import Caught
from kiosk.screens.cerbere.drama import Drama
from kiosk.screens.cerbere.hand import Hand
from kiosk.screens.cerbere.hunt import Hunt
from kiosk.screens.cerbere.options import Lists, Options
from kiosk.screens.cerbere.peek import Peek
from kiosk.screens.cerbere.play import PlaySheet
from kiosk.screens.cerbere.prompts import CerberePrompt, Menu
from kiosk.screens.cerbere.routing import SheetKey
from kiosk.screens.cerbere.sheet import Sheet
from kiosk.screens.cerbere.table import Table
from kiosk.screens.cerbere.tracker import Tracker

if TYPE_CHECKING:
    from kiosk.screens.cerbere.game import Game


def make_sheet(game: Game, place: SheetKey) -> Sheet:
    """A new sheet for it."""
    context, cards = game.context, game.catalogue
    match place.kind:
        case routing.TABLE:
            return Table(context, cards, game.go)
        case routing.ORDER if game.order is not None:
            return Drama(context, game.order, game.order_over)
        case routing.HAND:
            return Hand(context, cards, lambda card: game.go(SheetKey(routing.OPTIONS, card.id)), lambda: game.go(None))
        case routing.OPTIONS if place.about in cards.cards:
            card = cards.cards[place.about]
            return Options(context, card, place.part == "asked", lambda: game.go(SheetKey(routing.HAND)))
        case routing.PLAY:
            return PlaySheet(context, cards)
        case routing.PROMPT | routing.OPTIONS:
            return CerberePrompt(context)
        case routing.LISTS:
            return Lists(context, _effect(game, game.view))
        case routing.CAUGHT:
            return Caught(context)
        case routing.HUNT:
            return Hunt(context)
        case routing.PEEK:
            return Peek(context, game.seen)
        case routing.MENU:
            return Menu(context, lambda: game.go(None))
    return Tracker(context, game.go)


def _effect(game: Game, view: CerbereView | None) -> Op | None:
    """The effect of the played card that asks for one of two lists."""
    play = view.play if view is not None else None
    number = game.choice.facts.get("effect") if game.choice is not None else None
    card = game.catalogue.cards.get(play.card) if play is not None else None
    option = card.option(play.option or "") if card is not None and play is not None else None
    if option is None or not isinstance(number, int) or number >= len(option.effect):
        return None
    return option.effect[number]
