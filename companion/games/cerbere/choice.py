"""The question that stands open, as the protocol has told it (`choice`) since before there were prompts.

Only the protocol and `PlayView` read it; its answers are moves (`answer{value}`).
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.choice import Choice, Option
from companion.engine.text import N_
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.names import Asks, From, OpName, Question, Via, Who, Zone
from companion.games.cerbere.rules import costs, effects, ways
from companion.games.cerbere.rules.capture import catchable, zones_open
from companion.games.cerbere.rules.targets import eligible
from companion.games.cerbere.state import Boat, Catch, Caught, CerbereState, Pick, Play, Reveal, Walk

NONE = Option("none", N_("Nobody"), "cross")
NO_THANKS = Option("none", N_("Leave it"), "cross")
_SLOTS = tuple(Option(str(slot), N_("{cb.boat} {n}"), "boat") for slot in (1, 2, 3))
_SEATS = tuple(Option(str(n), N_("{n} seats") if n > 1 else N_("1 seat"), f"boat{n}") for n in (1, 2, 3))
_PEEK = (Option("peek", N_("Look"), "eye"), Option("swap", N_("Swap"), "swap"))
_VIA = {
    Via.WALK: Option("walk", N_("Walk on"), "pawn"),
    Via.BRIDGE: Option("bridge", "{cb.bridge:short}", "bridge"),
    Via.PORTAL: Option("portal", "{cb.portal:short}", "portal"),
    Via.FUNICULAR: Option("funicular", "{cb.funicular}", "funicular"),
}
_ZONES = {
    Zone.GATES: Option("gates", N_("At the {cb.gates:short}"), "gates"),
    Zone.START: Option("start", "{cb.start_board:short}", "pawn"),
    Zone.MIDDLE: Option("middle", "{cb.mid_boards:short}", "pawn"),
    Zone.END: Option("end", "{cb.end_board:short}", "boat"),
}


def choice(s: CerbereState) -> Choice | None:
    """What the table is asked now; None if nothing but the next card is waited for."""
    match s.task:
        case Reveal(player=player):
            return Choice(Question.SEATS, _SEATS, None, facts={"player": s.seats[player].name})
        case Boat() as task:
            return _boat(s, task)
        case Walk(asked=Asks.PATH) as task:
            return _path(s, task)
        case Walk(asked=Asks.NACELLE) as task:
            return _nacelle(s, task)
        case Caught(asked=True, pawns=pawns):
            return Choice(Question.CAPTURE_ORDER, pawns_of(s, pawns), None, facts=_by(s, s.turn.active))
        case Catch() as task:
            return _catch(s, task)
        case Pick() as task if s.play is not None:
            facts = _by(s, task.player) | {"effect": task.effect}
            lists = tuple(Option(str(k), "", "", s.seats[task.player].name) for k in effects.feasible(s, task, s.play))
            return Choice(Question.PICK, lists, None, facts=facts)
        case None if s.play is not None and s.over is None:
            return _card(s, s.play)
        case _:
            return None


def _by(s: CerbereState, player: int) -> dict[str, str | int]:
    return {"player": s.seats[player].name}


def pawns_of(s: CerbereState, seats: Iterable[int]) -> tuple[Option, ...]:
    """Seats as answers."""
    return tuple(Option(s.seats[i].name, "", "pawn", s.seats[i].name) for i in seats)


def _boat(s: CerbereState, task: Boat) -> Choice:
    facts: dict[str, str | int] = {"player": s.seats[task.player].name}
    if task.swap is None:
        options = (*_PEEK, NO_THANKS) if task.optional else _PEEK
        return Choice(Question.PEEK_OR_SWAP, options, "none" if task.optional else None, facts=facts)
    facts["swap"] = int(task.swap)
    if task.first is not None:
        facts["first"] = task.first
    return Choice(Question.PEEK_OR_SWAP, _SLOTS, None, facts=facts)


def _path(s: CerbereState, task: Walk) -> Choice:
    at = s.place_of(task.pawn) or 0
    found = ways.ways(s, task.pawn, at, task.ahead, task.made == 0)
    facts: dict[str, str | int] = {"player": s.seats[task.pawn].name, "pawn": s.seats[task.pawn].name}
    facts |= {via.value: to for via, to in found}
    return Choice(Question.PATH, tuple(_VIA[via] for via, _ in found), "walk", facts=facts)


def _nacelle(s: CerbereState, task: Walk) -> Choice:
    at = s.place_of(task.pawn) or 0
    others = pawns_of(s, ways.swappable(s, task.pawn, at))
    facts = _by(s, s.turn.active) | {"pawn": s.seats[task.pawn].name}
    return Choice(Question.NACELLE, (*others, NO_THANKS), "none", facts=facts)


def _catch(s: CerbereState, task: Catch) -> Choice:
    facts: dict[str, str | int] = {"hunt": int(task.hunt)}
    if task.picking:
        return Choice(Question.CAUGHT, (*pawns_of(s, catchable(s, task)), NONE), "none", facts=facts)
    facts["pawn"] = s.seats[task.picked[len(task.zones)]].name
    return Choice(Question.ZONE, tuple(_ZONES[zone] for zone in zones_open(s)), None, facts=facts)


def _card(s: CerbereState, p: Play) -> Choice | None:
    if p.option is None:
        options = tuple(Option(o.id, "", "") for o in s.catalogue.cards[p.card].options)
        return Choice(Question.OPTION, options, None, facts={"player": s.seats[p.player].name, "card": p.card})
    if p.owed:
        index, op = costs.owed_cost(s, p)
        return _cost(s, p, index, op)
    need = effects.needs_target(s, p)
    if need is None:
        return None
    facts: dict[str, str | int] = {"player": s.seats[p.player].name, "effect": need[0]}
    return Choice(Question.TARGET, pawns_of(s, need[1]), None, facts=facts)


def _cost(s: CerbereState, p: Play, index: int, op: Op) -> Choice | None:
    """Who pays: nothing to ask where only the player's own hand, or own pawn, can."""
    facts: dict[str, str | int] = {"player": s.seats[p.player].name, "cost": index}
    if op.op is OpName.DISCARD:
        if op.source is From.SELF:
            return None
        facts["n"] = op.n - len(p.donors)
        own = s.seats[p.player].cards(op.deck) >= op.n and not p.donors
        seats = costs.givers(s, p, op)
        if own and len(seats) == 1:
            return None
        return Choice(Question.PAY, pawns_of(s, seats), s.seats[p.player].name if own else None, facts=facts)
    if op.who is Who.SELF:
        return None
    payers = tuple(i for i in eligible(s, p, op) if ways.can_step(s, i, op.n > 0))
    return Choice(Question.PAY, pawns_of(s, payers), None, facts=facts) if len(payers) > 1 else None
