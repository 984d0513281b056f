"""What people report where they move the pawns themselves (4.2), and the answers to "was anybody caught?"."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.data.op_shapes import SYMBOLS
from companion.games.cerbere.events import BridgeGone
from companion.games.cerbere.names import CaptureZone, DeckKind, OpName, Side
from companion.games.cerbere.rules import boats, chase
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import CatchQuestion, CerbereState, Ops


def _reporting(context: MoveContext) -> None:
    """:raises Refused: `wrong_phase` where the companion knows the pawns itself, or before an answer."""
    if context.state.board or context.agenda:
        raise Refused("wrong_phase")


def _runner(context: MoveContext, pawn: int) -> None:
    if context.state.seats[pawn].side is not Side.RUNNER:
        raise Refused("target_invalid", pawn=context.name(pawn))


# -- captures --------------------------------------------------------------------


def capture_unasked(context: MoveContext, pawns: tuple[int, ...]) -> None:
    """CB-070, CB-Q03: capture these pawns, in this order, without a question.

    :raises Refused: `wrong_phase` without a pawn (reading 19); for one that is no runner on the path, or named twice.
    """
    _reporting(context)
    if not pawns:
        raise Refused("wrong_phase")
    for i, pawn in enumerate(pawns):
        _runner(context, pawn)
        if context.state.aboard(pawn):
            raise Refused("target_seated", pawn=context.name(pawn))
        if pawn in pawns[:i]:
            raise Refused("target_repeated", pawn=context.name(pawn))
    task = CatchQuestion(picked=pawns, asked=True)
    context.push(task)
    caught(context, task)


def zone_asked(state: CerbereState, task: CatchQuestion) -> bool:
    """CB-076..078, CB-092..094: whether the zone settles anything for one of those picked."""
    return any(chase.zone_matters(state, state.home + i) for i in range(len(task.picked)))


def caught(context: MoveContext, task: CatchQuestion, zone: CaptureZone | None = None) -> None:
    """Those picked were caught, all on the space on which Cerberus stopped (CB-060). `task` is on top of the agenda; it
    waits for the zone where that settles anything."""
    if zone is None and zone_asked(context.state, task):
        context.agenda[-1] = replace(task, picking=False)
        return
    context.agenda.pop()
    if task.picked:  # CB-071; the dark spaces come first
        matter = (chase.zone_matters(context.state, context.state.home + i) for i in range(len(task.picked)))
        chase.take(context, task.picked, tuple(zone if asked else None for asked in matter))
    elif task.hunt:
        chase.miss(context)  # CB-062


# -- boats, places --------------------------------------------------------------------


def end_board_reached(context: MoveContext, pawn: int) -> None:
    """CB-110."""
    boats.check_hidden(context)
    _reporting(context)
    _runner(context, pawn)
    boats.reach_end(context, pawn)


def take_seat(context: MoveContext, pawn: int) -> None:
    """CB-114, CB-115."""
    _reporting(context)
    if context.state.boats.revealed is None:
        raise Refused("boat_hidden")
    _runner(context, pawn)
    if context.state.aboard(pawn):
        raise Refused("target_seated", pawn=context.name(pawn))
    if context.state.boats.full:
        raise Refused("boat_full")
    boats.enter_boat(context, pawn)


def unseat(context: MoveContext, pawn: int) -> None:
    """CB-117 by hand: a move back does it by itself (reading 18)."""
    _reporting(context)
    if context.state.boats.revealed is None:
        raise Refused("boat_hidden")
    if not context.state.aboard(pawn):
        raise Refused("target_invalid", pawn=context.name(pawn))
    boats.leave_boat(context, pawn)


def check_symbol(op: OpName, count: int) -> None:
    """:raises BadInput: for what no printed symbol does."""
    if op not in SYMBOLS:
        raise BadInput(field="op", value=op.value, expected=", ".join(sorted(SYMBOLS)))
    if count == 0 or not -8 <= count <= 8 or (count < 0 and op is not OpName.MOVE):
        raise BadInput(field="n", value=count, expected="1 to 8")


def symbol(context: MoveContext, pawn: int, op: OpName, count: int, deck: DeckKind | None) -> None:
    """CB-160: a pawn stopped on a printed symbol; it works for the pawn's owner.

    :raises Refused: `boat_revealed` where the symbol shows the boats and one is open (reading 25).
    """
    if op is OpName.BOAT:
        boats.check_hidden(context)
    _reporting(context)
    _runner(context, pawn)
    if context.state.aboard(pawn):
        raise Refused("target_seated", pawn=context.name(pawn))
    # `fired` marks it as a symbol: looking at the boats may then be declined (CB-164).
    context.push(Ops(pawn, (Op(op, count, deck=deck or DeckKind.SURVIVAL),), None, (-1,)))


def bridge_used(context: MoveContext) -> None:
    """CB-167: a pawn crossed the rope bridge; it is gone for all.

    :raises Refused: `path_closed` if it is gone already, or was never there.
    """
    _reporting(context)
    if context.state.path.bridge is None or not context.state.bridge:
        raise Refused("path_closed", via="bridge", reason="bridge")
    context.emit(BridgeGone())
