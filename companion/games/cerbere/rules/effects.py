"""Resolving the effects of a card (CB-047, CB-048), each once, with the pawns that they are about."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.data.cards import CardOption, Op, slot_of, slotted
from companion.games.cerbere.events import EffectApplied, EffectDropped
from companion.games.cerbere.names import ALL_ADVENTURERS, LISTED, OpName
from companion.games.cerbere.rules import targets
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.rules.ops import carry_out, possible, runners_in_turn
from companion.games.cerbere.rules.play import option_of
from companion.games.cerbere.state import CerbereState, PickQuestion, PlayedCard, Several


def card_in_play(context: MoveContext) -> PlayedCard:
    """Return the card whose effects are due.

    :raises Refused: `wrong_phase` if there is none.
    """
    p = context.play
    if p is None or p.option is None or p.owed or context.agenda:
        raise Refused("wrong_phase")
    return p


def open_effects(option: CardOption, play: PlayedCard) -> tuple[int, ...]:
    """CB-047: the effects of the option played that may be resolved next."""
    if play.going is not None:
        return (play.going,)
    return play.left[:1] if option.order is LISTED else play.left


def of_several(op: Op) -> bool:
    """It is about every runner, one after another."""
    return op.op is OpName.EACH or (op.op is OpName.MOVE and op.who is ALL_ADVENTURERS)


def resolve(context: MoveContext, index: int, pawn: int | None = None) -> None:
    """Carry out one effect of the card; of one that moves several, the pawn named (none: all that are left)."""
    p = card_in_play(context)
    option = option_of(context.state, p)
    if not 0 <= index < len(option.effect):
        raise BadInput(field="effect", value=index, expected=f"0 to {len(option.effect) - 1}")
    if index not in open_effects(option, p):
        raise Refused("wrong_phase")
    op = option.effect[index]
    (_several if of_several(op) else _single)(context, p, index, op, pawn)


def _finished(play: PlayedCard, index: int) -> PlayedCard:
    return replace(play, left=tuple([k for k in play.left if k != index]), going=None, several=None)


def _single(context: MoveContext, play: PlayedCard, index: int, op: Op, pawn: int | None) -> None:
    about: int | None = play.player
    if (
        pawn is None
        and targets.by_the_table(context.state, play, op)
        and len(found := targets.eligible(context.state, play, op)) > 1
    ):
        about = found[0]
    elif slotted(op):
        if pawn is not None:
            play = targets.name_target(context, play, op, pawn)
        about = targets.the_target(context, play, op)
        slot = slot_of(op)
        if about is not None and slot is not None:
            play = targets.with_target(
                play, slot, about
            )  # CB-049: no player is named twice, not even as the only one left
    elif pawn not in (None, play.player):
        raise Refused("target_invalid", pawn=context.name(pawn))
    context.play = _finished(play, index)
    if about is None:
        context.emit(EffectDropped(index))
    elif op.op is OpName.CHOOSE:
        context.push(PickQuestion(play.player, index))
    elif possible(context.state, op, play.player, about):
        context.emit(EffectApplied(index))
        carry_out(context, op, play.player, about)
    else:
        context.emit(EffectDropped(index))


def _several(context: MoveContext, play: PlayedCard, index: int, op: Op, pawn: int | None) -> None:
    """CB-Q04, reading 11: the named one now; unnamed: all that are left, clockwise. Sabotage b: each of them chooses
    (CB-Q32: passengers too)."""
    waiting = play.several if play.several is not None else runners_in_turn(context.state)
    if pawn is not None and pawn not in waiting:
        raise Refused("target_repeated" if play.several is not None else "target_invalid", pawn=context.name(pawn))
    if play.several is None:
        context.emit(EffectApplied(index))
    now = waiting if pawn is None else (pawn,)
    left = tuple(one for one in waiting if one not in now)
    context.play = replace(play, several=left, going=index) if left else _finished(play, index)
    if op.op is OpName.MOVE:
        context.push(Several(now, op.n))
    elif now:
        context.push(PickQuestion(now[0], index, each=True, rest=now[1:]))


# -- choosing one of two lists --------------------------------------------------------------------


def feasible(state: CerbereState, task: PickQuestion, play: PlayedCard) -> tuple[int, ...]:
    """Return the lists that this player may choose; the fallback is forced on who cannot do the other one, and nothing
    moves a passenger forward (CB-116)."""
    op = option_of(state, play).effect[task.effect]
    if not task.each:
        seated = slot_of(op) is not None and play.target(slot_of(op)) in state.boats.aboard
        return tuple(k for k, ops in enumerate(op.of) if not (seated and any(targets.advances(inner) for inner in ops)))
    able = [k for k, ops in enumerate(op.of) if k == op.fallback or all(_able(state, o, task.player) for o in ops)]
    return tuple(able)


def _able(state: CerbereState, op: Op, seat: int) -> bool:
    return op.op is not OpName.DISCARD or state.seats[seat].cards(op.deck) >= op.n


def pick(context: MoveContext, task: PickQuestion, chosen: int) -> None:
    """Take the list `chosen`. The task is on top of the agenda.

    :raises Refused: `target_invalid` if it is not offered, `target_seated` if it would move a passenger forward.
    """
    p = context.play
    if p is None:
        context.agenda.pop()
        return
    op = option_of(context.state, p).effect[task.effect]
    if not chosen < len(op.of) or (task.each and chosen not in feasible(context.state, task, p)):
        raise Refused("target_invalid", pick=chosen)
    about = task.player
    if not task.each and slot_of(op) is not None:
        found = targets.the_target(context, p, op)
        about = p.player if found is None else found
        for inner in op.of[chosen]:
            if slotted(inner):
                targets.check_target(context.state, p, inner, about)
    context.agenda.pop()
    context.chose(task.player, chosen)
    _take_list(context, task, op.of[chosen], about)


def forced(context: MoveContext, task: PickQuestion) -> None:
    """Sabotage b on a runner without cards: no question, the other list."""
    p = context.play
    context.agenda.pop()
    if p is not None:
        op = option_of(context.state, p).effect[task.effect]
        _take_list(context, task, op.of[op.fallback], task.player)


def _take_list(context: MoveContext, task: PickQuestion, ops: tuple[Op, ...], about: int) -> None:
    if task.each and task.rest:
        context.push(PickQuestion(task.rest[0], task.effect, each=True, rest=task.rest[1:]))
    can = [op for op in ops if possible(context.state, op, task.player, about)]
    if not task.each:
        context.emit(EffectApplied(task.effect) if can else EffectDropped(task.effect))
    for op in can:
        carry_out(context, op, task.player, about)


def needs_target(state: CerbereState, play: PlayedCard) -> tuple[int, tuple[int, ...]] | None:
    """Return the first effect that may be resolved next and needs a player named, with those who can be."""
    option = option_of(state, play)
    return to_name((i, targets.candidates(state, play, option.effect[i])) for i in open_effects(option, play))


def to_name(about: Iterable[tuple[int, tuple[int, ...] | None]]) -> tuple[int, tuple[int, ...]] | None:
    """Return the first effect that needs a player named, with those who can be.

    :param about: effects with their candidates.
    """
    for i, seats in about:
        if seats is not None and len(seats) > 1:
            return i, seats
    return None
