"""docs/architecture.md is the map: it has each room, and each room says what it is."""

from __future__ import annotations

import ast

import pytest

from tests.project.test_files import ROOT

MAP = (ROOT / "docs" / "architecture.md").read_text()
ROOMS = sorted(
    file.parent.relative_to(ROOT).as_posix()
    for top in ("kiosk", "companion")
    for file in (ROOT / top).glob("*/__init__.py")
)


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_is_on_the_map_and_says_what_it_is(room: str) -> None:
    assert ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text()))
    assert f"`{room}/" in MAP
