"""The table judges and counts: *Miss*, *Hit* (IW-022, Q36), and at L0 everything without a tag."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Penalty
from companion.games.infernal_wagon.moves import Miss
from companion.games.infernal_wagon.names import CardKind, Level, PenaltyKind, Phase, Reason
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.place import toggle
from companion.games.infernal_wagon.rules.timing import AFTER_END_MS, REJUDGE_MS
from companion.games.infernal_wagon.rules.turn import draw_or_skip, judged, pile_fell, top_card
from companion.games.infernal_wagon.state import LastCard, WagonState

UNDESCRIBED = BadInput(field="kind", reason="nobody described this card: say what it costs (discard with n, no_draw)")


def count(context: MoveContext) -> None:
    """L0: a card was laid and another is drawn (IW-R30)."""
    s = context.state
    if s.prep.level is not Level.L0 or s.pile == 0:
        raise Refused("not_allowed_now")
    at_play(s)
    context.emit(ev.CardCounted())
    draw_or_skip(context)


def show_switch(context: MoveContext, kind: CardKind) -> None:
    """L0: no tag says that a switch card was drawn (IW-101, IW-111), so the table does.

    :raises Refused: `not_allowed_now` at other levels, without the module, or where no card is left.
    """
    s = context.state
    on = {CardKind.SILENCE: s.prep.silence, CardKind.UTURN: s.prep.uturn}.get(kind, False)
    if s.prep.level is not Level.L0 or not on or s.pile == 0:
        raise Refused("not_allowed_now")
    at_play(s)
    context.emit(ev.SwitchShown())
    toggle(context, kind)
    context.emit(ev.ReplacementExpected())
    pile_fell(context, None)


def miss(context: MoveContext, move: Miss) -> None:
    """The last card did not fit: its penalty applies (L0, L1), or the companion's judgement is turned round (L2)."""
    if context.state.prep.level is Level.L0:
        _miss_counted(context, move)
        return
    last = _last(context.state)
    own = top_card(context).penalty
    if context.state.prep.level is Level.L2:
        if last.missed and own.kind is not PenaltyKind.UNKNOWN:
            raise Refused("not_allowed_now")
        _in_time(context.at - last.at, REJUDGE_MS, "judged")
    told = _penalty_of(move)
    if told is None and own.kind is PenaltyKind.UNKNOWN:
        raise UNDESCRIBED
    _again(context, last)
    judged(context, missed=True, entered=told)


def _miss_counted(context: MoveContext, move: Miss) -> None:
    """L0 (IW-R34): the card that was counted last missed; if that one is judged already, or there is none, another."""
    at_play(context.state)
    told = _penalty_of(move)
    if told is None:
        raise UNDESCRIBED
    last = context.state.last
    if last is None or last.missed:
        context.emit(ev.CardCounted(missed=True))
    else:
        context.emit(ev.Rewound())
    judged(context, missed=True, entered=told)


def hit(context: MoveContext) -> None:
    """The last card fitted after all; also just after a loss that came of it (reading 8)."""
    s = context.state
    if s.phase is Phase.ENDED and s.result is not None:
        if s.result.reason not in {Reason.WAGON, Reason.NO_HANDS} or s.last is None or s.prep.level is Level.L0:
            raise Refused("not_allowed_now")
        last = s.last
        if s.prep.level is Level.L2 and not last.missed:
            raise Refused("not_allowed_now")
        _in_time(context.at - s.result.at, AFTER_END_MS, "over")
    else:
        last = _last(s)
        if s.prep.level is Level.L2:
            if not last.missed:
                raise Refused("not_allowed_now")
            _in_time(context.at - last.at, REJUDGE_MS, "judged")
    _again(context, last)
    judged(context, missed=False)


def _last(state: WagonState) -> LastCard:
    """Return the card that may be judged anew: until the next card is laid, a switch is revealed or counts are
    corrected."""
    at_play(state)
    if state.last is None or state.prep.level is Level.L0:
        raise Refused("not_allowed_now")
    return state.last


def at_play(state: WagonState) -> None:
    """
    :raises Refused: unless a card may be laid now.
    """
    if not state.live or state.asks or state.held_at is not None:
        raise Refused("not_allowed_now")


def _in_time(passed: int, window: int, reason: str) -> None:
    if passed > window:
        raise Refused("too_late", reason=reason, n=window // 1000)


def _penalty_of(move: Miss) -> Penalty | None:
    match move.kind, move.n:
        case None, None:
            return None
        case PenaltyKind.DISCARD, int(n) if 1 <= n <= 9:
            return Penalty(PenaltyKind.DISCARD, n)
        case PenaltyKind.NO_DRAW | PenaltyKind.NONE, None:
            return Penalty(move.kind)
        case _:
            raise BadInput(field="n", reason="a discard takes 1 to 9 cards; nothing else takes a number")


def _again(context: MoveContext, last: LastCard) -> None:
    """Back to step 3 of the last card; what the table said of it stays said (reading 6)."""
    context.emit(ev.Rewound())
    if last.special is not None:
        context.emit(ev.SpecialTold(last.special))
