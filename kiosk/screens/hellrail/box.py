"""The box of HellRail on the screen: rail cards (a page of their own), circles, effect tokens, other pieces."""

from __future__ import annotations

from typing import Any

from companion.engine.text import N_
from companion.enrol.plan import Field
from companion.enrol.state import Enrolment
from companion.games.hellrail.data.enrol import NAMES, RAIL
from companion.presentation.i18n import spoken
from kiosk.context import KioskContext
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords, Shown
from kiosk.screens.hellrail.rail_cards import RAILS, RailCards
from kiosk.screens.hellrail.values import GATES

FIELDS = {
    "car": "{hr.car_value:short}",
    "pickup": "{hr.pickup_circle:short}",
    "setout": "{hr.setout_circle:short}",
    "brimstone": "{hr.brimstone:short}",
    RAILS: N_("Tracks"),
    "name": N_("Name"),
}


def shown(field: Field, value: str, _e: Enrolment) -> Shown:
    """Figures as figures; a drawing and the Gates by an icon."""
    if field.name == RAILS:
        return Shown("", "rail")
    if value == GATES:
        return Shown(value, "gates", value)
    return Shown(value, figure="" if field.name == "name" else value)


WORDS = BoxWords(
    game="hellrail",
    back="hellrail_setup",
    groups=NAMES.groups,
    heap=lambda heap: spoken(NAMES.heap(heap)),
    slot=lambda heap, slot: spoken(NAMES.slot(heap, slot)),
    icon=NAMES.icon,
    fields=FIELDS,
    shown=shown,
    pages={RAIL: RailCards},
)


class HellRailBoxScreen(BoxScreen):
    """The rail cards are taken down where each is typed and drawn."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, WORDS, **kwargs)
