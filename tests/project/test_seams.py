"""Where something is put into a sentence, the words beside it fit: article, preposition, number, nobody's gender.

Every sentence with a place to fill is filled with all that the place can hold (`placeholders`), in both languages, as
the screen does it. Only what the filling brought about counts: the same sentence with a plain word in its places is the
measure, so that "avant de le poser" is nobody's fault.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import get_args

import pytest
from babel.messages.catalog import Message

from companion.engine.text import Text
from companion.presentation import i18n
from tests.project.placeholders import KINDS, OF_A_MACHINE, PEOPLE, PERSON, Kind, Value
from tests.project.test_locale import forms, messages, originals

MACHINE = re.compile(
    r"drivers/|companion/(engine|hub|uplink|web/server|games/\w+/data)/|companion/tools/(backup|doctor|enrol|printing)/"
    r"|kiosk/(doctor|sound|screens/(doctor|box|tables))/"
    r"|companion/(hub_setup/|(__main__|commands|man|spoken|words)\.py)|kiosk/window/demo\.py"
)
"""Where words are for whoever sets a table up."""
FILLED_BY_GAMES = ("companion/engine/spoken.py", "companion/games/cerbere/data/card_words.py")
"""In these rooms, but said at the table."""
PLAIN = "Zz"
"""Begins with no vowel, is no number and no article."""

NUMBER = r"(?<![\w:,.·−+-]){}\u00a0?[ \u00a0]([A-Za-zÀ-ÖØ-öø-ÿœ]+)(?![\w’:])"
ONE = {"fr": re.compile(NUMBER.format("(?:0|1)")), "en": re.compile(NUMBER.format("1"))}
MANY = {"fr": re.compile(NUMBER.format("(?:2|3|21)")), "en": re.compile(NUMBER.format("(?:0|2|3|21)"))}
"""A number and the word after it."""
OF_SEVERAL = {"fr": re.compile(r"[sx]$"), "en": re.compile(r"s$")}
INVARIABLE = {
    "fr": {"fois", "pas", "plus", "dans", "sans", "chacun", "ms", "s", "puis", "après", "depuis", "des"},
    "en": {"ms", "s", "is", "less", "times", "has"},
}
"""Words after one that end in s and are not of several."""
NAMES = ("V", "Mo", "MB", "mA", "Survie", "Trahison", "Facile")
"""Units, and cards that are called after what is printed on them."""
NO_NOUN = {
    "fr": {
        "de", "sur", "à", "au", "par", "et", "en", "dans", "pour", "min", "h", "est", "ou", "chacun", "mm", "avant",
        "sont", "ont", "manque", *NAMES,
    },
    "en": {
        "of", "in", "at", "per", "and", "to", "for", "min", "h", "or", "before", "from", "more", "each", "mm", "by",
        "are", "were", "share", "lie", "have", "escaped", "swapped", "described", "checked", "brimstone", "baud", "won",
        "like", "spare", "rail", "serial", "first", "delivered", "empty", "new", "x", *NAMES,
    },
}  # fmt: skip
"""What may follow any number: a verb of several, a unit, an adjective of a language without plural ones."""
ALIKE = {
    "fr": (
        re.compile(r"\b(?:de|De|à|À) (?:le|les) "),
        re.compile(r"\b(?:en|au|aux|du|des|le|la|les|un|une) (?:le|les|la|un|une) ", re.IGNORECASE),
        re.compile(r"\b(?:en|à|de|sur|pour|dans|vers|par) (?:Les Portes|Cercle)\b"),
        re.compile(r"\b(?:aux|des|les|en) le Cercle\b|\b(?:aux|des|les) Cercle\b"),
        re.compile(r"\b(?:de|que|lorsque|puisque|le|la|ne|se|je|me|te) (?:[AEIOUÉÈÊÎÔaeiouéèêîô]|Hélène|Yves)(?!\b)"),
    ),
    "en": (
        re.compile(r"\b(?:the|a|an) (?:the|a|an)\b", re.IGNORECASE),
        re.compile(r"\b[aA] [aeiouAEIOU]"),
        re.compile(r"\b(?:at|to|in|into|for|of|from|the) The\b"),
    ),
}
"""What no two words beside each other say."""
SPACES = re.compile(r"  |[\u00a0 ][\u00a0 ]|[,;.] ?[,;.](?!\.)|: ?:| [,.](?!\w)|\( | \)|\bNone\b|\{|\}")
"""Two spaces, two signs, a sign after a space; a place that stayed."""


def is_said_at_the_table(message: Message) -> bool:
    files = [file for file, _line in message.locations]
    return any(file in FILLED_BY_GAMES or not MACHINE.match(file) for file in files)


def kinds(message: Message) -> dict[str, Kind]:
    """Its places and what they hold.

    :raises KeyError: for a name that nobody declared.
    """
    declared = KINDS if is_said_at_the_table(message) else OF_A_MACHINE
    held = {name: declared[name] for text in originals(message) for name in places(text)}
    return held or {"n": Kind.NUMBER}


def places(text: str) -> list[str]:
    """Names of the places of a text, without printed names."""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name and "." not in name]


@cache
def with_places() -> list[Message]:
    """With places to fill, or about a number that stands beside them."""
    return [
        message
        for message in messages("fr")
        if len(originals(message)) > 1 or any(places(text) for text in originals(message))
    ]


def text_of(message: Message, facts: dict[str, Value]) -> Text:
    one, *many = originals(message)
    if not many:
        return Text(one, facts)
    n = facts.get("n", facts.get("won", str(facts.get("names", "")).count(",") + 1))
    if "n" in facts and "{n}" not in one:  # the number stands beside it, in figures of its own
        return Text("{n} {words}", {"n": n, "words": Text(one, facts, many=many[0])})
    return Text(one, {**facts, "n": n}, many=many[0])


def fillings(message: Message) -> Iterator[dict[str, Value]]:
    """Each place with each of its values, the others with their first; two places with all pairs of theirs."""
    held = kinds(message)
    if len(held) <= 2:
        for values in product(*(kind.value for kind in held.values())):
            yield dict(zip(held, values, strict=True))
        return
    first = {name: kind.value[0] for name, kind in held.items()}
    for name, kind in held.items():
        yield from ({**first, name: value} for value in kind.value)


def plain(message: Message, facts: dict[str, Value]) -> dict[str, Value]:
    """The same places with a word that joins nothing; a number that chooses the form stays."""
    chooses = {"n", "won"} if len(originals(message)) > 1 else set()
    return {name: value if name in chooses else PLAIN for name, value in facts.items()}


def faults(language: i18n.Language, said: str, measure: str) -> Iterator[str]:
    for pattern in ALIKE[language]:
        if len(pattern.findall(said)) > len(pattern.findall(measure)):
            yield found[0] if (found := pattern.search(said)) else ""
    for numbers, several, let in ((ONE, False, INVARIABLE), (MANY, True, NO_NOUN)):
        for found in numbers[language].finditer(said):
            fits = bool(OF_SEVERAL[language].search(found[1])) is several or found[1] in let[language]
            if not fits and found[0] not in measure:
                yield found[0]
    if len(SPACES.findall(said)) > len(SPACES.findall(measure)):
        yield "spaces or signs"


def test_every_place_to_fill_is_declared() -> None:
    unknown = set()
    for message in with_places():
        try:
            kinds(message)
        except KeyError as missing:
            unknown.add(f"{missing} in {originals(message)[0]!r}")
    assert not unknown, "say in tests/project/placeholders.py what it holds"
    used = {name for message in with_places() for text in originals(message) for name in places(text)}
    assert {*KINDS, *OF_A_MACHINE} <= used, "declared, and in no sentence"


@pytest.mark.parametrize("language", get_args(i18n.Language))
def test_the_seams_of_every_sentence(language: i18n.Language) -> None:
    words = i18n.Catalogue(language)
    wrong: dict[str, str] = {}
    for message in with_places():
        for facts in fillings(message):
            said = words.spoken(text_of(message, facts))
            for fault in faults(language, said, words.spoken(text_of(message, plain(message, facts)))):
                wrong.setdefault(originals(message)[0], f"{said!r}: {fault!r}")
    assert not wrong, "\n".join(f"{msgid!r}: {said}" for msgid, said in sorted(wrong.items()))


# -- nobody's gender ---------------------------------------------------------------------------------------------------

OF_A_PERSON = "|".join(name for name, kind in KINDS.items() if kind in (PERSON, PEOPLE))
AFTER_A_NAME = re.compile(
    rf"\{{(?:{OF_A_PERSON})\}}(?:\u00a0:)? (?:(?:est|sont|était|a été|ont été|sera|seront)(?:-ils?)? )?(\w+)"
)
BEFORE_A_NAME = re.compile(rf"^(?:\W*)(\w+)(?:\u00a0:)? \{{(?:{OF_A_PERSON})\}}")
GENDERED = re.compile(r"(?:és?|ées?|is?|us?|erts?|ants?|eux|eurs?|ifs?|seuls?|morts?|prêts?)$")
"""Endings of words that would agree with a person: participles and adjectives."""
NO_AGREEMENT = {"qui", "égalité"}
"""Words with such an ending that agree with nobody."""


def test_french_agrees_with_no_name() -> None:
    """A name has no gender and a row of names no number: no participle and no adjective stands beside one."""
    wrong = []
    for message in with_places():
        if not is_said_at_the_table(message):
            continue
        for text in forms(message):
            found = [*AFTER_A_NAME.findall(text), *BEFORE_A_NAME.findall(text)]
            wrong += [text for word in found if GENDERED.search(word.lower()) and word.lower() not in NO_AGREEMENT]
            wrong += re.findall(rf"\{{(?:{OF_A_PERSON})\}} (?:est|sont)-ils?\b.*", text)
    assert not wrong, "\n".join(wrong)
