"""Each screen that `kiosk/pages.py` names is there."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import kiosk.pages

TREE = ast.parse(Path(kiosk.pages.__file__).read_text(encoding="utf-8"))
NAMED = sorted(
    {
        str(node.args[0].value)
        for node in ast.walk(TREE)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "made"
        and isinstance(node.args[0], ast.Constant)
    }
)


@pytest.mark.parametrize("name", NAMED)
def test_a_named_screen_is_there(name: str) -> None:
    module, _colon, maker = name.partition(":")
    assert callable(getattr(import_module(f"kiosk.screens.{module}"), maker))


def test_names_are_read() -> None:
    assert len(NAMED) > 20
