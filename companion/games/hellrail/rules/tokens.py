"""Effect tokens: where the fifteen lie, and how they change places (2.8)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.hellrail.events import EffectsDealt, HeldReturned, TokensPlaced
from companion.games.hellrail.names import GATES, NUMBERED, Effect
from companion.games.hellrail.rules.move_context import MoveContext


def place_tokens(
    context: MoveContext,
    effects: dict[str, Effect],
    unused: tuple[Effect, ...],
    held: tuple[Effect | None, ...],
    in_use: Effect | None,
) -> None:
    """The tokens as they lie now."""
    context.emit(TokensPlaced(Secret(effects), Secret(unused), Secret(held), Secret(in_use)))


def helds(context: MoveContext) -> tuple[Effect | None, ...]:
    return tuple(seat.held for seat in context.state.seats)


def deal_tokens(context: MoveContext, given: Mapping[str, Effect] | None) -> None:
    """HR-005, HR-006, HR-091: one on each numbered circle, the rest unused, no player holds one.

    :raises Refused: `gates_take_no_effect`; `bad_setup` unless there are nine different ones.
    """
    if given is None:
        every = list(Effect)
        context.rng.shuffle(every)
        effects = dict(zip(NUMBERED, every, strict=False))
    else:
        if GATES in given:
            raise Refused("gates_take_no_effect")
        if set(given) != set(NUMBERED) or len(set(given.values())) != len(NUMBERED):
            raise Refused("bad_setup", key="effects")
        effects = {circle: given[circle] for circle in NUMBERED}
    unused = [effect for effect in Effect if effect not in effects.values()]
    context.rng.shuffle(unused)
    told = None if context.state.secret else effects
    context.emit(EffectsDealt(len(unused), told))
    place_tokens(context, effects, tuple(unused), (None,) * len(context.state.seats), None)


def take_up(context: MoveContext, seat: int) -> Effect:
    """A held token is used: it leaves the engine card (reading 6)."""
    effect = context.seat(seat).held
    if effect is None:
        raise Refused("no_held_token")
    held = tuple(None if i == seat else old for i, old in enumerate(helds(context)))
    place_tokens(context, dict(context.state.effects), context.state.unused, held, effect)
    return effect


def give_back(context: MoveContext, seat: int) -> None:
    """HR-101, HR-Q25: a used (or cancelled) held token returns to the unused pile, if it is still there."""
    effect = context.state.in_use
    if effect is None:
        return
    place_tokens(context, dict(context.state.effects), (*context.state.unused, effect), helds(context), None)
    context.emit(HeldReturned(context.name(seat), effect))


def draw_unused(context: MoveContext, seat: int, effect: Effect | None) -> Effect:
    """HR-100: a token of the unused pile comes onto the engine card.

    :raises Refused: `none_left`.
    """
    unused = context.state.unused
    if context.state.secret and effect is not None:
        raise BadInput(field="effect", expected="nothing: the tokens lie face down, the companion draws")
    if not unused or (effect is not None and effect not in unused):
        raise Refused("none_left", token="" if effect is None or context.state.secret else effect.value)
    drawn = context.rng.choice(unused) if effect is None else effect
    held = tuple(drawn if i == seat else old for i, old in enumerate(helds(context)))
    place_tokens(
        context, dict(context.state.effects), tuple(e for e in unused if e is not drawn), held, context.state.in_use
    )
    return drawn


def swap(context: MoveContext, circle: str, source_held: bool, seat: int, other: str) -> tuple[Effect, Effect]:
    """HR-103, HR-Q26: swap two tokens: the one in use, and the one at `other` (a circle, a seat's name, or an effect,
    wherever a correction may have put it meanwhile). Return the tokens at the two places afterwards.

    :raises BadInput: if no token is there (checked before).
    """
    s = context.state
    own = s.in_use if source_held else s.effects.get(circle)
    index = s.index(other)
    got = (
        s.effects.get(other)
        if other in s.effects
        else s.seats[index].held
        if index is not None
        else _of_pile(context, other)
    )
    if own is None or got is None:
        raise BadInput(field="with", value=other)

    def now(effect: Effect | None) -> Effect | None:
        return own if effect is got else got if effect is own else effect

    effects = {at: now(effect) or effect for at, effect in s.effects.items()}
    unused = tuple(now(effect) or effect for effect in s.unused)
    held = tuple(got if source_held and i == seat else now(effect) for i, effect in enumerate(helds(context)))
    place_tokens(context, effects, unused, held, None if source_held else s.in_use)
    return got, own


def _of_pile(context: MoveContext, name: str) -> Effect | None:
    """Return the effect of that name; face down (HR-118), if it was moved meanwhile, another one of the unused pile."""
    effect = next((e for e in Effect if e == name), None)
    if effect is None or effect in context.state.unused or not context.state.secret:
        return effect
    return context.rng.choice(context.state.unused) if context.state.unused else None
