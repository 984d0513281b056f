"""One door for each command of sections 4.2 and 4.3; after a correction open questions look at the table again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from msgspec.structs import replace

from companion.engine.game import Move
from companion.engine.refused import BadInput, Refused
from companion.games.cerbere import moves as mv
from companion.games.cerbere import state as st
from companion.games.cerbere.events import Corrected
from companion.games.cerbere.names import BOATS, Boating, OpName, Side
from companion.games.cerbere.rules import agenda, boats, chase, costs, effects, tracker, turn
from companion.games.cerbere.rules.chase import catchable
from companion.games.cerbere.rules.invariants import PATCHES
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import named_card, option_of, option_refusal, play_card
from companion.games.cerbere.rules.settle import corrected
from companion.games.cerbere.state import CerbereState


def revise(context: MoveContext, before: CerbereState) -> None:
    """Drop what is no question any more, forget half answers, and put the rest anew. A card that its player cannot go
    on with is dropped, too."""
    s = context.state
    p = context.play
    if p is not None and (before.seats[p.player].side is not s.seats[p.player].side or not _goes_on(s, p)):
        context.play, context.agenda = None, [task for task in context.agenda if isinstance(task, st.EndCheck)]
    context.agenda = [task for old in context.agenda if (task := _again(s, old)) is not None]
    if context.play is not None:
        several = None if context.play.several is None else tuple(i for i in context.play.several if _runs(s, i))
        context.play = replace(context.play, donors=(), several=several)
        if several == ():  # no player is left for the effect that was going on
            left = tuple(i for i in context.play.left if i != context.play.going)
            context.play = replace(context.play, left=left, going=None, several=None)


def _goes_on(state: CerbereState, play: st.PlayedCard) -> bool:
    """Return whether the card on the table can still be paid."""
    if play.option is not None:
        return costs.payable(state, play)
    card = state.catalogue.cards[play.card]
    return any(option_refusal(state, card, option, play.player) is None for option in card.options)


def _runs(state: CerbereState, seat: int) -> bool:
    return state.seats[seat].side is Side.RUNNER


def _again(state: CerbereState, task: st.Task) -> st.Task | None:
    match task:
        case st.BoatQuestion() | st.RevealQuestion() if state.boats.revealed is not None:
            return None
        case st.EndingQuestion():
            return None
        case st.Walk(pawn=pawn):
            return replace(task, asked=None, via=None, stay=False) if _runs(state, pawn) else None
        case st.CatchQuestion():
            picked = tuple(i for i in task.picked if i in catchable(state, task))
            return replace(task, picked=picked, picking=True)
        case st.CaughtQuestion(pawns=pawns):
            left = tuple(i for i in pawns if _runs(state, i) and i not in state.boats.aboard)
            return replace(task, pawns=left, order=(), asked=False) if left else None
        case st.Several(pawns=pawns):
            left = tuple(i for i in pawns if _runs(state, i))
            return replace(task, pawns=left) if left else None
        case st.PickQuestion():
            return replace(task, asked=False)
        case st.BoatQuestion() | st.RevealQuestion() | st.Ops() | st.Paid() | st.EndCheck():
            return task
        case _:
            assert_never(task)


def decide(context: MoveContext, move: Move) -> None:
    """Carry out `move`, then all that follows from it without anybody's decision.

    :raises Refused: if it has no effect.
    """
    kind = type(move)
    check = _CHECKS.get(kind)
    if check is not None:
        check(context, move)
    if isinstance(move, mv.ShowBoats):
        chase.show_boats(context)
        return
    if context.over:
        raise Refused("game_over")
    _COMMANDS[kind](context, move)
    agenda.run_agenda(context)


def seats_named(context: MoveContext, names: mv.Names | None) -> tuple[int, ...]:
    """Return one name or several as seats."""
    if names is None:
        return ()
    return tuple(agenda.seat_named(context, name) for name in ((names,) if isinstance(names, str) else names))


def _peeker(context: MoveContext) -> int:
    """Return who may look at a boat or swap two now: the asked player, or the one whose card it is.

    :raises Refused: `wrong_phase` if no player may.
    """
    task = context.agenda[-1] if context.agenda else None
    p = context.play
    if task is None and p is not None and p.option is not None and not p.owed:
        option = option_of(context.state, p)
        due = next((i for i in effects.open_effects(option, p) if option.effect[i].op is OpName.BOAT), None)
        if due is not None:
            effects.resolve(context, due)
            task = context.agenda[-1] if context.agenda else None
    if not isinstance(task, st.BoatQuestion):
        raise Refused("wrong_phase")
    context.agenda.pop()
    return task.player


def _lay(context: MoveContext, places: int) -> None:
    """A boat's tag: the answer to how many seats it has, else the next boat laid down (CB-006). Boats that the
    companion keeps are not on the table: their tags mean nothing (CB-112).

    :raises Refused: `wrong_phase`.
    """
    boats.check_hidden(context)
    match context.agenda[-1] if context.agenda else None:
        case st.RevealQuestion():
            agenda.tell_boat(context, places)
        case _ if context.state.boats.boating is Boating.KEPT:
            raise Refused("wrong_phase")
        case _:
            boats.lay(context, places)


def _play(context: MoveContext, move: mv.PlayCard) -> None:
    if move.passing and turn.passes_to(context, move.player) and not turn.pass_on(context):
        return
    play_card(context, move.card, move.option, move.player)
    if move.carry:
        agenda.carry(context, True)


def _peek(context: MoveContext, move: mv.BoatPeek) -> None:
    boats.check_hidden(context)
    boats.peek(context, _peeker(context), move.slot)


def _swap(context: MoveContext, move: mv.BoatSwap) -> None:
    boats.check_hidden(context)
    _peeker(context)
    boats.swap(context, move.a, move.b)


def _correct(context: MoveContext, move: mv.Correct) -> None:
    before = context.state
    context.emit(Corrected(move.patch))
    context.agenda, context.play, context.peeking = (
        list(context.state.agenda),
        context.state.play,
        context.state.peeking,
    )
    revise(context, before)
    if (
        context.play is not None and context.play.on
    ):  # what was put right may be what went on by itself: the table says how
        context.play = replace(context.play, on=False, carried=False)
    asked = any(isinstance(task, st.EndingQuestion) for task in before.agenda)
    if chase.too_few(context.state) and (asked or not chase.too_few(before)):
        context.push(st.EndingQuestion())


def _symbol(context: MoveContext, move: mv.Symbol) -> None:
    tracker.symbol(context, agenda.seat_named(context, move.pawn), move.op, move.n, move.deck)


_COMMANDS: dict[type, Callable[[MoveContext, Any], None]] = {
    mv.PlayCard: _play,
    mv.Pay: lambda w, move: costs.pay(w, move.index, seats_named(w, move.who)),
    mv.Resolve: lambda w, move: effects.resolve(
        w, move.effect, None if move.pawn is None else agenda.seat_named(w, move.pawn)
    ),
    mv.Answer: lambda w, move: agenda.answer_question(w, move.value),
    mv.Ok: lambda w, move: agenda.ok(w),
    mv.EndTurn: lambda w, move: turn.end_turn(w, move.player),
    mv.LayBoat: lambda w, move: _lay(w, move.seats),
    mv.BoatPeek: _peek,
    mv.BoatSwap: _swap,
    mv.TakeCapture: lambda w, move: tracker.capture_unasked(w, seats_named(w, move.pawns)),
    mv.EndBoardReached: lambda w, move: tracker.end_board_reached(w, agenda.seat_named(w, move.pawn)),
    mv.TakeSeat: lambda w, move: tracker.take_seat(w, agenda.seat_named(w, move.pawn)),
    mv.Unseat: lambda w, move: tracker.unseat(w, agenda.seat_named(w, move.pawn)),
    mv.Symbol: _symbol,
    mv.BridgeUsed: lambda w, move: tracker.bridge_used(w),
    mv.Correct: _correct,
}


def _check_turn(context: MoveContext, move: mv.EndTurn) -> None:
    if move.player is not None and context.state.index(move.player) is None:
        raise BadInput(field="player", value=move.player, expected="a player of this game")


def _check_seats(context: MoveContext, move: mv.LayBoat) -> None:
    if move.seats not in BOATS:
        raise BadInput(field="seats", value=move.seats, expected="1, 2 or 3")


def _check_swap(context: MoveContext, move: mv.BoatSwap) -> None:
    boats.check_slot(move.a)
    boats.check_slot(move.b)


_CHECKS: dict[type, Callable[[MoveContext, Any], object]] = {
    mv.PlayCard: lambda w, move: named_card(w.state, move.card, move.option, move.player),
    mv.EndTurn: _check_turn,
    mv.LayBoat: _check_seats,
    mv.BoatPeek: lambda w, move: boats.check_slot(move.slot),
    mv.BoatSwap: _check_swap,
    mv.Symbol: lambda w, move: tracker.check_symbol(move.op, move.n),
    mv.Correct: lambda w, move: PATCHES.checked(corrected(w.state, move.patch, w.at)),
}
"""Reading 21: refuse first what is impossible, even after the end; each raises `BadInput`, naming the field."""
