"""What a page of docs names as a word of the screen stands there so.

*Words in stars* that begin with a capital are a label of the catalogue, a printed name, a heading of the page, or what
a paragraph begins with; else they are in `OTHERS`, with whose they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.engine.printed_names import lists
from companion.presentation.i18n import Catalogue
from tests.project.test_locale import catalogue, forms, originals
from tests.tools.french_pages import PAGES as TWINS

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "en": sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")} - {ROOT / "docs/glossary.md"}),
    "fr": [page.french for page in TWINS],
}
MARKED = re.compile(r"(?<![*\w])\*{1,2}([A-ZÀÉÊÎ][^*\n]{1,40})\*{1,2}(?![*\w])")
LEAD = re.compile(r"(- |\d+\. |\| |> )?")
OTHERS = {
    "en": {
        "English": "a language, in its own name",
        "Use custom": "Raspberry Pi Imager",
        "Raspberry Pi OS Lite (64-bit)": "Raspberry Pi Imager",
        "Performance Options": "raspi-config",
        "Overlay File System": "raspi-config",
        "Mosquitto": "a program",
        "Devices": "Home Assistant",
        "Configure Module": "Tasmota",
        "Configure MQTT": "Tasmota",
        "Keep the key": "said loudly",
        "All frames have the same size": "said loudly",
        "The hub breaks first": "said loudly",
        "Allowances": "what a column is",
        "New words": "what a column is",
    },
    "fr": {
        "Français": "a language, in its own name",
        "Image personnalisée": "Raspberry Pi Imager",
        "Raspberry Pi OS Lite (64-bit)": "Raspberry Pi Imager",
        "Performance Options": "raspi-config",
        "Overlay File System": "raspi-config",
        "Mosquitto": "a program",
        "Appareils": "Home Assistant",
        "Configure Module": "Tasmota",
        "Configure MQTT": "Tasmota",
        "Garde la clé": "said loudly",
        "Le centre casse le premier": "said loudly",
        "Valeurs admises": "what a column is",
    },
}
"""What is in stars and no word of the companion's screens, and whose it is."""


def smooth(words: str) -> str:
    return words.replace("'", "’").rstrip(".:").casefold()


def known(language: str) -> Iterator[str]:
    """Labels, with a place in them as `…`; names of games and of what is printed."""
    say = Catalogue("fr" if language == "fr" else "en")
    for message in catalogue(language):
        strings = originals(message) if language == "en" else forms(message)
        yield from (re.sub(r"\{[^}]*\}", "…", words) for words in strings)
        yield from (say.gettext(words) for words in originals(message)[:1])
    yield from ("Infernal Wagon", "Cerbère", "HellRail")
    for listed in lists().values():
        for row in listed.name:
            yield from (row.en, row.en_short, row.en_many, row.fr, row.fr_short, row.fr_many)


@cache
def labels_of(language: str) -> set[str]:
    return {smooth(words) for words in known(language) if words}


def is_known(words: str, language: str) -> bool:
    """A label, the beginning of one of three words and more, or one with somebody's name in its place."""
    words, labels = smooth(words), labels_of(language)
    if words in labels or (words.count(" ") >= 2 and any(one.startswith(words) for one in labels)):
        return True
    name = "Ana".casefold()
    return words.replace(name, "…") in labels or f"…{words[words.find('’') :]}" in labels


def named(page: Path) -> Iterator[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`", "", text)
    headings = {smooth(words) for words in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    for match in MARKED.finditer(text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not LEAD.fullmatch(before) and smooth(match[1]) not in headings:
            yield match[1]


@pytest.mark.parametrize("language", PAGES)
def test_words_of_the_screen_stand_there_so(language: str) -> None:
    others = OTHERS[language]
    found = {(page.name, words) for page in PAGES[language] for words in named(page)}
    assert len(found) > 80
    assert sorted(one for one in found if not is_known(one[1], language) and one[1].rstrip(".") not in others) == []
    assert others.keys() - {words.rstrip(".") for _page, words in found} == set()
    assert [words for words in others if is_known(words, language)] == []
