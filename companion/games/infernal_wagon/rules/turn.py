"""The turn after a card is on the track: judge it, penalty, special, draw. Steps 3 to 6 of section 3.2 (IW-025)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Card, Penalty
from companion.games.infernal_wagon.names import (
    LAST_CARDS,
    Attribution,
    CardKind,
    Level,
    PenaltyKind,
    QuestionKind,
    Reason,
    Special,
)
from companion.games.infernal_wagon.rules.ending import check_switches, lose
from companion.games.infernal_wagon.rules.judge import Verdict, settle_ways, verdict
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.timing import MATCHED_MS, SPECIAL_MS
from companion.games.infernal_wagon.state import DangerOrder, Turn

EXPLOSION_LEAVES = 3
_NOTHING, _NO_DRAW = -1, 0


def top_card(context: MoveContext) -> Card:
    """Return the record of the newest card."""
    top = context.state.track[-1]
    return context.state.prep.box.cards.get(top.slot) or Card(top.slot, top.kind)


def judge(context: MoveContext) -> None:
    """Step 3 (IW-033): compare, or ask if it may be both. At L1 the table judges (IW-041)."""
    s = context.state
    if s.prep.level is not Level.L2:
        _know(context, None)
        after_judgement(context, None)
        return
    match verdict(s.exits, s.any_of, s.track[-1].ways):
        case Verdict.MATCH:
            judged(context, missed=False)
        case Verdict.MISS:
            judged(context, missed=True)
        case Verdict.OPEN:
            context.ask(QuestionKind.MATCHED, MATCHED_MS)


def judged(context: MoveContext, missed: bool, entered: Penalty | None = None) -> None:
    """It is known whether the card fits (IW-040, IW-041). `entered`: the penalty that the table named, if any."""
    _know(context, missed)
    if not missed:
        context.emit(ev.Match())
        after_judgement(context, None)
        return
    own = top_card(context).penalty
    known = own.kind is not PenaltyKind.UNKNOWN and context.state.prep.level is Level.L2
    after_judgement(context, own if known or entered is None else entered)


def _know(context: MoveContext, missed: bool | None) -> None:
    """IW-033: the exit after this card. At L1 nothing is known of symbols."""
    s = context.state
    if missed is None or s.prep.level is not Level.L2:
        top = s.track[-1]
        context.emit(ev.Judged(top.ways, top.join, (), False, missed))
        return
    fit = settle_ways(s.exits, s.track[-1].ways, missed)
    context.emit(ev.Judged(fit.ways, fit.join, fit.exits, fit.any_of, missed))


def after_judgement(context: MoveContext, penalty: Penalty | None) -> None:
    """Steps 4 and 5 in the order of the ruling (IW-090, Q9), then step 6."""
    if context.state.prep.rulings.danger_order is DangerOrder.SPECIAL_FIRST and _has_special(context):
        if penalty is not None:
            turn = context.state.turn or Turn()
            context.emit(ev.TurnNoted(replace(turn, late=(*turn.late, _code(penalty)))))
    elif penalty is not None:
        penalise(context, penalty)
        if context.over:
            return
    special(context)


def _has_special(context: MoveContext) -> bool:
    return context.state.track[-1].special in {Special.TUNNEL, Special.EXPLOSION}


def _code(penalty: Penalty) -> int:
    match penalty.kind:
        case PenaltyKind.DISCARD:
            return penalty.n or 0
        case PenaltyKind.NO_DRAW:
            return _NO_DRAW
        case PenaltyKind.NONE | PenaltyKind.UNKNOWN:
            return _NOTHING


def penalise(context: MoveContext, penalty: Penalty) -> None:
    """Step 4: the penalty of the newly laid card, at once (IW-041..044)."""
    match penalty.kind:
        case PenaltyKind.DISCARD:
            n = penalty.n or 0
            context.emit(ev.Mismatch(PenaltyKind.DISCARD, n))
            discard_oldest(context, n)
        case PenaltyKind.NO_DRAW:
            context.emit(ev.Mismatch(PenaltyKind.NO_DRAW))
            context.emit(ev.TurnNoted(replace(context.state.turn or Turn(), skip=True)))
        case PenaltyKind.NONE | PenaltyKind.UNKNOWN:
            context.emit(ev.Mismatch(PenaltyKind.NONE))


def discard_oldest(context: MoveContext, count: int) -> None:
    """IW-042, IW-043, IW-048: the N oldest cards go; if the wagon's card would have to, all is lost (IW-070).

    At L0 the track is not known: the table discards, and says so itself if the wagon goes with it (IW-R34).
    """
    if context.state.prep.level is Level.L0:
        return
    track = context.state.track
    if count > len(track) - 1:
        lose(context, Reason.WAGON)
    else:
        context.emit(ev.TrackDiscarded(tuple(card.slot for card in track[:count])))


def special(context: MoveContext) -> None:
    """Step 5 (IW-080): what a Danger card does on arrival, whether it fits or not."""
    top = context.state.track[-1]
    if top.kind is CardKind.DANGER and top.special is None:
        context.ask(QuestionKind.SPECIAL, SPECIAL_MS)
        return
    match top.special:
        case Special.EXPLOSION:
            explode(context)
        case Special.TUNNEL if context.state.pile > 0:
            turn = context.state.turn
            context.once(ev.TunnelExpected, owner=context.name(turn.owner if turn else None))
            return
        case _:
            pass  # IW-091: a Tunnel adds nothing once the pile is empty
    finish_specials(context)


def explode(context: MoveContext) -> None:
    """IW-088, IW-089: all but the three newest cards go; alone it never loses the game."""
    gone = context.state.track[:-EXPLOSION_LEAVES]
    context.emit(ev.Explosion(tuple(card.slot for card in gone)))


def finish_specials(context: MoveContext) -> None:
    """The specials are done: penalties that were put off (newest first), then the draw."""
    turn = context.state.turn or Turn()
    for code in reversed(turn.late):
        if code > 0:
            penalise(context, Penalty(PenaltyKind.DISCARD, code))
        else:
            penalise(context, Penalty(PenaltyKind.NO_DRAW if code == _NO_DRAW else PenaltyKind.NONE))
        if context.over:
            return
    if turn.late:
        context.emit(ev.TurnNoted(replace(context.state.turn or turn, late=())))
    draw_or_skip(context)


def draw_or_skip(context: MoveContext) -> None:
    """Step 6: IW-053 draw, IW-044 and IW-084 skip (one a turn), IW-055 no player draws from an empty pile."""
    s = context.state
    turn = s.turn or Turn()
    if s.pile == 0:
        context.once(ev.PileEmpty)
    elif turn.skip:
        if turn.owner is None and s.total > 0 and s.prep.attribution is not Attribution.NONE:
            context.ask(QuestionKind.WHO)
            return
        skip(context, turn.owner)
        return
    else:
        context.once(ev.DrawExpected, player=context.name(turn.owner))
        pile_fell(context, turn.owner)
    close(context, turn.owner)


def skip(context: MoveContext, loser: int | None) -> None:
    """IW-044, IW-050: the draw is lost, and the hand stays one smaller for the rest of the game."""
    context.emit(ev.DrawSkipped(context.name(loser)))
    close(context, loser)


def pile_fell(context: MoveContext, drawer: int | None, exit_tells: bool = True) -> None:
    """The pile just lost a card: `last_cards` once, the Exit drawn (IW-055), switches that must be off (IW-105)."""
    s = context.state
    if s.pile == LAST_CARDS and s.fresh_last_cards:
        context.once(ev.LastCards, left=LAST_CARDS)
    if s.pile == 0:
        if exit_tells:
            context.once(ev.ExitDrawn, player=context.name(drawer))
        check_switches(context)


def close(context: MoveContext, owner: int | None) -> None:
    """The end of a turn: an empty hand (IW-051), no hands at all (IW-052, IW-071).

    At L0 the counts of the table may be wrong, so they end no game (IW-R34).
    """
    s = context.state
    if owner is not None and s.hands[owner] == 0:
        context.once(ev.PlayerOut, player=s.prep.players[owner].name)
    context.emit(ev.TurnDone())
    if s.total == 0:
        if s.pile > 0 and s.prep.level is not Level.L0:
            lose(context, Reason.NO_HANDS)
        else:
            context.emit(ev.HandsChecked("hands"))
