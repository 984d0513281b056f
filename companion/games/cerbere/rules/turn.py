"""Turns (3.4): ending one, what comes at its end, and who is next."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.games.cerbere.events import ActionSkipped, HuntStarted, TurnStarted
from companion.games.cerbere.names import OUT, Why
from companion.games.cerbere.rules import chase
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.play import option_refusal
from companion.games.cerbere.state import Catch, CerbereState, EndCheck


def payable_action(s: CerbereState) -> bool:
    """CB-Q27: whether the active player could play any Action card."""
    active = s.turn.active
    seat = s.seats[active]
    for card in s.catalogue.actions.get(seat.side, ()):
        if card.index in seat.hand:
            for option in card.options:
                if option_refusal(s, card, option, active) is None:
                    return True
    return False


def may_end(s: CerbereState) -> bool:
    """CB-041: the Action card was played, or none can be (CB-Q27), or cards are not followed at all."""
    if s.over is not None or s.agenda or s.play is not None:
        return False
    return s.turn.action_done or not s.rulings.follow_cards or not payable_action(s)


def end_turn(w: MoveContext, player: str | None) -> None:
    """CB-041, CB-053..055.

    :raises Refused: `wrong_phase`, `not_your_turn` or `action_missing`.
    """
    s = w.state
    if w.agenda or w.play is not None:
        raise Refused("wrong_phase")
    if player is not None and s.index(player) != s.turn.active:
        raise Refused("not_your_turn", player=s.seats[s.turn.active].name)
    if not may_end(s):
        raise Refused("action_missing")
    if not s.turn.action_done and s.rulings.follow_cards:
        w.emit(ActionSkipped(w.name(s.turn.active)))
    w.push(EndCheck())


def end_check(w: MoveContext, task: EndCheck) -> None:
    """CB-053 a full boat first; CB-054 then the chase; CB-066 one a turn; CB-055 then the next player."""
    s = w.state
    w.agenda.pop()
    if not task.chased and s.boats.full:
        chase.runners_win(w)
    elif not task.chased and s.armed:
        w.emit(HuntStarted(chase.spaces(s)))
        w.push(EndCheck(chased=True))
        if not s.board:
            w.push(Catch(hunt=True, asked=True))
        elif not chase.go(w, chase.spaces(s), Why.HUNT):
            chase.miss(w)
    else:
        _next(w)


def _following(s: CerbereState) -> int:
    """CB-040, CB-055: clockwise; players who are out are passed over."""
    return next(i for i in s.clockwise(s.turn.active) if s.seats[i].side is not OUT)


def _next(w: MoveContext) -> None:
    following = _following(w.state)
    w.play = None
    w.emit(TurnStarted(w.name(following)))


def passes_to(w: MoveContext, player: str | None) -> bool:
    """Reading 42: the next player's card says that the turn is over, once its Action card is played."""
    s = w.state
    if player is None or w.agenda or w.play is not None or w.peeking is not None or s.over is not None:
        return False
    return s.turn.action_done and s.index(player) == _following(s) != s.turn.active


def pass_on(w: MoveContext) -> bool:
    """End the turn. False: a full boat or a chase comes first (CB-053, CB-054), and who may play what is not known."""
    task = EndCheck()
    w.push(task)
    end_check(w, task)
    return not w.agenda and not w.over


def ends_by_itself(w: MoveContext) -> bool:
    """Reading 41: nothing is left to be played (CB-041, CB-042), to be looked at (CB-112) or to be reported: with rage
    and cards the table may have something to report of a pawn that was moved (CB-053)."""
    s = w.state
    deck = DECK_OF.get(s.seats[s.turn.active].side)
    bonus = not s.turn.bonus_done and deck is not None and s.seats[s.turn.active].cards(deck) > 0
    moved = s.turn.moved and not s.board
    return s.rulings.follow_cards and s.turn.action_done and not bonus and not moved and w.peeking is None


def settle(w: MoveContext) -> bool:
    """What follows when nothing is left on the agenda. False: the table is waited for."""
    p = w.play
    if p is not None and p.option is not None and not p.owed and not p.left:
        w.play = None
        if p.carried and ends_by_itself(w):
            w.push(EndCheck())
        return True
    if p is None and w.state.seats[w.state.turn.active].side is OUT:
        w.push(EndCheck())  # CB-Q05: the turn ends, no Action is owed any more
        return True
    return False
