"""What a page of docs names as a word of the screen stands there so.

*Words in stars* that begin with a capital are a label of the catalogue, a printed name, a heading of the page, or what
a paragraph begins with; else they are in `OTHERS`, with whose they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.engine.printed_names import lists
from tests.project.test_locale import catalogue, originals

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")} - {ROOT / "docs/glossary.md"})
MARKED = re.compile(r"(?<![*\w])\*{1,2}([A-Z][^*\n]{1,40})\*{1,2}(?![*\w])")
LEAD = re.compile(r"(- |\d+\. |\| |> )?")
OTHERS = {
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
}
"""What is in stars and no word of the companion's screens, and whose it is."""


def smooth(words: str) -> str:
    return words.replace("'", "’").rstrip(".:").casefold()


def known() -> Iterator[str]:
    """Labels, with a place in them as `…`; names of games and of what is printed."""
    for message in catalogue("en"):
        yield from (re.sub(r"\{[^}]*\}", "…", words) for words in originals(message))
    yield from ("Infernal Wagon", "Cerbère", "HellRail")
    for listed in lists().values():
        for row in listed.name:
            yield from (row.en, row.en_short, row.en_many, row.fr, row.fr_short, row.fr_many)


LABELS = {smooth(words) for words in known() if words}


def is_known(words: str) -> bool:
    """A label, the beginning of one of three words and more, or one with somebody's name in its place."""
    words = smooth(words)
    if words in LABELS or (words.count(" ") >= 2 and any(one.startswith(words) for one in LABELS)):
        return True
    return f"…{words[words.find('’') :]}" in LABELS


def named(page: Path) -> Iterator[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`", "", text)
    headings = {smooth(words) for words in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    for match in MARKED.finditer(text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not LEAD.fullmatch(before) and smooth(match[1]) not in headings:
            yield match[1]


def test_words_of_the_screen_stand_there_so() -> None:
    found = {(page.name, words) for page in PAGES for words in named(page)}
    assert len(found) > 80
    assert sorted(one for one in found if not is_known(one[1]) and one[1].rstrip(".") not in OTHERS) == []
    assert OTHERS.keys() - {words.rstrip(".") for _page, words in found} == set()
    assert [words for words in OTHERS if is_known(words)] == []
