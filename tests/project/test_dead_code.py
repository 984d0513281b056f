"""Nothing of the product is there for tests alone, and a view shows nothing that nobody looks at."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.program_source import ROOT, module, nodes, python_files

CALLED_BY_OTHERS = {"open_settings", "close_settings", "build", "get_value"}
"""What a library calls by its name."""
WORD = re.compile(r"[A-Za-z_]\w*")
VIEWS = ("cerbere", "hellrail", "infernal_wagon")


@dataclass(frozen=True)
class Source:
    """What a file defines, and what it names: also in strings that are no docstring, for some things are looked up."""

    defined: tuple[tuple[int, str], ...]
    names: frozenset[str]
    text: str


@cache
def sources() -> dict[Path, Source]:
    return {path: source(path) for path in python_files()}


def source(path: Path) -> Source:
    told = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    defined: list[tuple[int, str]] = []
    names: set[str] = set()
    for node in nodes(path):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.FunctionDef(name=name, lineno=line) | ast.ClassDef(name=name, lineno=line):
                defined.append((line, name))
            case ast.alias(name=name):
                names.add(name.rpartition(".")[2])
            case ast.MatchClass(kwd_attrs=attributes):
                names.update(attributes)
            case ast.Constant(value=str(words)) if id(node) not in told and len(words) < 60:
                names.update(WORD.findall(words))
    return Source(tuple(defined), frozenset(names), path.read_text(encoding="utf-8"))


def unused() -> list[str]:
    names = {name for one in sources().values() for name in one.names} | CALLED_BY_OTHERS
    return [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path, one in sources().items()
        for line, name in one.defined
        if name not in names and not name.startswith(("__", "on_"))
    ]


def unseen_fields(game: str) -> set[str]:
    """The fields of its view that no screen, no page, no virtual table and no page of the protocol shows."""
    folder = ROOT / "companion/games" / game
    makes = {folder / "view.py", folder / "build_view.py"}
    names = {name for path, one in sources().items() if path not in makes for name in one.names}
    view = folder / "view.py"
    names |= {node.attr for node in nodes(view) if isinstance(node, ast.Attribute)}
    return {
        f"{made.name}.{field.target.id}"
        for made in module(view).body
        if isinstance(made, ast.ClassDef)
        for field in made.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.target.id not in names
    }


def missing_sections() -> list[str]:
    """Numbered sections of pages that a comment names, and that are not there."""
    pages = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")}
    return [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path, one in sources().items()
        for found in re.finditer(r"(\w+\.md) sections? (\d)", one.text)
        if not re.search(rf"^#+ {found[2]}\b", pages.get(found[1], ""), re.MULTILINE)
    ]


def test_what_is_written_is_used() -> None:
    """One test, since it has to read all sources."""
    assert unused() == []
    assert {field for game in VIEWS for field in unseen_fields(game)} == set()
    assert missing_sections() == []
