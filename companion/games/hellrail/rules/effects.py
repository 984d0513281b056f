"""The 15 circle effects (2.8): what each does once nobody has stopped it. Steps that wait for somebody are tasks."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.hellrail.events import (
    CerberusMoved,
    EffectResolved,
    EffectsSwapped,
    GluttonyOn,
    MarkerPlaced,
    TokenTaken,
)
from companion.games.hellrail.names import Effect, Source, Why
from companion.games.hellrail.rules import drawing, tokens
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import OF_THE_TABLE, TOKEN_OF, ahead
from companion.games.hellrail.state import DealEffects, DrawToken, Flip, PickCar, Price, Take, Use

FLIPS = {Effect.GERYON: Why.GERYON, Effect.LUST: Why.LUST, Effect.THIEVERY: Why.THIEVERY}


def run(w: MoveContext, u: Use) -> None:
    """The use on top of the agenda: it begins, or (on top again) it is over."""
    if u.begun:
        _finish(w, u)
        return
    w.agenda[-1] = replace(u, begun=True)
    name = w.name(u.seat)
    if w.state.light and u.effect in OF_THE_TABLE:
        if u.effect is Effect.GLUTTONY:
            w.emit(GluttonyOn())
        return
    match u.effect:
        case Effect.ABYSS | Effect.FALSE_PATH:
            w.push(Price(u.seat, u.effect))
        case Effect.BOATMEN | Effect.TENDERS | Effect.SOUL_CATCHER:  # HR-089, HR-090, HR-104
            w.emit(TokenTaken(name, TOKEN_OF[u.effect]))
        case Effect.HERESY if u.token is not None:  # HR-099
            w.emit(TokenTaken(name, u.token))
        case Effect.CHAOS:
            w.push(DealEffects(u.seat))
        case Effect.DELINQUENCY:  # HR-092
            w.emit(MarkerPlaced(name, u.node))
        case Effect.GUARD_DUTY if u.to is not None:  # HR-097
            w.emit(CerberusMoved(name, u.to))
        case Effect.INFERNAL:
            w.push(DrawToken(u.seat))
        case Effect.SHIFT:
            _shift(w, u)
        case Effect.GLUTTONY:
            w.emit(GluttonyOn())
            if not ahead(w.state, u.seat):
                w.push(Take(u.seat, u.target, u.target if u.redirected else None))
        case Effect.THIEVERY if u.redirected:  # HR-Q11: the car is chosen anew on the new train
            if u.target is not None and w.seat(u.target).train:
                w.push(PickCar(u.seat))
        case Effect.GERYON | Effect.LUST | Effect.THIEVERY:
            flip_due(w, u.seat, FLIPS[u.effect])
        case _:
            pass


def flip_due(w: MoveContext, seat: int, why: Why) -> None:
    """HR-Q08: a flip falls due like a draw: first the recharge, or the end."""
    if drawing.ready(w):
        w.push(Flip(seat, why))


def _shift(w: MoveContext, u: Use) -> None:
    """HR-103, HR-Q26, reading 17."""
    held = u.source is Source.HELD
    if u.target is not None:
        if w.seat(u.target).held is None:
            return  # redirected to somebody without a token
        other = w.name(u.target)
        places = (w.name(u.seat) if held else u.circle, other)
    else:
        other = u.to or ""
        places = (w.name(u.seat) if held else u.circle, other if other in w.state.effects else "unused")
    got = tokens.swap(w, u.circle, held, u.seat, other)
    w.emit(EffectsSwapped(places, None if w.state.secret else got))


def _finish(w: MoveContext, u: Use) -> None:
    """HR-087, HR-101, reading 16: first that it is resolved, then a held token goes back."""
    w.agenda.pop()
    drawing.put_down(w)
    w.emit(EffectResolved(w.name(u.seat), u.effect))
    if u.source is Source.HELD:
        tokens.give_back(w, u.seat)
