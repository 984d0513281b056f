"""Working off the agenda: the task on top is done, or its question is put and waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.cerbere.events import CatchAsked
from companion.games.cerbere.names import Asks, Side
from companion.games.cerbere.rules import capture, costs, effects, ops, turn
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import option_of, paid
from companion.games.cerbere.rules.walk import walk
from companion.games.cerbere.state import Boat, Catch, Caught, EndCheck, Ops, Paid, Pick, Reveal, Several, Walk


def run(w: MoveContext) -> None:
    """Do all that needs nobody's decision."""
    while not w.over:
        if not w.agenda:
            if turn.settle(w) or _go_on(w):
                continue
            return
        task = w.agenda[-1]
        if not _TASKS[type(task)](w, task):
            return


def _walk(w: MoveContext, task: Walk) -> bool:
    if task.asked is not None:
        return False
    walk(w, task)
    return True


def _ops(w: MoveContext, task: Ops) -> bool:
    ops.run_ops(w, task)
    return True


def _several(w: MoveContext, task: Several) -> bool:
    ops.run_several(w, task)
    return True


def _paid(w: MoveContext, task: Paid) -> bool:
    w.agenda.pop()
    paid(w, task.cost)
    return True


def _end_check(w: MoveContext, task: EndCheck) -> bool:
    turn.end_check(w, task)
    return True


def _ask_boat(w: MoveContext, task: Reveal | Boat) -> bool:
    if not task.asked:
        w.agenda[-1] = replace(task, asked=True)
        w.ask(task.player, Asks.BOAT)
    return False


def _caught(w: MoveContext, task: Caught) -> bool:
    if len(task.pawns) == 1:
        take_in_order(w, task.pawns)
        return True
    if not task.asked:
        w.agenda[-1] = replace(task, asked=True)
        w.ask(w.state.turn.active, Asks.CAPTURE_ORDER)
    return False


def _ask_catch(w: MoveContext, task: Catch) -> bool:
    if not task.asked:
        w.agenda[-1] = replace(task, asked=True)
        w.emit(CatchAsked())
    return False


def take_in_order(w: MoveContext, order: tuple[int, ...]) -> None:
    """CB-072: the order that the active player gave to those caught together (the task is on top). The zones are where
    the pawns stand."""
    w.agenda.pop()
    s = w.state
    capture.take(w, order, [s.path.zone(s.seats[pawn].at or 0) for pawn in order])


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


_TASKS: dict[type, Callable[[MoveContext, Any], bool]] = {
    Walk: _walk,
    Ops: _ops,
    Several: _several,
    Paid: _paid,
    EndCheck: _end_check,
    Caught: _caught,
    Pick: _pick,
    Reveal: _ask_boat,
    Boat: _ask_boat,
    Catch: _ask_catch,
}
"""What is done with the task on top. False: it waits for an answer."""


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
