"""A sentence that sends a finger to a key names it as it stands there, in either language.

Such a name is quoted: “Put right” in English, « Corriger » in French. It is a label of the catalogue, and its French is
that label's. A label with a capital in the middle of a sentence is quoted so.
"""

from __future__ import annotations

import re

from tests.project.test_locale import catalogue, forms, originals

QUOTED = re.compile("“([^”{}]+)”")
CITED = re.compile("«\u00a0([^»{}]+)\u00a0»")
NO_KEYS = {
    "AP isolation": "of a router's own page",
    "fit to page": "of a printer's dialogue",
    "By the window": "an example",
}
"""What is quoted and is no key of ours."""
NO_NAMES = {" stands on Start faces only": "the side of a board"}
"""What is written like a label and is none."""
MIDDLE = re.compile(r"(?<=[a-z,;)] )[A-Z][a-z]")
"""A capital in the middle of a sentence."""


def plain(words: str) -> str:
    """Without what is quoted, code and places."""
    return re.sub(r"“[^”]*”|`[^`]*`|\{[^}]*\}", "", words)


def test_a_quoted_key_is_a_label_in_both_languages() -> None:
    labels = {msgid: forms(message)[0] for message in catalogue("fr") if message.id for msgid in originals(message)[:1]}
    wrong = []
    for message in catalogue("fr"):
        for english, french in zip(originals(message), forms(message), strict=False):
            keys = [key for key in QUOTED.findall(english) if key not in NO_KEYS]
            named = CITED.findall(french)
            wrong += [(english, key) for key in keys if key not in labels]
            wrong += [(english, key) for key in keys if key in labels and labels[key] not in named]
            wrong += [(french, key) for key in named if key in labels.values() and len(named) > len(keys)]
    assert wrong == []


def test_no_key_is_named_without_quotation_marks() -> None:
    labels = tuple({msgid for message in catalogue("fr") if message.id for msgid in originals(message)})
    bare = []
    for words in (plain(words) for message in catalogue("fr") for words in originals(message)):
        for rest in (words[found.start() :] for found in MIDDLE.finditer(words)):
            if rest.startswith(labels) and words not in NO_NAMES:
                bare += [(words, label) for label in labels if re.match(re.escape(label) + r"\b", rest)]
    assert bare == []


def test_the_lists_here_are_needed() -> None:
    said = " ".join(words for message in catalogue("en") for words in originals(message))
    assert [words for words in NO_KEYS if f"“{words}”" not in said] == []
