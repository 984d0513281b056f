"""Everything that is marked for translation has French, with its placeholders and its typography."""

from __future__ import annotations

import ast
import gettext
import re
import string
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.french import typography
from tests.program_source import ROOT, nodes, python_files

MARKS = {"_", "N_", "gettext", "ngettext", "counted"}
LOCALE = ROOT / "companion/presentation/locale"
LANGUAGES = ("en", "fr")


def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES/companion.po").open("rb") as file:
        return read_po(file, locale=language)


Key = tuple[str | None, str]
"""Context and msgid (of a plural: the singular)."""


@cache
def extracted() -> dict[Key, str]:
    """Every msgid in the sources -> where it stands. (Babel finds the same in three times the time.)"""
    found: dict[Key, str] = {}
    for path in python_files():
        for node in nodes(path):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(msgid)), *_]) if name in MARKS:
                    found.setdefault((None, msgid), f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def forms(message: Message) -> tuple[str, ...]:
    """The translations: one, or one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def originals(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def key(message: Message) -> Key:
    return message.context, originals(message)[0]


def placeholders(text: str) -> set[str]:
    """`{seat}` and `%(n)d` by name."""
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%\((\w+)\)", text))


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def test_every_marked_word_has_french() -> None:
    french = {key(message): message for message in messages("fr")}
    lost = [
        f"{where}: {msgid!r}"
        for (context, msgid), where in extracted().items()
        if not (word := french.get((context, msgid))) or word.fuzzy or not all(forms(word))
    ]
    assert not lost, "run `make locale`, then translate its French:\n" + "\n".join(sorted(lost))


def test_no_french_is_left_over() -> None:
    """A msgid that no source has any more was changed or misspelt."""
    known = extracted()
    assert [message.id for message in messages("fr") if key(message) not in known] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_kept(language: str) -> None:
    wrong = []
    for message in messages(language):
        wanted = set().union(*(placeholders(text) for text in originals(message)))
        for index, text in enumerate(forms(message)):
            got = placeholders(text)
            singular = index == 0 and len(forms(message)) > 1  # "one card" needs no {n}
            if text and (got - wanted or (wanted - got and not singular)):
                wrong.append(f"{message.id!r} -> {text!r}")
    assert wrong == []


def test_french_typography() -> None:
    """No-break space (U+00A0) before : ; ! ? and within « », a real ellipsis and a real apostrophe."""
    texts = [text for message in messages("fr") for text in forms(message)]
    assert [f"{text!r}: {', '.join(faults)}" for text in texts if (faults := typography(text))] == []


VOUS = re.compile(r"\b(?:vous|votre|vos|faites|dites|(?!(?:nez|chez|assez|rez)\b)\w+ez)\b", re.IGNORECASE)
TO_ALL = {"Choose how many you are.", "How many are you?"}
"""What is said to the whole table at once."""


def test_french_says_tu() -> None:
    said = {key(message)[1] for message in messages("fr") if any(map(VOUS.search, forms(message)))}
    assert said - TO_ALL == set(), "its French says vous; a player is called tu"
    assert TO_ALL - said == set(), "no longer said with vous: not of TO_ALL"


RULE = re.compile(r"\b(?:IW|CB|HR)-[A-Z]?\d+")


def test_no_word_names_a_rule_by_its_id() -> None:
    """It is for whoever changes the rule."""
    named = {msgid for _context, msgid in extracted() if RULE.search(msgid)}
    assert not named


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_is_compiled_and_loads(language: str) -> None:
    compiled = LOCALE / language / "LC_MESSAGES/companion.mo"
    assert compiled.exists(), "make catalogs"
    words = gettext.translation("companion", LOCALE, [language])
    for message in messages(language):
        if isinstance(message.id, str) and message.context is None:
            assert words.gettext(message.id) == (message.string or message.id)
