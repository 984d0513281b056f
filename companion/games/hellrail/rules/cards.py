"""Which card was tapped or entered, and whether it can be where the rule needs it (4.1).

A card that is not where it should be is a conflict, `card_elsewhere`, the same for every wrong place and naming none.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.hellrail.board.segments import rotate
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.events import Stranger
from companion.games.hellrail.moves import CardRef, Values
from companion.games.hellrail.names import RAIL
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState, at_place


def known(state: RailState, ref: str) -> str:
    """Return the id of a card called by its id or by its tag.

    :raises Refused: `unknown_card`.
    """
    if ref in state.deck.cards or ref in state.strangers:
        return ref
    tag = state.deck.tags.get(ref)
    if tag is None or not tag.card:
        raise Refused("unknown_card", card=ref)
    return tag.card


def claim(context: MoveContext, card: str, ref: str, seat: int | None) -> None:
    """The card comes from the hand of `seat` (None: from the draw pile), as far as everybody can see. Whether what
    is secret agrees is asked last (`check_claims`), so that no other refusal tells anything of it.

    :raises Refused: `card_elsewhere`.
    """
    if context.state.in_the_open(card) or card in context.state.strangers:
        raise Refused("card_elsewhere", card=ref)
    context.claims.append((card, ref, seat))


def check_claims(context: MoveContext) -> None:
    """4.1 invariant 5, reading 20: no claimed card was delivered, is covered in a train, or is known to be in another
    hand; and no more of a hand is unknown than its count leaves room for.

    :raises Refused: `card_elsewhere`, the same for every wrong place.
    """
    if not context.claims:
        return
    s = context.before
    room = [seat.hand - len(seat.known.reveal()) for seat in s.seats]
    for card, ref, owner in context.claims:
        for i, seat in enumerate(s.seats):
            known = card in seat.known.reveal()
            if card in seat.train or card in seat.delivered.reveal() or (known and i != owner):
                raise Refused("card_elsewhere", card=ref)
            if i == owner and not known:
                room[i] -= 1
                if room[i] < 0:
                    raise Refused("card_elsewhere", card=ref)


def card_of(state: RailState, id: str) -> Card:
    """Return the card's values."""
    card = state.card(id)
    if card is None:
        raise Refused("unknown_card", card=id)
    return card


def look_up(context: MoveContext, ref: CardRef) -> str:
    """Return the id of a card that was tapped or entered; a card entered by its values gets an id of its own.

    :raises Refused: `unknown_card`.
    """
    if isinstance(ref, str):
        return known(context.state, ref)
    card = stranger(context.state, ref)
    context.emit(Stranger(Secret(card)))
    return card.id


def on_table(state: RailState, values: Values) -> str:
    """Keeper: the rail card on the table that is like this, as far as its values are known.

    :raises Refused: `no_rail_card`.
    :raises BadInput: for a value that no card can have.
    """
    wanted = stranger(state, values)
    asked = [
        (name, value) for name in ("car", "brimstone", "rails") if (value := getattr(wanted, name)) not in (None, ())
    ]
    alike: list[tuple[int, str]] = []
    for id in sorted(state.table):
        card = card_of(state, id)
        has = [(getattr(card, name), value) for name, value in asked]
        if all(mine in (None, (), value) for mine, value in has):
            alike.append((sum(mine != value for mine, value in has), id))
    if not alike:
        raise Refused("no_rail_card", card="")
    return min(alike)[1]


def stranger(state: RailState, values: Values) -> Card:
    """Return a card without a tag.

    :raises BadInput: for a value that no card can have.
    """
    for name, value in (("car", values.car), ("brimstone", values.brimstone)):
        if value is not None and not 0 <= value <= 20:
            raise BadInput(field=name, value=value, expected="a number on a card")
    for name, circle in (("pickup", values.pickup), ("setout", values.setout)):
        if circle is not None and circle not in SIGNS:
            raise BadInput(field=name, value=circle, expected="G or 1 to 9")
    rails = values.rails or ()
    if rails:
        try:
            rotate(rails, 0)
        except (KeyError, ValueError) as error:
            raise BadInput(field="rails", value=list(rails), expected="NS, EW, NE, SE, SW, NW") from error
    return Card(f"~{state.next_stranger()}", values.car, values.pickup, values.setout, values.brimstone, tuple(rails))


def from_hand(context: MoveContext, seat: int, refs: Iterable[CardRef], more: int = 0) -> tuple[str, ...]:
    """Return the ids of cards that `seat` puts down from the hand; `more`: cards that it needs besides.

    :raises Refused: `hand_empty` (HR-016), `unknown_card`, `card_elsewhere`.
    """
    refs = tuple(refs)
    if context.seat(seat).hand < len(refs) + more:
        raise Refused("hand_empty")
    cards: list[str] = []
    for ref in refs:
        card = look_up(context, ref)
        if isinstance(ref, str):
            if card in cards:
                raise Refused("card_elsewhere", card=ref)
            claim(context, card, ref, seat)
        cards.append(card)
    return tuple(cards)


def in_train(context: MoveContext, seat: int, ref: str) -> str:
    """Return the car of a train called by id, by tag, or by its place (`#1` = next to the engine), covered or not.

    :raises Refused: `not_on_train`, `unknown_card`.
    """
    return _called(context.state, seat, ref)


def _called(state: RailState, seat: int, ref: str) -> str:
    train = state.seats[seat].train
    card = at_place(train, ref) if by_place(ref) else known(state, ref)
    if not train:
        raise Refused("not_on_train", card=ref, reason="no_car")
    if card not in train:
        raise Refused("not_on_train", card=ref)
    return card


def by_place(ref: str) -> bool:
    """Return whether a car is called by its place in its train: the caller need not know which it is."""
    return ref.startswith("#")


def gathered(state: RailState, cards: tuple[str, ...], ref: str) -> tuple[str, ...]:
    """One card more of a hand; tapped again it is taken back. Nothing is paid yet, so only what everybody sees counts.

    :raises Refused: `unknown_card`, `card_elsewhere`.
    """
    card = known(state, ref)
    if card in cards:
        return tuple(other for other in cards if other != card)
    if state.in_the_open(card) or card in state.strangers:
        raise Refused("card_elsewhere", card=ref)
    return (*cards, card)


def car_gathered(state: RailState, seat: int, cars: tuple[str, ...], ref: str) -> tuple[str, ...]:
    """One car more of a train, called as in `in_train`; called again it stays.

    :raises Refused: `not_on_train`, `unknown_card`.
    """
    card = _called(state, seat, ref)
    return tuple(other for other in cars if other != card) if card in cars else (*cars, card)


def circle_at(context: MoveContext, seat: int) -> str:
    """HR-023: return the circle with the engine of `seat`.

    :raises Refused: `not_in_circle`.
    """
    node = context.seat(seat).stand.node
    if node == RAIL or ":" in node:
        raise Refused("not_in_circle")
    return node


SIGNS = ("G", *map(str, range(1, 10)))
"""The circles as cards name them."""


def sign(circle: str) -> str:
    """Return the circle as cards name it: `G`, `1` ..."""
    return circle[1:]


def check_circle(needs: str | None, circle: str, covered: bool = False) -> None:
    """
    :param covered: what the card needs was entered covered, or the card is covered: the refusal does not reveal it.
    :raises Refused: `wrong_circle`.
    """
    if needs is not None and needs != sign(circle):
        if covered:
            raise Refused("wrong_circle", at=sign(circle))
        raise Refused("wrong_circle", needs=needs, at=sign(circle))
