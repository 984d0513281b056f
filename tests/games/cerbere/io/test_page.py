"""docs/cerbere.md is true: it names every move, option, prompt, key and refusal, and its example is a position."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.games.cerbere.moves import CerbereMove
from companion.games.cerbere.names import Boating, CaptureZone, Level, Side
from companion.games.cerbere.rules.setup import Options
from companion.games.cerbere.words import REFUSALS
from tests.games.cerbere.io.hand import joined, written
from tests.games.cerbere.path import QUESTIONS

DOCS = Path(__file__).resolve().parents[4] / "docs"
PAGE, FRENCH = ((DOCS / name).read_text(encoding="utf-8") for name in ("cerbere.md", "fr/cerbere.md"))
WORDS = {word for code in re.findall(r"`([^`]+)`", PAGE) for word in re.findall(r"\w+", code)}


def keys(struct: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(struct)}


@pytest.mark.parametrize(
    "names",
    [
        {move.__struct_config__.tag for move in get_args(CerbereMove)},
        keys(Options),
        {code.partition(":")[0] for code in REFUSALS},
        set(QUESTIONS),
        {level.value for level in Level} | {boating.value for boating in Boating},
    ],
)
def test_everything_stands_on_the_page(names: set[str]) -> None:
    assert names - WORDS == set()


def test_closed_words_stand_on_the_page() -> None:
    words = [word.value for kind in (Side, CaptureZone) for word in kind]
    assert [word for word in words if word not in PAGE or word not in FRENCH] == []


def test_the_example_is_a_position() -> None:
    found = re.search(r'"position": (\{\n.*?\}\})\}\}\n', PAGE, re.S)
    assert found is not None
    state = joined(json.loads(found[1]))
    assert state.boats.aboard == (1,) and state.turn.active == 2
    assert joined(written(state)) == state
