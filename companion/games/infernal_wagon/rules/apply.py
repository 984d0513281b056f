"""State after an event. Trivial on purpose: no rule and no refusal stands here."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import Kind, Phase, Question, Reason
from companion.games.infernal_wagon.rules import apply_card as cards
from companion.games.infernal_wagon.rules.timing import LENGTH_MS, NO_CUE_LEFT
from companion.games.infernal_wagon.state import (
    Clock,
    Laid,
    Offer,
    Result,
    WagonState,
)

S = WagonState


def apply(s: S, event: Any, at: int) -> S:
    """The state after `event`, which happened at session time `at`."""
    change = _APPLY.get(type(event))
    return s if change is None else change(s, event, at)


# -- before the start ------------------------------------------------------------------------------


def _prepared(s: S, e: ev.Prepared, at: int) -> S:
    prep = replace(e.prep, box=s.prep.box)
    return S(prep=prep, phase=Phase.SETUP, play=s.play + 1) if e.fresh else replace(s, prep=prep)


def _confirmed(s: S, e: ev.Confirmed, at: int) -> S:
    """IW-003, IW-006, IW-120: the track is laid out, hands and Curses are dealt."""
    prep = s.prep
    starts = tuple(
        Laid(slot, Kind.START, None, prep.box.cards[slot].ways if slot in prep.box.cards else ())
        for slot in prep.box.starts
    )
    exits = starts[-1].ways[0][1] if starts and starts[-1].ways else ("*",)
    return replace(
        s,
        phase=Phase.READY,
        pile=prep.p0,
        hands=(prep.hand,) * prep.n,
        track=starts,
        used=frozenset(prep.box.starts),
        exits=exits,
        curses=prep.n if prep.curse else 0,
        cursed=frozenset(range(prep.n)) if prep.curse else frozenset(),
    )


def _went_back(s: S, e: ev.WentBack, at: int) -> S:
    return S(prep=s.prep, phase=Phase.SETUP, play=s.play)


def _started(s: S, e: ev.Started, at: int) -> S:
    return replace(s, phase=Phase.OPEN, clock=Clock(since=at, cue=1), tally=replace(s.tally, pace=((0, s.pile),)))


# -- the clock -------------------------------------------------------------------------------------


def _cue(s: S, e: ev.CueEvent, at: int) -> S:
    return s if s.clock.cue == 1 and e.id == "A0" else replace(s, clock=replace(s.clock, cue=s.clock.cue + 1))


def _held(s: S, e: ev.Held, at: int) -> S:
    return replace(s, held_at=at, clock=replace(s.clock, elapsed=s.clock.at(at), since=None, paused=True))


def _resumed(s: S, e: ev.Resumed, at: int) -> S:
    away = at - (s.held_at if s.held_at is not None else at)
    asks = tuple(replace(a, until=a.until + away) if a.until is not None else a for a in s.asks)
    frozen = any(a.question is Question.CURSES for a in asks)
    return replace(s, held_at=None, asks=asks, clock=s.clock if frozen else replace(s.clock, since=at))


# -- switches and Curses ---------------------------------------------------------------------------


def _switch_shown(s: S, e: ev.SwitchShown, at: int) -> S:
    empty = s.pile == 0
    pile = 0 if empty else s.pile - 1
    return replace(
        s,
        pile=pile,
        correction=s.correction + empty,
        shown=s.shown + 1,
        used=s.used | {e.card},
        drawn=False,
        last=None,
        tally=cards.paced(s, pile, at),
    )


def _silence_on(s: S, e: ev.SilenceOn, at: int) -> S:
    return replace(s, silence=True, tally=replace(s.tally, silent_since=s.clock.at(at)))


def _silence_off(s: S, e: Any, at: int) -> S:
    t = s.tally
    if t.silent_since is not None:
        t = replace(t, silences=(*t.silences, (t.silent_since, s.clock.at(at))), silent_since=None)
    return replace(s, silence=False, tally=t)


def _uturn_on(s: S, e: ev.UturnOn, at: int) -> S:
    return replace(s, uturn=True)


def _uturn_off(s: S, e: ev.UturnOff, at: int) -> S:
    return replace(s, uturn=False)


def _replacement(s: S, e: ev.ReplacementExpected, at: int) -> S:
    return replace(s, drawn=True)


def _curse_cleared(s: S, e: ev.CurseCleared, at: int) -> S:
    seat = s.prep.seat(e.player) if e.player is not None else None
    return replace(s, curses=e.left, cursed=s.cursed if seat is None else s.cursed - {seat})


def _curse_used(s: S, e: ev.CurseUsed, at: int) -> S:
    return replace(s, used=s.used | {e.card.reveal()})


def _check(s: S, e: ev.Check, at: int) -> S:
    return replace(_silence_off(s, e, at), uturn=False) if e.what == "switch" else s


# -- counts, questions -----------------------------------------------------------------------------


def _count_drift(s: S, e: ev.CountDrift, at: int) -> S:
    return replace(s, pile=s.pile - e.n, correction=s.correction - e.n)


def _pile_known(s: S, e: ev.PileKnown, at: int) -> S:
    return replace(s, pile=e.pile, correction=s.correction + e.pile - s.pile)


def _asked(s: S, e: ev.Asked, at: int) -> S:
    frozen = e.ask.question is Question.CURSES
    clock = replace(s.clock, elapsed=s.clock.at(at), since=None) if frozen else s.clock
    return replace(s, asks=(*s.asks, e.ask), clock=clock)


def _answered(s: S, e: ev.Answered, at: int) -> S:
    return replace(s, asks=s.asks[:-1])


def _adjusted(s: S, e: ev.Adjusted, at: int) -> S:
    pile = s.pile if e.pile is None else e.pile
    hands, unnamed = s.hands, s.unnamed
    if e.player is not None and e.hand is not None:
        fewer = hands[e.player] - e.hand
        unnamed -= max(0, min(unnamed, fewer))
        hands = cards.hand(hands, e.player, -fewer)
    total = max(0, sum(hands) - unnamed)
    tally = cards.paced(s, pile, at) if pile != s.pile else s.tally
    return replace(
        s,
        pile=pile,
        hands=hands,
        unnamed=unnamed,
        track=s.track[e.discard :],
        discarded=s.discarded + e.discard,
        correction=s.correction + (pile - s.pile) + (total - s.total),
        corrected=True,
        last=None,
        tally=replace(tally, counted=tally.counted or e.pile is not None),
    )


# -- the end ---------------------------------------------------------------------------------------


def _won(s: S, e: ev.Won, at: int) -> S:
    return _ended(s, Result(at, e.elapsed_ms, None, e.appeal), at)


def _lost(s: S, e: ev.Lost, at: int) -> S:
    if e.reason is Reason.TIME:
        kept = replace(s, before_end=None)
        return replace(_ended(s, Result(at, LENGTH_MS, e.reason), at), before_end=kept)
    return _ended(s, Result(at, s.clock.at(at), e.reason), at)


def _ended(s: S, result: Result, at: int) -> S:
    silence = s.silence
    s = replace(_silence_off(s, None, at), silence=silence)  # the quiet is over for the chart, not for the table
    clock = replace(s.clock, since=at) if s.clock.since is None else s.clock
    return replace(s, phase=Phase.ENDED, result=result, asks=(), held_at=None, before_end=None, turn=None, clock=clock)


def _exit_lies(s: S, e: ev.ExitLies, at: int) -> S:
    return replace(s, empty_other=e.empty_other, turn=None)


def _exit_on_track(s: S, e: ev.ExitOnTrack, at: int) -> S:
    """The Exit comes from a hand that nobody named or, in a tunnel, from the pile; either way the pile is empty."""
    from_hand = s.phase is not Phase.TUNNEL and s.total > 0
    return replace(
        s,
        pile=0,
        unnamed=s.unnamed + from_hand,
        track=(*s.track, Laid(e.card, Kind.EXIT, None)),
        used=s.used | {e.card},
        correction=s.correction + 1 - s.pile - from_hand,
        last=None,
    )


def _curses_counted(s: S, e: ev.CursesCounted, at: int) -> S:
    return replace(s, curses=0, cursed=frozenset())


def _loss_withdrawn(s: S, e: ev.LossWithdrawn, at: int) -> S:
    return s if s.before_end is None else replace(s.before_end, clock=s.clock)


def _appealed(s: S, e: ev.Appealed, at: int) -> S:
    if s.before_end is None:
        return s
    clock = Clock(LENGTH_MS, None, NO_CUE_LEFT, s.clock.paused)
    return replace(s.before_end, asks=(), turn=None, clock=clock)


def _offered(s: S, e: ev.Offered, at: int) -> S:
    return replace(s, phase=Phase.EXPLOIT, offer=e.offer)


def _exploit_ticked(s: S, e: ev.ExploitTicked, at: int) -> S:
    group = s.prep.group
    if e.id != "none":
        group = replace(group, ticked=(*group.ticked, e.id))
    offer = Offer(s.offer.ids, s.offer.ask, e.id)
    return replace(s, phase=Phase.IDLE, offer=offer, prep=replace(s.prep, group=group))


_APPLY: dict[type, Any] = {
    ev.Prepared: _prepared,
    ev.Confirmed: _confirmed,
    ev.WentBack: _went_back,
    ev.Started: _started,
    ev.CueEvent: _cue,
    ev.Held: _held,
    ev.Resumed: _resumed,
    ev.CardPlaced: cards.card_placed,
    ev.TunnelCard: cards.tunnel_card,
    ev.CardCounted: cards.card_counted,
    ev.Lies: cards.lies,
    ev.Judged: cards.judged,
    ev.Mismatch: cards.mismatch,
    ev.TrackDiscarded: cards.track_discarded,
    ev.Explosion: cards.explosion,
    ev.TurnNoted: cards.turn_noted,
    ev.TunnelExpected: cards.tunnel_expected,
    ev.SpecialTold: cards.special_told,
    ev.DrawExpected: cards.draw_expected,
    ev.DrawSkipped: cards.draw_skipped,
    ev.PileEmpty: cards.pile_empty,
    ev.TurnDone: cards.turn_done,
    ev.LastCards: cards.last_cards,
    ev.ExitDrawn: cards.exit_drawn,
    ev.PlayerOut: cards.player_out,
    ev.Rewound: cards.rewound,
    ev.SwitchShown: _switch_shown,
    ev.SilenceOn: _silence_on,
    ev.SilenceOff: _silence_off,
    ev.UturnOn: _uturn_on,
    ev.UturnOff: _uturn_off,
    ev.ReplacementExpected: _replacement,
    ev.CurseCleared: _curse_cleared,
    ev.CurseUsed: _curse_used,
    ev.Check: _check,
    ev.CountDrift: _count_drift,
    ev.PileKnown: _pile_known,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.Adjusted: _adjusted,
    ev.Won: _won,
    ev.Lost: _lost,
    ev.ExitLies: _exit_lies,
    ev.ExitOnTrack: _exit_on_track,
    ev.CursesCounted: _curses_counted,
    ev.LossWithdrawn: _loss_withdrawn,
    ev.Appealed: _appealed,
    ev.Offered: _offered,
    ev.ExploitTicked: _exploit_ticked,
}
"""Events without a line here only tell."""
