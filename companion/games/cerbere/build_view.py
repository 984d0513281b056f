"""What may be seen. Everything is public but what the one player who peeks sees in a boat (CB-112)."""

from __future__ import annotations

from companion.engine.audience import Audience
from companion.engine.audience import Seat as SeatAudience
from companion.games.cerbere import view as vw
from companion.games.cerbere.data.cards import slot_of
from companion.games.cerbere.rules import chase, costs, effects
from companion.games.cerbere.rules.play import option_of
from companion.games.cerbere.rules.setup import difficulty
from companion.games.cerbere.rules.targets import eligible, with_target
from companion.games.cerbere.rules.ways import can_step, portal_open
from companion.games.cerbere.state import (
    CatchQuestion,
    CaughtQuestion,
    CerbereState,
    EndCheck,
    PickQuestion,
    PlayedCard,
)


def build_view(state: CerbereState, audience: Audience, at: int) -> vw.CerbereView:
    """Return the state as `audience` sees it at session time `at`."""
    return vw.CerbereView(
        level=state.level,
        difficulty=difficulty(state.path, len(state.seats), state.m),
        faces=state.path.faces,
        seats=tuple(_seat(state, i) for i in range(len(state.seats))),
        rage=_rage(state),
        turn=_turn(state),
        play=_play(state),
        survival_pile=state.survival.draw,
        betrayal_pile=state.betrayal.draw,
        boats=_boats(state, audience),
        cerberus=state.cerberus if state.board else None,
        reach=chase.reach(state, chase.spaces(state)) if state.board and state.over is None else None,
        path=_path(state) if state.board else None,
        bridge=state.bridge and state.path.bridge is not None,
        picked=_picked(state),
        follow_cards=state.rulings.follow_cards,
        demo=state.demo,
        over=_over(state),
        recap=_recap(state),
    )


def _names(state: CerbereState, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.seats[seat].name for seat in seats)


def _seat(state: CerbereState, index: int) -> vw.SeatView:
    seat = state.seats[index]
    return vw.SeatView(
        name=seat.name,
        colour=seat.colour,
        side=seat.side,
        actions=tuple(sorted(seat.hand)),
        survival=seat.survival,
        betrayal=seat.betrayal,
        aboard=state.aboard(index),
        at=state.place_of(index) if state.board else None,
    )


def _rage(state: CerbereState) -> vw.RageView:
    return vw.RageView(
        state.die,
        state.hunt,
        state.home,
        state.hunt - state.die,
        state.speed,
        state.unused,
        _names(state, state.caught),
        chase.spaces(state),
    )


def _turn(state: CerbereState) -> vw.TurnView:
    turn = state.turn
    chasing = any(
        t.hunt if isinstance(t, CatchQuestion) else isinstance(t, EndCheck) and t.chased for t in state.agenda
    )
    return vw.TurnView(state.seats[turn.active].name, turn.n, turn.action_done, turn.bonus_done, chasing)


def _play(state: CerbereState) -> vw.PlayView | None:
    play = state.play
    if play is None:
        return None
    asked, focus = _asked(state, play)
    return vw.PlayView(
        card=play.card,
        player=state.seats[play.player].name,
        option=play.option,
        owed=play.owed,
        left=play.left,
        targets={letter: state.seats[seat].name for letter, seat in play.slots},
        focus=focus,
        meant={} if asked else _meant(state, play),
    )


def _asked(state: CerbereState, play: PlayedCard) -> tuple[bool, int | None]:
    """Return whether a player has to choose something for the card, and which cost or effect that is about."""
    match state.task:
        case PickQuestion(effect=effect):
            return True, effect
        case None if play.option is None:
            return True, None
        case None if state.over is None and play.owed:
            index, op = costs.owed_cost(state, play)
            asked = costs.asks_who(state, play, op)
            return asked, index if asked else None
        case None if state.over is None:
            need = effects.needs_target(state, play)
            return need is not None, None if need is None else need[0]
        case None:
            return False, None
        case _:
            return True, None


def _meant(state: CerbereState, play: PlayedCard) -> dict[str, str]:
    """CB-048, CB-049: whom each unnamed part of the card will be about, one after another, when there is no choice."""
    found: dict[str, str] = {}
    option = option_of(state, play)
    costs = [(op, op.n > 0) for op in (option.cost[i] for i in play.owed)]
    for op, ahead in costs + [(option.effect[i], None) for i in play.left]:
        slot = slot_of(op)
        if slot is None or play.target(slot) is not None:
            continue
        able = [i for i in eligible(state, play, op) if ahead is None or can_step(state, i, ahead)]
        if len(able) == 1:
            play = with_target(play, slot, able[0])
        if len(able) < 2:
            found[slot] = state.seats[able[0]].name if able else ""
    return found


def _boats(state: CerbereState, audience: Audience) -> vw.BoatsView:
    boats = state.boats
    peek, seen = None, None
    if state.peeking is not None:
        seat, slot = state.peeking
        peek = (state.seats[seat].name, slot)
        if isinstance(audience, SeatAudience) and audience.name == state.seats[seat].name:
            seen = boats.slots.reveal()[slot - 1]
    return vw.BoatsView(
        boating=boats.boating,
        laid=boats.laid,
        revealed=boats.revealed,
        slot=boats.slot,
        aboard=_names(state, boats.aboard),
        peek=peek,
        seen=seen,
        shown=tuple(seats or 0 for seats in boats.slots.reveal()) if boats.shown else (),
    )


def _path(state: CerbereState) -> vw.PathView:
    path = state.path
    return vw.PathView(
        faces=path.faces,
        spaces=path.spaces,
        zones=tuple(path.zone(at) for at in range(path.length)),
        starts=path.starts,
        gates=path.gates,
        end_first=path.end_first,
        bridge=path.bridge,
        bridge_intact=state.bridge,
        portal=path.portal,
        portal_open=portal_open(state, None),
        stele=path.stele,
        nacelle=path.nacelle,
        funicular=path.funicular,
        approximate=path.approximate,
    )


def _picked(state: CerbereState) -> tuple[str, ...]:
    match state.task:
        case CatchQuestion(picked=picked):
            return _names(state, picked)
        case CaughtQuestion(order=order):
            return _names(state, order)
        case _:
            return ()


def _over(state: CerbereState) -> vw.OverView | None:
    if state.over is None:
        return None
    return vw.OverView(state.over.side, _names(state, state.over.winners))


def _recap(state: CerbereState) -> vw.RecapView | None:
    if state.over is None:
        return None
    t = state.tally
    return vw.RecapView(
        marks=tuple(vw.MarkView(mark.turn, state.hunt - mark.die, mark.speed) for mark in t.marks),
        captures=tuple(vw.CaptureView(c.turn, state.seats[c.seat].name, c.role) for c in t.captures),
        chases=t.chases,
        misses=t.misses,
        corrected=t.corrected,
    )
