"""The player aid of HellRail: the screen, what a card is good for, the effects, the rails. Our own words."""

from __future__ import annotations

from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.guide import CARDS, ON_SCREEN, RAILS
from companion.games.hellrail.names import Level
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _
from kiosk.table.aid import AidSection, NoteEntry, note_entries, screen_section
from kiosk.table.context import KioskContext


def sections(context: KioskContext) -> tuple[AidSection, ...]:
    """Return all of the aid but what may be done now, in the language of the moment."""
    update = context.table.update
    level = update.view.level if update is not None and isinstance(update.view, HellRailView) else Level.MAP
    effects = tuple(NoteEntry(words.icon, _(words.first), _(words.text), (words.rule,)) for words in EFFECTS.values())
    return (
        screen_section(ON_SCREEN[level]),
        AidSection("cards", "hand", _("Cards"), _("What a card is good for"), note_entries(CARDS)),
        AidSection("rails", "rail", _("Rails"), _("On the rails"), note_entries(RAILS)),
        AidSection("effects", "rings", _("{hr.circle_effects:short}"), _("{hr.circle_effects}"), effects),
    )
