"""HellRail's own words for what the screen shows: places, phases, zones, cars."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.text import N_
from companion.games.hellrail.names import CIRCLES, GATES, Phase
from companion.games.hellrail.view import CarView, HellRailView, SeatView
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import names
from kiosk.widgets.train import Car


def seat_of(view: HellRailView, name: str) -> SeatView | None:
    return next((seat for seat in view.seats if seat.name == name), None)


def warning_of(view: HellRailView) -> tuple[str, str]:
    """What weighs on the turn: icon and words; empty if nothing does."""
    if view.turn.gluttony:
        return "hand", _("{hr.gluttony}: the hand must go")
    if view.turn.toll is not None:
        return "cerberus", _("Toll: cards worth more than {n}").format(n=view.turn.toll)
    return "", ""


def sign(circle: str | None) -> str:
    """The figure of a circle: `G`, `1` ...; "" on the rail."""
    return circle[1:] if circle in CIRCLES else ""


def where(node: str) -> str:
    """Return the place of an engine; the number of its circle follows in a ring."""
    if node == GATES:
        return _("at the")
    return _("in circle") if node in CIRCLES else _("on the rail")


def car_of(car: CarView, here: bool = False) -> Car:
    """A car as it is drawn; `here`: it can be delivered now."""
    if car.covered:
        return Car(covered=True)
    return Car(
        car.setout or "",
        "" if car.car is None else str(car.car),
        "" if car.brimstone is None else str(car.brimstone),
        here=here,
    )


def cars_of(seat: SeatView, here: Sequence[str] = ()) -> tuple[Car, ...]:
    """The cars of a train, the one next to the engine first. `here`: places of those that can be delivered now."""
    return tuple(car_of(car, f"#{place}" in here) for place, car in enumerate(seat.train, 1))


PHASES = {
    Phase.SETUP: N_("The deal"),
    Phase.START: N_("Draw first"),
    Phase.DRAW: N_("Now draw"),
    Phase.ACTIONS: N_("Play cards"),
    Phase.ENDED: N_("The end"),
}


def won_words(best: tuple[str, ...], players: int) -> str:
    """Return who won, of so many players."""
    if len(best) == players > 2:
        return _("All {n} share it").format(n=players)  # all their names are too long to be read in one look
    return ngettext("{names} wins", "{names} share it", len(best)).format(names=names(best))
