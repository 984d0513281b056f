"""The end of a turn (2.2, 2.7): fanning, leaving Gluttony's hand behind, passing on."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.events import CardsDiscarded, Fanned, TurnEnded
from companion.games.hellrail.moves import CardRef, Cards
from companion.games.hellrail.rules import drawing
from companion.games.hellrail.rules.cards import card_of, from_hand
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import EndTurn, RailState


def may_fan(s: RailState) -> str | None:
    """HR-070, HR-107, reading 23: why there is no fanning this turn; None if there may be."""
    seat = s.seats[s.turn.active]
    if seat.tender or s.turn.tender:
        return "tender_forbids_fan"
    if s.turn.gluttony:
        return "gluttony_forbids_fan"
    return None if seat.hand or s.light else "hand_empty"


def fan(w: MoveContext, seat: int, ref: CardRef) -> None:
    """HR-070..072, HR-Q14: one card away, as many new ones as its brimstone, and the turn is over."""
    code = may_fan(w.state)
    if code is not None:
        raise Refused(code)
    if w.state.light:
        w.emit(Fanned(w.name(seat)))
        w.push(EndTurn())
        return
    (card,) = from_hand(w, seat, (ref,))
    brimstone = card_of(w.state, card).brimstone
    if brimstone is None:
        raise BadInput(field="card", expected="a card with its brimstone")
    w.emit(Fanned(w.name(seat), card))
    drawing.draw_cards(w, seat, brimstone)
    if not w.over:
        w.push(EndTurn())


def end_turn(w: MoveContext, seat: int) -> None:
    """HR-017, HR-018; HR-096 step 2: after Gluttony the hand has to be gone.

    :raises Refused: `hand_not_empty`.
    """
    if w.state.turn.gluttony and w.seat(seat).hand:
        raise Refused("hand_not_empty", count=w.seat(seat).hand)
    w.push(EndTurn())


def pass_on(w: MoveContext) -> None:
    """HR-018: to the left neighbour."""
    w.agenda.pop()
    active = w.state.turn.active
    w.emit(TurnEnded(w.name(active), w.name(w.state.after(active))))


def throw(w: MoveContext, seat: int, refs: Cards) -> None:
    """HR-096 step 2: after Gluttony cards may be discarded freely.

    :raises Refused: `wrong_phase` at any other time.
    """
    if not w.state.turn.gluttony or not refs:
        raise Refused("wrong_phase", phase=w.state.phase.value)
    w.emit(CardsDiscarded(w.name(seat), from_hand(w, seat, refs)))
