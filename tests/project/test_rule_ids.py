"""Every rule, ruling, reading, worked example and section that anything cites stands in `docs/rules`, once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields

from companion.games.cerbere.data.rulings import Rulings as cerbere
from companion.games.hellrail.data.deck import Rulings as hellrail
from companion.games.infernal_wagon.state import Rulings as wagon
from tests import rule_book
from tests.project.test_files import ROOT, tracked

GAMES = {"wagon": "IW", "cerbere": "CB", "hellrail": "HR"}
"""Part of a path that is about one game -> the prefix of its ids, which may be left out there."""
RULE_FOLDERS = ("companion/games/", "tests/games/", "tests/scenarios/", "docs/rules/")
"""Where `S34` and "section 3.2" mean the rule page; elsewhere they may mean anything."""
TEXT = {".py", ".md", ".toml", ".json", ".po", ".sh", ".in", ".service", ""}

FULL = re.compile(
    r"(?<![A-Za-z0-9])(IW|CB|HR)[-_]([QRS]?)(\d+[a-d]?)(?:(?:\.\.|–)[QR]?(\d+))?((?:(?:, |/)\d{3}(?!\d))*)"
)
RULING = re.compile(r"(?<![A-Za-z0-9_-])Q(\d{1,2})(?:\.\.Q?(\d{1,2}))?(?![0-9A-Za-z_])")
READING = re.compile(r"\b[Rr]eadings? (\d+(?:(?:, | and )\d+)*)")
EXAMPLE = re.compile(r"(?<![A-Za-z0-9_.#-])S(\d\d[a-d]?)(?:\.\.S?(\d\d))?(?![0-9A-Za-z_])")
SECTION = re.compile(r"(?<!\.md )\b[Ss]ection(?: \d+(?:\.\d+)?|s \d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)")
SETTING = re.compile(r"\bq(\d\d)_[a-z]")


def game_of(path: str) -> str | None:
    return next((prefix for part, prefix in GAMES.items() if part in path), None)


def ruling(prefix: str, number: str) -> str:
    return f"{prefix}-Q{int(number)}" if prefix == "IW" else f"{prefix}-Q{int(number):02}"


def cited(path: str, line: str) -> Iterator[str]:
    """The ids that a line cites, in full; `?-R05` where nobody can tell of which game."""
    for prefix, kind, first, last, more in FULL.findall(line):
        yield from (f"{prefix}-{kind}{number}" for number in (first, last, *re.findall(r"\d{3}", more)) if number)
    game = game_of(path) or "?"
    for numbers in READING.findall(line):
        yield from (f"{game}-R{int(number):02}" for number in re.findall(r"\d+", numbers))
    if game == "?":
        return
    for numbers in RULING.findall(line):
        yield from (ruling(game, number) for number in numbers if number)
    if game == "HR":
        yield from (ruling(game, number) for number in SETTING.findall(line))
    if path.startswith(RULE_FOLDERS):
        for numbers in EXAMPLE.findall(line):
            yield from (f"{game}-S{number}" for number in numbers if number)
        for match in SECTION.finditer(line):
            yield from (f"{game} section {number}" for number in re.findall(r"\d+(?:\.\d+)?", match[0]))


def known() -> set[str]:
    ids = {name for prefix in rule_book.PAGES for name, _line in rule_book.definitions(prefix)}
    # S29 is the worked example of which S29a and S29b are the parts
    ids |= {name.rstrip("abcd") for name in ids if name[3] == "S"}
    return ids | {f"{prefix} section {number}" for prefix in rule_book.PAGES for number in rule_book.sections(prefix)}


def unknown(path: str, text: str, ids: set[str]) -> list[str]:
    return [
        f"{path}:{number}: {name}"
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(r"\d", line)
        for name in cited(path, line)
        if name not in ids
    ]


def test_every_cited_id_is_defined() -> None:
    ids = known()
    own = Path(__file__).resolve()
    files = [path for path in tracked() if path.suffix in TEXT and path.resolve() != own]
    texts = ((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in files)
    found = [fault for path, text in texts for fault in unknown(path, text, ids)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("prefix", list(rule_book.PAGES))
def test_no_id_is_defined_twice(prefix: str) -> None:
    lines = rule_book.definitions(prefix)
    twice = {name for name, times in Counter(name for name, _line in lines).items() if times > 1}
    page = rule_book.PAGES[prefix]
    assert not twice, [f"docs/rules/{page}:{line}: {name}" for name, line in lines if name in twice]


@pytest.mark.parametrize(("prefix", "rulings"), [("IW", wagon), ("CB", cerbere), ("HR", hellrail)])
def test_every_setting_is_on_its_page(prefix: str, rulings: type[Struct]) -> None:
    """HellRail's settings that have one value only stand there by their number."""
    text = (rule_book.FOLDER / rule_book.PAGES[prefix]).read_text(encoding="utf-8")
    names = [field.name for field in fields(rulings)]
    said = set(re.findall(r"`(\w+)[` ]", text)) | set(re.findall(r"\b(q\d\d)[,)]", text))
    assert [name for name in names if name not in said and name[:3] not in said] == []
