"""One word means one thing: what two modules define under one name is the same in both (docs/glossary.md)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from companion.games.registry import MODULES
from tests.program_source import ROOT, python_files

NAME = re.compile(r"^(?:class ([A-Z]\w*)|([A-Z]\w*[a-z]\w*) =)", re.MULTILINE)
FUNCTION = re.compile(r"^(?:async )?def ([a-z]\w*)\(", re.MULTILINE)
RECIPES = re.compile(r"kiosk/sound/(cues_\w+|parts)\.py")
"""A sound is called by what is heard: the cue `tap` beside the rule `tap`."""


def _files() -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in python_files()}


def _listed(title: str) -> set[str]:
    """The names in the paragraph of the glossary that follows the one with these words."""
    page = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    return set(re.findall(r"`(\w+)`", page.partition(title)[2].partition("\n\n")[2].partition("\n\n")[0]))


def test_no_name_is_defined_twice_for_two_things() -> None:
    """A new pair is renamed, or, where it is one thing, listed at the end of the page."""
    defined = Counter(one or other for text in _files().values() for one, other in NAME.findall(text))
    assert {name for name, times in defined.items() if times > 1} == _listed("No other name is defined twice")


def test_no_function_is_called_like_another_that_does_something_else() -> None:
    """Functions of two games never meet (no module imports both): each game is looked at by itself, with all that is
    shared."""
    defined: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path, text in _files().items():
        game = next((name for name in MODULES if name in path), "")
        for name in FUNCTION.findall(text):
            if not RECIPES.fullmatch(path):
                defined[name].add((game, path))
    twice = {
        name
        for name, found in defined.items()
        for game in MODULES
        if len([path for of, path in found if of in ("", game)]) > 1
    }
    assert twice == _listed("No other function has the name of another")
