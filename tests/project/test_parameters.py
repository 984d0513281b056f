"""A parameter is called by what it is (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
ONE_LETTER = {"x", "y", "u", "_"}
"""A place; the unit of layout; what is not read."""


def test_no_parameter_is_a_letter() -> None:
    found = []
    for path in (path for room in ("companion", "drivers", "kiosk") for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                letters = {one.arg for one in given if len(one.arg) == 1} - ONE_LETTER
                found += [f"{path.relative_to(ROOT)}: {node.name}({letter})" for letter in letters]
    assert not found
