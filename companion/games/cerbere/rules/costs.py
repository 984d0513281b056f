"""Costs that are paid by hand: cards thrown in (CB-050..052) and pawns moved (CB-154)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.names import From, OpName, Who
from companion.games.cerbere.rules import decks
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ops import move
from companion.games.cerbere.rules.play import option_of, paid
from companion.games.cerbere.rules.targets import eligible, name_target
from companion.games.cerbere.rules.ways import can_step
from companion.games.cerbere.state import CerbereState, Paid, PlayedCard


def owed_cost(state: CerbereState, play: PlayedCard, index: int | None = None) -> tuple[int, Op]:
    """Return the number and the op of a cost that is owed; None: the first.

    :raises Refused: `wrong_phase` if it is not owed.
    """
    if not play.owed:
        raise Refused("wrong_phase")
    cost = option_of(state, play).cost
    index = play.owed[0] if index is None else index
    if not 0 <= index < len(cost):
        raise BadInput(field="index", value=index, expected=f"0 to {len(cost) - 1}")
    if index not in play.owed:
        raise Refused("wrong_phase")
    return index, cost[index]


def asks_who(state: CerbereState, play: PlayedCard, op: Op) -> bool:
    """Return whether a player has to say who pays: not where only the player's own hand, or one pawn, can."""
    if op.op is OpName.DISCARD:
        if op.source is From.SELF:
            return False
        own = state.seats[play.player].cards(op.deck) >= op.n and not play.donors
        return not (own and len(givers(state, play, op)) == 1)
    if op.who is Who.SELF:
        return False
    return sum(can_step(state, i, op.n > 0) for i in eligible(state, play, op)) > 1


def pay(context: MoveContext, index: int | None, who: tuple[int, ...]) -> None:
    """Pay one cost. `who`: the pawn, or everybody who gives a card (again for each card; one name gives all)."""
    p = context.play
    if p is None or context.agenda:
        raise Refused("wrong_phase")
    index, op = owed_cost(context.state, p, index)
    if op.op is OpName.DISCARD:
        _discard(context, p, op, who)
        paid(context, index)
        return
    pawn = _mover(context, p, op, who)
    context.push(Paid(index))
    move(context, pawn, op.n)


def givers(state: CerbereState, play: PlayedCard, op: Op) -> dict[int, int]:
    """CB-050, CB-Q33: who could give how many cards to a discard, the player first."""
    if op.source is From.SELF:
        seats: tuple[int, ...] = (play.player,)
    else:
        side = state.seats[play.player].side
        others = (i for i in state.clockwise(play.player) if i != play.player)
        seats = (play.player, *(i for i in others if state.seats[i].side is side))
    given = Counter(play.donors)
    left = {i: state.seats[i].cards(op.deck) - given[i] for i in seats}
    return {i: n for i, n in left.items() if n > 0}


def payable(state: CerbereState, play: PlayedCard) -> bool:
    """Return whether all that is owed by hand can still be paid, after a correction."""
    for op in (option_of(state, play).cost[i] for i in play.owed):
        if op.op is OpName.DISCARD:
            able = sum(givers(state, replace(play, donors=()), op).values()) >= op.n
        else:
            movers = (play.player,) if op.who is Who.SELF else eligible(state, play, op)
            able = any(can_step(state, i, op.n > 0) for i in movers)
        if not able:
            return False
    return True


def _discard(context: MoveContext, play: PlayedCard, op: Op, who: tuple[int, ...]) -> None:
    """CB-050..052: exactly `n` cards, each from a hand that has it."""
    who = who or play.donors + (play.player,) * (op.n - len(play.donors))
    if len(who) == 1:
        who = who * op.n
    can = givers(context.state, replace(play, donors=()), op)
    for seat in who:
        if seat not in can and context.state.seats[seat].side is not context.state.seats[play.player].side:
            raise Refused("target_invalid", pawn=context.name(seat))
    count = Counter(who)
    if len(who) != op.n or any(n > can.get(seat, 0) for seat, n in count.items()):
        raise Refused("cost_cards", n=op.n, reason="giver")
    for seat, n in count.items():
        decks.discard(context, seat, op.deck, n)


def _mover(context: MoveContext, play: PlayedCard, op: Op, who: tuple[int, ...]) -> int:
    """CB-154: the pawn that is moved; it must make a step.

    :raises Refused: `cost_move`, or why it cannot be named.
    """
    if op.who is Who.SELF:
        if who and who != (play.player,):
            raise Refused("target_invalid", pawn=context.name(who[0]))
        pawn = play.player
    else:
        named = who or tuple(i for i in eligible(context.state, play, op) if can_step(context.state, i, op.n > 0))
        if len(named) != 1:
            raise Refused("target_invalid", pawn="")
        pawn = named[0]
        context.play = name_target(context, play, op, pawn)
    if not can_step(context.state, pawn, op.n > 0):
        raise Refused("cost_move", pawn=context.name(pawn), reason="pawn")
    return pawn
