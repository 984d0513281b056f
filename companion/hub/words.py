"""The words of the wall; a table's own words come from the table, in both languages."""

from __future__ import annotations

from companion.engine.text import N_
from companion.presentation.i18n import Catalogue, Language

WORDS = {
    "title": N_("All tables"),
    "password": N_("Password of the wall"),
    "enter": N_("Look at the tables"),
    "wrong": N_("That is not the password. Wait a moment before you try again."),
    "lost": N_("No connection to the hub: what you see may be old."),
    "none": N_("No table is linked yet."),
    "free": N_("Free"),
    "over": N_("The game is over"),
    "held": N_("Held"),
    "turn": N_("Seat {number} of {seats}"),
    "who": N_("{name} answers"),
    "help": N_("Help wanted"),
    "seen": N_("Seen"),
    "coming": N_("Somebody is on the way"),
    "away": N_("No connection"),
    "tables": N_("{count} tables, {playing} playing"),
    "language": N_("Français"),
}


def words(language: Language) -> dict[str, str]:
    """All of them in a language."""
    catalogue = Catalogue(language)
    return {key: catalogue.gettext(text) for key, text in WORDS.items()}
