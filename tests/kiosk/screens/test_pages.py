"""Each screen that `kiosk/pages.py` and `kiosk/root_widget.py` name is there."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import kiosk.pages
import kiosk.root_widget

FILES = (kiosk.pages.__file__, kiosk.root_widget.__file__)
NAMED = sorted(
    {
        str(node.args[0].value)
        for file in FILES
        for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Made"
        and isinstance(node.args[0], ast.Constant)
    }
)


@pytest.mark.parametrize("name", NAMED)
def test_a_named_screen_is_there(name: str) -> None:
    module, _colon, maker = name.partition(":")
    assert callable(getattr(import_module(f"kiosk.screens.{module}"), maker))


def test_names_are_read() -> None:
    assert len(NAMED) > 40
