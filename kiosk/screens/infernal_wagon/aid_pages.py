"""The player aid of Infernal Wagon: the screen, the cards, the branch lines, the exploits. Our own words."""

from __future__ import annotations

from companion.games.infernal_wagon.guide import BRANCHES, CARDS, ON_SCREEN
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.presentation.i18n import _
from kiosk.table.aid import AidSection, NoteEntry, note_entries, screen_section
from kiosk.table.context import KioskContext

EXPLOIT_RULES = {
    "welcome": "IW-131",
    "a_toi_a_moi": "IW-132",
    "oceans_5": "IW-133",
    "six_coups": "IW-135",
    "five_minutes": "IW-136",
    "ghost_rider": "IW-137",
    "le_bon": "IW-138",
    "dead_man": "IW-139",
    "impitoyable": "IW-140",
    "seven_in_hell": "IW-141",
    "seven_mercenaries": "IW-142",
}
"""Exploit -> the rule that says when it is won."""


def sections(_context: KioskContext) -> tuple[AidSection, ...]:
    """Return all of the aid but what may be done now, in the language of the moment."""
    exploits = tuple(
        NoteEntry("crown", _(name), _(text), (EXPLOIT_RULES[id],)) for id, (name, text) in EXPLOIT_WORDS.items()
    )
    return (
        screen_section(ON_SCREEN),
        AidSection("cards", "rail", _("Cards"), _("What the cards do"), note_entries(CARDS)),
        AidSection("branches", "uturn", _("Modules"), _("Modules"), note_entries(BRANCHES)),
        AidSection("exploits", "crown", _("{iw.exploits}"), _("One exploit a game"), exploits),
    )
