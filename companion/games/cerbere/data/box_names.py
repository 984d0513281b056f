"""The pieces of Cerbère in words: Action cards by colour, the other cards by name, pawns, boats."""

from __future__ import annotations

from companion.engine.text import N_, Text
from companion.enrol.box_names import BoxNames
from companion.enrol.plan import CardGroup
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.data.enrol import ACTIONS, BOAT, PAWNS

GROUPS = {
    "actions": ("hand", "{cb.action}"),
    "survival": ("flame", "{cb.survival}"),
    "betrayal": ("cerberus", "{cb.betrayal}"),
    "pawns": ("pawn", N_("Pawns")),
    "boats": ("boat", "{cb.boat:many}"),
}
COLOURS = {
    "red": N_("red"),
    "pink": N_("pink"),
    "green": N_("green"),
    "blue": N_("blue"),
    "cyan": N_("cyan"),
    "orange": N_("orange"),
    "white": N_("white"),
    "cerberus": "{cb.cerberus}",
}


def names_of(catalogue: Catalogue) -> BoxNames:
    """With the owner's names of the cards."""

    def card(id: str) -> Text:
        known = catalogue.cards.get(id)
        if known is None:
            return Text(id, names={"en": id})
        name = known.name_fr.capitalize() or id  # capitals in the data
        return Text(name, names={"en": name})

    def heap_words(heap: CardGroup) -> Text:
        if heap.group == ACTIONS:
            return Text(N_("{cb.action}, {colour}"), {"colour": Text(COLOURS[heap.id.removeprefix(f"{ACTIONS}-")])})
        return Text(GROUPS[heap.id][1]) if heap.id in GROUPS else card(heap.id)

    def slot_words(heap: CardGroup, slot: str) -> Text:
        name = slot.rpartition("-")[2]
        if heap.group == ACTIONS:
            return Text(N_("{colour}, card {n}"), {"colour": Text(COLOURS[slot.partition("-")[0]]), "n": name})
        if heap.id == PAWNS:
            return Text(N_("Pawn {colour}"), {"colour": Text(COLOURS[name])})
        if heap.id == BOAT:
            return Text(N_("{cb.boat} of {n}"), {"n": name})
        return Text(" ", parts=(card(heap.id), Text(name, names={"en": name})))

    def icon(heap: CardGroup, slot: str) -> str:
        if heap.id == BOAT:
            return f"boat{slot.rpartition('-')[2]}"
        return GROUPS[heap.group or heap.id][0]

    return BoxNames(GROUPS, heap_words, slot_words, icon)
