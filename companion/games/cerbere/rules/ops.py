"""What an op does (3.12, 3.13): first whether it changes anything (CB-048), then the change."""

from __future__ import annotations

from typing import assert_never

from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.events import ActionsRestored, SymbolFired
from companion.games.cerbere.names import ALL_ADVENTURERS, FASTEST, OUT, RUNNER, CerberusReason, OpName
from companion.games.cerbere.rules import boats, chase, decks, rage
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import can_step
from companion.games.cerbere.state import ALL_ACTIONS, CatchQuestion, CerbereState, Ops, Several, Walk


def ahead_of(state: CerbereState, seat: int) -> int:
    """CB-Q18: runners strictly ahead, passengers too."""
    mine = state.place_of(seat)
    places = (state.place_of(i) for i in range(len(state.seats)) if i != seat)
    return 0 if mine is None else sum(at is not None and at > mine for at in places)


def possible(state: CerbereState, op: Op, player: int, about: int) -> bool:
    """CB-048, CB-151, reading 9: whether `op` would change anything. `about`: the pawn or hand that it is about."""
    match op.op:
        case OpName.RAGE_FORWARD | OpName.HUNT:
            return state.die < state.hunt
        case OpName.RAGE_BACK:
            return state.die > state.home
        case OpName.SPEED_UP:
            return state.speed < FASTEST
        case OpName.SPEED_DOWN:
            return state.speed > state.m
        case OpName.MOVE:
            return state.runners > 0 if op.who is ALL_ADVENTURERS else can_step(state, about, op.n > 0)
        case OpName.DRAW:
            return decks.may_draw(state, about, op.deck)  # reading 27
        case OpName.DISCARD:
            return state.seats[about].cards(op.deck) > 0  # CB-Q19
        case OpName.TAKE_BACK:
            return state.seats[player].side is not OUT and state.seats[player].hand != ALL_ACTIONS
        case OpName.BOAT:
            return state.boats.revealed is None  # CB-113, CB-Q15
        case OpName.CERBERUS:
            return not state.board or state.cerberus < state.path.length - 1
        case OpName.PER_AHEAD:
            return can_step(state, player, True) and (not state.board or ahead_of(state, player) > 0)
        case OpName.CHOOSE | OpName.EACH:
            return True
        case _:
            assert_never(op.op)


def carry_out(context: MoveContext, op: Op, player: int, about: int, fired: tuple[int, ...] = ()) -> None:
    """Do it. Moves of pawns and questions become tasks."""
    match op.op:
        case OpName.RAGE_FORWARD:
            rage.forward(context, op.n)
        case OpName.RAGE_BACK:
            rage.back(context, op.n)
        case OpName.SPEED_UP:
            rage.faster(context, op.n)
        case OpName.SPEED_DOWN:
            rage.slower(context, op.n)
        case OpName.HUNT:
            rage.arm(context)
        case OpName.MOVE if op.who is ALL_ADVENTURERS:
            context.push(Several(runners_in_turn(context.state), op.n))
        case OpName.MOVE:
            move(context, about, op.n, fired)
        case OpName.DRAW:
            decks.draw(context, about, op.deck, op.n)
        case OpName.DISCARD:
            decks.discard(context, about, op.deck, op.n)
        case OpName.TAKE_BACK:
            context.emit(ActionsRestored(context.name(player)))  # CB-046, CB-191
        case OpName.BOAT:
            boats.ask_peek_or_swap(context, player, optional=bool(fired))
        case OpName.CERBERUS:
            cerberus_forward(context, op.n)
        case OpName.PER_AHEAD:
            if context.state.board:
                move(context, player, min(op.max, ahead_of(context.state, player)), fired)
        case OpName.CHOOSE | OpName.EACH:
            pass  # effects.py asks first
        case _:
            assert_never(op.op)


def runners_in_turn(state: CerbereState) -> tuple[int, ...]:
    """Reading 11: clockwise from the left of the active player."""
    return tuple(i for i in state.clockwise(state.turn.active) if state.seats[i].side is RUNNER)


def move(context: MoveContext, pawn: int, steps: int, fired: tuple[int, ...] = ()) -> None:
    """CB-150: the whole distance. Tracker: people move the pawn; a step back may have met Cerberus (CB-071)."""
    if not can_step(context.state, pawn, steps > 0):
        return
    if context.state.board:
        context.push(Walk(pawn, abs(steps), steps > 0, fired=fired))
    elif steps < 0:
        if context.state.aboard(pawn):
            boats.leave_boat(context, pawn)  # reading 18
        context.push(CatchQuestion(pawn=pawn))


def cerberus_forward(context: MoveContext, steps: int) -> None:
    """CB-155: as in a chase, but a miss costs nothing."""
    if context.state.board:
        chase.go(context, steps, CerberusReason.CARD)
    else:
        context.push(CatchQuestion())


def run_several(context: MoveContext, task: Several) -> None:
    """CB-Q04: one pawn after another, each capture resolved before the next."""
    context.agenda.pop()
    if len(task.pawns) > 1:
        context.push(Several(task.pawns[1:], task.n))
    move(context, task.pawns[0], task.n)


def run_ops(context: MoveContext, task: Ops) -> None:
    """CB-160: a symbol's (or a chosen list's) ops, one after another, for its player."""
    context.agenda.pop()
    op = task.ops[0]
    if len(task.ops) > 1:
        context.push(Ops(task.seat, task.ops[1:], task.pawn, task.fired))
    if task.pawn is not None and task.fired:
        context.emit(SymbolFired(context.name(task.pawn), task.fired[-1], op.op))
    if possible(context.state, op, task.seat, task.seat):
        carry_out(context, op, task.seat, task.seat, task.fired)
