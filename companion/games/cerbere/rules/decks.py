"""Survival and Betrayal cards by count: drawing and discarding."""

from __future__ import annotations

from companion.games.cerbere.data.cards import CARDS_OF, DECKS
from companion.games.cerbere.events import CardsDiscarded, CardsDrawn, DeckReshuffled
from companion.games.cerbere.names import DeckKind
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import CerbereState

DECK_OF = {side: DECKS[cards] for side, cards in CARDS_OF.items()}
"""CB-044: a runner draws and plays Survival only, a Cerberus player Betrayal only."""


def may_draw(state: CerbereState, seat: int, deck: DeckKind) -> bool:
    """CB-044, CB-Q16: the deck of their own side, and a card in it or in its discards."""
    pile = state.pile(deck)
    return DECK_OF.get(state.seats[seat].side) is deck and pile.draw + pile.discard > 0


def reshuffle(context: MoveContext, deck: DeckKind, count: int) -> int:
    """CB-Q16: makes sure of `count` cards on the draw pile if its discards allow; how many there are then."""
    pile = context.state.pile(deck)
    if pile.draw < count and pile.discard:
        context.emit(DeckReshuffled(deck))
    return min(count, context.state.pile(deck).draw)


def draw(context: MoveContext, seat: int, deck: DeckKind, count: int) -> None:
    """CB-043, CB-184: as many of `count` as there are."""
    if may_draw(context.state, seat, deck):
        count = reshuffle(context, deck, count)
        context.emit(CardsDrawn(context.name(seat), deck, count))


def discard(context: MoveContext, seat: int, deck: DeckKind, count: int) -> None:
    """CB-185: as many of `count` as the player holds."""
    count = min(count, context.state.seats[seat].cards(deck))
    if count:
        context.emit(CardsDiscarded(context.name(seat), deck, count))
