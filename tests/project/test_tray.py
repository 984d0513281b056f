"""The tray's files are those of its source, and its source takes other numbers."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

TRAY = Path(__file__).parents[2] / "docs/tray"
NUMBERS = dict(re.findall(r"^(\w+) = ([^;]+);", (TRAY / "tray.scad").read_text(encoding="utf-8"), re.MULTILINE))


def box(stl: str) -> tuple[float, float, float]:
    """Width, depth and height in mm of an STL."""
    points = [tuple(map(float, p)) for p in re.findall(r"vertex (\S+) (\S+) (\S+)", stl)]
    width, depth, height = (round(max(axis) - min(axis), 2) for axis in zip(*points, strict=True))
    return width, depth, height


def expected(sleeve: tuple[float, float], wall: float = 2) -> tuple[float, float, float]:
    """Of the reader 60 x 45 x 9 below a sleeve that is larger: walls and play about it; lid, play, cover, rim."""
    return sleeve[0] + 2 * 0.6 + 2 * wall, sleeve[1] + 2 * 0.6 + 2 * wall, 2 + 9 + 0.6 + 1.6 + 4


def test_the_stl_is_that_of_the_numbers() -> None:
    assert (NUMBERS["sleeve"], NUMBERS["reader"]) == ("[66, 91]", "[60, 45, 9]")
    assert box((TRAY / "tray.stl").read_text(encoding="ascii")) == pytest.approx(expected((66, 91)), abs=0.02)


def test_every_number_is_told() -> None:
    told = (TRAY / "README.md").read_text(encoding="utf-8")
    numbers = list(NUMBERS)
    for name in numbers[: numbers.index("part")]:
        value = NUMBERS[name].strip("[]")
        assert re.search(rf"^\| `{name}` \|.*\| {re.escape(value)} \|$", told, re.MULTILINE), name


def test_other_numbers_make_another_tray(tmp_path: Path) -> None:
    if shutil.which("openscad") is None:
        pytest.skip("openscad is missing: apt-get install openscad")
    made = tmp_path / "tray.stl"
    command = ["openscad", "-q", "-D", "sleeve=[70,120]", "-D", "wall=3", "-o", str(made), str(TRAY / "tray.scad")]
    subprocess.run(command, check=True, timeout=60)
    assert box(made.read_text(encoding="ascii")) == pytest.approx(expected((70, 120), 3), abs=0.02)
    wrong = subprocess.run([*command[:2], "-D", "cover=0.2", *command[6:]], capture_output=True, text=True, timeout=60)
    assert wrong.returncode != 0
    assert "walls thinner than this do not print" in wrong.stderr
