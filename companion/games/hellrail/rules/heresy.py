"""The Heresy window (HR-086, HR-110, HR-111, HR-114, HR-Q10, HR-Q11)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.hellrail.events import EffectCancelled, EffectRedirected, HeresySpent
from companion.games.hellrail.names import Heresy, Owes, Source, Token
from companion.games.hellrail.rules import tokens
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import aimed
from companion.games.hellrail.state import Use, Window


def answer(w: MoveContext, task: Window, seat: int, choice: Heresy, target: str | None) -> None:
    """One holder's answer; a pass is final (reading 12).

    :raises Refused: `no_heresy_token`, `no_player_target`, `target_is_user`, `target_unchanged`, `bad_target`.
    """
    u = w.agenda[-2]
    if not isinstance(u, Use):
        raise Refused("no_heresy_window")
    if seat not in task.holders:
        if w.seat(seat).heresy is None:
            raise Refused("no_heresy_token")
        # A pass is final, and nobody answers the own effect.
        raise Refused("answer_due", seat=w.name(task.holders[0]), what=Owes.HERESY.value)
    match choice:
        case Heresy.PASS:
            _close(w, task, seat)
        case Heresy.CANCEL:
            _cancel(w, u, seat)
        case Heresy.REDIRECT:
            _redirect(w, task, u, seat, target)


def _close(w: MoveContext, task: Window, seat: int) -> None:
    """This holder has answered; after the last one the effect begins."""
    holders = tuple(i for i in task.holders if i != seat)
    w.agenda.pop()
    if holders:
        w.push(Window(holders))


def _spend(w: MoveContext, seat: int, token: Token) -> None:
    if w.seat(seat).heresy is not token:
        raise Refused("no_heresy_token")
    if w.state.deck.rulings.q10_heresy_spent_on_use:
        w.emit(HeresySpent(w.name(seat), token))


def _cancel(w: MoveContext, u: Use, seat: int) -> None:
    """HR-110: wiped out; the visit's effect is used up; a held token goes back."""
    _spend(w, seat, Token.HERESY_CANCEL)
    w.agenda.pop()
    w.agenda.pop()
    w.emit(EffectCancelled(w.name(u.seat), w.name(seat)))
    if u.source is Source.HELD:
        tokens.give_back(w, u.seat)


def _redirect(w: MoveContext, task: Window, u: Use, seat: int, target: str | None) -> None:
    """HR-111: any other engineer except the user."""
    if w.seat(seat).heresy is not Token.HERESY_REDIRECT:
        raise Refused("no_heresy_token")
    if not aimed(w.state, u):
        raise Refused("no_player_target")
    new = None if target is None else w.state.index(target)
    if new is None:
        raise Refused("bad_target", target=target or "")
    if new == u.seat:
        raise Refused("target_is_user")
    if new == u.target:
        raise Refused("target_unchanged")
    _spend(w, seat, Token.HERESY_REDIRECT)
    w.emit(EffectRedirected(w.name(u.seat), w.name(seat), w.name(new)))
    w.agenda[-2] = replace(u, target=new, redirected=True)
    _close(w, task, seat)
