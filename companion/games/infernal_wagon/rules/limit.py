"""Who may play: cards in a row (IW-020..023) and whose hand they come from (IW-112). Warnings only."""

from __future__ import annotations

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.state import WagonState


def warn_limit(context: MoveContext, actor: int | None) -> None:
    """IW-020, IW-021, IW-022: one card in a row, two with two players. The actor counts, not the owner (Q15)."""
    s = context.state
    if actor is None:
        return
    row = s.streak[1] + 1 if s.streak is not None and s.streak[0] == actor else 1
    if row > (2 if s.prep.n == 2 else 1) and not _nobody_else_can(s, actor):
        context.emit(ev.LimitWarning(s.prep.players[actor].name))


def _nobody_else_can(state: WagonState, actor: int) -> bool:
    """IW-023, Q5: no other player is able to play."""
    others = [seat for seat in range(state.prep.n) if seat != actor]
    if state.uturn:  # another player needs a card in another hand
        return not any(any(cards > 0 for seat, cards in enumerate(state.hands) if seat != other) for other in others)
    return all(state.hands[seat] == 0 for seat in others) or state.total <= 0


def warn_own_card(context: MoveContext, actor: int | None, owner: int | None, uturn: bool) -> None:
    """IW-112: under U-turn a card is taken from another player's hand."""
    if uturn and actor is not None and actor == owner:
        context.emit(ev.Warn("own_card", context.state.prep.players[actor].name))
