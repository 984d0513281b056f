"""What an op does (3.12, 3.13): first whether it changes anything (CB-048), then the change."""

from __future__ import annotations

from typing import assert_never

from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.events import ActionsRestored, SymbolFired
from companion.games.cerbere.names import ALL_ADVENTURERS, FASTEST, OUT, RUNNER, OpName, Why
from companion.games.cerbere.rules import boats, chase, decks, rage
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ways import can_step
from companion.games.cerbere.state import ALL_ACTIONS, Catch, CerbereState, Ops, Several, Walk


def ahead_of(s: CerbereState, seat: int) -> int:
    """CB-Q18: runners strictly ahead, passengers too."""
    mine = s.place_of(seat)
    places = (s.place_of(i) for i in range(len(s.seats)) if i != seat)
    return 0 if mine is None else sum(at is not None and at > mine for at in places)


def possible(s: CerbereState, op: Op, player: int, about: int) -> bool:
    """CB-048, CB-151, reading 9: whether `op` would change anything. `about`: the pawn or hand that it is about."""
    match op.op:
        case OpName.RAGE_FORWARD | OpName.HUNT:
            return s.die < s.hunt
        case OpName.RAGE_BACK:
            return s.die > s.home
        case OpName.SPEED_UP:
            return s.speed < FASTEST
        case OpName.SPEED_DOWN:
            return s.speed > s.m
        case OpName.MOVE:
            return s.runners > 0 if op.who is ALL_ADVENTURERS else can_step(s, about, op.n > 0)
        case OpName.DRAW:
            return decks.may_draw(s, about, op.deck)  # reading 27
        case OpName.DISCARD:
            return s.seats[about].cards(op.deck) > 0  # CB-Q19
        case OpName.TAKE_BACK:
            return s.seats[player].side is not OUT and s.seats[player].hand != ALL_ACTIONS
        case OpName.BOAT:
            return s.boats.revealed is None  # CB-113, CB-Q15
        case OpName.CERBERUS:
            return not s.board or s.cerberus < s.path.length - 1
        case OpName.PER_AHEAD:
            return can_step(s, player, True) and (not s.board or ahead_of(s, player) > 0)
        case OpName.CHOOSE | OpName.EACH:
            return True
        case _:
            assert_never(op.op)


def carry_out(w: MoveContext, op: Op, player: int, about: int, fired: tuple[int, ...] = ()) -> None:
    """Do it. Moves of pawns and questions become tasks."""
    match op.op:
        case OpName.RAGE_FORWARD:
            rage.forward(w, op.n)
        case OpName.RAGE_BACK:
            rage.back(w, op.n)
        case OpName.SPEED_UP:
            rage.faster(w, op.n)
        case OpName.SPEED_DOWN:
            rage.slower(w, op.n)
        case OpName.HUNT:
            rage.arm(w)
        case OpName.MOVE if op.who is ALL_ADVENTURERS:
            w.push(Several(runners_in_turn(w.state), op.n))
        case OpName.MOVE:
            move(w, about, op.n, fired)
        case OpName.DRAW:
            decks.draw(w, about, op.deck, op.n)
        case OpName.DISCARD:
            decks.discard(w, about, op.deck, op.n)
        case OpName.TAKE_BACK:
            w.emit(ActionsRestored(w.name(player)))  # CB-046, CB-191
        case OpName.BOAT:
            boats.ask_peek_or_swap(w, player, optional=bool(fired))
        case OpName.CERBERUS:
            cerberus_forward(w, op.n)
        case OpName.PER_AHEAD:
            if w.state.board:
                move(w, player, min(op.max, ahead_of(w.state, player)), fired)
        case OpName.CHOOSE | OpName.EACH:
            pass  # effects.py asks first
        case _:
            assert_never(op.op)


def runners_in_turn(s: CerbereState) -> tuple[int, ...]:
    """Reading 11: clockwise from the left of the active player."""
    return tuple(i for i in s.clockwise(s.turn.active) if s.seats[i].side is RUNNER)


def move(w: MoveContext, pawn: int, n: int, fired: tuple[int, ...] = ()) -> None:
    """CB-150: the whole distance. Tracker: people move the pawn; a step back may have met Cerberus (CB-071)."""
    if not can_step(w.state, pawn, n > 0):
        return
    if w.state.board:
        w.push(Walk(pawn, abs(n), n > 0, fired=fired))
    elif n < 0:
        if w.state.aboard(pawn):
            boats.leave(w, pawn)  # reading 18
        w.push(Catch(pawn=pawn))


def cerberus_forward(w: MoveContext, n: int) -> None:
    """CB-155: as in a chase, but a miss costs nothing."""
    if w.state.board:
        chase.go(w, n, Why.CARD)
    else:
        w.push(Catch())


def run_several(w: MoveContext, task: Several) -> None:
    """CB-Q04: one pawn after another, each capture resolved before the next."""
    w.agenda.pop()
    if len(task.pawns) > 1:
        w.push(Several(task.pawns[1:], task.n))
    move(w, task.pawns[0], task.n)


def run_ops(w: MoveContext, task: Ops) -> None:
    """CB-160: a symbol's (or a chosen list's) ops, one after another, for its player."""
    w.agenda.pop()
    op = task.ops[0]
    if len(task.ops) > 1:
        w.push(Ops(task.seat, task.ops[1:], task.pawn, task.fired))
    if task.pawn is not None and task.fired:
        w.emit(SymbolFired(w.name(task.pawn), task.fired[-1], op.op))
    if possible(w.state, op, task.seat, task.seat):
        carry_out(w, op, task.seat, task.seat, task.fired)
