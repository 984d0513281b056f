"""Cerberus at a circle (HR-097, HR-098, HR-117) and the card that pays a Move or a Boatman."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.events import TollPaid
from companion.games.hellrail.moves import CardRef, Cards
from companion.games.hellrail.names import GATES, number_of
from companion.games.hellrail.rules.cards import card_of, from_hand
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState


def owed(s: RailState, seat: int) -> int | None:
    """HR-098, HR-Q16: leaving costs cards of a higher value than this; None: Cerberus is not here."""
    node = s.seats[seat].stand.node
    if s.cerberus is None or node != s.cerberus:
        return None
    return s.deck.rulings.q16_cerberus_on_gates_number if node == GATES else number_of(node)


def paid_with(w: MoveContext, seat: int, card: CardRef, toll: Cards) -> tuple[str, tuple[str, ...]]:
    """The card that is played and the cards of the toll, all from the hand.

    :raises Refused: `hand_empty`, `toll_missing`, `toll_too_small` and what `from_hand` says.
    """
    more_than = owed(w.state, seat)
    if more_than is None and toll:
        raise BadInput(field="toll", expected="none: Cerberus is not here")
    first, *rest = from_hand(w, seat, (card, *toll))
    if more_than is not None:
        if not rest:
            raise Refused("toll_missing", more_than=more_than)
        has = sum(card_of(w.state, id).car or 0 for id in rest)
        if has <= more_than:
            raise Refused("toll_too_small", more_than=more_than, has=has)
    return first, tuple(rest)


def pay(w: MoveContext, seat: int, toll: tuple[str, ...]) -> None:
    """HR-043: first the toll, then the departure."""
    if toll:
        w.emit(TollPaid(w.name(seat), w.seat(seat).stand.node, toll))
