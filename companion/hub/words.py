"""The words of the wall; a table's own words come from the table, in both languages."""

from __future__ import annotations

from companion.engine.text import N_
from companion.presentation.i18n import Catalogue, Language

WORDS = {
    "title": N_("All tables"),
    "password": N_("Password of the wall"),
    "enter": N_("Look at the tables"),
    "wrong": N_("That is not the password. Wait a moment before you try again."),
    "no_hub": N_("No connection to the hub: what you see may be old."),
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
    "tables": N_("tables: {count}, playing: {playing}"),
    "language": N_("Français"),
    "now": N_("Tables"),
    "past": N_("Evenings"),
    "past_title": N_("Past evenings"),
    "past_none": N_("No game has been played to its end yet."),
    "past_away": N_("The evenings cannot be read now."),
    "games": N_("Games: {n}"),
    "minutes": N_("{middle} min, half of them {low} to {high}"),
    "lost": N_("Lost: {n} of {all}"),
    "boxes": N_("By table"),
    "box": N_("Table"),
    "box_games": N_("Games"),
    "hours": N_("Hours"),
    "box_lost": N_("Lost"),
    "last": N_("The last games"),
    "length": N_("{n} min"),
    "players": N_("Players: {n}"),
}


def words(language: Language) -> dict[str, str]:
    """Return all of them in a language."""
    catalogue = Catalogue(language)
    return {key: catalogue.gettext(text) for key, text in WORDS.items()}
