"""What people report where they move the pawns themselves (4.2), and the answers to "was anybody caught?"."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.events import BridgeGone
from companion.games.cerbere.names import Deck, OpName, Side, Zone
from companion.games.cerbere.rules import boats, capture, chase
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import Catch, Ops, Reveal

SYMBOLS = frozenset(
    (
        OpName.RAGE_FORWARD,
        OpName.RAGE_BACK,
        OpName.SPEED_UP,
        OpName.SPEED_DOWN,
        OpName.MOVE,
        OpName.DRAW,
        OpName.DISCARD,
        OpName.TAKE_BACK,
        OpName.BOAT,
        OpName.HUNT,
        OpName.CERBERUS,
    )
)
"""What a printed symbol can do."""


def open_catch(w: MoveContext) -> Catch | None:
    """The question who was caught, if it stands open."""
    task = w.agenda[-1] if w.agenda else None
    return task if isinstance(task, Catch) else None


def _reporting(w: MoveContext) -> None:
    """:raises Refused: `wrong_phase` where the companion knows the pawns itself, in a chase, or before an answer."""
    task = open_catch(w)
    if w.state.board or (w.agenda and (task is None or task.hunt)):
        raise Refused("wrong_phase")


def _runner(w: MoveContext, pawn: int) -> None:
    if w.state.seats[pawn].side is not Side.RUNNER:
        raise Refused("target_invalid", pawn=w.name(pawn))


# -- captures --------------------------------------------------------------------


def report_capture(w: MoveContext, pawns: Sequence[int], zones: Sequence[Zone | None]) -> None:
    """CB-070, CB-071: an answer to `catch_asked`, or unasked (then somebody must be named: reading 19)."""
    check_capture(w, pawns)
    if open_catch(w) is not None:
        w.agenda.pop()
    if pawns:
        capture.take(w, pawns, zones)


def report_hunt(w: MoveContext, pawns: Sequence[int], zones: Sequence[Zone | None]) -> None:
    """CB-060, CB-062: whom the chase caught.

    :raises Refused: `wrong_phase` unless a chase waits for its result.
    """
    task = open_catch(w)
    if task is None or not task.hunt:
        raise Refused("wrong_phase")
    check_caught(w, pawns)
    w.agenda.pop()
    if pawns:
        capture.take(w, pawns, zones)
    else:
        chase.miss(w)


def check_capture(w: MoveContext, pawns: Sequence[int]) -> None:
    """:raises Refused: if these cannot be captured now."""
    _reporting(w)
    if open_catch(w) is None and not pawns:
        raise Refused("wrong_phase")
    check_caught(w, pawns)


def check_caught(w: MoveContext, pawns: Sequence[int]) -> None:
    """:raises Refused: unless they are runners on the path, each once."""
    for i, pawn in enumerate(pawns):
        _runner(w, pawn)
        if w.state.aboard(pawn):
            raise Refused("target_seated", pawn=w.name(pawn))
        if pawn in pawns[:i]:
            raise Refused("target_repeated", pawn=w.name(pawn))


# -- boats, places --------------------------------------------------------------------


def end_board_reached(w: MoveContext, pawn: int) -> None:
    """CB-110."""
    boats.check_hidden(w)
    _reporting(w)
    _runner(w, pawn)
    boats.reach_end(w, pawn)


def tell_boat(w: MoveContext, seats: int) -> None:
    """CB-110: the seats of the boat that was revealed.

    :raises Refused: `boat_revealed` once they are known (reading 22), `wrong_phase` unless it is asked.
    """
    boats.check_hidden(w)
    if not w.agenda or not isinstance(w.agenda[-1], Reveal):
        raise Refused("wrong_phase")
    w.agenda.pop()
    boats.reveal(w, seats)


def take_seat(w: MoveContext, pawn: int) -> None:
    """CB-114, CB-115."""
    _reporting(w)
    if w.state.boats.revealed is None:
        raise Refused("boat_hidden")
    _runner(w, pawn)
    if w.state.aboard(pawn):
        raise Refused("target_seated", pawn=w.name(pawn))
    if w.state.boats.full:
        raise Refused("boat_full")
    boats.board(w, pawn)


def unseat(w: MoveContext, pawn: int) -> None:
    """CB-117 by hand: a move back does it by itself (reading 18)."""
    _reporting(w)
    if w.state.boats.revealed is None:
        raise Refused("boat_hidden")
    if not w.state.aboard(pawn):
        raise Refused("target_invalid", pawn=w.name(pawn))
    boats.leave(w, pawn)


def check_symbol(op: OpName, n: int) -> None:
    """:raises BadInput: for what no printed symbol does."""
    if op not in SYMBOLS:
        raise BadInput(field="op", value=op.value, expected=", ".join(sorted(SYMBOLS)))
    if n == 0 or not -8 <= n <= 8 or (n < 0 and op is not OpName.MOVE):
        raise BadInput(field="n", value=n, expected="1 to 8")


def symbol(w: MoveContext, pawn: int, op: OpName, n: int, deck: Deck | None) -> None:
    """CB-160: a pawn stopped on a printed symbol; it works for the pawn's owner.

    :raises Refused: `boat_revealed` where the symbol shows the boats and one is open (reading 25).
    """
    if op is OpName.BOAT:
        boats.check_hidden(w)
    _reporting(w)
    _runner(w, pawn)
    # `fired` marks it as a symbol: looking at the boats may then be declined (CB-164).
    w.push(Ops(pawn, (Op(op, n, deck=deck or Deck.SURVIVAL),), None, (-1,)))


def bridge_used(w: MoveContext) -> None:
    """CB-167: somebody crossed the rope bridge; it is gone for everybody.

    :raises Refused: `path_closed` if it is gone already, or was never there.
    """
    _reporting(w)
    if w.state.path.bridge is None or not w.state.bridge:
        raise Refused("path_closed", via="bridge")
    w.emit(BridgeGone())
