"""Turns (3.4): ending one, what comes at its end, and who is next."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.games.cerbere.events import ActionSkipped, HuntStarted, TurnStarted
from companion.games.cerbere.names import OUT, CerberusReason
from companion.games.cerbere.rules import chase
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import option_refusal
from companion.games.cerbere.state import CatchQuestion, CerbereState, EndCheck


def payable_action(state: CerbereState) -> bool:
    """CB-Q27: whether the active player could play any Action card."""
    active = state.turn.active
    seat = state.seats[active]
    for card in state.catalogue.actions.get(seat.side, ()):
        if card.index in seat.hand:
            for option in card.options:
                if option_refusal(state, card, option, active) is None:
                    return True
    return False


def may_end(state: CerbereState) -> bool:
    """CB-041: the Action card was played, or none can be (CB-Q27), or cards are not followed at all."""
    if state.over is not None or state.agenda or state.play is not None:
        return False
    return state.turn.action_done or not state.rulings.follow_cards or not payable_action(state)


def end_turn(context: MoveContext, player: str | None) -> None:
    """CB-041, CB-053..055.

    :raises Refused: `wrong_phase`, `not_your_turn` or `action_missing`.
    """
    s = context.state
    if context.agenda or context.play is not None:
        raise Refused("wrong_phase")
    if player is not None and s.index(player) != s.turn.active:
        raise Refused("not_your_turn", player=s.seats[s.turn.active].name)
    if not may_end(s):
        raise Refused("action_missing")
    if not s.turn.action_done and s.rulings.follow_cards:
        context.emit(ActionSkipped(context.name(s.turn.active)))
    context.push(EndCheck())


def end_check(context: MoveContext, task: EndCheck) -> None:
    """CB-053 a full boat first; CB-054 then the chase; CB-066 one a turn; CB-055 then the next player."""
    s = context.state
    context.agenda.pop()
    if not task.chased and s.boats.full:
        chase.runners_win(context)
    elif not task.chased and s.armed:
        context.emit(HuntStarted(chase.spaces(s)))
        context.push(EndCheck(chased=True))
        if not s.board:
            context.push(CatchQuestion(hunt=True, asked=True))
        elif not chase.go(context, chase.spaces(s), CerberusReason.HUNT):
            chase.miss(context)
    else:
        _next(context)


def _following(state: CerbereState) -> int:
    """CB-040, CB-055: clockwise; players who are out are passed over."""
    return next(i for i in state.clockwise(state.turn.active) if state.seats[i].side is not OUT)


def _next(context: MoveContext) -> None:
    following = _following(context.state)
    context.play = None
    context.emit(TurnStarted(context.name(following)))


def passes_to(context: MoveContext, player: str | None) -> bool:
    """Reading 42: the next player's card says that the turn is over, once its Action card is played."""
    s = context.state
    if (
        player is None
        or context.agenda
        or context.play is not None
        or context.peeking is not None
        or s.over is not None
    ):
        return False
    return s.turn.action_done and s.index(player) == _following(s) != s.turn.active


def pass_on(context: MoveContext) -> bool:
    """End the turn. False: a full boat or a chase comes first (CB-053, CB-054), and who may play what is not known."""
    task = EndCheck()
    context.push(task)
    end_check(context, task)
    return not context.agenda and not context.over


def ends_by_itself(context: MoveContext) -> bool:
    """Reading 41: nothing is left to be played (CB-041, CB-042), to be looked at (CB-112) or to be reported: with rage
    and cards the table may have something to report of a pawn that was moved (CB-053)."""
    s = context.state
    deck = DECK_OF.get(s.seats[s.turn.active].side)
    bonus = not s.turn.bonus_done and deck is not None and s.seats[s.turn.active].cards(deck) > 0
    moved = s.turn.moved and not s.board
    return s.rulings.follow_cards and s.turn.action_done and not bonus and not moved and context.peeking is None


def settle_turn(context: MoveContext) -> bool:
    """What follows when nothing is left on the agenda. False: the table is waited for."""
    p = context.play
    if p is not None and p.option is not None and not p.owed and not p.left:
        context.play = None
        if p.carried and ends_by_itself(context):
            context.push(EndCheck())
        return True
    if p is None and context.state.seats[context.state.turn.active].side is OUT:
        context.push(EndCheck())  # CB-Q05: the turn ends, no Action is owed any more
        return True
    return False
