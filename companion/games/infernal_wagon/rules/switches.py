"""Silence and U-turn cards: revealed on drawing, on and off in turn (IW-100..105, IW-110..117)."""

from __future__ import annotations

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Card
from companion.games.infernal_wagon.names import Kind, Phase
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.turn import pile_fell


def reveal(w: MoveContext, card: Card) -> None:
    """A switch card was tapped: it takes effect, and whoever drew it draws another (IW-101, IW-111, IW-114).

    On the way of a Tunnel the next card goes on with the tunnel (IW-086). Without a draw before it, it cannot be:
    the table is asked to check, and no replacement is drawn (IW-117, IW-007).
    """
    s = w.state
    if s.phase is Phase.TUNNEL:
        if s.pile == 1:
            w.emit(ev.CountDrift(-1))  # IW-062: the last card is the Exit, so there was one more
        w.emit(ev.SwitchShown(card.slot))
        toggle(w, card.kind)
        w.emit(ev.ReplacementExpected())
        pile_fell(w, None)
        return
    if not s.drawn or s.pile == 0 or s.pile >= s.prep.p0:
        w.emit(ev.Check("draw"))
        w.emit(ev.SwitchShown(card.slot))
        toggle(w, card.kind)
        if s.pile > 0:
            pile_fell(w, None, exit_tells=False)  # reading 14
        return
    w.emit(ev.SwitchShown(card.slot))
    toggle(w, card.kind)
    w.emit(ev.ReplacementExpected())
    pile_fell(w, s.drawer)


def toggle(w: MoveContext, kind: Kind) -> None:
    """IW-102..104, IW-115, IW-116: on, off, on again."""
    s = w.state
    if kind is Kind.SILENCE:
        w.emit(ev.SilenceOff() if s.silence else ev.SilenceOn())
    else:
        w.emit(ev.UturnOff() if s.uturn else ev.UturnOn())
