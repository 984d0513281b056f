"""What the rule pages (`docs/rules`) define: rules, rulings, readings, worked examples, sections."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"
PAGES = {"IW": "infernal-wagon.md", "CB": "cerbere.md", "HR": "hellrail.md"}
"""Prefix of a game's ids -> its page."""

_ROW = re.compile(r"\| ((?:IW|CB|HR)-[QR]?\d+) \|")
_EXAMPLE = re.compile(r"(?:\| |#### )(S\d\d[a-d]?) ")
_SECTION = re.compile(r"#{2,3} (\d+(?:\.\d+)?)\.? ")


@cache
def definitions(prefix: str) -> tuple[tuple[str, int], ...]:
    """Every id that the page defines, with its line (from 1), in the order of the page; an example as `IW-S34`."""
    found = []
    for number, line in enumerate((FOLDER / PAGES[prefix]).read_text(encoding="utf-8").splitlines(), 1):
        if row := _ROW.match(line):
            found.append((row[1], number))
        elif example := _EXAMPLE.match(line):
            found.append((f"{prefix}-{example[1]}", number))
    return tuple(found)


@cache
def sections(prefix: str) -> frozenset[str]:
    """Numbers of the page's sections: `3`, `3.2`."""
    text = (FOLDER / PAGES[prefix]).read_text(encoding="utf-8")
    return frozenset(match[1] for line in text.splitlines() if (match := _SECTION.match(line)))


def rules(prefix: str) -> set[str]:
    """`IW-041`."""
    return {name for name, _line in definitions(prefix) if name[3].isdigit()}


def rulings(prefix: str) -> set[str]:
    """`IW-Q9`."""
    return {name for name, _line in definitions(prefix) if name[3] == "Q"}


def readings(prefix: str) -> set[str]:
    """As the tests of the game cite them: `IW-R05` as the word and the number 5."""
    return {f"reading {int(name[4:])}" for name, _line in definitions(prefix) if name[3] == "R"}


def examples(prefix: str) -> set[str]:
    """As the tests of the game cite them: `S34`."""
    return {name[3:] for name, _line in definitions(prefix) if name[3] == "S"}
