"""The boats (3.8): hidden, looked at, swapped, revealed, boarded and left."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.cerbere import events as ev
from companion.games.cerbere.names import BOATS, Boating
from companion.games.cerbere.rules import chase
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import Boat, Reveal


def reach_end(w: MoveContext, player: int) -> None:
    """CB-110: the first runner on the End board reveals slot 1 at once; what is not known is asked for."""
    known = w.state.boats.slots.reveal()[0]
    if known is None:
        w.push(Reveal(player))
    else:
        reveal(w, known)


def reveal(w: MoveContext, seats: int) -> None:
    """CB-110, CB-111: one boat in the open, two gone; too few runners for it and Cerberus has won."""
    w.emit(ev.BoatRevealed(1, seats))
    w.emit(ev.BoatsDiscarded((2, 3)))
    if w.state.runners < seats:
        chase.cerberus_wins(w)


def check_slot(slot: int) -> None:
    """:raises BadInput: unless it is 1, 2 or 3."""
    if slot not in BOATS:
        raise BadInput(field="slot", value=slot, expected="1, 2 or 3")


def check_hidden(w: MoveContext) -> None:
    """CB-113: nothing to look at or to swap once a boat is revealed."""
    if w.state.boats.revealed is not None:
        raise Refused("boat_revealed")


def peek(w: MoveContext, player: int, slot: int) -> None:
    """CB-112: one player looks; only that they looked is announced. With kept boats they look on the screen."""
    w.emit(ev.BoatPeeked(w.name(player), slot))
    if w.state.boats.boating is Boating.KEPT:
        w.peeking = (player, slot)


def swap(w: MoveContext, a: int, b: int) -> None:
    """CB-112: two slots change places unseen."""
    if a == b:
        raise BadInput(field="b", value=b, expected="another slot")
    slots = list(w.state.boats.slots.reveal())
    slots[a - 1], slots[b - 1] = slots[b - 1], slots[a - 1]
    w.emit(ev.BoatsSwapped(a, b))
    w.emit(ev.BoatKnown(Secret(tuple(slots)), w.state.boats.laid))


def lay(w: MoveContext, seats: int) -> None:
    """CB-006: tagged boats are laid face down in the order of their slots."""
    boats = w.state.boats
    slots = boats.slots.reveal()
    if boats.laid >= len(BOATS) or seats in slots:
        raise Refused("wrong_phase")
    new = (*slots[: boats.laid], seats, *slots[boats.laid + 1 :])
    w.emit(ev.BoatLaid(boats.laid + 1))
    w.emit(ev.BoatKnown(Secret(new), boats.laid + 1))


def board(w: MoveContext, pawn: int) -> None:
    """CB-114: a runner takes a free seat."""
    boats = w.state.boats
    w.emit(ev.Seated(w.name(pawn), len(boats.aboard) + 1, boats.revealed or 0))


def leave(w: MoveContext, pawn: int) -> None:
    """CB-117: a passenger moved back leaves the boat."""
    boats = w.state.boats
    w.emit(ev.Unseated(w.name(pawn), len(boats.aboard) - 1, boats.revealed or 0))


def ask_peek_or_swap(w: MoveContext, player: int, optional: bool) -> None:
    """CB-112, CB-164: look or swap; on a space of the board the owner may also let it be."""
    w.push(Boat(player, optional))
