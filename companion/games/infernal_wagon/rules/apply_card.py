"""State after the events of a card: laid, judged, paid for, drawn. Trivial on purpose, as all of `apply.py`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import PenaltyKind, Phase
from companion.games.infernal_wagon.rules.timing import cue_after
from companion.games.infernal_wagon.state import Laid, Last, Turn, WagonState

S = WagonState


def paced(s: S, pile: int, at: int) -> Any:
    return replace(s.tally, pace=(*s.tally.pace, (s.clock.at(at), pile)))


def hand(hands: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] + change, *hands[seat + 1 :])


def card_placed(s: S, e: ev.CardPlaced, at: int) -> S:
    actor = s.prep.seat(e.player) if e.player is not None else None
    owner = s.prep.seat(e.owner) if e.owner is not None else None
    hands, unnamed, correction = s.hands, s.unnamed, s.correction
    nothing_left = s.total == 0
    if owner is not None and hands[owner] > 0:
        hands = hand(hands, owner, -1)
        unnamed -= nothing_left
    elif not nothing_left:
        unnamed += 1
    streak = None
    if actor is not None:
        streak = (actor, s.streak[1] + 1 if s.streak is not None and s.streak[0] == actor else 1)
    return replace(
        s,
        hands=hands,
        unnamed=unnamed,
        correction=correction + nothing_left,
        track=(*s.track, Laid(e.card, e.kind, None)),
        used=s.used | {e.card},
        streak=streak,
        turn=Turn(actor, owner),
        drawn=False,
        last=None,
    )


def card_counted(s: S, e: ev.CardCounted, at: int) -> S:
    tally = replace(s.tally, counted=s.tally.counted or not e.missed)
    known = s.total > 0
    base = replace(
        s, unnamed=s.unnamed + known, correction=s.correction - known, drawn=False, last=None, tally=tally
    )  # fmt: skip
    return replace(base, last=Last(base, at))


def tunnel_card(s: S, e: ev.TunnelCard, at: int) -> S:
    return replace(
        s,
        pile=s.pile - 1,
        track=(*s.track, Laid(e.card, e.kind, None)),
        used=s.used | {e.card},
        drawn=False,
        last=None,
        tally=paced(s, s.pile - 1, at),
    )


def lies(s: S, e: ev.Lies, at: int) -> S:
    top = s.track[-1]
    base = replace(s, track=(*s.track[:-1], Laid(top.slot, top.kind, e.special, e.ways)), last=None)
    return replace(base, last=Last(base, at))


def judged(s: S, e: ev.Judged, at: int) -> S:
    top = s.track[-1]
    return replace(
        s,
        track=(*s.track[:-1], Laid(top.slot, top.kind, top.special, e.ways, e.join)),
        exits=e.exits,
        any_of=e.any_of,
        last=None if s.last is None else replace(s.last, at=at, missed=e.missed),
    )


def mismatch(s: S, e: ev.Mismatch, at: int) -> S:
    t = s.tally
    discards = t.discards + (e.kind is PenaltyKind.DISCARD)
    return replace(s, tally=replace(t, misses=(*t.misses, s.clock.at(at)), discards=discards))


def track_discarded(s: S, e: ev.TrackDiscarded, at: int) -> S:
    return replace(s, track=s.track[len(e.cards) :], discarded=s.discarded + len(e.cards))


def explosion(s: S, e: ev.Explosion, at: int) -> S:
    after = replace(s, track=s.track[len(e.cards) :], discarded=s.discarded + len(e.cards))
    return replace(after, tally=replace(s.tally, explosions=s.tally.explosions + 1))


def turn_noted(s: S, e: ev.TurnNoted, at: int) -> S:
    return replace(s, turn=e.turn)


def tunnel_expected(s: S, e: ev.TunnelExpected, at: int) -> S:
    return replace(s, phase=Phase.TUNNEL, drawn=True, last=_told(s, "tunnel_expected"))


def special_told(s: S, e: ev.SpecialTold, at: int) -> S:
    top = s.track[-1]
    last = None if s.last is None else replace(s.last, special=e.special)
    return replace(s, track=(*s.track[:-1], replace(top, special=e.special)), last=last)


def draw_expected(s: S, e: ev.DrawExpected, at: int) -> S:
    owner = s.turn.owner if s.turn is not None else None
    named = owner is not None
    return replace(
        s,
        pile=s.pile - 1,
        hands=hand(s.hands, owner, 1) if owner is not None else s.hands,
        unnamed=s.unnamed if named else s.unnamed - 1,
        drawn=True,
        drawer=owner,
        last=_told(s, "draw_expected"),
        tally=paced(s, s.pile - 1, at),
    )


_OF_THE_DRAW = ("draw_expected", "exit_drawn")


def draw_skipped(s: S, e: ev.DrawSkipped, at: int) -> S:
    # A draw that was told before is taken back: if there is one after all, it is told anew.
    last = None if s.last is None else replace(s.last, told=tuple(n for n in s.last.told if n not in _OF_THE_DRAW))
    s = replace(s, tally=replace(s.tally, no_draws=s.tally.no_draws + 1), last=last)
    named = s.prep.seat(e.player) if e.player is not None else None
    if named is None or (s.turn is not None and s.turn.owner is not None):
        return s
    return replace(s, hands=hand(s.hands, named, -1), unnamed=s.unnamed - 1)


def pile_empty(s: S, e: ev.PileEmpty, at: int) -> S:
    return replace(s, last=_told(s, "pile_empty"))


def turn_done(s: S, e: ev.TurnDone, at: int) -> S:
    return replace(s, phase=Phase.OPEN, turn=None)


def last_cards(s: S, e: ev.LastCards, at: int) -> S:
    return replace(s, fresh_last_cards=False, last=_told(s, "last_cards"))


def exit_drawn(s: S, e: ev.ExitDrawn, at: int) -> S:
    return replace(s, last=_told(s, "exit_drawn"))


def player_out(s: S, e: ev.PlayerOut, at: int) -> S:
    return replace(s, last=_told(s, "player_out"))


def _told(s: S, name: str) -> Last | None:
    last = s.last
    return last if last is None or name in last.told else replace(last, told=(*last.told, name))


def rewound(s: S, e: ev.Rewound, at: int) -> S:
    last = s.last
    if last is None:
        return s
    missed_cues = cue_after(s.clock.at(at)) if s.result is not None else 0  # they stay silent (reading 5)
    clock = replace(s.clock, cue=max(s.clock.cue, missed_cues))
    return replace(
        last.base,
        clock=clock,
        curses=s.curses,
        cursed=s.cursed,
        used=s.used,
        prep=s.prep,
        fresh_last_cards=s.fresh_last_cards,
        last=replace(last, missed=None, at=at),
    )
