"""The pieces of HellRail in words."""

from __future__ import annotations

from companion.engine.text import N_, Text
from companion.enrol.box_names import BoxNames
from companion.enrol.plan import CardGroup
from companion.games.hellrail.data.enrol import CIRCLE, EFFECT, PIECE, RAIL
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect

GROUPS = {
    RAIL: ("rail", "{hr.rail_card:many}"),
    CIRCLE: ("rings", "{hr.circle:many}"),
    EFFECT: ("flame", "{hr.circle_effects}"),
    PIECE: ("engine", N_("Pieces")),
}
PIECES = {
    "heresy_cancel": ("heresy", N_("{hr.heresy}: stop")),
    "heresy_redirect": ("heresy", N_("{hr.heresy}: turn aside")),
    "boatman": ("boatman", "{hr.boatman}"),
    "tender": ("tender", "{hr.tender:short}"),
    "soul_catcher": ("soulcatcher", "{hr.soul_catcher_piece}"),
    "cerberus": ("cerberus_token", "{hr.cerberus}"),
    "check_marker": ("check", "{hr.check}"),
    "blue": ("engine", N_("{hr.engine:short}, blue")),
    "green": ("engine", N_("{hr.engine:short}, green")),
    "red": ("engine", N_("{hr.engine:short}, red")),
    "yellow": ("engine", N_("{hr.engine:short}, yellow")),
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
        return Text(N_("{hr.circle} {n}"), {"n": name[1:]})
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
