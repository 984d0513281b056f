"""Survival and Betrayal cards by count: drawing and discarding."""

from __future__ import annotations

from companion.games.cerbere.data.cards import CARDS_OF, DECKS
from companion.games.cerbere.events import CardsDiscarded, CardsDrawn, DeckReshuffled
from companion.games.cerbere.names import Deck
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import CerbereState

DECK_OF = {side: DECKS[cards] for side, cards in CARDS_OF.items()}
"""CB-044: a runner draws and plays Survival only, a Cerberus player Betrayal only."""


def may_draw(s: CerbereState, seat: int, deck: Deck) -> bool:
    """CB-044, CB-Q16: the deck of their own side, and a card in it or in its discards."""
    pile = s.pile(deck)
    return DECK_OF.get(s.seats[seat].side) is deck and pile.draw + pile.discard > 0


def reshuffle(w: MoveContext, deck: Deck, n: int) -> int:
    """CB-Q16: makes sure of `n` cards on the draw pile if its discards allow; how many there are then."""
    pile = w.state.pile(deck)
    if pile.draw < n and pile.discard:
        w.emit(DeckReshuffled(deck))
    return min(n, w.state.pile(deck).draw)


def draw(w: MoveContext, seat: int, deck: Deck, n: int) -> None:
    """CB-043, CB-184: as many of `n` as there are."""
    if may_draw(w.state, seat, deck):
        n = reshuffle(w, deck, n)
        w.emit(CardsDrawn(w.name(seat), deck, n))


def discard(w: MoveContext, seat: int, deck: Deck, n: int) -> None:
    """CB-185: as many of `n` as the player holds."""
    n = min(n, w.state.seats[seat].cards(deck))
    if n:
        w.emit(CardsDiscarded(w.name(seat), deck, n))
