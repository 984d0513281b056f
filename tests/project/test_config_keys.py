"""Every key of a settings file is read by code: a key that nothing reads promises what does not happen."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from tests.program_source import ROOT, nodes, python_files

LOADERS = ("load_toml", "load_if_there")
"""What reads a settings file: its second argument is the class."""
FOR_PEOPLE = {
    "companion.games.hellrail.data.deck.DeckHead": {"edition", "generator_seed"},
}
"""Keys that say where a file comes from, by class."""


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def imports(file: Path) -> frozenset[str]:
    """The modules that a file names."""
    return frozenset({module_of(file), *re.findall(r"^ *(?:from|import) ([\w.]+)", file.read_text(), re.MULTILINE)})


class Read(NamedTuple):
    """What a file reads: attributes, by whom they are taken as a keyword ("" for whatever else), and names it lists."""

    attributes: dict[str, set[str]]
    listed: set[str]


@cache
def read_by(file: Path) -> Read:
    taken = {
        id(word.value): getattr(node.func, "id", "")
        for node in nodes(file)
        if isinstance(node, ast.Call)
        for word in node.keywords
    }
    read = Read(defaultdict(set), set())
    for node in nodes(file):
        if isinstance(node, ast.Attribute):
            read.attributes[node.attr].add(taken.get(id(node), ""))
        elif isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            parts = node.keys if isinstance(node, ast.Dict) else node.elts
            read.listed.update(str(one.value) for one in parts if isinstance(one, ast.Constant))
    return read


@cache
def made_up(file: Path) -> tuple[re.Pattern[str], ...]:
    """Words that a file puts together: `f"{colour}_ohm"`."""
    return tuple(
        re.compile("".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[a-z]+" for p in node.values))
        for node in nodes(file)
        if isinstance(node, ast.JoinedStr)
        and re.fullmatch(r"_?[a-z_]+", "".join(str(p.value) for p in node.values if isinstance(p, ast.Constant)))
    )


def is_read(name: str, kind: type[Struct], file: Path) -> bool:
    """Not where it is copied into another of that kind, nor where the class is and only checks it."""
    read = read_by(file)
    if read.attributes.get(name, set()) - {kind.__name__}:
        return True
    listed = name in read.listed and module_of(file) != kind.__module__
    return listed or any(made.fullmatch(name) for made in made_up(file))


def has_one_value(hint: Any) -> bool:
    """A field that may say one thing only: the loader reads it."""
    if get_origin(hint) is Literal:
        return len(get_args(hint)) == 1
    meta = getattr(hint, "__metadata__", ())
    return any(isinstance(one, Meta) and one.ge is not None and one.ge == one.le for one in meta)


def loaded() -> Iterator[type[Struct]]:
    """The classes of all settings files."""
    for file in python_files():
        text = file.read_text()
        if not any(f"{name}(" in text for name in LOADERS):
            continue
        module = import_module(module_of(file))
        for node in nodes(file):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOADERS:
                kind = getattr(module, getattr(node.args[1], "id", ""), None)
                if isinstance(kind, type) and issubclass(kind, Struct):
                    yield kind


def within(kind: Any) -> Iterator[type[Struct]]:
    """A class of settings, and those of its fields."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from within(hint)
    else:
        for part in get_args(kind):
            yield from within(part)


def classes() -> list[type[Struct]]:
    found = {one for kind in loaded() for one in within(kind)}
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def test_each_key_is_read() -> None:
    """All classes in one test: whoever runs it reads every source file once."""
    found = {f"{kind.__module__}.{kind.__name__}": unread(kind) for kind in classes()}
    assert {name: keys for name, keys in found.items() if keys} == FOR_PEOPLE
    names = {name.rpartition(".")[2] for name in found}
    assert names >= {
        "TableConfig", "ReaderConfig", "SoundConfig", "LightTable", "WebSettings", "LinkSettings", "HubSettings",
    }  # fmt: skip


def unread(kind: type[Struct]) -> set[str]:
    own = kind.__module__
    home = next(file for file in python_files() if module_of(file) == own)
    game = own.split(".")[:3] if own.startswith("companion.games.") else None
    known = [
        file
        for file in python_files()
        if own in imports(file) or module_of(file) in imports(home) or module_of(file).split(".")[:3] == game
    ]
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name
        for field in fields(kind)
        if not has_one_value(hints[field.name]) and not any(is_read(field.name, kind, file) for file in known)
    }
