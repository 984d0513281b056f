"""The draw pile: drawing, recharging, turning a card over (2.7). Draws are counted, never identified."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail import events as ev
from companion.games.hellrail.moves import CardRef
from companion.games.hellrail.names import DRAW, START, FlipReason
from companion.games.hellrail.rules.cards import claim, look_up
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState

NO_CARDS = "no_cards"
TENDER_DRAW = 3


def ready(context: MoveContext) -> bool:
    """HR-077, HR-078, HR-Q08, HR-Q39: there is a top card; if need be the discards are shuffled first. False: the game
    has just ended for want of one."""
    s = context.state
    if s.draw > 0:
        return True
    if not s.discard:
        context.agenda.clear()
        context.emit(ev.GameEnded(NO_CARDS))
        return False
    context.emit(ev.Recharged(len(s.discard)))
    return True


def draw_cards(context: MoveContext, seat: int, count: int) -> None:
    """HR-073: `count` cards, with a recharge where the pile runs out; one event for each stretch (reading 8)."""
    while count > 0 and ready(context):
        part = min(count, context.state.draw)
        context.emit(ev.CardsDrawn(context.name(seat), part))
        count -= part


def may_draw(state: RailState) -> tuple[int, ...]:
    """HR-011, HR-012, HR-Q13: how many may be drawn now."""
    if (state.phase is not START and state.phase is not DRAW) or state.agenda:
        return ()
    if not state.seats[state.turn.active].tender:
        return (1,)
    return (TENDER_DRAW, 1) if state.deck.rulings.q13_tender_draw == "three_or_one" else (TENDER_DRAW,)


def begins(state: RailState) -> bool:
    """HR-108: whether this is the beginning of a turn, as far as is known."""
    return not state.turn.drawn if state.light else state.phase is START


def draw(context: MoveContext, seat: int, count: int | None) -> None:
    """HR-011..013: the turn's draw.

    :raises Refused: `wrong_phase`, `draw_count_wrong`.
    """
    allowed = may_draw(context.state)
    if not allowed:
        raise Refused("wrong_phase", phase=context.state.phase.value)
    count = allowed[0] if count is None else count
    if count not in allowed:
        raise Refused("draw_count_wrong", allowed=list(allowed))
    tender = context.seat(seat).tender
    draw_cards(context, seat, count)
    if not context.over:
        context.emit(ev.DrawDone(tender))


def drop_tender(context: MoveContext, seat: int) -> None:
    """HR-010, HR-108: the Tender goes back before anything is drawn. Light: before any event of the turn.

    :raises Refused: `wrong_phase`, `no_tender`.
    """
    if not begins(context.state):
        raise Refused("wrong_phase", phase=context.state.phase.value, reason="begun")
    if not context.seat(seat).tender:
        raise Refused("no_tender")
    context.emit(ev.TenderReturned(context.name(seat)))


def flip(context: MoveContext, seat: int, ref: CardRef, why: FlipReason) -> int:
    """HR-073: the top card, turned over and tapped; its brimstone.

    :raises Refused: `card_elsewhere` if it cannot be the top card.
    :raises BadInput: if its brimstone is unknown.
    """
    card = look_up(context, ref)
    if isinstance(ref, str):
        claim(context, card, ref, None)
    found = context.state.card(card)
    if found is None or found.brimstone is None:
        raise BadInput(field="card", expected="a card with its brimstone")
    context.emit(ev.Flipped(context.name(seat), card, why))
    return found.brimstone


def put_down(context: MoveContext) -> None:
    """HR-Q09: the flipped card goes to the discard pile."""
    if context.state.limbo is not None:
        context.emit(ev.FlipDone())
