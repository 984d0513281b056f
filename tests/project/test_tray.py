"""The tray's files are those of its source. That it takes other numbers: make tray."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TRAY = Path(__file__).parents[2] / "docs/tray"
NUMBERS = dict(re.findall(r"^(\w+) = ([^;]+);", (TRAY / "tray.scad").read_text(encoding="utf-8"), re.MULTILINE))


def box(stl: str) -> tuple[float, float, float]:
    """Width, depth and height in mm of an STL."""
    points = [tuple(map(float, p)) for p in re.findall(r"vertex (\S+) (\S+) (\S+)", stl)]
    width, depth, height = (round(max(axis) - min(axis), 2) for axis in zip(*points, strict=True))
    return width, depth, height


def expected(sleeve: tuple[float, float]) -> tuple[float, float, float]:
    """Of the reader 60 x 45 x 9 below a sleeve that is larger: walls and play about it; lid, play, cover, rim."""
    return sleeve[0] + 2 * 0.6 + 2 * 2, sleeve[1] + 2 * 0.6 + 2 * 2, 2 + 9 + 0.6 + 1.6 + 4


def test_the_stl_is_that_of_the_numbers() -> None:
    assert (NUMBERS["sleeve"], NUMBERS["reader"]) == ("[66, 91]", "[60, 45, 9]")
    assert box((TRAY / "tray.stl").read_text(encoding="ascii")) == pytest.approx(expected((66, 91)), abs=0.02)


def test_every_number_is_told() -> None:
    told = TRAY.with_suffix(".md").read_text(encoding="utf-8")
    numbers = list(NUMBERS)
    for name in numbers[: numbers.index("part")]:
        value = NUMBERS[name].strip("[]")
        assert re.search(rf"^\| `{name}` \|.*\| {re.escape(value)} \|$", told, re.MULTILINE), name
