"""Whom a part of a card is about (CB-049, CB-116, CB-181)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.cerbere.data.cards import SLOTTED, CardOption, Op, slot_of, slotted
from companion.games.cerbere.names import OpName, Who
from companion.games.cerbere.rules.move_context import MoveContext
from companion.games.cerbere.state import CerbereState, PlayedCard


def is_side(state: CerbereState, seat: int, who: Who) -> bool:
    return state.seats[seat].side is SLOTTED[who]


@lru_cache(maxsize=1024)
def advances(op: Op) -> bool:
    """Every way of carrying `op` out moves its pawn forward: a passenger cannot be named for it (CB-116)."""
    found = slotted(op)
    return bool(found) and all(inner.op is OpName.MOVE and inner.n > 0 for inner in found)


def eligible(state: CerbereState, play: PlayedCard, op: Op) -> tuple[int, ...]:
    """Everybody who may be named for `op` now; a pawn named for another slot may not (CB-049)."""
    inner = slotted(op)[0]
    barred = [play.player]
    for letter, seat in play.slots:
        if letter != inner.slot:
            barred.append(seat)
    if state.boats.aboard and advances(op):
        barred.extend(state.boats.aboard)
    side, seats = SLOTTED[inner.who], state.seats
    return tuple([seat for seat in state.clockwise(play.player) if seats[seat].side is side and seat not in barred])


def by_the_table(state: CerbereState, play: PlayedCard, op: Op) -> bool:
    """Rage and cards: `op` moves a pawn forward that is not followed, so no player has to be named for it where a card
    goes on by itself, unless something else that it does is about the same pawn."""
    slot = slot_of(op)
    if state.board or not play.carried or slot is None or op.op is not OpName.MOVE or op.n < 0:
        return False
    option = state.catalogue.options.get((play.card, play.option))
    return option is not None and _forward_only(option, slot)


@lru_cache(maxsize=512)
def _forward_only(option: CardOption, slot: str) -> bool:
    """Return whether all that is about the pawn of `slot` moves it forward."""
    return all(op.op is OpName.MOVE and op.n > 0 for op in (*option.cost, *option.effect) if slot_of(op) == slot)


def candidates(state: CerbereState, play: PlayedCard, op: Op) -> tuple[int, ...] | None:
    """Return whom `op` can be about: the pawn that was named, else all that may be; None if it needs no name."""
    slot = slot_of(op)
    if slot is None or by_the_table(state, play, op):
        return None
    seat = play.target(slot)
    return eligible(state, play, op) if seat is None else (seat,)


def check_target(state: CerbereState, play: PlayedCard, op: Op, seat: int) -> None:
    """CB-049, CB-116.

    :raises Refused: `target_self`, `target_invalid`, `target_repeated` or `target_seated`.
    """
    inner = slotted(op)[0]
    name = state.seats[seat].name
    if seat == play.player:
        raise Refused("target_self", pawn=name)
    if not is_side(state, seat, inner.who):
        raise Refused("target_invalid", pawn=name)
    if any(other == seat for letter, other in play.slots if letter != inner.slot):
        raise Refused("target_repeated", pawn=name)
    if seat in state.boats.aboard and advances(op):
        raise Refused("target_seated", pawn=name)


def with_target(play: PlayedCard, slot: str, seat: int) -> PlayedCard:
    """Return the play with `seat` in `slot`."""
    return replace(play, slots=(*((k, v) for k, v in play.slots if k != slot), (slot, seat)))


def name_target(context: MoveContext, play: PlayedCard, op: Op, seat: int) -> PlayedCard:
    """:raises Refused: if that pawn cannot be named for `op`."""
    check_target(context.state, play, op, seat)
    slot = slot_of(op)
    return play if slot is None else with_target(play, slot, seat)


def the_target(context: MoveContext, play: PlayedCard, op: Op) -> int | None:
    """Return the pawn of `op`: named, or the only one there is; None if there is none (CB-048).

    :raises Refused: `target_missing` if a player has to be named first.
    """
    known = play.target(slot_of(op))
    if known is not None:
        return known if is_side(context.state, known, slotted(op)[0].who) else None
    found = eligible(context.state, play, op)
    if len(found) > 1:
        raise Refused("target_invalid", pawn="")
    return found[0] if found else None
