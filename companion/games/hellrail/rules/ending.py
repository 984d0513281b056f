"""The end of a turn (2.2, 2.7): fanning, leaving Gluttony's hand behind, passing on.

The end of the game (2.7): the scores, the tie-break, and the check against the cards on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.engine.codec import to_kind
from companion.engine.refused import BadInput, Refused
from companion.games.hellrail import events as ev
from companion.games.hellrail.moves import CardRef, CardRefs
from companion.games.hellrail.names import MOST_LOADED, Phase
from companion.games.hellrail.rules import drawing
from companion.games.hellrail.rules.cards import card_of, from_hand, known
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import EndTurnTask, RailState, Seat


def may_fan(state: RailState) -> str | None:
    """HR-070, HR-107, reading 23: why there is no fanning this turn; None if there may be."""
    seat = state.seats[state.turn.active]
    if seat.tender or state.turn.tender:
        return "tender_forbids_fan"
    if state.turn.gluttony:
        return "gluttony_forbids_fan"
    return None if seat.hand or state.light else "hand_empty"


def fan(context: MoveContext, seat: int, ref: CardRef) -> None:
    """HR-070..072, HR-Q14: one card away, as many new ones as its brimstone, and the turn is over."""
    code = may_fan(context.state)
    if code is not None:
        raise Refused(code)
    if context.state.light:
        context.emit(ev.Fanned(context.name(seat)))
        context.push(EndTurnTask())
        return
    (card,) = from_hand(context, seat, (ref,))
    brimstone = card_of(context.state, card).brimstone
    if brimstone is None:
        raise BadInput(field="card", expected="a card with its brimstone")
    context.emit(ev.Fanned(context.name(seat), card))
    drawing.draw_cards(context, seat, brimstone)
    if not context.over:
        context.push(EndTurnTask())


def end_turn(context: MoveContext, seat: int) -> None:
    """HR-017, HR-018; HR-096 step 2: after Gluttony the hand has to be gone.

    :raises Refused: `hand_not_empty`.
    """
    if context.state.turn.gluttony and context.seat(seat).hand:
        raise Refused("hand_not_empty", count=context.seat(seat).hand)
    context.push(EndTurnTask())


def pass_on(context: MoveContext) -> None:
    """HR-018: to the left neighbour."""
    context.agenda.pop()
    active = context.state.turn.active
    context.emit(ev.TurnEnded(context.name(active), context.name(context.state.after(active))))


def throw(context: MoveContext, seat: int, refs: CardRefs) -> None:
    """HR-096 step 2: after Gluttony cards may be discarded freely.

    :raises Refused: `wrong_phase` at any other time.
    """
    if not context.state.turn.gluttony or not refs:
        raise Refused("wrong_phase", phase=context.state.phase.value)
    context.emit(ev.CardsDiscarded(context.name(seat), from_hand(context, seat, refs)))


def car_value(state: RailState, cards: tuple[str, ...]) -> int:
    """Return the sum of car values; an undescribed card counts nothing."""
    found = (state.card(id) for id in cards)
    return sum(card.car or 0 for card in found if card is not None)


def scores(state: RailState) -> dict[str, ev.SeatScore]:
    """HR-079 delivered cars; HR-080 a tie goes to the loaded ones; HR-081, HR-Q28 still tied: shared. Rank 1 wins."""
    sums = {
        seat.name: (
            car_value(state, seat.delivered.reveal()),
            car_value(state, seat.train) if seat.loaded_worth is None else seat.loaded_worth,
        )
        for seat in state.seats
    }
    return {
        name: ev.SeatScore(delivered, loaded, 1 + sum(other > (delivered, loaded) for other in sums.values()))
        for name, (delivered, loaded) in sums.items()
    }


def reveal(context: MoveContext) -> None:
    """HR-027: the delivered cars are opened.

    :raises Refused: `sealed_until_end` in a running game.
    """
    if context.state.phase is not Phase.ENDED:
        raise Refused("sealed_until_end")
    context.emit(ev.Opened(tuple(seat.delivered.reveal() for seat in context.state.seats)))
    _show(context)


def _show(context: MoveContext) -> None:
    """The scores, once all are said that a tie needs."""
    if not level_seats(context.state):
        context.emit(ev.ScoresShown(scores(context.state)))


def waits(state: RailState) -> bool:
    """The delivered cars are open, and a tie is still to be broken."""
    return state.revealed and state.scores is None


def level_seats(state: RailState) -> tuple[int, ...]:
    """Light: the seats whose delivered cars are worth as much as another's and more than all others', and that have not
    said what their loaded ones are worth (HR-080: a tie is broken for the win, and for nothing else)."""
    if not state.light:
        return ()
    sums = _sums(state)
    most = max(sums)
    if sums.count(most) < 2:
        return ()
    return tuple(i for i, seat in enumerate(state.seats) if seat.loaded_worth is None and sums[i] == most)


def level_with(state: RailState, index: int) -> tuple[int, ...]:
    """Light: a seat and those whose delivered cars are worth as much as its own."""
    sums = _sums(state)
    return tuple(k for k, worth in enumerate(sums) if worth == sums[index])


def _sums(state: RailState) -> list[int]:
    """Return what the delivered cars of each seat are worth."""
    return [car_value(state, seat.delivered.reveal()) for seat in state.seats]


def tell_loaded(context: MoveContext, seat: int, worth: int) -> None:
    """HR-080: what the loaded cars of a seat are worth; after the last one the scores.

    :raises Refused: `wrong_phase` where it is not asked for.
    """
    if not waits(context.state) or seat not in level_seats(context.state):
        raise Refused("wrong_phase", phase=context.state.phase.value)
    if not 0 <= worth <= MOST_LOADED:
        raise BadInput(field="worth", value=worth, expected=f"a number from 0 to {MOST_LOADED}")
    context.emit(ev.LoadedTold(context.name(seat), worth))
    _show(context)


def compare(context: MoveContext, opened: Any) -> None:
    """HR-082: the cards that were opened at the table, seat -> ids or tags, against the record.

    :raises Refused: `sealed_until_end` in a running game; `bad_target`, `unknown_card`.
    """
    if context.state.phase is not Phase.ENDED:
        raise Refused("sealed_until_end")
    mismatches = _compare(context.state, to_kind(opened, dict[str, tuple[str, ...]]))
    reveal(context)
    for mismatch in mismatches:
        context.emit(mismatch)


def _compare(state: RailState, cards: Mapping[str, tuple[str, ...]]) -> list[ev.RevealMismatch]:
    found = []
    for name, tapped in cards.items():
        index = state.index(name)
        if index is None:
            raise Refused("bad_target", target=name)
        seat: Seat = state.seats[index]
        recorded = Counter(seat.delivered.reveal())
        shown = Counter(known(state, ref) for ref in tapped)
        missing, extra = tuple((recorded - shown).elements()), tuple((shown - recorded).elements())
        if missing or extra:
            found.append(ev.RevealMismatch(name, missing, extra))
    return found
