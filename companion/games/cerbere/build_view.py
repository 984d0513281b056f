"""What may be seen. Everything is public but what the one player who peeks sees in a boat (CB-112)."""

from __future__ import annotations

from companion.engine.audience import Audience
from companion.engine.audience import Seat as SeatAudience
from companion.games.cerbere import view as vw
from companion.games.cerbere.data.cards import slot_of
from companion.games.cerbere.rules import chase, costs, effects
from companion.games.cerbere.rules.play import option_of
from companion.games.cerbere.rules.setup import difficulty
from companion.games.cerbere.rules.targets import eligible, named
from companion.games.cerbere.rules.ways import can_step, portal_open
from companion.games.cerbere.state import Catch, Caught, CerbereState, EndCheck, Pick, Play


def build_view(s: CerbereState, audience: Audience, at: int) -> vw.CerbereView:
    """Return the state as `audience` sees it at session time `at`."""
    return vw.CerbereView(
        level=s.level,
        difficulty=difficulty(s.path, len(s.seats), s.m),
        faces=s.path.faces,
        seats=tuple(_seat(s, i) for i in range(len(s.seats))),
        rage=_rage(s),
        turn=_turn(s),
        play=_play(s),
        survival_pile=s.survival.draw,
        betrayal_pile=s.betrayal.draw,
        boats=_boats(s, audience),
        cerberus=s.cerberus if s.board else None,
        reach=chase.reach(s, chase.spaces(s)) if s.board and s.over is None else None,
        path=_path(s) if s.board else None,
        bridge=s.bridge and s.path.bridge is not None,
        picked=_picked(s),
        follow_cards=s.rulings.follow_cards,
        demo=s.demo,
        over=_over(s),
        recap=_recap(s),
    )


def _names(s: CerbereState, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(s.seats[seat].name for seat in seats)


def _seat(s: CerbereState, i: int) -> vw.SeatView:
    seat = s.seats[i]
    return vw.SeatView(
        name=seat.name,
        colour=seat.colour,
        side=seat.side,
        actions=tuple(sorted(seat.hand)),
        survival=seat.survival,
        betrayal=seat.betrayal,
        aboard=s.aboard(i),
        at=s.place_of(i) if s.board else None,
    )


def _rage(s: CerbereState) -> vw.RageView:
    return vw.RageView(s.die, s.hunt, s.home, s.hunt - s.die, s.speed, s.unused, _names(s, s.caught), chase.spaces(s))


def _turn(s: CerbereState) -> vw.TurnView:
    turn = s.turn
    chasing = any(t.hunt if isinstance(t, Catch) else isinstance(t, EndCheck) and t.chased for t in s.agenda)
    return vw.TurnView(s.seats[turn.active].name, turn.n, turn.action_done, turn.bonus_done, chasing)


def _play(s: CerbereState) -> vw.PlayView | None:
    play = s.play
    if play is None:
        return None
    asked, focus = _asked(s, play)
    return vw.PlayView(
        card=play.card,
        player=s.seats[play.player].name,
        option=play.option,
        owed=play.owed,
        left=play.left,
        targets={letter: s.seats[seat].name for letter, seat in play.slots},
        focus=focus,
        meant={} if asked else _meant(s, play),
    )


def _asked(s: CerbereState, p: Play) -> tuple[bool, int | None]:
    """Return whether a player has to choose something for the card, and which cost or effect that is about."""
    match s.task:
        case Pick(effect=effect):
            return True, effect
        case None if p.option is None:
            return True, None
        case None if s.over is None and p.owed:
            index, op = costs.owed_cost(s, p)
            asked = costs.asks_who(s, p, op)
            return asked, index if asked else None
        case None if s.over is None:
            need = effects.needs_target(s, p)
            return need is not None, None if need is None else need[0]
        case None:
            return False, None
        case _:
            return True, None


def _meant(s: CerbereState, play: Play) -> dict[str, str]:
    """CB-048, CB-049: whom each unnamed part of the card will be about, one after another, when there is no choice."""
    found: dict[str, str] = {}
    option = option_of(s, play)
    costs = [(op, op.n > 0) for op in (option.cost[i] for i in play.owed)]
    for op, ahead in costs + [(option.effect[i], None) for i in play.left]:
        slot = slot_of(op)
        if slot is None or play.target(slot) is not None:
            continue
        able = [i for i in eligible(s, play, op) if ahead is None or can_step(s, i, ahead)]
        if len(able) == 1:
            play = named(play, slot, able[0])
        if len(able) < 2:
            found[slot] = s.seats[able[0]].name if able else ""
    return found


def _boats(s: CerbereState, audience: Audience) -> vw.BoatsView:
    boats = s.boats
    peek, seen = None, None
    if s.peeking is not None:
        seat, slot = s.peeking
        peek = (s.seats[seat].name, slot)
        if isinstance(audience, SeatAudience) and audience.name == s.seats[seat].name:
            seen = boats.slots.reveal()[slot - 1]
    return vw.BoatsView(
        boating=boats.boating,
        laid=boats.laid,
        revealed=boats.revealed,
        slot=boats.slot,
        aboard=_names(s, boats.aboard),
        peek=peek,
        seen=seen,
        shown=tuple(seats or 0 for seats in boats.slots.reveal()) if boats.shown else (),
    )


def _path(s: CerbereState) -> vw.PathView:
    path = s.path
    return vw.PathView(
        faces=path.faces,
        spaces=path.spaces,
        zones=tuple(path.zone(at) for at in range(path.length)),
        starts=path.starts,
        gates=path.gates,
        end_first=path.end_first,
        bridge=path.bridge,
        bridge_intact=s.bridge,
        portal=path.portal,
        portal_open=portal_open(s, None),
        stele=path.stele,
        nacelle=path.nacelle,
        funicular=path.funicular,
        approximate=path.approximate,
    )


def _picked(s: CerbereState) -> tuple[str, ...]:
    match s.task:
        case Catch(picked=picked):
            return _names(s, picked)
        case Caught(order=order):
            return _names(s, order)
        case _:
            return ()


def _over(s: CerbereState) -> vw.OverView | None:
    if s.over is None:
        return None
    return vw.OverView(s.over.side, _names(s, s.over.winners))


def _recap(s: CerbereState) -> vw.RecapView | None:
    if s.over is None:
        return None
    t = s.tally
    return vw.RecapView(
        marks=tuple(vw.MarkView(mark.turn, s.hunt - mark.die, mark.speed) for mark in t.marks),
        captures=tuple(vw.CaptureView(c.turn, s.seats[c.seat].name, c.role) for c in t.captures),
        chases=t.chases,
        misses=t.misses,
        corrected=t.corrected,
    )
