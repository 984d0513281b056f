"""Derailment (HR-054..060): the hand, the cars, the Soul Catcher; the engine to the Gates."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.games.hellrail.events import Derailed, HandDumped
from companion.games.hellrail.moves import Cards
from companion.games.hellrail.rules.cards import from_hand
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import Derail, DumpHand, EndTurn


def derail(w: MoveContext, seat: int) -> None:
    """The hand is tapped first (nothing to tap if it is empty), then the rest follows (4.5)."""
    w.push(Derail(seat))
    if w.seat(seat).hand and "hand" in w.state.deck.rulings.q05_derail_loses:
        w.push(DumpHand(seat))


def dump_hand(w: MoveContext, task: DumpHand, refs: Cards) -> None:
    """HR-054: the whole hand, card by card.

    :raises Refused: `wrong_count`, `card_elsewhere` ...
    """
    needs = w.seat(task.seat).hand
    if len(refs) != needs:
        raise Refused("wrong_count", needs=needs, has=len(refs))
    cards = from_hand(w, task.seat, refs)
    w.agenda.pop()
    w.emit(HandDumped(w.name(task.seat), cards))


def finish(w: MoveContext, task: Derail) -> None:
    """HR-055, HR-056, HR-059, HR-060; HR-057, HR-058, HR-Q17: in the own turn it ends the turn."""
    w.agenda.pop()
    loses = w.state.deck.rulings.q05_derail_loses
    seat = w.seat(task.seat)
    cars = seat.train if "loaded_cars" in loses else ()
    w.emit(Derailed(seat.name, cars, seat.soul_catcher and "soul_catcher" in loses))
    if task.seat == w.state.turn.active:
        w.agenda.clear()
        w.push(EndTurn())
