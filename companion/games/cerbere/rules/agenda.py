"""Working off the agenda: a task is done, or its question is put, waited for and answered."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.cerbere import state as st
from companion.games.cerbere.events import CatchAsked
from companion.games.cerbere.names import Asks, OpName, Side, Via
from companion.games.cerbere.rules import boats, chase, costs, effects, ops, tracker, turn, walk
from companion.games.cerbere.rules.chase import catchable, zones_open
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import choose_option, option_of, paid
from companion.games.cerbere.rules.targets import name_target


def run_agenda(context: MoveContext) -> None:
    """Do all that needs no decision of a player."""
    while not context.over:
        if not context.agenda:
            if turn.settle_turn(context) or _go_on(context):
                continue
            return
        if not _work(context, context.agenda[-1]):
            return


def _work(context: MoveContext, task: st.Task) -> bool:
    """Work at the task on top. False: it waits for an answer."""
    match task:
        case st.Walk():
            if task.asked is not None:
                return False
            walk.walk(context, task)
        case st.Ops():
            ops.run_ops(context, task)
        case st.Several():
            ops.run_several(context, task)
        case st.Paid(cost=cost):
            context.agenda.pop()
            paid(context, cost)
        case st.EndCheck():
            turn.end_check(context, task)
        case _:
            return _needless(context, task) or _ask(context, task)
    return True


def _needless(context: MoveContext, task: st.Question) -> bool:
    """Return whether there is but one answer: it was given."""
    match task:
        case st.CaughtQuestion(pawns=pawns) if len(pawns) == 1:
            take_in_order(context, pawns)
            return True
        case st.PickQuestion():
            return _picked(context, task)
    return False


def _ask(context: MoveContext, task: st.Question) -> bool:
    """Put the question, once; it waits."""
    if task.asked:
        return False
    context.agenda[-1] = replace(task, asked=True)
    match task:
        case st.RevealQuestion() | st.BoatQuestion():
            context.ask(task.player, Asks.BOAT)
        case st.CaughtQuestion():
            context.ask(context.state.turn.active, Asks.CAPTURE_ORDER)
        case st.CatchQuestion():
            context.emit(CatchAsked())
        case st.PickQuestion():
            context.ask(task.player, Asks.OPTION)
        case st.EndingQuestion():
            pass
        case _:
            assert_never(task)
    return False


def take_in_order(context: MoveContext, order: tuple[int, ...]) -> None:
    """CB-072: the order that the active player gave to those caught together (the task is on top). The zones are where
    the pawns stand."""
    context.agenda.pop()
    s = context.state
    chase.take(context, order, [s.path.zone(s.seats[pawn].at or 0) for pawn in order])


def _picked(context: MoveContext, task: st.PickQuestion) -> bool:
    p = context.play
    if (task.each and context.state.seats[task.player].side is not Side.RUNNER) or p is None:
        context.agenda.pop()
        if task.rest:
            context.push(st.PickQuestion(task.rest[0], task.effect, each=True, rest=task.rest[1:]))
        return True
    if task.each and len(effects.feasible(context.state, task, p)) == 1:
        effects.forced(context, task)
        return True
    return False


def _go_on(context: MoveContext) -> bool:
    """Go on: costs and effects follow one another as long as no player has to be named."""
    p = context.play
    if p is None or not p.on or p.option is None:
        return False
    if p.owed:
        index, op = costs.owed_cost(context.state, p)
        if costs.asks_who(context.state, p, op):
            return False
        costs.pay(context, index, ())
        return True
    if not p.left:
        return False
    if effects.needs_target(context.state, p) is not None:
        return False
    effects.resolve(context, effects.open_effects(option_of(context.state, p), p)[0])
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


def seat_named(context: MoveContext, value: str) -> int:
    """:raises Refused: `target_invalid` for a name that no seat has."""
    found = context.state.index(value)
    if found is None:
        raise Refused("target_invalid", pawn=value)
    return found


def answer_question(context: MoveContext, value: str) -> None:
    """One of the open question's options."""
    match context.agenda[-1] if context.agenda else None:
        case None:
            chosen = context.play is not None and context.play.option is None
            _card(context, value)
            carry(context, chosen)
        case st.RevealQuestion():
            seats = _number(value, 4)
            if seats == 0:
                raise Refused("target_invalid", pick=value)
            tell_boat(context, seats)
        case st.BoatQuestion() as task:
            _boat(context, task, value)
        case st.Walk(asked=Asks.PATH) as task:
            via = next((via for via in Via if via == value), None)
            if via is None:
                raise Refused("target_invalid", pick=value)
            walk.go_by(context, task, via)
        case st.Walk(asked=Asks.NACELLE) as task:
            if value == NONE:
                walk.stay(context, task)
            else:
                walk.swap_nacelle(context, task, seat_named(context, value))
        case st.CaughtQuestion() as task:
            _order(context, task, seat_named(context, value))
        case st.CatchQuestion() as task:
            _caught(context, task, value)
        case st.PickQuestion() as task:
            effects.pick(context, task, _number(value, 2))
        case st.EndingQuestion():
            _end(context, value)
        case st.Walk() | st.Ops() | st.Several() | st.Paid() | st.EndCheck():
            raise Refused("wrong_phase")
        case task:
            assert_never(task)


def _end(context: MoveContext, value: str) -> None:
    """After a correction (CB-131): Cerberus has won, or the table plays on."""
    if value not in (ENDS, ON) or (value == ON and not context.state.runners):
        raise Refused("target_invalid", pick=value)
    context.agenda.pop()
    if value == ENDS:
        chase.cerberus_wins(context)


def tell_boat(context: MoveContext, seats: int) -> None:
    """CB-110: the seats of the boat that was revealed; its question is on top of the agenda."""
    context.agenda.pop()
    boats.reveal(context, seats)


def carry(context: MoveContext, chosen: bool) -> None:
    """Who answers by touch, tag or button need not confirm what is clear: the card is carried on.

    :param chosen: its option was chosen just now.
    """
    if context.play is not None and context.play.option is not None:
        context.play = replace(context.play, on=True, carried=context.play.carried or chosen)


def _boat(context: MoveContext, task: st.BoatQuestion, value: str) -> None:
    """CB-164: decline an optional look or swap, the only answer that is no move of its own."""
    boats.check_hidden(context)
    if value != NONE or not task.optional:
        raise Refused("target_invalid", pick=value)
    context.agenda.pop()
    context.chose(task.player, NONE)


def _order(context: MoveContext, task: st.CaughtQuestion, pawn: int) -> None:
    """CB-072: one pawn after another; the last one follows by itself."""
    if pawn not in task.pawns:
        raise Refused("target_invalid", pawn=context.name(pawn))
    order = tuple(p for p in task.order if p != pawn) if pawn in task.order else (*task.order, pawn)
    rest = tuple(p for p in task.pawns if p not in order)
    if len(rest) <= 1:
        take_in_order(context, (*order, *rest))
    else:
        context.agenda[-1] = replace(task, order=order)


# -- Tracker: who was caught, and where --------------------------------------------------------------------


def _caught(context: MoveContext, task: st.CatchQuestion, value: str) -> None:
    zone = next((zone for zone in zones_open(context.state) if zone == value), None)
    if zone is not None and tracker.zone_asked(context.state, task):
        tracker.caught(context, task, zone)
        return
    if not task.picking:
        raise Refused("target_invalid", pick=value)
    if value == NONE:
        tracker.caught(context, replace(task, picked=()))
        return
    pawn = seat_named(context, value)
    if pawn not in catchable(context.state, task):
        code = "target_seated" if context.state.aboard(pawn) else "target_invalid"
        raise Refused(code, pawn=context.name(pawn))
    picked = tuple(p for p in task.picked if p != pawn) if pawn in task.picked else (*task.picked, pawn)
    context.agenda[-1] = replace(task, picked=picked)


# -- the card that is played --------------------------------------------------------------------


def _card(context: MoveContext, value: str) -> None:
    """An option, a payer, a target: whatever the card waits for."""
    p = context.play
    if p is None:
        raise Refused("wrong_phase")
    if p.option is None:
        if value not in ("a", "b"):
            raise Refused("target_invalid", pick=value)
        choose_option(context, value)
    elif p.owed:
        _pay(context, p, seat_named(context, value))
    else:
        _name(context, p, seat_named(context, value))


def _pay(context: MoveContext, play: st.PlayedCard, seat: int) -> None:
    index, op = costs.owed_cost(context.state, play)
    if op.op is not OpName.DISCARD:
        costs.pay(context, index, (seat,))
        return
    if seat == play.player and not costs.asks_who(context.state, play, op):
        costs.pay(context, index, ())
        return
    if seat not in costs.givers(context.state, play, op):
        raise Refused("cost_cards", n=op.n, reason="giver")
    donors = (*play.donors, seat)
    context.play = replace(play, donors=donors)
    if len(donors) == op.n:
        costs.pay(context, index, donors)


def _name(context: MoveContext, play: st.PlayedCard, seat: int) -> None:
    """Name the pawn of the first effect that needs one."""
    need = effects.needs_target(context.state, play)
    if need is None:
        raise Refused("wrong_phase")
    context.play = name_target(context, play, option_of(context.state, play).effect[need[0]], seat)


def ok(context: MoveContext) -> None:
    """The big key."""
    match context.agenda[-1] if context.agenda else None:
        case None:
            _go(context)
        case st.CatchQuestion(picking=True) as task:
            tracker.caught(context, task)
        case st.Walk(asked=Asks.PATH) as task:
            walk.go_by(context, task, Via.WALK)
        case st.Walk(asked=Asks.NACELLE) as task:
            walk.stay(context, task)
        case st.BoatQuestion(optional=True) as task:
            _boat(context, task, NONE)
        case _:
            raise Refused("wrong_phase")


def _go(context: MoveContext) -> None:
    p = context.play
    if p is None and context.state.peeking is not None:
        if turn.ends_by_itself(context):  # the look at a boat is over, and nothing else was left
            context.push(st.EndCheck())
        return
    if p is None:
        turn.end_turn(context, None)
    elif p.option is None:
        raise Refused("wrong_phase")
    elif p.owed:
        costs.pay(context, None, ())
    else:
        need = effects.needs_target(context.state, p)
        if need is not None:
            raise Refused("target_invalid", pawn="")
        context.play = replace(p, on=True)
