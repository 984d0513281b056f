"""S22 in full, and 4.6: which rotations of a new card contain what lies there."""

from __future__ import annotations

import pytest

from companion.games.hellrail.board.segments import rotate
from companion.games.hellrail.prompts.tree import prompt
from tests.games.hellrail.eyes import Watched

ROWS = [
    ("NE", "F05", [0]),
    ("EW", "F05", [1, 3]),
    ("EW SW", "F05", []),
    ("NW NE", "F11", [3]),
    ("NS EW", "F04", []),
    ("NE SW", "F04", [0, 2]),
]
"""Old segments, new card, rotations that are allowed (in quarter turns: 90 degrees are 1, reading 5)."""


def table(old: str) -> Watched:
    short = {
        "map": {"circles": {"C1": "0,0"}, "cards": {"1,0": "X39"}},
        "deck": {"X39": {"rails": old.split()}},
        "seats": {"P1": {"at": "C1", "hand": 3}, "P2": {}},
    }
    return Watched(short, "map")


@pytest.mark.parametrize(("old", "card", "allowed"), ROWS)
@pytest.mark.parametrize("rotation", range(4))
def test_S22(old: str, card: str, allowed: list[int], rotation: int) -> None:
    """HR-064, HR-Q41, reading 5: superset or equal; the refusal names the rotations that would do."""
    answer = table(old).do(f"upgrade card={card} cell=1,0 rotation={rotation}")
    if rotation in allowed:
        assert answer["ok"]
        (event,) = answer["events"]
        assert event == {"type": "rail_upgraded", "seat": "P1", "card": card, "cell": "1,0", "rotation": rotation}
    else:
        assert answer["error"]["code"] == "tracks_not_covered"
        assert list(answer["error"]["facts"]["rotations"]) == allowed


@pytest.mark.parametrize(("old", "card", "allowed"), ROWS)
def test_HR_064_only_rotations_that_pass_are_offered(old: str, card: str, allowed: list[int]) -> None:
    """4.6: if none passes, none is offered."""
    session = table(old).table.engine._session
    assert session is not None
    state = session.state
    path = ("upgrade", f"tag:{card}")
    (cell,) = prompt(state, path).options
    if not allowed:
        assert cell.why is not None and cell.why.code == "tracks_not_covered"
        return
    options = (cell,) if cell.move is not None else prompt(state, (*path, cell.key)).options
    looks = {rotate(state.card(card).rails, q) for q in allowed}
    assert {rotate(state.card(card).rails, option.move.rotation) for option in options} == looks
    assert {option.move.rotation for option in options} <= set(allowed)
