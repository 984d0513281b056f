"""The pieces of HellRail in words."""

from __future__ import annotations

from companion.engine.text import N_, Text
from companion.enrol.box_names import BoxNames
from companion.enrol.plan import CardGroup
from companion.games.hellrail.data.enrol import CIRCLE, EFFECT, PIECE, RAIL
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect

GROUPS = {
    RAIL: ("rail", N_("Rail cards")),
    CIRCLE: ("rings", N_("Circles")),
    EFFECT: ("flame", N_("Effects")),
    PIECE: ("engine", N_("Pieces")),
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


def _heap(heap: CardGroup) -> Text:
    return Text(GROUPS[heap.id][1])


def _slot(heap: CardGroup, slot: str) -> Text:
    """A piece by what it is; a rail card by its number."""
    name = _name(heap, slot)
    if heap.id == RAIL:
        return Text(N_("Card {n}"), {"n": heap.slots.index(slot) + 1})
    if heap.id == CIRCLE:
        return Text(N_("Circle {n}"), {"n": name[1:]})
    if heap.id == EFFECT:
        return Text(EFFECTS[Effect(name)].name)
    piece, _dash, number = name.rpartition("-")
    words = Text(PIECES[piece][1])
    several = f"{PIECE}-{piece}-2" in heap.slots
    return Text(" ", parts=(words, Text(number, names={"en": number}))) if several else words


def _icon(heap: CardGroup, slot: str) -> str:
    if heap.id == EFFECT:
        return EFFECTS[Effect(_name(heap, slot))].icon
    return PIECES[_name(heap, slot).rpartition("-")[0]][0] if heap.id == PIECE else GROUPS[heap.id][0]


NAMES = BoxNames(GROUPS, _heap, _slot, _icon)
