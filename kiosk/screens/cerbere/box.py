"""The box of Cerbère on the screen: Action cards by colour, the other cards by name, pawns, boats."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.engine.text import N_
from companion.enrol.plan import CardGroup
from companion.games.cerbere.data.enrol import ACTIONS, BOAT, PAWNS
from kiosk.context import KioskContext
from kiosk.i18n import _, language
from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.box.words import BoxWords

GROUPS = {
    "actions": ("hand", N_("Action")),
    "survival": ("flame", N_("Survival")),
    "betrayal": ("cerberus", N_("Betrayal")),
    "pawns": ("pawn", N_("Pawns")),
    "boats": ("boat", N_("Boats")),
}
COLOURS = {
    "red": N_("red"),
    "pink": N_("pink"),
    "green": N_("green"),
    "blue": N_("blue"),
    "cyan": N_("cyan"),
    "orange": N_("orange"),
    "white": N_("white"),
    "cerberus": N_("Cerberus"),
}


def _words(context: KioskContext) -> BoxWords:
    catalogue = context.books["cerbere"].catalogue

    @lru_cache(maxsize=128)
    def card(id: str, word: str) -> str:
        known = catalogue.cards.get(id)
        name = (known.name_fr if word == "fr" else known.name_en) if known is not None else ""
        return name.capitalize() or id  # the data have them in capitals

    def heap_words(heap: CardGroup) -> str:
        if heap.group == ACTIONS:
            return _("Action, {colour}").format(colour=_(COLOURS[heap.id.removeprefix(f"{ACTIONS}-")]))
        return _(GROUPS[heap.id][1]) if heap.id in GROUPS else card(heap.id, language())

    def slot_words(heap: CardGroup, slot: str) -> str:
        name = slot.rpartition("-")[2]
        if heap.group == ACTIONS:
            return _("{colour}, card {n}").format(colour=_(COLOURS[slot.partition("-")[0]]).capitalize(), n=name)
        if heap.id == PAWNS:
            return _("Pawn {colour}").format(colour=_(COLOURS[name]))
        if heap.id == BOAT:
            return _("Boat of {n}").format(n=name)
        return f"{card(heap.id, language())} {name}"

    def icon(heap: CardGroup, slot: str) -> str:
        if heap.id == BOAT:
            return f"boat{slot.rpartition('-')[2]}"
        return GROUPS[heap.group or heap.id][0]

    return BoxWords("cerbere", "cerbere_setup", GROUPS, heap_words, slot_words, icon)


class CerbereBoxScreen(BoxScreen):
    """Nothing has to be described: every piece is what it is."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _words(context), **kwargs)
