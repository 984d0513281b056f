"""The boats (3.8): hidden, looked at, swapped, revealed, boarded and left."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.cerbere import events as ev
from companion.games.cerbere.names import BOATS, Boating
from companion.games.cerbere.rules import chase
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import BoatQuestion, RevealQuestion


def reach_end(context: MoveContext, player: int) -> None:
    """CB-110: the first runner on the End board reveals slot 1 at once; what is not known is asked for."""
    known = context.state.boats.slots.reveal()[0]
    if known is None:
        context.push(RevealQuestion(player))
    else:
        reveal(context, known)


def reveal(context: MoveContext, seats: int) -> None:
    """CB-110, CB-111: one boat in the open, two gone; too few runners for it and Cerberus has won."""
    context.emit(ev.BoatRevealed(1, seats))
    context.emit(ev.BoatsDiscarded((2, 3)))
    if context.state.runners < seats:
        chase.cerberus_wins(context)


def check_slot(slot: int) -> None:
    """:raises BadInput: unless it is 1, 2 or 3."""
    if slot not in BOATS:
        raise BadInput(field="slot", value=slot, expected="1, 2 or 3")


def check_hidden(context: MoveContext) -> None:
    """CB-113: nothing to look at or to swap once a boat is revealed."""
    if context.state.boats.revealed is not None:
        raise Refused("boat_revealed")


def peek(context: MoveContext, player: int, slot: int) -> None:
    """CB-112: one player looks; only that they looked is announced. With kept boats they look on the screen."""
    context.emit(ev.BoatPeeked(context.name(player), slot))
    if context.state.boats.boating is Boating.KEPT:
        context.peeking = (player, slot)


def swap(context: MoveContext, one: int, other: int) -> None:
    """CB-112: two slots change places unseen."""
    if one == other:
        raise BadInput(field="b", value=other, expected="another slot")
    slots = list(context.state.boats.slots.reveal())
    slots[one - 1], slots[other - 1] = slots[other - 1], slots[one - 1]
    context.emit(ev.BoatsSwapped(one, other))
    context.emit(ev.BoatKnown(Secret(tuple(slots)), context.state.boats.laid))


def lay(context: MoveContext, seats: int) -> None:
    """CB-006: tagged boats are laid face down in the order of their slots."""
    boats = context.state.boats
    slots = boats.slots.reveal()
    if boats.laid >= len(BOATS) or seats in slots:
        raise Refused("wrong_phase")
    new = (*slots[: boats.laid], seats, *slots[boats.laid + 1 :])
    context.emit(ev.BoatLaid(boats.laid + 1))
    context.emit(ev.BoatKnown(Secret(new), boats.laid + 1))


def enter_boat(context: MoveContext, pawn: int) -> None:
    """CB-114: a runner takes a free seat."""
    boats = context.state.boats
    context.emit(ev.Seated(context.name(pawn), len(boats.aboard) + 1, boats.revealed or 0))


def leave_boat(context: MoveContext, pawn: int) -> None:
    """CB-117: a passenger moved back leaves the boat."""
    boats = context.state.boats
    context.emit(ev.Unseated(context.name(pawn), len(boats.aboard) - 1, boats.revealed or 0))


def ask_peek_or_swap(context: MoveContext, player: int, optional: bool) -> None:
    """CB-112, CB-164: look or swap; on a space of the board the owner may also let it be."""
    context.push(BoatQuestion(player, optional))
