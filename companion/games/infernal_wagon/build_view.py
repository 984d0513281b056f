"""The public view: all that the table may see. What a Curse says is never in it (IW-121)."""

from __future__ import annotations

from companion.games.infernal_wagon import view as vw
from companion.games.infernal_wagon.names import Level, Phase, Special
from companion.games.infernal_wagon.rules.ending import facts
from companion.games.infernal_wagon.rules.exploits import fulfilled, not_counted
from companion.games.infernal_wagon.rules.prepare import advice, suggested_easy
from companion.games.infernal_wagon.rules.timing import AFTER_END_MS
from companion.games.infernal_wagon.state import UNKNOWN, Preparation, WagonState


def build_view(s: WagonState, at: int) -> vw.WagonView:
    """Return the state as shown at session time `at`."""
    prep = s.prep
    known = UNKNOWN not in s.exits
    return vw.WagonView(
        phase=s.shown_phase,
        setup=_setup(prep),
        hands=_hands(s),
        hands_total=s.total,
        pile=s.pile if s.hands else prep.p0,
        pile_sure=s.correction == 0 or prep.level is Level.L0,  # at L0 the table counts, and is right
        discarded=s.discarded,
        track=tuple(vw.TrackCard(card.kind, card.special or Special.NONE, card.slot) for card in s.track),
        behind=max(0, len(s.track) - 1),
        exit=vw.ExitView(s.exits if known else (), s.any_of and known),
        symbols=prep.box.symbols,
        silence=s.silence,
        uturn=s.uturn,
        curses_left=s.curses,
        missed=s.last is not None and bool(s.last.missed),
        tunnel=s.phase is Phase.TUNNEL,
        paused=s.clock.paused,
        demo=prep.box.demo,
        result=_result(s, at),
        pace=_pace(s) if s.result is not None else None,
    )


def _setup(prep: Preparation) -> vw.SetupView:
    return vw.SetupView(
        modules=prep.modules,
        easy=prep.easy,
        easy_suggested=suggested_easy(prep.group),
        advice=advice(prep.group),
        timer=prep.timer,
        minutes=prep.minutes,
        level=prep.level,
        attribution=prep.attribution,
        hand=prep.hand,
        p0=prep.p0,
        curses=prep.n if prep.curse else 0,
    )


def _hands(s: WagonState) -> tuple[vw.HandView, ...]:
    hands = s.hands or (s.prep.hand,) * s.prep.n
    return tuple(
        vw.HandView(
            name=player.name,
            colour=player.colour,
            cards=hands[seat],
            sure=s.unnamed == 0,
            out=hands[seat] == 0,
            curse=s.curses > 0 and seat in s.cursed,
        )
        for seat, player in enumerate(s.prep.players)
    )


def _result(s: WagonState, at: int) -> vw.ResultView | None:
    result = s.result
    if result is None:
        return None
    # What was fulfilled is shown at once; `next` only closes the ten seconds in which the end can be taken back.
    offered, ask = fulfilled(facts(s)) if s.phase is Phase.ENDED else (s.offer.ids, s.offer.ask)
    return vw.ResultView(
        won=result.won,
        reason=result.reason,
        elapsed_ms=result.elapsed,
        paused=s.clock.paused,
        appeal=result.appeal,
        open_until=result.at + AFTER_END_MS,
        offered=offered,
        ask=ask,
        not_counted=tuple(e for e in not_counted(facts(s)) if e not in s.prep.group.ticked),
        ticked=s.offer.ticked,
    )


def _pace(s: WagonState) -> vw.Pace:
    """Return what was counted. At L0 that is what was entered by touch; the pile only if it was counted to its end."""
    t = s.tally
    if s.prep.level is not Level.L0:
        return vw.Pace(t.pace, t.misses, t.silences, t.discards, t.no_draws, t.explosions)
    return vw.Pace(
        t.pace if s.counted_down else (), t.misses, t.silences,
        t.discards or None, t.no_draws or None, None,
    )  # fmt: skip
