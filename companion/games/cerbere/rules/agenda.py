"""Working off the agenda: the task on top is done, or its question is put and waited for."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.games.cerbere.events import CatchAsked
from companion.games.cerbere.names import Asks, Side
from companion.games.cerbere.rules import capture, costs, effects, ops, turn
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import option_of, paid
from companion.games.cerbere.rules.walk import walk
from companion.games.cerbere.state import (
    Boat,
    Catch,
    Caught,
    EndCheck,
    Ops,
    Paid,
    Pick,
    Question,
    Reveal,
    Several,
    Task,
    Walk,
)


def run(w: MoveContext) -> None:
    """Do all that needs nobody's decision."""
    while not w.over:
        if not w.agenda:
            if turn.settle(w) or _go_on(w):
                continue
            return
        if not _work(w, w.agenda[-1]):
            return


def _work(w: MoveContext, task: Task) -> bool:
    """Work at the task on top. False: it waits for an answer."""
    match task:
        case Walk():
            if task.asked is not None:
                return False
            walk(w, task)
        case Ops():
            ops.run_ops(w, task)
        case Several():
            ops.run_several(w, task)
        case Paid(cost=cost):
            w.agenda.pop()
            paid(w, cost)
        case EndCheck():
            turn.end_check(w, task)
        case _:
            return _needless(w, task) or _ask(w, task)
    return True


def _needless(w: MoveContext, task: Question) -> bool:
    """Whether there is but one answer: it was given."""
    match task:
        case Caught(pawns=pawns) if len(pawns) == 1:
            take_in_order(w, pawns)
            return True
        case Pick():
            return _picked(w, task)
    return False


def _ask(w: MoveContext, task: Question) -> bool:
    """Put the question, once; it waits."""
    if task.asked:
        return False
    w.agenda[-1] = replace(task, asked=True)
    match task:
        case Reveal() | Boat():
            w.ask(task.player, Asks.BOAT)
        case Caught():
            w.ask(w.state.turn.active, Asks.CAPTURE_ORDER)
        case Catch():
            w.emit(CatchAsked())
        case Pick():
            w.ask(task.player, Asks.OPTION)
        case _:
            assert_never(task)
    return False


def take_in_order(w: MoveContext, order: tuple[int, ...]) -> None:
    """CB-072: the order that the active player gave to those caught together (the task is on top). The zones are where
    the pawns stand."""
    w.agenda.pop()
    s = w.state
    capture.take(w, order, [s.path.zone(s.seats[pawn].at or 0) for pawn in order])


def _picked(w: MoveContext, task: Pick) -> bool:
    p = w.play
    if (task.each and w.state.seats[task.player].side is not Side.RUNNER) or p is None:
        w.agenda.pop()
        if task.rest:
            w.push(Pick(task.rest[0], task.effect, each=True, rest=task.rest[1:]))
        return True
    if task.each and len(effects.feasible(w.state, task, p)) == 1:
        effects.forced(w, task)
        return True
    return False


def _go_on(w: MoveContext) -> bool:
    """The table said go on: costs and effects follow one another as long as nobody has to be named."""
    p = w.play
    if p is None or not p.on or p.option is None:
        return False
    if p.owed:
        index, op = costs.owed_cost(w.state, p)
        if costs.asks_who(w.state, p, op):
            return False
        costs.pay(w, index, ())
        return True
    if not p.left:
        return False
    if effects.needs_target(w.state, p) is not None:
        return False
    effects.resolve(w, effects.open_effects(option_of(w.state, p), p)[0])
    return True
