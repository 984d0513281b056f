"""The table judges and counts: *Miss*, *Hit* (IW-022, Q36), and at L0 everything without a tag."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Penalty
from companion.games.infernal_wagon.moves import Miss
from companion.games.infernal_wagon.names import Kind, Level, PenaltyKind, Phase, Reason
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.place import toggle
from companion.games.infernal_wagon.rules.timing import AFTER_END_MS, REJUDGE_MS
from companion.games.infernal_wagon.rules.turn import draw_or_skip, judged, pile_fell, top_card
from companion.games.infernal_wagon.state import Last, WagonState

UNDESCRIBED = BadInput(field="kind", reason="nobody described this card: say what it costs (discard with n, no_draw)")


def count(w: MoveContext) -> None:
    """L0: a card was laid and another is drawn (IW-R30)."""
    s = w.state
    if s.prep.level is not Level.L0 or s.pile == 0:
        raise Refused("not_allowed_now")
    at_play(s)
    w.emit(ev.CardCounted())
    draw_or_skip(w)


def show_switch(w: MoveContext, kind: Kind) -> None:
    """L0: no tag says that a switch card was drawn (IW-101, IW-111), so the table does.

    :raises Refused: `not_allowed_now` at other levels, without the module, or where no card is left.
    """
    s = w.state
    on = {Kind.SILENCE: s.prep.silence, Kind.UTURN: s.prep.uturn}.get(kind, False)
    if s.prep.level is not Level.L0 or not on or s.pile == 0:
        raise Refused("not_allowed_now")
    at_play(s)
    w.emit(ev.SwitchShown())
    toggle(w, kind)
    w.emit(ev.ReplacementExpected())
    pile_fell(w, None)


def miss(w: MoveContext, move: Miss) -> None:
    """The last card did not fit: its penalty applies (L0, L1), or the companion's judgement is turned round (L2)."""
    if w.state.prep.level is Level.L0:
        _miss_counted(w, move)
        return
    last = _last(w.state)
    own = top_card(w).penalty
    if w.state.prep.level is Level.L2:
        if last.missed and own.kind is not PenaltyKind.UNKNOWN:
            raise Refused("not_allowed_now")
        _in_time(w.at - last.at, REJUDGE_MS, "judged")
    told = _told_penalty(move)
    if told is None and own.kind is PenaltyKind.UNKNOWN:
        raise UNDESCRIBED
    _again(w, last)
    judged(w, missed=True, told=told)


def _miss_counted(w: MoveContext, move: Miss) -> None:
    """L0 (IW-R34): the card that was counted last missed; if that one is judged already, or there is none, another."""
    at_play(w.state)
    told = _told_penalty(move)
    if told is None:
        raise UNDESCRIBED
    last = w.state.last
    if last is None or last.missed:
        w.emit(ev.CardCounted(missed=True))
    else:
        w.emit(ev.Rewound())
    judged(w, missed=True, told=told)


def hit(w: MoveContext) -> None:
    """The last card fitted after all; also just after a loss that came of it (reading 8)."""
    s = w.state
    if s.phase is Phase.ENDED and s.result is not None:
        if s.result.reason not in {Reason.WAGON, Reason.NO_HANDS} or s.last is None or s.prep.level is Level.L0:
            raise Refused("not_allowed_now")
        last = s.last
        if s.prep.level is Level.L2 and not last.missed:
            raise Refused("not_allowed_now")
        _in_time(w.at - s.result.at, AFTER_END_MS, "over")
    else:
        last = _last(s)
        if s.prep.level is Level.L2:
            if not last.missed:
                raise Refused("not_allowed_now")
            _in_time(w.at - last.at, REJUDGE_MS, "judged")
    _again(w, last)
    judged(w, missed=False)


def _last(s: WagonState) -> Last:
    """Return the card that may be judged anew: until the next card is laid, a switch is revealed or counts are
    corrected."""
    at_play(s)
    if s.last is None or s.prep.level is Level.L0:
        raise Refused("not_allowed_now")
    return s.last


def at_play(s: WagonState) -> None:
    """
    :raises Refused: unless a card may be laid now.
    """
    if not s.live or s.asks or s.held_at is not None:
        raise Refused("not_allowed_now")


def _in_time(passed: int, window: int, reason: str) -> None:
    if passed > window:
        raise Refused("too_late", reason=reason, n=window // 1000)


def _told_penalty(move: Miss) -> Penalty | None:
    match move.kind, move.n:
        case None, None:
            return None
        case PenaltyKind.DISCARD, int(n) if 1 <= n <= 9:
            return Penalty(PenaltyKind.DISCARD, n)
        case PenaltyKind.NO_DRAW | PenaltyKind.NONE, None:
            return Penalty(move.kind)
        case _:
            raise BadInput(field="n", reason="a discard takes 1 to 9 cards; nothing else takes a number")


def _again(w: MoveContext, last: Last) -> None:
    """Back to step 3 of the last card; what the table said of it stays said (reading 6)."""
    w.emit(ev.Rewound())
    if last.special is not None:
        w.emit(ev.SpecialTold(last.special))
