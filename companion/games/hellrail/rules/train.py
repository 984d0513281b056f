"""Cars: pick-up, set-out, fuel (2.3, 2.4); Cerberus at a circle (HR-097, HR-098, HR-117) and what pays a Move."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.events import CarDelivered, CarLoaded, Sealed, Stranger, TollPaid, Uncovered
from companion.games.hellrail.moves import CardRef, CardRefs
from companion.games.hellrail.names import GATES, number_of
from companion.games.hellrail.rules.cards import (
    by_place,
    card_of,
    check_circle,
    circle_at,
    from_hand,
    in_train,
    known,
    sign,
)
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState


def toll_owed(state: RailState, seat: int) -> int | None:
    """HR-098, HR-Q16: leaving costs cards of a higher value than this; None: Cerberus is not here."""
    node = state.seats[seat].stand.node
    if state.cerberus is None or node != state.cerberus:
        return None
    return state.deck.rulings.q16_cerberus_on_gates_number if node == GATES else number_of(node)


def paid_with(context: MoveContext, seat: int, card: CardRef, toll: CardRefs) -> tuple[str, tuple[str, ...]]:
    """Return the card that is played and the cards of the toll, all from the hand.

    :raises Refused: `hand_empty`, `toll_missing`, `toll_too_small` and what `from_hand` says.
    """
    more_than = toll_owed(context.state, seat)
    if more_than is None and toll:
        raise BadInput(field="toll", expected="none: Cerberus is not here")
    first, *rest = from_hand(context, seat, (card, *toll))
    if more_than is not None:
        if not rest:
            raise Refused("toll_missing", more_than=more_than)
        has = sum(card_of(context.state, id).car or 0 for id in rest)
        if has <= more_than:
            raise Refused("toll_too_small", more_than=more_than, has=has)
    return first, tuple(rest)


def pay(context: MoveContext, seat: int, toll: tuple[str, ...]) -> None:
    """HR-043: first the toll, then the departure."""
    if toll:
        context.emit(TollPaid(context.name(seat), context.seat(seat).stand.node, toll))


def fuel(state: RailState, seat: int) -> int:
    """HR-028, HR-106, HR-113, HR-Q12: brimstone that a Move of this train needs."""
    return len(state.seats[seat].train) + state.seats[seat].tender


def pickup(context: MoveContext, seat: int, ref: CardRef) -> None:
    """HR-020..023: a card of the hand becomes the last car.

    :raises Refused: `not_in_circle`, `hand_empty`, `unknown_card`, `card_elsewhere`, `wrong_circle`.
    """
    circle = circle_at(context, seat)
    (card,) = from_hand(context, seat, (ref,))
    check_circle(card_of(context.state, card).pickup, circle)
    context.emit(CarLoaded(context.name(seat), card))


def setout(context: MoveContext, seat: int, ref: str, car: Secret[int] | None, to: Secret[str] | None) -> None:
    """HR-024..026: deliver a car of the train in the engine's circle. Costs no card (HR-Q27).

    Reading 42: a covered car that is called by its place is tested against nothing that it bears.

    :raises Refused: `not_in_circle`, `not_on_train`, `wrong_circle` ...
    """
    if context.state.light:
        deliver(context, seat, _from_table(context, ref, car))
        return
    circle = circle_at(context, seat)
    id = in_train(context, seat, ref)
    card = card_of(context.state, id)
    covered = id in context.state.sealed.reveal()
    unseen = covered and by_place(ref)
    needs = None if unseen else card.setout
    if to is not None and needs is None:
        needs, covered = to.reveal(), True
    check_circle(needs, circle, covered)
    if id in context.state.strangers:
        _complete(context, card, car, circle, unseen)
    deliver(context, seat, id)


def _from_table(context: MoveContext, ref: str, car: Secret[int] | None) -> str:
    """Light: trains are unknown. Return the id of a car that is called by its card, or "" if by what it is worth.

    :raises Refused: `unknown_card`; `card_elsewhere` for a card that was delivered already.
    """
    if ref:
        id = known(context.state, ref)
        if any(id in seat.delivered.reveal() for seat in context.state.seats):
            raise Refused("card_elsewhere", card=ref)
        return id
    id = f"~{context.state.next_stranger()}"
    context.emit(Stranger(Secret(Card(id, _worth(None if car is None else car.reveal())))))
    return id


def _worth(value: int | None) -> int:
    if value is None or not 0 <= value <= 20:
        raise BadInput(field="car", expected="the car's value")
    return value


def _complete(context: MoveContext, card: Card, car: Secret[int] | None, circle: str, unseen: bool) -> None:
    """What the owner entered on the covered keypad for a car without a tag. What was said openly as it was picked up
    holds; of a covered one that no player can describe (reading 26) the worth may stay unknown."""
    value = card.car
    if value is None and not (unseen and car is None):
        value = _worth(None if car is None else car.reveal())
    context.emit(Stranger(Secret(Card(card.id, value, card.pickup, sign(circle), card.brimstone, card.rails))))


def deliver(context: MoveContext, seat: int, card: str) -> None:
    """HR-024, HR-026: only the count is announced."""
    context.emit(CarDelivered(context.name(seat), context.seat(seat).count + 1))
    context.emit(Sealed(context.name(seat), Secret(card)))


def uncover(context: MoveContext, seat: int, card: str) -> None:
    """A car that came back by Undo shows itself once its card is tapped again (4.2).

    :raises Refused: `card_elsewhere` if that is not a covered car of this train.
    """
    if card not in context.seat(seat).train or card not in context.state.sealed.reveal():
        raise Refused("card_elsewhere", card=card)
    context.emit(Uncovered(Secret(card)))
