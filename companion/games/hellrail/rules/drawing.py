"""The draw pile: drawing, recharging, turning a card over (2.7). Draws are counted, never identified."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail import events as ev
from companion.games.hellrail.moves import CardRef
from companion.games.hellrail.names import DRAW, START, Why
from companion.games.hellrail.rules.cards import claim, look_up
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState

NO_CARDS = "no_cards"
TENDER_DRAW = 3


def ready(w: MoveContext) -> bool:
    """HR-077, HR-078, HR-Q08, HR-Q39: there is a top card; if need be the discards are shuffled first. False: the game
    has just ended for want of one."""
    s = w.state
    if s.draw > 0:
        return True
    if not s.discard:
        w.agenda.clear()
        w.emit(ev.GameEnded(NO_CARDS))
        return False
    w.emit(ev.Recharged(len(s.discard)))
    return True


def draw_cards(w: MoveContext, seat: int, n: int) -> None:
    """HR-073: `n` cards, with a recharge where the pile runs out; one event for each stretch (reading 8)."""
    while n > 0 and ready(w):
        part = min(n, w.state.draw)
        w.emit(ev.CardsDrawn(w.name(seat), part))
        n -= part


def may_draw(s: RailState) -> tuple[int, ...]:
    """HR-011, HR-012, HR-Q13: how many may be drawn now."""
    if (s.phase is not START and s.phase is not DRAW) or s.agenda:
        return ()
    if not s.seats[s.turn.active].tender:
        return (1,)
    return (TENDER_DRAW, 1) if s.deck.rulings.q13_tender_draw == "three_or_one" else (TENDER_DRAW,)


def begins(s: RailState) -> bool:
    """HR-108: whether this is the beginning of a turn, as far as is known."""
    return not s.turn.drawn if s.light else s.phase is START


def draw(w: MoveContext, seat: int, n: int | None) -> None:
    """HR-011..013: the turn's draw.

    :raises Refused: `wrong_phase`, `draw_count_wrong`.
    """
    allowed = may_draw(w.state)
    if not allowed:
        raise Refused("wrong_phase", phase=w.state.phase.value)
    n = allowed[0] if n is None else n
    if n not in allowed:
        raise Refused("draw_count_wrong", allowed=list(allowed))
    tender = w.seat(seat).tender
    draw_cards(w, seat, n)
    if not w.over:
        w.emit(ev.DrawDone(tender))


def drop_tender(w: MoveContext, seat: int) -> None:
    """HR-010, HR-108: the Tender goes back before anything is drawn. Light: before any event of the turn.

    :raises Refused: `wrong_phase`, `no_tender`.
    """
    if not begins(w.state):
        raise Refused("wrong_phase", phase=w.state.phase.value, reason="begun")
    if not w.seat(seat).tender:
        raise Refused("no_tender")
    w.emit(ev.TenderReturned(w.name(seat)))


def flip(w: MoveContext, seat: int, ref: CardRef, why: Why) -> int:
    """HR-073: the top card, turned over and tapped; its brimstone.

    :raises Refused: `card_elsewhere` if it cannot be the top card.
    :raises BadInput: if its brimstone is unknown.
    """
    card = look_up(w, ref)
    if isinstance(ref, str):
        claim(w, card, ref, None)
    found = w.state.card(card)
    if found is None or found.brimstone is None:
        raise BadInput(field="card", expected="a card with its brimstone")
    w.emit(ev.Flipped(w.name(seat), card, why))
    return found.brimstone


def put_down(w: MoveContext) -> None:
    """HR-Q09: the flipped card goes to the discard pile."""
    if w.state.limbo is not None:
        w.emit(ev.FlipDone())
