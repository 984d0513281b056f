"""The words of the pages themselves; the words of a game come with each frame."""

from __future__ import annotations

from companion.engine.text import N_
from companion.presentation.i18n import Catalogue, Language

WORDS = {
    "title": N_("The table"),
    "connecting": N_("Looking for the table …"),
    "lost": N_("No connection to the table: what you see may be old."),
    "waiting": N_("{name}: the table is asked whether this phone may come in. These two signs are shown there, too."),
    "come": N_("Who are you?"),
    "comes": N_("Play from here"),
    "new": N_("Another name"),
    "ask": N_("Ask to come in"),
    "there": N_("has a phone"),
    "in": N_("This phone is {name}’s. The game has not begun yet."),
    "scan": N_("Scan it, or type the address: to play, or to look on."),
    "lobby": N_("The game has not begun yet."),
    "over": N_("This page has ended. Scan your code at the table again."),
    "elsewhere": N_("You play on another page of this phone."),
    "here": N_("Go on here"),
    "absent": N_("{name} is not in this game: you look on."),
    "none": N_("No game is open. Choose one at the table."),
    "look": N_("You look on."),
    "plain": N_("Not encrypted: whoever manages this Wi-Fi could read along."),
    "encrypted": N_("Encrypted"),
    "more": N_("Menu"),
    "back": N_("Back"),
    "undo": N_("Take back: {what}"),
    "turn": N_("{name} answers"),
    "anybody": N_("Anybody answers"),
    "yours": N_("You answer"),
    "asks": N_("Your turn"),
    "host": N_("What the table does"),
    "everybody": N_("Everybody in"),
    "away": N_("Send it away"),
    "right": N_("Put right:"),
    "leaves": N_("Leave this game"),
    "takes": N_("{name} takes back what was seen: {what}. It takes a second player."),
    "agree": N_("Agree"),
    "disagree": N_("No"),
    "arm": N_("Touch this page once: then it can tell you when you are to answer."),
    "armed": N_("This phone tells you when you are to answer."),
    "sound": N_("Sound: on"),
    "quiet": N_("Sound: off"),
    "awake": N_("This phone stays lit while it has a seat."),
    "sleeps": N_(
        "So that it stays lit, lengthen the phone’s own time-out: auto-lock on an iPhone, screen timeout on Android."
    ),
    "home": N_("Onto the home screen"),
    "how": N_(
        "Within five minutes: the menu that shares (on Android the browser’s), add to home "
        "screen. Open it there: your seat goes along."
    ),
    "own": N_("Yours"),
    "table": N_("At the table"),
    "show": N_("Show what is secret"),
    "hide": N_("Hide it"),
    "covered": N_("Covered"),
    "sent": N_("Sent …"),
    "leave": N_("Leave this seat"),
    "sure": N_("Touch again to leave it"),
    "language": N_("Français"),
    "picture": N_("The table as a picture"),
    "code": N_("This page’s address, to be scanned"),
    "paused": N_("Held"),
    "chosen": N_("chosen"),
    "unanswered": N_("Your last answer may not have arrived: look before you repeat it."),
}


def words(language: Language) -> dict[str, str]:
    """Return all of them in a language."""
    catalogue = Catalogue(language)
    return {key: catalogue.gettext(text) for key, text in WORDS.items()}
