"""A view of HellRail as a rail map shows it, and the way that engines took to be where they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.events import CircleEntered, Derailed, Pushed, PushedIntoCircle, Stepped
from companion.games.hellrail.names import GATES, Phase
from companion.games.hellrail.view import HellRailView
from kiosk.widgets.rail_picture import Card, Circle, Engine, Hop, Picture


def picture_of(view: HellRailView) -> Picture:
    """The table as it lies."""
    circles = tuple(
        Circle(c.id, c.id[1:], c.cell, "" if c.effect is None else EFFECTS[c.effect].icon, c.down, c.cerberus)
        for c in view.circles
        if c.cell is not None
    )
    cards = tuple(Card(rail.cell, rail.rails, rail.under) for rail in view.map)
    playing = view.phase not in (Phase.PLACING, Phase.ENDED)
    engines = tuple(
        Engine(seat.name, seat.colour, seat.node, seat.heading, playing and seat.name == view.turn.player)
        for seat in view.seats
    )
    return Picture(circles, cards, engines, view.markers)


def hops_of(events: Sequence[Any]) -> tuple[Hop, ...]:
    """Where engines went, one tie after the other."""
    found = []
    for event in events:
        match event:
            case Stepped(seat=seat, node=node, heading=heading) | Pushed(seat=seat, node=node, heading=heading):
                found.append(Hop(seat, node, heading))
            case PushedIntoCircle(seat=seat, circle=circle) | CircleEntered(seat=seat, circle=circle):
                found.append(Hop(seat, circle, None))
            case Derailed(seat=seat):
                found.append(Hop(seat, GATES, None))
    return tuple(found)
