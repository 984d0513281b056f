"""The public view: all that the table may see. What a Curse says is never in it (IW-121)."""

from __future__ import annotations

from companion.games.infernal_wagon import view as vw
from companion.games.infernal_wagon.names import Level, Phase, Special
from companion.games.infernal_wagon.rules.ending import facts
from companion.games.infernal_wagon.rules.exploits import fulfilled, not_counted
from companion.games.infernal_wagon.rules.prepare import advice, suggested_easy
from companion.games.infernal_wagon.rules.timing import AFTER_END_MS
from companion.games.infernal_wagon.state import UNKNOWN, Preparation, WagonState


def build_view(state: WagonState, at: int) -> vw.WagonView:
    """Return the state as shown at session time `at`."""
    prep = state.prep
    known = UNKNOWN not in state.exits
    return vw.WagonView(
        phase=state.shown_phase,
        setup=_setup(prep),
        hands=_hands(state),
        hands_total=state.total,
        pile=state.pile if state.hands else prep.p0,
        pile_sure=state.correction == 0 or prep.level is Level.L0,  # at L0 the table counts, and is right
        discarded=state.discarded,
        track=tuple(vw.TrackCard(card.kind, card.special or Special.NONE, card.slot) for card in state.track),
        behind=max(0, len(state.track) - 1),
        exit=vw.ExitView(state.exits if known else (), state.any_of and known),
        symbols=prep.box.symbols,
        silence=state.silence,
        uturn=state.uturn,
        curses_left=state.curses,
        missed=state.last is not None and bool(state.last.missed),
        tunnel=state.phase is Phase.TUNNEL,
        paused=state.clock.paused,
        demo=prep.box.demo,
        result=_result(state, at),
        pace=_pace(state) if state.result is not None else None,
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


def _hands(state: WagonState) -> tuple[vw.HandView, ...]:
    hands = state.hands or (state.prep.hand,) * state.prep.n
    return tuple(
        vw.HandView(
            name=player.name,
            colour=player.colour,
            cards=hands[seat],
            sure=state.unnamed == 0,
            out=hands[seat] == 0,
            curse=state.curses > 0 and seat in state.cursed,
        )
        for seat, player in enumerate(state.prep.players)
    )


def _result(state: WagonState, at: int) -> vw.ResultView | None:
    result = state.result
    if result is None:
        return None
    # What was fulfilled is shown at once; `next` only closes the ten seconds in which the end can be taken back.
    offered, ask = fulfilled(facts(state)) if state.phase is Phase.ENDED else (state.offer.ids, state.offer.ask)
    return vw.ResultView(
        won=result.won,
        reason=result.reason,
        elapsed_ms=result.elapsed,
        paused=state.clock.paused,
        appeal=result.appeal,
        open_until=result.at + AFTER_END_MS,
        offered=offered,
        ask=ask,
        not_counted=tuple(e for e in not_counted(facts(state)) if e not in state.prep.group.ticked),
        ticked=state.offer.ticked,
    )


def _pace(state: WagonState) -> vw.GamePace:
    """Return what was counted. At L0 that is what was entered by touch; the pile only if it was counted to its end."""
    t = state.tally
    if state.prep.level is not Level.L0:
        return vw.GamePace(t.pace, t.misses, t.silences, t.discards, t.no_draws, t.explosions)
    return vw.GamePace(
        t.pace if state.counted_down else (), t.misses, t.silences,
        t.discards or None, t.no_draws or None, None,
    )  # fmt: skip
