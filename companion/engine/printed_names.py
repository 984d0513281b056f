"""The names that are printed on the things of the games, as data, and the places for them in words.

A msgid and its translation may hold `{hr.lust}`: the row `lust` of the list with the prefix `hr`. Only the books say
the name; `named` fills it in. A part of a name or more than a name comes with a form:

- `{hr.pick_up:short}`: as much of it as a key has room for
- `{cb.adventurer:many}`: of several
- `{hr.gates:the}`: with its article, as within a sentence
- `{hr.lust:first}`: with the other name beside it, for a reader who sees the thing for the first time

A name with which the words begin has a capital.

>>> named("{name}: {hr.lust}", "fr")
'{name}: Convoitise'
>>> named("{hr.lust:first}", "fr"), named("{iw.exit:first}", "en"), named("{iw.exit:first}", "fr")
('Convoitise (Lust)', 'Issue (the exit card)', 'Issue')
>>> named("effet de {hr.shift_change}", "fr"), named("l’effet {hr.lust}", "fr", tokens="en")
('effet d’Échange d’effets', 'l’effet Lust')
>>> named("voiture pour {hr.gates:the}", "fr"), named("de {hr.gates:the}", "fr"), named("at {hr.gates:the}", "en")
('voiture pour les Portes', 'des Portes', 'at the Gates')
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from companion.engine import typed
from companion.engine.files import read_file
from companion.engine.french import joined_french

FOLDER: Final = Path(__file__).resolve().parents[1] / "games"
TOKENS: Final = ("effect", "token")
"""Kinds of rows whose language is that of the box: such names are printed on tokens."""

_PLACE = re.compile(
    r"(?:(?P<before>\b[dD]e|\b[àÀ]) )?\{(?P<prefix>[a-z]{2})\.(?P<id>\w+)(?::(?P<form>short|many|the|first))?\}"
)
BookLine = Annotated[int, Meta(ge=0)]


class PrintedName(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing with a name of its own.

    `fr_line`, `en_line`: where the name is in the book's text (0: nowhere, `reading` says why); `fr_printed`,
    `en_printed`: how it is there, if that differs. `gloss`: our English for it, where there is no English book.
    `bracket`: the English name that the French book gives in brackets. `inflected`: sentences write it themselves.
    """

    id: str
    kind: str
    fr: str
    fr_line: BookLine = 0
    fr_printed: str = ""
    en: str = ""
    en_line: BookLine = 0
    en_printed: str = ""
    gloss: str = ""
    bracket: str = ""
    fr_short: str = ""
    en_short: str = ""
    fr_many: str = ""
    en_many: str = ""
    fr_the: str = ""
    en_the: str = ""
    inflected: bool = False
    reading: str = ""

    def name(self, language: str, form: str = "") -> str:
        """Return the name in the book of that language; a game with a French book only has no other name.

        :param form: "", "short", "many" or "the"; a row that has no such form gives its name.
        """
        if language == "en" and self.en:
            return {"short": self.en_short, "many": self.en_many, "the": self.en_the}.get(form) or self.en
        return {"short": self.fr_short, "many": self.fr_many, "the": self.fr_the}.get(form) or self.fr

    def at_first(self, language: str, tokens: str) -> str:
        """Return the name with the other one, or with our gloss, beside it."""
        if self.gloss:
            known = language == "fr" or self.gloss.casefold() == self.fr.casefold()
            return self.fr if known else f"{self.fr} ({self.gloss})"
        main = self.name(tokens)
        if self.bracket and "fr" in (language, tokens):
            return f"{main} ({self.bracket if tokens == 'fr' else self.fr})"
        return main


class NameList(Struct, frozen=True, forbid_unknown_fields=True):
    """All names of a game. `seeds`: language of a book -> the number of its text."""

    game: str
    prefix: str
    seeds: dict[str, str]
    name: tuple[PrintedName, ...]


@cache
def lists() -> dict[str, NameList]:
    """Return the lists of all games, by their prefix."""
    files = sorted(FOLDER.glob("*/data/printed_names.toml"))
    found = [typed.from_toml(read_file(file), NameList) for file in files]
    return {one.prefix: one for one in found}


@cache
def _rows() -> dict[tuple[str, str], PrintedName]:
    return {(prefix, row.id): row for prefix, one in lists().items() for row in one.name}


def at_first(place: str) -> str:
    """Return the place for a reader who sees the thing for the first time: `{hr.lust}` -> `{hr.lust:first}`."""
    return re.sub(r"(:\w+)?\}$", ":first}", place)


@lru_cache(maxsize=2048)
def named(words: str, language: str, tokens: str = "") -> str:
    """`words` with the printed names in their places.

    :param tokens: the language of what is printed on tokens, if it is not the language of the words.
    :raises KeyError: for a name that is in no list.
    """
    if not _PLACE.search(words):
        return words  # as it is: what translates may have given more than a str

    def filled(found: re.Match[str]) -> str:
        row, form = _rows()[found["prefix"], found["id"]], found["form"] or ""
        of_box = tokens if tokens and row.kind in TOKENS else language
        name = row.at_first(language, of_box) if form == "first" else row.name(of_box, form)
        before = found["before"]
        if before is None:
            return name if found.start() else name[:1].upper() + name[1:]
        return joined_french(before, name) if language == "fr" else f"{before} {name}"

    return _PLACE.sub(filled, words)
