"""The program's own Python files, found and parsed once in a process for all tests that look into them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "drivers", "kiosk")


@cache
def python_files(*folders: str) -> tuple[Path, ...]:
    """Those of some folders, else of all packages, in order."""
    return tuple(file for folder in folders or PACKAGES for file in sorted((ROOT / folder).rglob("*.py")))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All of its syntax tree, the module first. Change none of them."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def module(file: Path) -> ast.Module:
    tree = nodes(file)[0]
    assert isinstance(tree, ast.Module)
    return tree
