"""What a code means, in one sentence: English for the table protocol and the log, as it speaks for the command line.

The engine's own codes have shorter words for the screen, in two languages (`presentation.refusals`). A game's refusals
come with its `GamePlugin` as two lines, the same here and on the screen. A code without a sentence is found by a test;
here it speaks for itself.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping

from companion.engine.printed_names import named
from companion.engine.text import N_, TitleAndHint
from companion.tools.backup.words import REFUSALS as BACKUP
from companion.tools.enrol.words import SENTENCES as ENROL

ENGINE: dict[str, str] = {
    "bad_input": N_("This cannot be understood: {reason}"),
    "too_soon": "That key or tag has just got another meaning: once more, if it is meant.",
    "which_card": "Cards that may be meant by the tag {uid}: {n}. The reader tells too little of it.",
    "no_game": "No game is open: open one, or resume an unfinished one.",
    "unknown_game": N_("There is no game called {game}; known are: {known}."),
    "no_saved_game": N_("There is no game to take up."),
    "no_saved_game:id": N_("There is no such game (id = {id})."),
    "not_allowed_now": "That is not possible now.",
    "nothing_to_undo": "There is nothing to take back.",
    "nothing_to_undo:redo": "There is nothing to make again.",
    "nothing_to_undo:phone": "This seat has answered nothing that nothing came after.",
    "too_late": "It is too late for that.",
    "undo_at_table": "Somebody saw something by it: it is taken back at the table, where everybody sees it.",
    "not_asked": "{name} answers that.",
    "not_paired": "This page belongs to no player of the game.",
    "not_admitted": "The table said no.",
    "door_full": "Too many phones ask to come in: this one left for another one, and may ask again.",
    "seats_full": "Every seat of the set-up has a name, and there is no further one.",
    "game_begun": "The game has begun: a phone can ask for one of its seats alone.",
    "name_letters": "A name is made of letters.",
    "name_long": "A name has {most} letters at most.",
    "session_over": "This page’s seat was given away, taken back by the table, or not used for twelve hours.",
    "table_only": "Only the table itself may do that.",
    "token_used": "That code was used already: let the table show another one.",
    "token_expired": "That code is too old: let the table show another one.",
    "token_unknown": "That is no code of this table.",
    "stale": "That answers an older update than number {number}.",
    "config": N_("{file}:{line}: {key}: {message}"),
    "internal": "The companion made a mistake ({fault}). Nothing was changed; the log tells more.",
}
"""Refusals of the engine itself, which any game may use too."""

JOURNAL: dict[str, str] = {
    "journal_full": N_("The disk is full: {path} cannot grow ({detail})."),
    "journal_read_only": N_("{path} cannot be written: the disk or the folder is read-only ({detail})."),
    "journal_locked": N_("Another program has locked {path} ({detail}): end it."),
    "journal_slow": N_("The disk does not answer: {path} waits for it."),
    "journal_gone": N_("{path} is no longer there ({detail}): bring it, or its disk, back."),
    "journal_io": N_("The disk failed on {path} ({detail})."),
    "journal_foreign": N_("Something that is no file of the companion lies at {path} ({detail}): take it away."),
    "journal_in_use": N_(
        "Another companion (process {pid}) writes to {path}. Close it, or give another --data folder."
    ),
    "journal_newer": N_("{path} was written by a newer companion ({detail}). Update this one."),
    "journal_older": N_("{path} is from an older companion (version {detail}): this one cannot read it."),
    "journal_missing": N_("There is no journal at {path}."),
    "journal_record": N_("Game {id} is a record from a public export: it can be printed and exported, not played on."),
    "journal_forgotten": N_("What was played in game {id} was forgotten: only its result is left."),
    "journal_damaged": N_(
        "{path} is damaged ({detail}): of game {id} ({names}) what is whole is {whole} of {entries}."
    ),
}

EXPORT: dict[str, str] = {
    "export_syntax": N_("Line {line}: this is no game file ({detail})."),
    "export_version": N_("Line {line}: this companion cannot read that kind of file ({detail})."),
    "export_unknown_game": N_("Line {line}: there is no such game ({detail})."),
    "export_entry": N_("Line {line}: this entry is wrong ({detail})."),
    "export_replay": N_("Line {line}: the game cannot be played through to its end ({detail})."),
    "export_other": N_("The same game is there, and went on otherwise: {detail}. Nothing is added."),
}

ADOPTING: dict[str, str] = {
    "adopt_ok": N_("The game of {table} goes on here."),
    "adopt_no_link": N_("No table with a link is at {socket}: is it running, and is link.toml switched on?"),
    "adopt_no_hub": N_("The hub does not answer."),
    "adopt_no_table": N_("{table} is no table."),
    "adopt_no_game": N_("The hub has no game of yours that {table} played."),
    "adopt_bad_seal": N_(
        "The game of {table} cannot be read here: it has another owner's key, or was changed on its way."
    ),
    "adopt_not_saved": N_("The game of {table} goes on here, and cannot be saved yet."),
    "adopt_slow": N_("This table does not answer."),
    "adopt_key_missing": N_(
        "There are games here, and no key. Take that of your other tables: --set KEY."
        " If this is the first table, or the key is lost: --new."
    ),
    "adopt_no_key": N_("That is no key, or one with a mistake in it."),
}

NOTICES: dict[str, str] = {
    "not_saved": N_("The game is not being saved ({reason}): {path}. It goes on; what is missing is written later."),
    "journal_corrupt": N_("{path} was damaged. It was put aside as {kept}. Games brought back: {games}."),
    "journal_set_aside": N_(
        "{path} is from an older companion. It was put aside as {kept}, and a new one begins."
        " Its games that are over come back as records, to look at: companion import {kept}"
    ),
    "journal_foreign_aside": N_(
        "What lay where {path} should be, or beside it, was no file. It was put aside as {kept}."
    ),
    "journal_from_copies": N_("{path} cannot be read ({detail}). This is what its copies hold."),
    "no_copy_foreign": N_("There is no copy of the journal: something that is no file lies at {path} ({detail})."),
    "no_copy": N_("There is no room for a copy of {path}: {free} MB are free, {wanted} MB are wanted."),
    "journal_lost": N_("{path}: gone, though saved once: entries {entries}, games {games}."),
    "games_damaged": N_("Damaged games: {games} ({names}). Of an unfinished one, what is left can be taken up."),
    "help_called": "Somebody was called to this table.",
    "help_comes": "Somebody has seen that help is wanted at this table.",
    "played_elsewhere": "Another table has taken up a game of {names}; what was played here is a game of its own.",
    "hub_differs": "The hub has another course of a game of {names}; what was played here is a game of its own.",
    "played_twice": "{table} has a game of {names}, too: it goes on here, and what was played there stays there.",
    "name_taken": "Another table has the name {table}, too: each needs one of its own.",
    "invitation": "A hub at {address} invites this table, as {table}: its screen takes the invitation from the stick.",
    "key_missing": "The owner's key is missing: the link is off until it is typed, or comes by a stick.",
    "hub_full": "The hub has no room left for this table: what is played is kept here alone.",
    "game_cut": "A part of this game is lost: {whole} of {entries} entries are left.",
    "reader_lost": "The reader {reader} is lost: {port}",
    "reader_missing": "The reader {reader} is missing: {detail}",
    "no_reader": "No card reader is configured.",
    "reader_types": "A reader types here that is in no [[readers]]: companion readers --write finds it by a tap",
    "no_sound": "There is no sound: {detail}",
    "sound_late": "The sound is not ready after {seconds} s; it joins in when it is.",
    "own_file": "The sound file {file} cannot be played ({why}: {detail}).",
    "sound_not_saved": "The sound cannot be kept: it is made anew at every start ({detail}).",
    "no_voice": "Nothing is spoken: {detail}",
    "port_not_stable": "The port {port} of the reader {reader} may change its name; better: {better}",
    "pins_missing": "There are neither buttons nor lamps ({factory}: {reason}).",
    "panel_missing": "The buttons cannot be used ({factory}: {reason}).",
    "encoders_missing": "The rotary encoders cannot be used ({factory}: {reason}).",
    "lamps_missing": "The lamps cannot be used ({factory}: {reason}).",
    "no_pages": "There are no pages for phones ({detail}).",
    "phone_here": "{name}'s phone is here.",
    "phone_asks": "Phones ask to come in: {n}.",
    "phone_takes": "{name} wants to take back what was seen, if a second player agrees.",
    "parts_off": "These parts have ended too often and stay off: {parts}",
    "button_held": "The button {button} was held down at the start: is it stuck?",
}

_ALL = {**ENGINE, **JOURNAL, **EXPORT, **NOTICES, **ADOPTING, **ENROL, **BACKUP}


_OF_GAMES: dict[str, Mapping[str, TitleAndHint]] = {}


def learn(game: str, refusals: Mapping[str, TitleAndHint]) -> None:
    """Register a game's own words for its refusals, by code."""
    _OF_GAMES[game] = refusals


def refusals(game: str | None = None) -> Mapping[str, TitleAndHint]:
    """Return the words of one game's own refusals, by code; without a game those of all."""
    if game is not None:
        return _OF_GAMES.get(game, {})
    return {code: words for own in _OF_GAMES.values() for code, words in own.items()}


def sentence(
    code: str, facts: Mapping[str, object], game: str | None = None, translate: Callable[[str], str] = str
) -> str:
    """Return the sentence for `code`; a game's own words come first.

    :param translate: into another language than English, as on the command line.

    >>> sentence("unknown_game", {"game": "chess", "known": "infernal_wagon"})
    'There is no game called chess; known are: infernal_wagon.'
    """
    own = refusals(game) if game is not None else {}
    text = code
    for key in (f"{code}:{facts.get('reason')}", code):
        if (words := own.get(key)) is not None:
            text = f"{translate(words.title)}. {translate(words.hint)}"
            break
        if (known := _ALL.get(key)) is not None:
            text = translate(known)
            break
    return _Facts().vformat(named(text, "en"), (), facts)


class _Facts(string.Formatter):
    """Fills in facts. A missing `{reason}` is made of all facts; any other missing one becomes `?`."""

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, object]) -> object:
        if isinstance(key, str) and key in kwargs:
            return kwargs[key]
        if key == "reason":
            return ", ".join(f"{name} = {value}" for name, value in kwargs.items()) or "?"
        return "?"
