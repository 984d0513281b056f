"""Words for refusals, of the engine or of a game, and for notices."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.prompt import Why
from companion.engine.text import N_, TitleAndHint
from companion.engine.update import Notice, Refusal
from companion.presentation.i18n import Catalogue
from companion.presentation.words import say
from companion.tools.enrol.words import REFUSALS as ENROL
from companion.words import refusals

REFUSALS: dict[str, TitleAndHint] = {
    "not_allowed_now": TitleAndHint(N_("Not now"), N_("That does nothing at this moment.")),
    "too_soon": TitleAndHint(N_("Too soon"), N_("It has just got another meaning. Look, then once more.")),
    "nothing_to_undo": TitleAndHint(N_("Nothing to take back"), N_("This is the beginning.")),
    "nothing_to_undo:redo": TitleAndHint(N_("Nothing to make again"), N_("Nothing was taken back just now.")),
    "nothing_to_undo:phone": TitleAndHint(
        N_("Nothing to take back here"), N_("Your own last answer, as long as nothing came after it.")
    ),
    "undo_at_table": TitleAndHint(
        N_("Only at the table"), N_("Something was seen by it: take it back on the table’s screen.")
    ),
    "too_late": TitleAndHint(N_("Too late"), N_("The moment for it is over.")),
    "not_asked": TitleAndHint(N_("{name} answers that"), N_("What is asked of everybody, you can answer, too.")),
    "not_paired": TitleAndHint(N_("This page only looks"), N_("Scan your code at the table to play with it.")),
    "not_admitted": TitleAndHint(N_("The table said no"), N_("This phone looks on.")),
    "door_full": TitleAndHint(N_("Many phones ask at once"), N_("This one asks again in a moment.")),
    "seats_full": TitleAndHint(N_("Every seat has a name"), N_("Choose one of them, or let the table add a seat.")),
    "game_begun": TitleAndHint(N_("The game has begun"), N_("Choose one of its seats: the table is asked.")),
    "name_letters": TitleAndHint(N_("A name is made of letters"), N_("Type it without digits and signs.")),
    "name_long": TitleAndHint(N_("That name is too long"), N_("{most} letters at most.")),
    "table_only": TitleAndHint(N_("Only the table can do that"), N_("Touch it on the table’s screen.")),
    "session_over": TitleAndHint(N_("This page has ended"), N_("Scan your code at the table again.")),
    "token_used": TitleAndHint(N_("That code was used already"), N_("Let the table show another one.")),
    "token_expired": TitleAndHint(N_("That code is too old"), N_("Let the table show another one.")),
    "token_unknown": TitleAndHint(N_("That is no code of this table"), N_("Scan the one that the table shows.")),
    "internal": TitleAndHint(N_("The companion made a mistake"), N_("Nothing was changed.")),
    "stale": TitleAndHint(N_("Too late"), N_("Somebody was faster: look again.")),
    "which_card": TitleAndHint(
        N_("Cards that may be meant: {n}"),
        N_("This reader tells too little of its tags: touch the card on the screen."),
    ),
    "no_game": TitleAndHint(N_("No game is open"), N_("Choose a game first.")),
    "unknown_game": TitleAndHint(N_("This game is not here yet"), N_("Choose another game.")),
    "no_saved_game": TitleAndHint(N_("Nothing to resume"), N_("Start a new game.")),
    "no_saved_game:id": TitleAndHint(N_("There is no such game"), N_("Look at the games once more.")),
    "bad_input": TitleAndHint(N_("That cannot be"), N_("Try it another way.")),
    "config": TitleAndHint(N_("A settings file is wrong"), "{where}"),
    "tag_of_other": TitleAndHint(N_("A tag of {game}"), N_("It belongs to another box.")),
    "journal_record": TitleAndHint(N_("Only to look at"), N_("This game came from another table.")),
    "journal_forgotten": TitleAndHint(N_("This game was forgotten"), N_("Only its result is left.")),
    "journal_damaged": TitleAndHint(N_("This game is damaged"), N_("{names}: steps left: {whole} of {entries}.")),
    "journal_slow": TitleAndHint(N_("The disk does not answer"), N_("Try it again in a moment.")),
    "journal_locked": TitleAndHint(N_("Another program has the journal"), N_("End it, then try again.")),
    "journal_foreign": TitleAndHint(N_("The journal cannot be read"), N_("This is no file, take it away: {path}")),
    "journal_io": TitleAndHint(N_("The disk failed"), N_("The journal cannot be read now.")),
}
"""Code -> words, for refusals of the engine itself. Those of a game come with its `GamePlugin`."""
_ENROL = {code: TitleAndHint(words.title, words.hint) for code, words in ENROL.items() if words.title}

UNWORDED = TitleAndHint(N_("That does not count"), N_("The table has the last word: “Undo” or “Put right”."))


def worded(code: str, game: str | None = None, reason: object = None) -> TitleAndHint | None:
    """Return what a refusal means: in its game, in the engine, in any game, at the enrolment; with its `reason` if that
    has words of its own."""
    own = refusals(game) if game is not None else {}
    all_games = refusals()
    for key in (f"{code}:{reason}", code):
        words = own.get(key) or REFUSALS.get(key) or all_games.get(key) or _ENROL.get(key)
        if words is not None:
            return words
    return None


def refusal(refused: Refusal, game: str | None = None, catalogue: Catalogue | None = None) -> TitleAndHint:
    """Return the band for an input that had no effect."""
    words = worded(refused.code, game, refused.facts.get("reason")) or UNWORDED
    return TitleAndHint(say(words.title, refused.facts, catalogue), say(words.hint, refused.facts, catalogue))


def why_said(why: Why, game: str | None, catalogue: Catalogue | None = None) -> TitleAndHint:
    """Return why an option of a prompt cannot be chosen, as the band would say it."""
    return refusal(Refusal(why.code, dict(why.facts)), game, catalogue)


# ---------------------------------------------------------------- notices

READER_TYPES = "reader_types"
"""A keyboard types as no finger does; a touch on it leads to the page that makes it a reader."""
NOTICES: dict[str, tuple[str, TitleAndHint]] = {
    "reader_lost": (
        "reader_lost",
        TitleAndHint(N_("Reader unplugged"), N_("Plug its cable in again. Until then touch the screen.")),
    ),
    "reader_missing": ("reader_lost", TitleAndHint(N_("No card reader found"), N_("Plug it in, or touch the screen."))),
    "no_reader": ("reader_lost", TitleAndHint(N_("No card reader"), N_("Touch the screen for each card."))),
    READER_TYPES: ("reader", TitleAndHint(N_("A reader types here"), N_("Touch here, and it plays cards instead."))),
    "port_not_stable": ("reader", TitleAndHint(N_("Reader on a shaky name"), "{better}")),
    "pins_missing": ("button", TitleAndHint(N_("No buttons, no lamps"), N_("Touch the screen instead."))),
    "panel_missing": ("button", TitleAndHint(N_("No buttons"), N_("Touch the screen instead."))),
    "encoders_missing": ("button", TitleAndHint(N_("No dials"), N_("Touch the screen instead."))),
    "lamps_missing": ("flame", TitleAndHint(N_("No lamps"), N_("The screen shows all that they would."))),
    "no_pages": ("phone", TitleAndHint(N_("No pages for phones"), N_("Switch them off and on again."))),
    "phone_here": ("phone", TitleAndHint(N_("{name}’s phone is here"), N_("Somebody else’s? Touch here."))),
    "phone_asks": ("phone", TitleAndHint(N_("Phones that want to come in: {n}"), N_("Touch here to answer."))),
    "phone_takes": (
        "undo",
        TitleAndHint(N_("{name} takes back what was seen"), N_("A second player agrees, on a phone.")),
    ),
    "button_held": ("button", TitleAndHint(N_("A button is stuck"), N_("Press it once and let it go."))),
    "no_sound": ("sound_off", TitleAndHint(N_("No sound"), N_("Time and orders stand on the screen."))),
    "sound_late": ("sound", TitleAndHint(N_("The sound is not ready yet"), N_("It joins in by itself."))),
    "own_file": ("sound", TitleAndHint(N_("Your sound file cannot be played"), "{file}")),
    "sound_not_saved": (
        "sound",
        TitleAndHint(N_("The sound is not being saved"), N_("It is made anew at every start.")),
    ),
    "no_voice:missing": (
        "sound",
        TitleAndHint(N_("Nothing is spoken"), N_("espeak-ng is not installed. All else works.")),
    ),
    "no_voice:not_allowed": (
        "sound",
        TitleAndHint(N_("Nothing is spoken"), N_("espeak-ng may not be run. All else works.")),
    ),
    "no_voice:not_started": (
        "sound",
        TitleAndHint(N_("Nothing is spoken"), N_("espeak-ng cannot be started: install it anew. All else works.")),
    ),
    "no_voice:hangs": (
        "sound",
        TitleAndHint(N_("Nothing is spoken"), N_("espeak-ng does not answer. All else works.")),
    ),
    "no_voice": ("sound", TitleAndHint(N_("Nothing is spoken"), N_("espeak-ng fails. All else works."))),
    "not_saved": ("warning", TitleAndHint(N_("The game is not being saved"), N_("The disk failed. Play on."))),
    "not_saved:journal_full": (
        "warning",
        TitleAndHint(N_("The game is not being saved"), N_("The disk is full: delete something. Play on.")),
    ),
    "not_saved:journal_read_only": (
        "warning",
        TitleAndHint(N_("The game is not being saved"), N_("The disk is read-only: make a backup, then a new card.")),
    ),
    "not_saved:journal_locked": (
        "warning",
        TitleAndHint(N_("The game is not being saved"), N_("Another program has the journal: end it. Play on.")),
    ),
    "not_saved:journal_slow": (
        "warning",
        TitleAndHint(N_("The game is not being saved"), N_("The disk does not answer. Play on, leave the power on.")),
    ),
    "not_saved:journal_gone": (
        "warning",
        TitleAndHint(N_("The game is not being saved"), N_("The journal is gone: plug its disk in again. Play on.")),
    ),
    "not_saved:journal_foreign": (
        "warning",
        TitleAndHint(N_("The game is not being saved"), N_("This is no file, take it away: {path}")),
    ),
    "journal_foreign_aside": (
        "warning",
        TitleAndHint(N_("Something lay in the journal’s place"), N_("It was put aside: {kept}")),
    ),
    "journal_from_copies": (
        "warning",
        TitleAndHint(N_("The journal cannot be read"), N_("These are the games of its copies.")),
    ),
    "no_copy_foreign": (
        "warning",
        TitleAndHint(N_("No copy of the journal"), N_("This is no file, take it away: {path}")),
    ),
    "journal_corrupt": (
        "warning",
        TitleAndHint(N_("The journal was damaged"), N_("It was put aside; games that were brought back: {games}.")),
    ),
    "journal_set_aside": (
        "warning",
        TitleAndHint(
            N_("The journal is of an older companion"),
            N_("It was put aside. What was played in it comes back with: companion import {kept}"),
        ),
    ),
    "no_copy": (
        "warning",
        TitleAndHint(N_("No copy of the journal"), N_("{wanted} MB are wanted, {free} MB are free.")),
    ),
    "journal_lost": (
        "warning",
        TitleAndHint(N_("A part of the journal is lost"), N_("Saved, and gone: steps {entries}, games {games}.")),
    ),
    "games_damaged": (
        "warning",
        TitleAndHint(N_("Damaged games: {games}"), N_("{names}: what is left can be taken up.")),
    ),
    "game_cut": (
        "warning",
        TitleAndHint(
            N_("A part of this game is lost"),
            N_("Steps left: {whole} of {entries}. Look at the table, and correct."),
        ),
    ),
    "help_called": ("hand", TitleAndHint(N_("Somebody was called"), N_("“Cancel the call” takes it back."))),
    "help_comes": ("hand", TitleAndHint(N_("Somebody is on the way"), N_("The call was seen."))),
    "played_elsewhere": (
        "warning",
        TitleAndHint(N_("Another table plays this game on"), N_("{names}: what was played here is a game of its own.")),
    ),
    "hub_differs": (
        "warning",
        TitleAndHint(
            N_("The hub has another course of a game"),
            N_("{names}: what is here stays here, as a game of its own."),
        ),
    ),
    "played_twice": (
        "warning",
        TitleAndHint(
            N_("{table} has a game of this table, too"),
            N_("{names}: it goes on here. What was played there stays there, as a game of its own."),
        ),
    ),
    "name_taken": (
        "warning",
        TitleAndHint(
            N_("Another table is called {table}, too"), N_("Each needs a name of its own: “Settings”, “Tables”.")
        ),
    ),
    "invitation": (
        "rings",
        TitleAndHint(N_("A hub invites this table, as {table}"), N_("The invitation is on the stick: touch here.")),
    ),
    "key_missing": (
        "lock",
        TitleAndHint(N_("The owner’s key is missing"), N_("The link is off until then: “Settings”, “Tables”.")),
    ),
    "hub_full": (
        "warning",
        TitleAndHint(N_("The hub has no room left for this table"), N_("The game goes on; it is kept here alone.")),
    ),
    "parts_off": (
        "warning",
        TitleAndHint(N_("Something has stopped"), N_("Off: {parts}")),
    ),
    "settings_not_saved": ("gear", TitleAndHint(N_("The settings are not being saved"), N_("They hold for tonight."))),
    "config": ("gear", TitleAndHint(N_("A settings file is wrong"), "{where}")),
    "machine_config": ("gear", TitleAndHint(N_("companion.toml has a mistake"), "{line}: {key} {message}")),
    "machine_imager": (
        "gear",
        TitleAndHint(N_("Not read on this card: {files}"), N_("The same is said in companion.toml by: {lines}")),
    ),
    "machine_volatile": (
        "warning",
        TitleAndHint(N_("Nothing is kept after a restart"), N_("The card’s last partition cannot be used. Play on.")),
    ),
    "machine_refused": (
        "gear",
        TitleAndHint(N_("That choice could not be taken"), N_("Choose it again in the settings.")),
    ),
}
"""Code -> icon and words."""


class NoticeWords(NamedTuple):
    """The words of a notice on the screen."""

    icon: str
    title: str
    hint: str
    grave: bool


PHONES = {"phone_here", "phone_asks", "phone_takes"}
"""Notices that the page of the phones answers."""
PARTS_OFF = "parts_off"
"""The page of the notices has a key that begins them again."""
ELSEWHERE = "played_elsewhere"
DIFFERS = "hub_differs"
TWICE = "played_twice"
KEY_MISSING = "key_missing"
INVITATION = "invitation"
"""These have pages of their own."""
GRAVE = {
    "phone_asks",
    "phone_takes",
    "reader_lost",
    "not_saved",
    "journal_corrupt",
    "journal_set_aside",
    "journal_from_copies",
    "journal_foreign_aside",
    "journal_lost",
    "games_damaged",
    "game_cut",
    "config",
    "machine_config",
    "machine_volatile",
    "machine_refused",
    "bad_box",
    "journal_damaged",
}
"""Notices in the colour of danger; the others are ash."""


def notice(posted: Notice, catalogue: Catalogue | None = None) -> NoticeWords:
    """Return one line for a notice or a refusal; an unknown code is shown as it is."""
    reason = posted.facts.get("reason")
    refused = worded(posted.code, reason=reason) or TitleAndHint(posted.code.replace("_", " "))
    icon, words = NOTICES.get(f"{posted.code}:{reason}") or NOTICES.get(posted.code, ("warning", refused))
    title, hint = (say(text, posted.facts, catalogue) for text in words)
    return NoticeWords(icon, title, hint, posted.code in GRAVE)
