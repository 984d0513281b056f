"""Working off the agenda: the task on top is done, or its question is put and waited for."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cerbere.events import CatchAsked
from companion.games.cerbere.names import Asks, Side
from companion.games.cerbere.rules import capture, effects, ops, turn
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import paid
from companion.games.cerbere.rules.walk import walk
from companion.games.cerbere.state import Boat, Catch, Caught, EndCheck, Ops, Paid, Pick, Reveal, Several, Walk


def run(w: MoveContext) -> None:
    """Do all that needs nobody's decision."""
    while not w.over:
        if not w.agenda:
            if turn.settle(w) or _go_on(w):
                continue
            return
        if not _do(w):
            return


def _do(w: MoveContext) -> bool:
    """The task on top. False: it waits for an answer."""
    match w.agenda[-1]:
        case Walk(asked=None) as task:
            walk(w, task)
        case Ops() as task:
            ops.run_ops(w, task)
        case Several() as task:
            ops.run_several(w, task)
        case Paid(cost=cost):
            w.agenda.pop()
            paid(w, cost)
        case EndCheck() as task:
            turn.end_check(w, task)
        case Caught(pawns=pawns) as task if len(pawns) == 1:
            w.agenda.pop()
            _take(w, pawns)
        case Pick() as task:
            return _pick(w, task)
        case Reveal(asked=False, player=player) | Boat(asked=False, player=player) as task:
            w.agenda[-1] = replace(task, asked=True)
            w.ask(player, Asks.BOAT)
            return False
        case Caught(asked=False) as task:
            w.agenda[-1] = replace(task, asked=True)
            w.ask(w.state.turn.active, Asks.CAPTURE_ORDER)
            return False
        case Catch(asked=False) as task:
            w.agenda[-1] = replace(task, asked=True)
            w.emit(CatchAsked())
            return False
        case _:
            return False
    return True


def _take(w: MoveContext, pawns: tuple[int, ...]) -> None:
    """Board: the zones are where the pawns stand."""
    s = w.state
    capture.take(w, pawns, [s.path.zone(s.seats[pawn].at or 0) for pawn in pawns])


def take_in_order(w: MoveContext, order: tuple[int, ...]) -> None:
    """CB-072: the order that the active player gave to those caught together (the task is on top)."""
    w.agenda.pop()
    _take(w, order)


def _pick(w: MoveContext, task: Pick) -> bool:
    p = w.play
    if (task.each and w.state.seats[task.player].side is not Side.RUNNER) or p is None:
        w.agenda.pop()
        if task.rest:
            w.push(Pick(task.rest[0], task.effect, each=True, rest=task.rest[1:]))
        return True
    if task.each and len(effects.feasible(w.state, task, p)) == 1:
        effects.forced(w, task)
        return True
    if not task.asked:
        w.agenda[-1] = replace(task, asked=True)
        w.ask(task.player, Asks.OPTION)
    return False


def _go_on(w: MoveContext) -> bool:
    """The table said go on: effects follow one another as long as nobody has to be named."""
    p = w.play
    if p is None or not p.on or p.option is None or p.owed or not p.left:
        return False
    if effects.needs_target(w.state, p) is not None:
        return False
    effects.resolve(w, None, ())
    return True
