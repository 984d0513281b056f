"""What README and docs tell somebody to type is understood, and what they show as a file is one."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import parser
from companion.games.infernal_wagon.data.box import load_box
from drivers.config import ReaderConfig, load_table

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "internals").glob("*.md")])
LINE = re.compile(r"^    (?:sudo )?(companion [a-z-].*)$|`(companion [a-z-][^`]*)`", re.MULTILINE)
TARGET = re.compile(r"^    (?:sudo )?make ([a-z][a-z-]*)|`(?:sudo )?make ([a-z][a-z-]*)", re.MULTILINE)
PLACES = {"GAME": "cerbere", "FILE": "some.file", "OUT": "out.file", "A": "a.toml", "B": "b.toml", "ID": "3", "N": "3"}
"""What stands for something else."""


def typed(line: str) -> list[str]:
    """The words of a command, without what is said beside it."""
    command = re.split(r" {2,}| # ", line)[0].replace("...", "")
    words = shlex.split(re.sub(r"\[[^\]]*\]", "", command))[1:]
    return [PLACES.get(word, word) for word in words]


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for match in LINE.finditer(page.read_text("utf-8")):
            yield page.name, (match[1] or match[2]).strip()


@pytest.mark.parametrize(("page", "line"), sorted(set(commands())))
def test_every_command_is_understood(page: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = typed(line)
    if words[0] == "update":  # an installed Pi's own
        assert '[ "$1" = update ]' in (ROOT / "systemd" / "command.sh").read_text("utf-8")
        return
    try:
        parser().parse_args(words)
    except SystemExit as end:
        said = capsys.readouterr().err
        alone = len(words) <= 2 and "required" in said  # a sentence names the command, not all that it wants
        assert end.code == 0 or alone, f"{page}: {line}: {said[-300:]}"


def test_every_target_of_make_is_there() -> None:
    known = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    told = {match[1] or match[2] for page in PAGES for match in TARGET.finditer(page.read_text("utf-8"))}
    assert told and told - known == set()


def blocks() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for text in re.findall(r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            yield page.name, text


@pytest.mark.parametrize(("page", "text"), sorted(blocks()), ids=lambda one: one[:12].strip())
def test_every_file_that_is_shown_can_be_loaded(page: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / ("box.toml" if text.startswith("[box]") else "table.toml")
    file.write_text(text)
    if file.stem == "box":
        assert load_box(file).cards
    else:
        assert load_table(file).readers


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "wiring").glob("*.toml")), ids=lambda file: file.stem)
def test_every_table_of_the_wiring_can_be_loaded(file: Path) -> None:
    load_table(file)


def test_the_table_of_a_readers_keys_is_whole() -> None:
    text = (ROOT / "docs" / "readers.md").read_text("utf-8").partition("All keys of a `[[readers]]`")[2]
    rows = re.findall(r"^\| (`[^|]+) \|", text.partition("\n\n")[2].partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(ReaderConfig.__struct_fields__)


def test_every_source_file_that_is_named_is_there() -> None:
    rooms = ("companion", "drivers", "kiosk", "tests")
    there = {file.name for room in rooms for file in (ROOT / room).rglob("*.py")}
    named = {(page.name, name) for page in PAGES for name in re.findall(r"`(?:[\w<>/]+/)?(\w+\.py)`", page.read_text())}
    assert sorted(one for one in named if one[1] not in there) == []
