"""The box of HellRail on the screen: rail cards (a screen of their own), circles, effect tokens, other pieces."""

from __future__ import annotations

from typing import Any

from companion.engine.text import N_
from companion.enrol.plan import CardGroup, Field
from companion.enrol.state import Enrolment
from companion.games.hellrail.data.enrol import CIRCLE, EFFECT, PIECE, RAIL
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords, Shown
from kiosk.screens.hellrail.words import sign

GROUPS = {
    RAIL: ("rail", N_("Rail cards")),
    CIRCLE: ("rings", N_("Circles")),
    EFFECT: ("flame", N_("Effects")),
    PIECE: ("engine", N_("Pieces")),
}
FIELDS = {
    "car": N_("Worth"),
    "pickup": N_("Loads"),
    "setout": N_("Goal"),
    "brimstone": N_("Fuel"),
    "rails": N_("Tracks"),
    "name": N_("Name"),
}
PIECES = {
    "heresy_cancel": ("heresy", N_("Heresy: undo")),
    "heresy_redirect": ("heresy", N_("Heresy: turn")),
    "boatman": ("boatman", N_("Boatman")),
    "tender": ("tender", N_("Tender")),
    "soul_catcher": ("soulcatcher", N_("Soul catcher")),
    "cerberus": ("cerberus_token", N_("Cerberus")),
    "check_marker": ("check", N_("Marker")),
    "blue": ("engine", N_("Engine, blue")),
    "green": ("engine", N_("Engine, green")),
    "red": ("engine", N_("Engine, red")),
    "yellow": ("engine", N_("Engine, yellow")),
}


def _name(heap: CardGroup, slot: str) -> str:
    return slot.removeprefix(f"{heap.id}-")


def slot_words(heap: CardGroup, slot: str) -> str:
    """A piece by what it is; a rail card by its number."""
    name = _name(heap, slot)
    if heap.id == RAIL:
        return _("Card {n}").format(n=heap.slots.index(slot) + 1)
    if heap.id == CIRCLE:
        return _("Circle {n}").format(n=sign(name))
    if heap.id == EFFECT:
        return _(EFFECTS[Effect(name)].name)
    piece, _dash, number = name.rpartition("-")
    words = _(PIECES[piece][1])
    several = f"{PIECE}-{piece}-2" in heap.slots
    return f"{words} {number}" if several else words


def icon(heap: CardGroup, slot: str) -> str:
    """What stands for a piece."""
    if heap.id == EFFECT:
        return EFFECTS[Effect(_name(heap, slot))].icon
    return PIECES[_name(heap, slot).rpartition("-")[0]][0] if heap.id == PIECE else GROUPS[heap.id][0]


def shown(field: Field, value: str, _e: Enrolment) -> Shown:
    """Figures as figures; a drawing by an icon."""
    if field.name == "rails":
        return Shown("", "rail")
    return Shown(value, figure="" if field.name == "name" else value)


WORDS = BoxWords(
    game="hellrail",
    back="hellrail_setup",
    groups=GROUPS,
    heap=lambda heap: _(GROUPS[heap.id][1]),
    slot=slot_words,
    icon=icon,
    fields=FIELDS,
    shown=shown,
    elsewhere={RAIL: "hellrail_capture"},
)


class HellRailBoxScreen(BoxScreen):
    """The rail cards are taken down where each is typed and drawn."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, WORDS, **kwargs)
