"""The question that stands open, as the protocol has told it (`choice`) since before there were prompts.

Only the protocol reads it. Its defaults are what comes nearest to no answer: decline, pass, no.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.choice import Choice, Option
from companion.engine.text import N_
from companion.games.hellrail import state as st
from companion.games.hellrail.names import Owes, Source
from companion.games.hellrail.rules.using import unavailable
from companion.games.hellrail.rules.waiting import optional, owed
from companion.games.hellrail.state import RailState

YES = Option("yes", N_("Yes"), "check")
NO = Option("no", N_("No"), "cross")
PASS = Option("pass", N_("Let it be"), "next")
DECLINE = Option("decline", N_("Leave it"), "cross")
NONE = Option("none", N_("None"), "cross")
DONE = Option("done", N_("Done"), "check")
LOOK = Option("look", N_("Look"), "eye")


def choice(s: RailState) -> Choice | None:
    """What is awaited now; None if nothing but the turn's own commands.

    `facts`: `seat` who answers, and what the step is about (`effect`, `brimstone`, `n`, `target`, `car`).
    """
    due = owed(s.task)
    if due is None:
        return None
    what, seats = due
    facts: dict[str, str | int] = {"seat": s.seats[seats[0]].name}
    match s.task:
        case st.Entry() as task:
            return _entry(s, task, facts)
        case st.Window():
            options = (*_heresies(s, seats), PASS)
            return Choice(what, options, "pass", facts=facts)
        case st.Soul(target=target):
            return Choice(what, (YES, NO), "no", facts=facts | {"target": s.seats[target].name})
        case st.Deliver(car=car):
            return Choice(what, (YES, NO), "no", facts=facts | _car(s, car))
        case st.TakeCar(target=target, car=car):
            return Choice(what, (YES, NO), "no", facts=facts | {"target": s.seats[target].name} | _car(s, car))
        case st.Branch(nodes=nodes, target=target):
            ways = tuple(Option(node, node, "rail") for node in nodes)
            return Choice(what, ways, None, facts=facts | {"target": s.seats[target].name})
        case st.Take(seat=seat) as task:
            hands = [i for i in range(len(s.seats)) if i != seat and s.seats[i].hand]
            named = [i for i in (task.only, task.first) if i is not None]
            return Choice(what, _seats(s, named[:1] or hands), None, facts=facts)
        case st.GiveCar(target=target, brimstone=brimstone):
            return Choice(what, (), None, facts=facts | {"target": s.seats[target].name, "brimstone": brimstone})
        case st.GiveCards(to=to, brimstone=b):
            return Choice(what, (), None, facts=facts | {"target": s.seats[to].name} | _maybe("brimstone", b))
        case st.PickRail(brimstone=b):
            return Choice(what, (NONE,), "none", facts=facts | _maybe("brimstone", b))
        case st.TurnRail(brimstone=b):
            return Choice(what, (DONE,), "done", facts=facts | _maybe("brimstone", b))
        case st.DumpHand(seat=seat, cards=cards):
            return Choice(what, (), None, facts=facts | {"n": s.seats[seat].hand - len(cards)})
        case st.Marker(drop=drop, cards=cards) if drop:
            return Choice(what, (), None, facts=facts | {"n": drop - len(cards)})
        case task if optional(task):
            return Choice(what, (DONE,), "done", facts=facts)
        case _:
            return Choice(what, (), None, facts=facts)


def _maybe(name: str, value: int | None) -> dict[str, str | int]:
    return {} if value is None else {name: value}


def _car(s: RailState, car: str) -> dict[str, str | int]:
    """A car by its place in its train, never by its id: the question may outlive the car."""
    for seat in s.seats:
        if car in seat.train:
            return {"car": f"#{seat.train.index(car) + 1}"}
    return {}


def _seats(s: RailState, seats: Iterable[int]) -> tuple[Option, ...]:
    return tuple(Option(s.seats[i].name, "", "hand", s.seats[i].name) for i in seats)


def _entry(s: RailState, task: st.Entry, facts: dict[str, str | int]) -> Choice:
    """HR-119: in the secret variant the same answers whatever lies there."""
    options = []
    facts = facts | {"circle": task.circle}
    if task.circle in s.effects:
        if s.secret:
            options.append(LOOK)
        else:
            facts["effect"] = s.effects[task.circle].value
        if s.secret or unavailable(s, task.seat, s.effects[task.circle], Source.CIRCLE) is None:  # HR-Q33
            options.append(Option("circle", N_("Use the circle"), "rings"))
    held = s.seats[task.seat].held
    if held is not None:
        if not s.secret:
            facts["held"] = held.value
        if s.secret or unavailable(s, task.seat, held, Source.HELD) is None:
            options.append(Option("held", N_("Use the held one"), "engine"))
    return Choice(Owes.ENTRY, (*options, DECLINE), "decline", facts=facts)


def _heresies(s: RailState, holders: tuple[int, ...]) -> tuple[Option, ...]:
    """The tokens that may answer, each with its holder."""
    found = []
    for i in holders:
        token = s.seats[i].heresy
        if token is not None:
            kind = token.value.removeprefix("heresy_")
            label = N_("Cancel") if kind == "cancel" else N_("Redirect")
            found.append(Option(kind, label, "heresy", s.seats[i].name))
    return tuple(found)
