"""Answers to open questions: an option, a pawn's tag, a panel button, or the key `ok`."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.cerbere.names import Asks, OpName, Via
from companion.games.cerbere.rules import agenda, boats, costs, effects, play, tracker, turn, walk
from companion.games.cerbere.rules.capture import catchable, zones_open
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.targets import name_target
from companion.games.cerbere.state import Boat, Catch, Caught, EndCheck, Ops, Paid, Pick, Play, Reveal, Several, Walk

NONE = "none"
"""The answer of who does not want to."""


def _number(value: str, below: int) -> int:
    if not (value.isdecimal() and int(value) < below):
        raise Refused("target_invalid", pick=value)
    return int(value)


def _seat(w: MoveContext, value: str) -> int:
    found = w.state.index(value)
    if found is None:
        raise Refused("target_invalid", pawn=value)
    return found


def answer(w: MoveContext, value: str) -> None:
    """One of the open question's options."""
    match w.agenda[-1] if w.agenda else None:
        case None:
            chosen = w.play is not None and w.play.option is None
            _card(w, value)
            carry(w, chosen)
        case Reveal():
            seats = _number(value, 4)
            if seats == 0:
                raise Refused("target_invalid", pick=value)
            tell_boat(w, seats)
        case Boat() as task:
            _boat(w, task, value)
        case Walk(asked=Asks.PATH) as task:
            via = next((via for via in Via if via == value), None)
            if via is None:
                raise Refused("target_invalid", pick=value)
            walk.go_by(w, task, via)
        case Walk(asked=Asks.NACELLE) as task:
            if value == NONE:
                walk.stay(w, task)
            else:
                walk.swap_nacelle(w, task, _seat(w, value))
        case Caught() as task:
            _order(w, task, _seat(w, value))
        case Catch() as task:
            _caught(w, task, value)
        case Pick() as task:
            effects.pick(w, task, _number(value, 2))
        case Walk() | Ops() | Several() | Paid() | EndCheck():
            raise Refused("wrong_phase")
        case task:
            assert_never(task)


def tell_boat(w: MoveContext, seats: int) -> None:
    """CB-110: the seats of the boat that was revealed; its question is on top of the agenda."""
    w.agenda.pop()
    boats.reveal(w, seats)


def carry(w: MoveContext, chosen: bool) -> None:
    """Who answers by touch, tag or button need not confirm what is clear: the card is carried on.

    :param chosen: its option was chosen just now.
    """
    if w.play is not None and w.play.option is not None:
        w.play = replace(w.play, on=True, carried=w.play.carried or chosen)


def _boat(w: MoveContext, task: Boat, value: str) -> None:
    """CB-164: decline an optional look or swap, the only answer that is no move of its own."""
    boats.check_hidden(w)
    if value != NONE or not task.optional:
        raise Refused("target_invalid", pick=value)
    w.agenda.pop()
    w.chose(task.player, NONE)


def _order(w: MoveContext, task: Caught, pawn: int) -> None:
    """CB-072: one pawn after another; the last one follows by itself."""
    if pawn not in task.pawns:
        raise Refused("target_invalid", pawn=w.name(pawn))
    order = tuple(p for p in task.order if p != pawn) if pawn in task.order else (*task.order, pawn)
    rest = tuple(p for p in task.pawns if p not in order)
    if len(rest) <= 1:
        agenda.take_in_order(w, (*order, *rest))
    else:
        w.agenda[-1] = replace(task, order=order)


# -- Tracker: who was caught, and where --------------------------------------------------------------------


def _caught(w: MoveContext, task: Catch, value: str) -> None:
    zone = next((zone for zone in zones_open(w.state) if zone == value), None)
    if zone is not None and tracker.zone_asked(w.state, task):
        tracker.caught(w, task, zone)
        return
    if not task.picking:
        raise Refused("target_invalid", pick=value)
    if value == NONE:
        tracker.caught(w, replace(task, picked=()))
        return
    pawn = _seat(w, value)
    if pawn not in catchable(w.state, task):
        code = "target_seated" if w.state.aboard(pawn) else "target_invalid"
        raise Refused(code, pawn=w.name(pawn))
    picked = tuple(p for p in task.picked if p != pawn) if pawn in task.picked else (*task.picked, pawn)
    w.agenda[-1] = replace(task, picked=picked)


# -- the card that is played --------------------------------------------------------------------


def _card(w: MoveContext, value: str) -> None:
    """An option, a payer, a target: whatever the card waits for."""
    p = w.play
    if p is None:
        raise Refused("wrong_phase")
    if p.option is None:
        if value not in ("a", "b"):
            raise Refused("target_invalid", pick=value)
        play.choose_option(w, value)
    elif p.owed:
        _pay(w, p, _seat(w, value))
    else:
        _name(w, p, _seat(w, value))


def _pay(w: MoveContext, p: Play, seat: int) -> None:
    index, op = costs.owed_cost(w.state, p)
    if op.op is not OpName.DISCARD:
        costs.pay(w, index, (seat,))
        return
    if seat == p.player and not costs.asks_who(w.state, p, op):
        costs.pay(w, index, ())
        return
    if seat not in costs.givers(w.state, p, op):
        raise Refused("cost_cards", n=op.n)
    donors = (*p.donors, seat)
    w.play = replace(p, donors=donors)
    if len(donors) == op.n:
        costs.pay(w, index, donors)


def _name(w: MoveContext, p: Play, seat: int) -> None:
    """Name the pawn of the first effect that needs one."""
    need = effects.needs_target(w.state, p)
    if need is None:
        raise Refused("wrong_phase")
    w.play = name_target(w, p, play.option_of(w.state, p).effect[need[0]], seat)


def ok(w: MoveContext) -> None:
    """The big key."""
    match w.agenda[-1] if w.agenda else None:
        case None:
            _go(w)
        case Catch(picking=True) as task:
            tracker.caught(w, task)
        case Walk(asked=Asks.PATH) as task:
            walk.go_by(w, task, Via.WALK)
        case Walk(asked=Asks.NACELLE) as task:
            walk.stay(w, task)
        case Boat(optional=True) as task:
            _boat(w, task, NONE)
        case _:
            raise Refused("wrong_phase")


def _go(w: MoveContext) -> None:
    p = w.play
    if p is None and w.state.peeking is not None:
        return  # the look at a boat is over; that is all that this key does now
    if p is None:
        turn.end_turn(w, None)
    elif p.option is None:
        raise Refused("wrong_phase")
    elif p.owed:
        costs.pay(w, None, ())
    else:
        need = effects.needs_target(w.state, p)
        if need is not None:
            raise Refused("target_invalid", pawn="")
        w.play = replace(p, on=True)
