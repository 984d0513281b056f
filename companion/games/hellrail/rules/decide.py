"""One door for each command of section 4.3, and who may speak now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.board import drive
from companion.games.hellrail.board import drive as mk
from companion.games.hellrail.events import Corrected, DrawDone, Fresh
from companion.games.hellrail.names import ACTIONS, PLACING, SETUP, Effect, Owes, YesNo
from companion.games.hellrail.rules import actions, drawing, ending, setup, steps, train, using
from companion.games.hellrail.rules.cards import car_gathered, check_claims, gathered
from companion.games.hellrail.rules.invariants import PATCHES
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import ahead
from companion.games.hellrail.state import (
    DerailTask,
    DriveTask,
    DumpHandTask,
    EndTurnTask,
    MarkerTask,
    TakeTask,
    UseTask,
    optional,
    owed,
)

OPENED = "opened"
"""Of a correction: changes nothing, it is compared with the record (HR-082)."""


def decide(context: MoveContext, move: mv.Command) -> None:
    """Carry out `move`, then all that follows from it without anybody's answer.

    :raises Refused: if it has no effect.
    """
    seat = _speaker(context, move)
    if isinstance(move, mv.Correct):
        _correct(context, move)
    elif isinstance(move, mv.RevealScores):
        if ending.waits(context.state):
            raise _wrong_phase(context)
        ending.reveal(context)
    elif context.over:
        if isinstance(move, mv.TellLoaded):
            ending.tell_loaded(context, seat, move.worth)
            return
        if not isinstance(move, mv.NewGame):
            raise Refused("game_over", **({"reason": "revealed"} if context.state.revealed else {}))
        context.agenda.clear()
        context.emit(Fresh())
        context.emit(setup.game_started(context.state))
    elif context.agenda and not isinstance(context.agenda[-1], st.ArriveTask):
        _answer(context, seat, move)
    else:
        _command(context, seat, move)
    run_agenda(context)
    check_claims(context)


def _correct(context: MoveContext, move: mv.Correct) -> None:
    if OPENED in move.patch:
        ending.compare(context, move.patch[OPENED])
        return
    context.emit(Corrected(move.patch))
    context.agenda, context.toll = list(context.state.agenda), context.state.toll
    if context.state.revealed:
        ending.reveal(context)
    run_agenda(context)
    PATCHES.checked(replace(context.state, agenda=tuple(context.agenda), toll=context.toll))


def _speaker(context: MoveContext, move: mv.Command) -> int:
    """Return the seat that acts: the one named, else the awaited one, else the active one."""
    s = context.state
    if move.seat is not None:
        found = s.index(move.seat)
        if found is None:
            raise Refused("bad_target", seat=move.seat)
        return found
    if s.phase is PLACING:
        return setup.placers(s)[0]
    due = owed(context.top)
    return due[1][0] if due is not None else s.turn.active


def _wrong_phase(context: MoveContext) -> Refused:
    return Refused("wrong_phase", phase=context.state.phase.value)


# -- the turn's own commands --------------------------------------------------------------------


def _command(context: MoveContext, seat: int, move: mv.Command) -> None:
    s = context.state
    if isinstance(move, mv.DealCircles):
        setup.deal_circles(context)
        return
    if isinstance(move, mv.PlaceCircle):
        if s.phase is not PLACING:
            raise _wrong_phase(context)
        setup.place_circle(context, seat, move.circle, move.cell)
        return
    if isinstance(move, mv.Deal):
        if s.phase is not SETUP:
            raise _wrong_phase(context)
        setup.deal(context, move.effects, move.first)
        return
    if isinstance(move, mv.TellHeresy):
        raise Refused("no_heresy_window")
    if s.phase is PLACING or s.phase is SETUP:
        raise _wrong_phase(context)
    if seat != s.turn.active:
        raise Refused("not_your_turn", active=context.name(s.turn.active))  # HR-019
    top = context.top
    if isinstance(top, st.ArriveTask) and not isinstance(move, mv.ReportMove):
        raise Refused("answer_due", seat=context.name(top.seat), what=Owes.ARRIVAL.value)
    if isinstance(move, mv.Draw):
        drawing.draw(context, seat, move.n)
    elif isinstance(move, mv.DropTender):
        drawing.drop_tender(context, seat)
    elif isinstance(move, mv.TakeOne) and s.turn.gluttony and ahead(s, seat):
        raise Refused("already_ahead")  # reading 4
    else:
        action = _ACTIONS.get(type(move))
        if action is None or s.phase is not ACTIONS:
            raise _wrong_phase(context)
        if s.light and isinstance(move, OF_CARDS):
            raise Refused("not_followed")
        if s.light and not s.turn.drawn:
            context.emit(DrawDone(context.seat(seat).tender))  # events of a turn come after its beginning
        action(context, seat, move)


OF_CARDS = (mv.Pickup, mv.Go, mv.Gather, mv.LayRail, mv.Upgrade, mv.Discard, mv.Uncover)
"""Light: cards are played without the companion."""


def _go(context: MoveContext, seat: int, move: mv.Go) -> None:
    actions.go(context, seat, move)
    context.toll = ()


def _boat(context: MoveContext, seat: int, move: mv.PlayBoat) -> None:
    actions.boat(context, seat, move)
    context.toll = ()


def _gather(context: MoveContext, seat: int, move: mv.Gather) -> None:
    context.toll = gathered(context.state, context.toll, move.card)


# Not a `match` of classes: in Python 3.11 each costs 62 ns, together a sixth of random play.
_ACTIONS: dict[type, Callable[[MoveContext, int, Any], None]] = {
    mv.Pickup: lambda w, seat, move: train.pickup(w, seat, move.card),
    mv.Setout: lambda w, seat, move: train.setout(w, seat, move.card.reveal(), move.car, move.setout),
    mv.Go: _go,
    mv.PlayBoat: _boat,
    mv.Gather: _gather,
    mv.LayRail: actions.lay,
    mv.Upgrade: actions.upgrade,
    mv.Fan: lambda w, seat, move: ending.fan(w, seat, move.card),
    mv.Discard: lambda w, seat, move: ending.throw(w, seat, move.cards),
    mv.Uncover: lambda w, seat, move: train.uncover(w, seat, move.card),
    mv.ReportMove: actions.report_move,
    mv.EndOfTurn: lambda w, seat, move: ending.end_turn(w, seat),
}
"""HR-014, HR-015: any number of them, in any order."""


# -- answers that are owed --------------------------------------------------------------------


def _answer(context: MoveContext, seat: int, move: mv.Command) -> None:
    task = context.top
    due = owed(task)
    if due is None:
        raise _wrong_phase(context)
    what, seats = due
    if isinstance(move, mv.TellHeresy) and not isinstance(task, st.WindowTask):
        raise Refused("no_heresy_window")
    if isinstance(task, st.WindowTask):
        if not isinstance(move, mv.TellHeresy):
            raise Refused("answer_due", seat=context.name(seats[0]), what=what.value)
        using.answer_window(context, task, seat, move.choice, move.target)
        return
    if seat not in seats:
        if isinstance(task, st.EntryTask):
            raise Refused("not_your_turn", active=context.name(context.state.turn.active))
        raise Refused("answer_due", seat=context.name(seats[0]), what=what.value)
    if not _taken(context, task, move):
        if isinstance(task, st.EntryTask):
            raise Refused("entry_choice_open", circle=task.circle)
        raise Refused("answer_due", seat=context.name(seats[0]), what=what.value)


def _taken(context: MoveContext, task: st.Task | None, move: mv.Command) -> bool:
    """Return whether `move` is an answer to `task`; then it is carried out."""
    match task, move:
        case st.EntryTask(), mv.UseEffect():
            using.use_effect(context, task, move)
        case st.EntryTask(), mv.Decline():
            using.decline(context, task)
        case st.EntryTask(), mv.LookAtToken():
            using.look_at_token(context, task)
        case st.PriceTask(), mv.Discard(cards=cards):
            steps.price(context, task, cards)
        case st.TurnRailTask(), mv.Discard(cards=cards):
            context.agenda.pop()  # the turn that the last price bought is let go
            price = st.PriceTask(task.seat, Effect.FALSE_PATH, more=True)
            context.push(price)
            steps.price(context, price, cards)
        case ((st.TurnRailTask() | st.PriceTask()), mv.Done()) if optional(task):
            context.agenda.pop()  # HR-094: False Path ends when its user says so, after the first price (reading 14)
        case st.TurnRailTask(), mv.TurnCard(card=card, rotation=rotation):
            steps.turn_rail(context, task, card, rotation)
        case st.PickRailTask(), mv.Pick(card=card_or_none):
            steps.pick_rail(context, task, card_or_none)
        case st.PickCarTask(), mv.Pick(card=card_or_none):
            steps.pick_car(context, task, card_or_none)
        case st.DumpHandTask(), mv.Gather(card=card):
            context.agenda[-1] = replace(task, cards=gathered(context.state, task.cards, card))
        case st.MarkerTask(), mv.Gather(card=card) if task.drop:
            context.agenda[-1] = replace(task, cards=car_gathered(context.state, task.seat, task.cards, card))
        case st.DumpHandTask(), mv.Discard(cards=cards):
            drive.dump_hand(context, task, cards)
        case st.FlipTask(), mv.TellFlip(card=card):
            steps.flipped(context, task, card)
        case st.MarkerTask(drop=0), mv.TellFlip(card=card):
            mk.flipped_for_marker(context, task, card)
        case st.MarkerTask(), mv.DropCars(cards=names) if task.drop:
            mk.drop_cars(context, task, names)
        case ((st.DeliverTask() | st.TakeCarTask()), mv.Answer(answer=answer)):
            steps.answer_task(context, task, answer is YesNo.YES)
        case st.GiveCarTask(), mv.Give(card=card_or_none):
            steps.give_car(context, task, card_or_none)
        case st.GiveCardsTask(), mv.Give(n=n, cards=shown):
            steps.give_cards(context, task, n, shown)
        case st.TakeTask() as taking, mv.Done() if steps.may_stop(context.state, taking):
            context.agenda.pop()
        case st.TakeTask(), mv.TakeOne(target=target):
            steps.take(context, task, target)
        case st.DrawTokenTask(), mv.TakeToken(effect=effect):
            steps.draw_token(context, task, effect)
        case st.DealEffectsTask(), mv.Redeal(effects=effects):
            steps.deal_effects(context, effects)
        case st.SoulTask(), mv.Soulcatch(use=use):
            drive.soulcatch(context, task, use is YesNo.YES)
        case st.BranchTask(), mv.Branching(node=node):
            drive.branch(context, task, node)
        case _:
            return False
    return True


def run_agenda(context: MoveContext) -> None:
    """Do all that needs no answer of a player."""
    while context.agenda and not context.over:
        task = context.agenda[-1]
        if isinstance(task, EndTurnTask):
            ending.pass_on(context)
        elif isinstance(task, UseTask):
            steps.run_use(context, task)
        elif isinstance(task, DriveTask):
            drive.drive(context, task)
        elif isinstance(task, DerailTask):
            drive.finish_derailment(context, task)
        elif (
            (isinstance(task, TakeTask) and steps.take_over(context.state, task))
            or (isinstance(task, DumpHandTask) and not context.seat(task.seat).hand)
            or steps.moot(context, task)  # only a correction makes it so
        ):
            context.agenda.pop()
        elif isinstance(task, MarkerTask) and task.drop and _less(task, context.seat(task.seat).train) != task:
            context.agenda[-1] = _less(task, context.seat(task.seat).train)
        else:
            return


def _less(task: MarkerTask, train: tuple[str, ...]) -> MarkerTask:
    """Return what a marker takes of a train that was put right."""
    return replace(task, drop=min(task.drop, len(train)), cards=tuple(car for car in task.cards if car in train))
