"""A parameter is called by what it is (CONTRIBUTING.md)."""

from __future__ import annotations

import ast

from tests.program_source import ROOT, nodes, python_files

ONE_LETTER = {"x", "y", "u", "_"}
"""A place; the unit of layout; what is not read."""


def test_no_parameter_is_a_letter() -> None:
    found = []
    for path in python_files():
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                letters = {one.arg for one in given if len(one.arg) == 1} - ONE_LETTER
                found += [f"{path.relative_to(ROOT)}: {node.name}({letter})" for letter in letters]
    assert not found
