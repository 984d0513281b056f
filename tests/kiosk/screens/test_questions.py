"""A question is worded in its prompt, so that phones ask it in the same words; screens before a game have no prompt."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program_source import nodes, python_files

GAMES = ("infernal_wagon", "cerbere", "hellrail")
MARKS = {"_", "N_", "ngettext", "counted"}


def words(*files: Path) -> Iterator[str]:
    """All msgids in these files."""
    for file in files:
        for node in nodes(file):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


@pytest.mark.parametrize("game", GAMES)
def test_no_screen_words_a_question_beside_its_prompt(game: str) -> None:
    said = set(words(*(file for file in python_files(f"kiosk/screens/{game}") if file.name != "setup.py")))
    asked = {one for one in words(*python_files(f"companion/games/{game}/prompts")) if one.endswith("?")}
    assert asked and not asked & said
