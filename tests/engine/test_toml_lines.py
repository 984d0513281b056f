"""Where in a TOML text a key stands: to the element, wherever it is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from companion.engine.config import BadValue, ConfigError, key_text, parse_toml
from companion.engine.text import Text
from companion.engine.toml_lines import KeyPath, key_lines, line_of

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*(ROOT / "config").rglob("*.toml"), ROOT / "pyproject.toml"])


def keys(data: Any, key: KeyPath = ()) -> Iterator[KeyPath]:
    """Every key and every element of what the standard parser read."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield (*key, name)
            yield from keys(value, (*key, name))
    if isinstance(data, list):
        for i, value in enumerate(data):
            yield (*key, i)
            yield from keys(value, (*key, i))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_key_of_the_project_s_files_is_found_on_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    lines = key_lines(text)
    assert set(lines) == set(keys(data))
    written = text.splitlines()
    for key in keys(data):
        if isinstance(key[-1], str):
            assert key[-1] in written[lines[key] - 1], key_text(key)
        value: Any = data
        for part in key:
            value = value[part]
        if isinstance(value, int) and not isinstance(value, bool):
            assert str(value) in written[lines[key] - 1].replace("_", ""), key_text(key)


@pytest.mark.parametrize(
    "text", ["a = [1,", "a = {b = ", "[a", "[[a]", "= 3", "a", "a = [1 2]", 'a = "', "a = " + "[" * 9999]
)
def test_what_is_no_toml_is_read_as_far_as_it_goes(text: str) -> None:
    assert line_of("x = 1\n" + text, ("x",)) == 1
    assert line_of("x = 1\n" + text, ("nowhere",)) == 1


# -- what a file should have said -------------------------------------------------------------------------------------


class Walk(Struct, tag_field="op", tag="walk", forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=1)]
    who: Literal["self", "other"] = "self"


class Draw(Struct, tag_field="op", tag="draw", forbid_unknown_fields=True):
    deck: Literal["light", "dark"]


class Card(Struct, forbid_unknown_fields=True):
    ops: tuple[Walk | Draw, ...] = ()
    ends: tuple[Draw, Walk] | None = None
    more: dict[str, list[Walk]] = {}


def wrong(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        parse_toml(dedent(text), Path("card.toml"), Card)
    return caught.value


@pytest.mark.parametrize(
    ("text", "code", "line", "key", "words"),
    [
        ('ops = [\n{op="walk",n=1},\n{op="wlak"}]', "bad_value", 3, "ops[1].op",
         "`wlak` is not possible here; did you mean `walk`? (known are walk, draw)"),
        ('ops = [\n{op="xyz"}]', "bad_value", 2, "ops[0].op", "`xyz` is not possible here; known are walk, draw"),
        ('ops = [\n{n=1}]', "missing_key", 2, "ops[0].op", "this key is missing"),
        ('ops = [\n{op="draw", n=1}]', "unknown_key", 2, "ops[0].n", "there is no such key; known are op, deck"),
        ('ops = [\n{op="walk", nn=1}]', "unknown_key", 2, "ops[0].nn", "there is no such key; did you mean `n`?"),
        ('ops = [\n{op="walk", n=1, who="selfish"}]', "bad_value", 2, "ops[0].who",
         "`selfish` is not possible here; did you mean `self`? (known are other, self)"),
        ('ops = [\n{op="draw", deck="x"}]', "bad_value", 2, "ops[0].deck",
         "`x` is not possible here; known are dark, light"),
        ('ops = [\n{op="walk", n=0}]', "bad_value", 2, "ops[0].n", "expected `int` >= 1"),
        ('ends = [\n{op="draw", deck="dark"},\n{op="draw", deck="dark"}]', "bad_value", 3, "ends[1].op",
         "`draw` is not possible here; known are walk"),
        ('[more]\na = []\nb = [{op="walk", n=1},\n{op="walk", n=1, whom="self"}]', "unknown_key", 4, "more.b[1].whom",
         "there is no such key; did you mean `who`?"),
    ],
)  # fmt: skip
def test_the_line_and_what_was_expected(text: str, code: str, line: int, key: str, words: str) -> None:
    error = wrong(text)
    assert (error.code, error.line, error.key, error.message) == (code, line, key, words)


def test_what_a_check_finds_is_named_by_its_element() -> None:
    def check(card: Card) -> None:
        raise BadValue(("ops", 1, "who"), Text("not this one"))

    with pytest.raises(ConfigError) as caught:
        parse_toml('ops = [\n{op="walk", n=1},\n{op="walk", n=1}]', Path("card.toml"), Card, check)
    assert (caught.value.line, caught.value.key, caught.value.message) == (3, "ops[1].who", "not this one")
