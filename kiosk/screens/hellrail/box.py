"""The box of HellRail on the screen: rail cards (a page of their own), circles, effect tokens, other pieces."""

from __future__ import annotations

from companion.engine.text import N_
from companion.games.hellrail.data.deck import LABELS
from companion.games.hellrail.data.enrol import NAMES, RAIL
from companion.tools.enrol.plan import CardField
from companion.tools.enrol.state import Enrolment
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords, ShownValue
from kiosk.screens.hellrail.rail_cards import RAILS, RailCards
from kiosk.table.context import KioskContext

FIELDS = {
    "car": "{hr.car_value:short}",
    "pickup": "{hr.pickup_circle:short}",
    "setout": "{hr.setout_circle:short}",
    "brimstone": "{hr.brimstone:short}",
    RAILS: N_("Tracks"),
    "name": N_("Name"),
}


def shown(field: CardField, value: str, _e: Enrolment) -> ShownValue:
    """Return figures as figures; a drawing and the Gates by an icon."""
    if field.name == RAILS:
        return ShownValue("", "rail")
    if value == LABELS[0]:
        return ShownValue(value, "gates", value)
    return ShownValue(value, figure="" if field.name == "name" else value)


def box_screen(context: KioskContext) -> BoxScreen:
    """Make the box; the rail cards have a page of their own."""
    pages = {RAIL: RailCards}
    return BoxScreen(context, BoxWords.of("hellrail", NAMES, fields=FIELDS, shown=shown, pages=pages))
