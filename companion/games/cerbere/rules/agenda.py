"""Working off the agenda: a task is done, or its question is put, waited for and answered."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.cerbere import state as st
from companion.games.cerbere.events import CatchAsked
from companion.games.cerbere.names import Asks, OpName, Side, Via
from companion.games.cerbere.rules import boats, chase, costs, effects, ops, play, tracker, turn, walk
from companion.games.cerbere.rules.chase import catchable, zones_open
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import option_of, paid
from companion.games.cerbere.rules.targets import name_target


def run(w: MoveContext) -> None:
    """Do all that needs no decision of a player."""
    while not w.over:
        if not w.agenda:
            if turn.settle(w) or _go_on(w):
                continue
            return
        if not _work(w, w.agenda[-1]):
            return


def _work(w: MoveContext, task: st.Task) -> bool:
    """Work at the task on top. False: it waits for an answer."""
    match task:
        case st.Walk():
            if task.asked is not None:
                return False
            walk.walk(w, task)
        case st.Ops():
            ops.run_ops(w, task)
        case st.Several():
            ops.run_several(w, task)
        case st.Paid(cost=cost):
            w.agenda.pop()
            paid(w, cost)
        case st.EndCheck():
            turn.end_check(w, task)
        case _:
            return _needless(w, task) or _ask(w, task)
    return True


def _needless(w: MoveContext, task: st.Question) -> bool:
    """Return whether there is but one answer: it was given."""
    match task:
        case st.Caught(pawns=pawns) if len(pawns) == 1:
            take_in_order(w, pawns)
            return True
        case st.Pick():
            return _picked(w, task)
    return False


def _ask(w: MoveContext, task: st.Question) -> bool:
    """Put the question, once; it waits."""
    if task.asked:
        return False
    w.agenda[-1] = replace(task, asked=True)
    match task:
        case st.Reveal() | st.Boat():
            w.ask(task.player, Asks.BOAT)
        case st.Caught():
            w.ask(w.state.turn.active, Asks.CAPTURE_ORDER)
        case st.Catch():
            w.emit(CatchAsked())
        case st.Pick():
            w.ask(task.player, Asks.OPTION)
        case st.Ending():
            pass
        case _:
            assert_never(task)
    return False


def take_in_order(w: MoveContext, order: tuple[int, ...]) -> None:
    """CB-072: the order that the active player gave to those caught together (the task is on top). The zones are where
    the pawns stand."""
    w.agenda.pop()
    s = w.state
    chase.take(w, order, [s.path.zone(s.seats[pawn].at or 0) for pawn in order])


def _picked(w: MoveContext, task: st.Pick) -> bool:
    p = w.play
    if (task.each and w.state.seats[task.player].side is not Side.RUNNER) or p is None:
        w.agenda.pop()
        if task.rest:
            w.push(st.Pick(task.rest[0], task.effect, each=True, rest=task.rest[1:]))
        return True
    if task.each and len(effects.feasible(w.state, task, p)) == 1:
        effects.forced(w, task)
        return True
    return False


def _go_on(w: MoveContext) -> bool:
    """Go on: costs and effects follow one another as long as no player has to be named."""
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


# -- answers -----------------------------------------------------------------------------------------------------------


ENDS, ON = "over", "on"
"""After a correction that leaves too few runners: the game is over, the table plays on."""
NONE = "none"
"""The answer of who does not want to."""


def _number(value: str, below: int) -> int:
    if not (value.isdecimal() and int(value) < below):
        raise Refused("target_invalid", pick=value)
    return int(value)


def seat_of(w: MoveContext, value: str) -> int:
    """:raises Refused: `target_invalid` for a name that no seat has."""
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
        case st.Reveal():
            seats = _number(value, 4)
            if seats == 0:
                raise Refused("target_invalid", pick=value)
            tell_boat(w, seats)
        case st.Boat() as task:
            _boat(w, task, value)
        case st.Walk(asked=Asks.PATH) as task:
            via = next((via for via in Via if via == value), None)
            if via is None:
                raise Refused("target_invalid", pick=value)
            walk.go_by(w, task, via)
        case st.Walk(asked=Asks.NACELLE) as task:
            if value == NONE:
                walk.stay(w, task)
            else:
                walk.swap_nacelle(w, task, seat_of(w, value))
        case st.Caught() as task:
            _order(w, task, seat_of(w, value))
        case st.Catch() as task:
            _caught(w, task, value)
        case st.Pick() as task:
            effects.pick(w, task, _number(value, 2))
        case st.Ending():
            _end(w, value)
        case st.Walk() | st.Ops() | st.Several() | st.Paid() | st.EndCheck():
            raise Refused("wrong_phase")
        case task:
            assert_never(task)


def _end(w: MoveContext, value: str) -> None:
    """After a correction (CB-131): Cerberus has won, or the table plays on."""
    if value not in (ENDS, ON) or (value == ON and not w.state.runners):
        raise Refused("target_invalid", pick=value)
    w.agenda.pop()
    if value == ENDS:
        chase.cerberus_wins(w)


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


def _boat(w: MoveContext, task: st.Boat, value: str) -> None:
    """CB-164: decline an optional look or swap, the only answer that is no move of its own."""
    boats.check_hidden(w)
    if value != NONE or not task.optional:
        raise Refused("target_invalid", pick=value)
    w.agenda.pop()
    w.chose(task.player, NONE)


def _order(w: MoveContext, task: st.Caught, pawn: int) -> None:
    """CB-072: one pawn after another; the last one follows by itself."""
    if pawn not in task.pawns:
        raise Refused("target_invalid", pawn=w.name(pawn))
    order = tuple(p for p in task.order if p != pawn) if pawn in task.order else (*task.order, pawn)
    rest = tuple(p for p in task.pawns if p not in order)
    if len(rest) <= 1:
        take_in_order(w, (*order, *rest))
    else:
        w.agenda[-1] = replace(task, order=order)


# -- Tracker: who was caught, and where --------------------------------------------------------------------


def _caught(w: MoveContext, task: st.Catch, value: str) -> None:
    zone = next((zone for zone in zones_open(w.state) if zone == value), None)
    if zone is not None and tracker.zone_asked(w.state, task):
        tracker.caught(w, task, zone)
        return
    if not task.picking:
        raise Refused("target_invalid", pick=value)
    if value == NONE:
        tracker.caught(w, replace(task, picked=()))
        return
    pawn = seat_of(w, value)
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
        _pay(w, p, seat_of(w, value))
    else:
        _name(w, p, seat_of(w, value))


def _pay(w: MoveContext, p: st.Play, seat: int) -> None:
    index, op = costs.owed_cost(w.state, p)
    if op.op is not OpName.DISCARD:
        costs.pay(w, index, (seat,))
        return
    if seat == p.player and not costs.asks_who(w.state, p, op):
        costs.pay(w, index, ())
        return
    if seat not in costs.givers(w.state, p, op):
        raise Refused("cost_cards", n=op.n, reason="giver")
    donors = (*p.donors, seat)
    w.play = replace(p, donors=donors)
    if len(donors) == op.n:
        costs.pay(w, index, donors)


def _name(w: MoveContext, p: st.Play, seat: int) -> None:
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
        case st.Catch(picking=True) as task:
            tracker.caught(w, task)
        case st.Walk(asked=Asks.PATH) as task:
            walk.go_by(w, task, Via.WALK)
        case st.Walk(asked=Asks.NACELLE) as task:
            walk.stay(w, task)
        case st.Boat(optional=True) as task:
            _boat(w, task, NONE)
        case _:
            raise Refused("wrong_phase")


def _go(w: MoveContext) -> None:
    p = w.play
    if p is None and w.state.peeking is not None:
        if turn.ends_by_itself(w):  # the look at a boat is over, and nothing else was left
            w.push(st.EndCheck())
        return
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
