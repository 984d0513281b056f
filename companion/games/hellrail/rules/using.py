"""Declaring a circle effect (HR-083..087): what it needs, whom it is about, and the Heresy window (HR-086)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import BadInput, PrivateRefusal, Refused
from companion.games.hellrail import events as ev
from companion.games.hellrail.board.drive import engine_on, graph
from companion.games.hellrail.moves import UseEffect
from companion.games.hellrail.names import CIRCLES, GATES, HERESIES, Effect, Heresy, Owes, Source, Token
from companion.games.hellrail.rules import tokens
from companion.games.hellrail.rules.cards import in_train
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import EntryTask, RailState, UseTask, WindowTask

TOKEN_OF = {
    Effect.BOATMEN: Token.BOATMAN,
    Effect.TENDERS: Token.TENDER,
    Effect.SOUL_CATCHER: Token.SOUL_CATCHER,
}
TARGETED = (Effect.LUST, Effect.THIEVERY, Effect.GLUTTONY, Effect.SHIFT)
"""HR-Q11: effects that can have a target player."""


OF_THE_TABLE = (
    Effect.ABYSS, Effect.DELINQUENCY, Effect.FALSE_PATH, Effect.GERYON, Effect.GLUTTONY, Effect.LUST, Effect.THIEVERY,
)  # fmt: skip
"""Light: effects on hands, trains and rails, which are not followed; nothing is named with them."""


def aimed(state: RailState, use: UseTask) -> bool:
    """HR-Q11: whether the effect is aimed at a player, so that it can be turned on another one. Light: at whom, the
    table knows."""
    return use.effect in TARGETED and (use.target is not None or (state.light and use.effect is not Effect.SHIFT))


def look_at_token(context: MoveContext, task: EntryTask) -> None:
    """HR-119: the entering player looks at the face-down token; the second time it is face down again.

    :raises Refused: `wrong_phase` outside the secret variant, or at the Gates.
    """
    if not context.state.secret or task.circle not in context.state.effects:
        raise Refused("wrong_phase", phase=context.state.phase.value)
    if context.state.looked == task.seat:
        context.emit(ev.Looked(None))
    else:
        context.emit(ev.EffectLooked(context.name(task.seat)))
        context.emit(ev.Looked(context.name(task.seat)))


def decline(context: MoveContext, task: EntryTask) -> None:
    """HR-040, HR-083: no player can be forced."""
    context.agenda.pop()
    context.emit(ev.EffectDeclined(context.name(task.seat)))
    if context.state.looked is not None:
        context.emit(ev.Looked(None))


def use_effect(context: MoveContext, task: EntryTask, move: UseEffect) -> None:
    """HR-086: the effect is declared, with all that has to be named; then Heresy may answer.

    :raises Refused: `effect_unavailable`, `no_held_token`, `already_holds_one`, `none_left`, `bad_target` ...
    """
    effect = _effect(context, task, move.source)
    use = UseTask(task.seat, effect, move.source, task.circle)
    try:
        use = _named(context, use, move)
    except Refused as refused:
        if context.state.secret:
            # HR-119: the same for every token, to this seat alone
            raise PrivateRefusal("effect_unavailable", reason="face_down") from refused
        raise
    context.agenda.pop()
    if context.state.looked is not None:
        context.emit(ev.Looked(None))
    context.emit(
        ev.EffectDeclared(
            context.name(use.seat), effect, use.source, None if use.target is None else context.name(use.target)
        )
    )
    if use.source is Source.HELD:
        tokens.take_up(context, use.seat)
    context.push(use)
    holders = tuple(i for i in other_seats(context.state, use.seat) if context.seat(i).heresy is not None)
    if holders:
        context.push(WindowTask(holders))


def other_seats(state: RailState, seat: int) -> tuple[int, ...]:
    """Return all other seats, clockwise."""
    n = len(state.seats)
    return (*range(seat + 1, n), *range(seat))


def _effect(context: MoveContext, task: EntryTask, source: Source) -> Effect:
    if source is Source.HELD:
        held = context.seat(task.seat).held
        if held is None:
            raise Refused("no_held_token")
        return held
    effect = context.state.effects.get(task.circle)
    if effect is None:
        raise Refused("effect_unavailable", effect="")
    return effect


def unavailable(state: RailState, seat: int, effect: Effect, source: Source) -> Refused | None:
    """HR-Q33: why the effect cannot be used by this seat, whatever is named; None if it can."""
    me = state.seats[seat]
    no = Refused("effect_unavailable", effect=effect.value)
    if state.light and effect in OF_THE_TABLE:
        return None
    match effect:
        case Effect.ABYSS | Effect.FALSE_PATH:
            return None if me.hand else no
        case Effect.BOATMEN | Effect.TENDERS | Effect.SOUL_CATCHER:
            token = TOKEN_OF[effect]
            if getattr(me, token.value):
                return Refused("already_holds_one", token=token.value)
            return None if state.supply(token) else Refused("none_left", token=token.value)
        case Effect.HERESY:
            if me.heresy is not None:
                return Refused("already_holds_one", token=me.heresy.value)
            return None if any(state.supply(token) for token in HERESIES) else Refused("none_left", token="heresy")
        case Effect.DELINQUENCY:
            if not state.checks:
                return Refused("none_left", token="check")
            return None if not state.map or _free_tie(state) else no
        case Effect.GERYON:
            return None if me.train else no
        case Effect.GLUTTONY:
            return None if any(other.hand for i, other in enumerate(state.seats) if i != seat) else no
        case Effect.INFERNAL:
            if me.held is not None and source is Source.CIRCLE:
                return Refused("already_holds_one", token=Effect.INFERNAL.value)
            return None if state.unused else Refused("none_left", token=Effect.INFERNAL.value)
        case Effect.THIEVERY:
            return None if any(other.train for i, other in enumerate(state.seats) if i != seat) else no
        case _:
            return None


def usable(state: RailState, seat: int, circle: str) -> bool:
    """HR-119: whether the token of a circle could be used by this seat; for its own eyes."""
    effect = state.effects.get(circle)
    return effect is not None and unavailable(state, seat, effect, Source.CIRCLE) is None


def _free_tie(state: RailState) -> bool:
    """HR-066, HR-Q32: markers have no bearing on whether a tie is occupied."""
    return any(engine_on(state, node) is None for node in graph(state).ties())


def other_seat(context: MoveContext, user: int, name: str | None) -> int:
    """:raises Refused: `bad_target` for a name that no seat has, or for the user."""
    found = None if name is None else context.state.index(name)
    if found is None or found == user:
        raise Refused("bad_target", target=name or "")
    return found


def ahead(state: RailState, seat: int) -> bool:
    """HR-096, HR-Q15: more cards than each other player."""
    return all(state.seats[seat].hand > other.hand for i, other in enumerate(state.seats) if i != seat)


def _named(context: MoveContext, use: UseTask, move: UseEffect) -> UseTask:
    """Return the use with what was named for it."""
    s = context.state
    refusal = unavailable(s, use.seat, use.effect, use.source)
    if refusal is not None:
        raise refusal
    if s.light and use.effect in OF_THE_TABLE:
        return use
    match use.effect:
        case Effect.DELINQUENCY if s.map:
            node = move.node or ""
            if ":" not in node or not graph(s).exists(node):
                raise Refused("bad_target", node=node)
            if engine_on(s, node) is not None:
                raise Refused("tie_taken", node=node)
            return replace(use, node=node)
        case Effect.GERYON:
            return replace(use, car=_car(context, use.seat, move.car))
        case Effect.GUARD_DUTY:
            if move.circle not in CIRCLES:
                raise Refused("bad_target", circle=move.circle or "")
            return replace(use, to=move.circle)
        case Effect.HERESY:
            return replace(use, token=_heresy(s, move.token))
        case Effect.LUST:
            return replace(use, target=other_seat(context, use.seat, move.target))
        case Effect.THIEVERY:
            target = other_seat(context, use.seat, move.target)
            return replace(use, target=target, car=_car(context, target, move.car))
        case Effect.GLUTTONY:
            return _gluttony(context, use, move.target)
        case Effect.SHIFT:
            return _shift(context, use, move.with_)
        case _:
            return use


def _car(context: MoveContext, seat: int, ref: str | None) -> str:
    if ref is None:
        raise Refused("bad_target", car="")
    return in_train(context, seat, ref)


def _heresy(state: RailState, token: Token | None) -> Token:
    """HR-099: a free choice of the two if both are there."""
    left = [t for t in HERESIES if state.supply(t)]
    if token is None and len(left) == 1:
        return left[0]
    if token not in HERESIES:
        raise BadInput(field="token", value=token, expected=" or ".join(HERESIES))
    if token not in left:
        raise Refused("none_left", token=token.value)
    return token


def _gluttony(context: MoveContext, use: UseTask, target: str | None) -> UseTask:
    """HR-Q11, HR-Q15, reading 15: the first hand is named unless the user is ahead already."""
    if ahead(context.state, use.seat):
        if target is not None:
            raise Refused("bad_target", target=target)
        return use
    found = other_seat(context, use.seat, target)
    if not context.seat(found).hand:
        raise Refused("bad_target", target=target or "")
    return replace(use, target=found)


def _shift(context: MoveContext, use: UseTask, other: str | None) -> UseTask:
    """HR-103: another token: on a circle, held by another player, or of the unused pile."""
    s = context.state
    index = None if other is None else s.index(other)
    if index is not None and index != use.seat and s.seats[index].held is not None:
        return replace(use, target=index)
    own = use.source is Source.CIRCLE and other == use.circle
    if other is not None and other != GATES and not own and other in s.effects:
        return replace(use, to=other)
    if s.secret and other == "unused" and s.unused:
        return replace(use, to=context.rng.choice(s.unused).value)
    if not s.secret and other is not None and other in s.unused:
        return replace(use, to=other)
    raise Refused("bad_target", with_=other or "")


def answer_window(context: MoveContext, task: WindowTask, seat: int, choice: Heresy, target: str | None) -> None:
    """One holder's answer; a pass is final (reading 12).

    :raises Refused: `no_heresy_token`, `no_player_target`, `target_is_user`, `target_unchanged`, `bad_target`.
    """
    u = context.agenda[-2]
    if not isinstance(u, UseTask):
        raise Refused("no_heresy_window")
    if seat not in task.holders:
        if context.seat(seat).heresy is None:
            raise Refused("no_heresy_token")
        # A pass is final, and a player's own effect has no answer of that player.
        raise Refused("answer_due", seat=context.name(task.holders[0]), what=Owes.HERESY.value)
    match choice:
        case Heresy.PASS:
            _close(context, task, seat)
        case Heresy.CANCEL:
            _cancel(context, u, seat)
        case Heresy.REDIRECT:
            _redirect(context, task, u, seat, target)


def _close(context: MoveContext, task: WindowTask, seat: int) -> None:
    """This holder has answered; after the last one the effect begins."""
    holders = tuple(i for i in task.holders if i != seat)
    context.agenda.pop()
    if holders:
        context.push(WindowTask(holders))


def _spend(context: MoveContext, seat: int, token: Token) -> None:
    if context.seat(seat).heresy is not token:
        raise Refused("no_heresy_token")
    if context.state.deck.rulings.q10_heresy_spent_on_use:
        context.emit(ev.HeresySpent(context.name(seat), token))


def _cancel(context: MoveContext, use: UseTask, seat: int) -> None:
    """HR-110: wiped out; the visit's effect is used up; a held token goes back."""
    _spend(context, seat, Token.HERESY_CANCEL)
    context.agenda.pop()
    context.agenda.pop()
    context.emit(ev.EffectCancelled(context.name(use.seat), context.name(seat)))
    if use.source is Source.HELD:
        tokens.give_back(context, use.seat)


def _redirect(context: MoveContext, task: WindowTask, use: UseTask, seat: int, target: str | None) -> None:
    """HR-111: any other engineer except the user."""
    if context.seat(seat).heresy is not Token.HERESY_REDIRECT:
        raise Refused("no_heresy_token")
    if not aimed(context.state, use):
        raise Refused("no_player_target")
    new = None if target is None else context.state.index(target)
    if new is None:
        raise Refused("bad_target", target=target or "")
    if new == use.seat:
        raise Refused("target_is_user")
    if new == use.target:
        raise Refused("target_unchanged")
    _spend(context, seat, Token.HERESY_REDIRECT)
    context.emit(ev.EffectRedirected(context.name(use.seat), context.name(seat), context.name(new)))
    context.agenda[-2] = replace(use, target=new, redirected=True)
    _close(context, task, seat)
