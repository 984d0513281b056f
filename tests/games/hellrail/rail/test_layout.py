"""Where circles lie: HR-002, HR-003, HR-123, HR-124, HR-Q31, S46, reading 24."""

from __future__ import annotations

import pytest

from companion.games.hellrail.board.layout import faults, neighbours, place_ok
from companion.games.hellrail.data.deck import CircleSpot

DEMO = {
    "CG": (2, 0), "C1": (1, 1), "C2": (3, 1), "C3": (0, 2), "C4": (2, 2), "C5": (4, 2), "C6": (1, 3), "C7": (3, 3),
    "C8": (2, 4), "C9": (4, 4),
}  # fmt: skip
"""The invented figure of 5.4."""
S46 = {"CG": "0,0", "C1": "1,-1", "C2": "2,0", "C3": "3,1", "C4": "2,2"}


def spots(**moved: tuple[int, int]) -> tuple[CircleSpot, ...]:
    return tuple(CircleSpot(circle, *place) for circle, place in (DEMO | moved).items())


def test_neighbours_share_a_side() -> None:
    """HR-Q20, 4.5: x east, y south, clockwise from N."""
    assert neighbours("1,0") == ("1,-1", "2,0", "1,1", "0,0")
    with pytest.raises(ValueError):
        neighbours("here")


@pytest.mark.parametrize(
    ("moved", "found"),
    [
        (
            {"C9": (4, 3)},
            {*(("side_contact", one) for one in ("C5", "C7", "C9")), ("parity", "C9"), ("no_diagonal", "C9")},
        ),
        ({"C9": (9, 9)}, {("no_diagonal", "C9")}),
        ({"C9": (9, 8)}, {("no_diagonal", "C9"), ("parity", "C9")}),
        ({"C9": (2, 4)}, {("cell_taken", "C9")}),
        ({"X1": (5, 3)}, {("unknown", "X1")}),
    ],
)  # fmt: skip
def test_faults_of_a_figure(moved: dict[str, tuple[int, int]], found: set[tuple[str, str]]) -> None:
    """HR-003, 5.3."""
    assert set(faults(spots(**moved))) == found


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("1,1", "too_many_neighbours"),
        ("3,-1", None),
        ("1,0", "no_diagonal_neighbour"),
        ("2,2", "cell_not_empty"),
        ("-1,1", None),
        ("1,3", None),
        ("0,2", "no_diagonal_neighbour"),
        ("9,9", "no_diagonal_neighbour"),
        ("north", "bad_input"),
    ],
)
def test_s46(cell: str, code: str | None) -> None:
    """S46, HR-124, HR-Q31: one or two placed circles touched at a corner."""
    assert place_ok(S46, cell) == place_ok(S46, cell, "C5") == code
