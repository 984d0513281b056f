"""The turn after a card is on the track: judge it, penalty, special, draw. Steps 3 to 6 of section 3.2 (IW-025)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Card, Penalty
from companion.games.infernal_wagon.names import Attribution, Kind, Level, PenaltyKind, Question, Reason, Special
from companion.games.infernal_wagon.rules.ending import check_switches, lose
from companion.games.infernal_wagon.rules.judge import Verdict, settle, verdict
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.timing import MATCHED_MS, SPECIAL_MS
from companion.games.infernal_wagon.state import DangerOrder, Turn

EXPLOSION_LEAVES = 3
LAST_CARDS = 4
_NOTHING, _NO_DRAW = -1, 0


def top_card(w: MoveContext) -> Card:
    """Return the record of the newest card."""
    top = w.state.track[-1]
    return w.state.prep.box.cards.get(top.slot) or Card(top.slot, top.kind)


def judge(w: MoveContext) -> None:
    """Step 3 (IW-033): compare, or ask if it may be both. At L1 the table judges (IW-041)."""
    s = w.state
    if s.prep.level is not Level.L2:
        _know(w, None)
        after_judgement(w, None)
        return
    match verdict(s.exits, s.any_of, s.track[-1].ways):
        case Verdict.MATCH:
            judged(w, missed=False)
        case Verdict.MISS:
            judged(w, missed=True)
        case Verdict.OPEN:
            w.ask(Question.MATCHED, MATCHED_MS)


def judged(w: MoveContext, missed: bool, told: Penalty | None = None) -> None:
    """It is known whether the card fits (IW-040, IW-041). `told`: the penalty that the table named, if any."""
    _know(w, missed)
    if not missed:
        w.emit(ev.Match())
        after_judgement(w, None)
        return
    own = top_card(w).penalty
    known = own.kind is not PenaltyKind.UNKNOWN and w.state.prep.level is Level.L2
    after_judgement(w, own if known or told is None else told)


def _know(w: MoveContext, missed: bool | None) -> None:
    """IW-033: the exit after this card. At L1 nothing is known of symbols."""
    s = w.state
    if missed is None or s.prep.level is not Level.L2:
        top = s.track[-1]
        w.emit(ev.Judged(top.ways, top.join, (), False, missed))
        return
    fit = settle(s.exits, s.track[-1].ways, missed)
    w.emit(ev.Judged(fit.ways, fit.join, fit.exits, fit.any_of, missed))


def after_judgement(w: MoveContext, penalty: Penalty | None) -> None:
    """Steps 4 and 5 in the order of the ruling (IW-090, Q9), then step 6."""
    if w.state.prep.rulings.danger_order is DangerOrder.SPECIAL_FIRST and _has_special(w):
        if penalty is not None:
            turn = w.state.turn or Turn()
            w.emit(ev.TurnNoted(replace(turn, late=(*turn.late, _code(penalty)))))
    elif penalty is not None:
        penalise(w, penalty)
        if w.over:
            return
    special(w)


def _has_special(w: MoveContext) -> bool:
    return w.state.track[-1].special in {Special.TUNNEL, Special.EXPLOSION}


def _code(penalty: Penalty) -> int:
    match penalty.kind:
        case PenaltyKind.DISCARD:
            return penalty.n or 0
        case PenaltyKind.NO_DRAW:
            return _NO_DRAW
        case PenaltyKind.NONE | PenaltyKind.UNKNOWN:
            return _NOTHING


def penalise(w: MoveContext, penalty: Penalty) -> None:
    """Step 4: the penalty of the newly laid card, at once (IW-041..044)."""
    match penalty.kind:
        case PenaltyKind.DISCARD:
            n = penalty.n or 0
            w.emit(ev.Mismatch(PenaltyKind.DISCARD, n))
            discard_oldest(w, n)
        case PenaltyKind.NO_DRAW:
            w.emit(ev.Mismatch(PenaltyKind.NO_DRAW))
            w.emit(ev.TurnNoted(replace(w.state.turn or Turn(), skip=True)))
        case PenaltyKind.NONE | PenaltyKind.UNKNOWN:
            w.emit(ev.Mismatch(PenaltyKind.NONE))


def discard_oldest(w: MoveContext, n: int) -> None:
    """IW-042, IW-043, IW-048: the N oldest cards go; if the wagon's card would have to, all is lost (IW-070).

    At L0 the track is not known: the table discards, and says so itself if the wagon goes with it (IW-R34).
    """
    if w.state.prep.level is Level.L0:
        return
    track = w.state.track
    if n > len(track) - 1:
        lose(w, Reason.WAGON)
    else:
        w.emit(ev.TrackDiscarded(tuple(card.slot for card in track[:n])))


def special(w: MoveContext) -> None:
    """Step 5 (IW-080): what a Danger card does on arrival, whether it fits or not."""
    top = w.state.track[-1]
    if top.kind is Kind.DANGER and top.special is None:
        w.ask(Question.SPECIAL, SPECIAL_MS)
        return
    match top.special:
        case Special.EXPLOSION:
            explode(w)
        case Special.TUNNEL if w.state.pile > 0:
            turn = w.state.turn
            w.once(ev.TunnelExpected, owner=w.name(turn.owner if turn else None))
            return
        case _:
            pass  # IW-091: a Tunnel adds nothing once the pile is empty
    finish(w)


def explode(w: MoveContext) -> None:
    """IW-088, IW-089: all but the three newest cards go; alone it never loses the game."""
    gone = w.state.track[:-EXPLOSION_LEAVES]
    w.emit(ev.Explosion(tuple(card.slot for card in gone)))


def finish(w: MoveContext) -> None:
    """The specials are done: penalties that were put off (newest first), then the draw."""
    turn = w.state.turn or Turn()
    for code in reversed(turn.late):
        if code > 0:
            penalise(w, Penalty(PenaltyKind.DISCARD, code))
        else:
            penalise(w, Penalty(PenaltyKind.NO_DRAW if code == _NO_DRAW else PenaltyKind.NONE))
        if w.over:
            return
    if turn.late:
        w.emit(ev.TurnNoted(replace(w.state.turn or turn, late=())))
    draw_or_skip(w)


def draw_or_skip(w: MoveContext) -> None:
    """Step 6: IW-053 draw, IW-044 and IW-084 skip (one a turn), IW-055 no player draws from an empty pile."""
    s = w.state
    turn = s.turn or Turn()
    if s.pile == 0:
        w.once(ev.PileEmpty)
    elif turn.skip:
        if turn.owner is None and s.total > 0 and s.prep.attribution is not Attribution.NONE:
            w.ask(Question.WHO)
            return
        skip(w, turn.owner)
        return
    else:
        w.once(ev.DrawExpected, player=w.name(turn.owner))
        pile_fell(w, turn.owner)
    close(w, turn.owner)


def skip(w: MoveContext, loser: int | None) -> None:
    """IW-044, IW-050: the draw is lost, and the hand stays one smaller for the rest of the game."""
    w.emit(ev.DrawSkipped(w.name(loser)))
    close(w, loser)


def pile_fell(w: MoveContext, drawer: int | None, exit_tells: bool = True) -> None:
    """The pile just lost a card: `last_cards` once, the Exit drawn (IW-055), switches that must be off (IW-105)."""
    s = w.state
    if s.pile == LAST_CARDS and s.fresh_last_cards:
        w.once(ev.LastCards, left=LAST_CARDS)
    if s.pile == 0:
        if exit_tells:
            w.once(ev.ExitDrawn, player=w.name(drawer))
        check_switches(w)


def close(w: MoveContext, owner: int | None) -> None:
    """The end of a turn: an empty hand (IW-051), no hands at all (IW-052, IW-071).

    At L0 the counts of the table may be wrong, so they end no game (IW-R34).
    """
    s = w.state
    if owner is not None and s.hands[owner] == 0:
        w.once(ev.PlayerOut, player=s.prep.players[owner].name)
    w.emit(ev.TurnDone())
    if s.total == 0:
        if s.pile > 0 and s.prep.level is not Level.L0:
            lose(w, Reason.NO_HANDS)
        else:
            w.emit(ev.Check("hands"))
