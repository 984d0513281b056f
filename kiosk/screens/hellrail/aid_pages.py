"""What the player aid of HellRail tells: the screen, what a card is good for, the effects, the rails. Our own words."""

from __future__ import annotations

from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.guide import CARDS, ON_SCREEN, RAILS
from companion.games.hellrail.names import Effect
from kiosk.aid import NoteEntry, Section, notes, screen_section
from kiosk.context import KioskContext
from kiosk.i18n import _

EFFECT_RULES = {
    Effect.ABYSS: "HR-088",
    Effect.BOATMEN: "HR-089",
    Effect.TENDERS: "HR-090",
    Effect.CHAOS: "HR-091",
    Effect.DELINQUENCY: "HR-092",
    Effect.FALSE_PATH: "HR-094",
    Effect.GERYON: "HR-095",
    Effect.GLUTTONY: "HR-096",
    Effect.GUARD_DUTY: "HR-097",
    Effect.HERESY: "HR-099",
    Effect.INFERNAL: "HR-100",
    Effect.LUST: "HR-102",
    Effect.SHIFT: "HR-103",
    Effect.SOUL_CATCHER: "HR-104",
    Effect.THIEVERY: "HR-105",
}
"""Effect -> its rule."""


def sections(_context: KioskContext) -> tuple[Section, ...]:
    """All of the aid but what may be done now, in the language of the moment."""
    effects = tuple(
        NoteEntry(words.icon, _(words.name), _(words.text), (EFFECT_RULES[effect],))
        for effect, words in EFFECTS.items()
    )
    return (
        screen_section(ON_SCREEN),
        Section("cards", "hand", _("Cards"), _("What a card is good for"), notes(CARDS)),
        Section("rails", "rail", _("Rails"), _("On the rails"), notes(RAILS)),
        Section("effects", "rings", _("Effects"), _("The circle effects"), effects),
    )
