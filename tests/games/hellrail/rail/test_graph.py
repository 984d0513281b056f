"""Steps over the rails: HR-030..035, HR-041, HR-042, HR-045, HR-053, HR-Q18, HR-Q38, readings 10 and 11, S10..S19."""

from __future__ import annotations

import pytest

from companion.games.hellrail.board.graph import Graph
from companion.games.hellrail.board.layout import Stand
from tests.games.hellrail.rail.maps import M1


@pytest.mark.parametrize(
    ("node", "heading", "is_one"),
    [
        ("1,0:W", "in", True),
        ("1,0:W", "out", True),
        ("1,0:W", "W", False),
        ("1,0:W", None, False),
        ("1,0:EW.2", "E", True),
        ("1,0:EW.2", "in", False),
        ("1,0:EW.2", "N", False),
        ("1,0:EW.3", "E", False),
        ("1,0:WE.1", "E", False),
        ("1,0:N", "in", False),
        ("1,0:", "in", False),
        ("1,0:W:in", None, False),
        ("9,9:W", "in", False),
        ("x:W", "in", False),
        ("C5", None, True),
        ("CG", None, True),
        ("C5", "E", False),
        ("C10", None, False),
        ("off", None, False),
        ("rail", None, False),
        ("", None, False),
    ],
)
def test_places_people_write(node: str, heading: str | None, is_one: bool) -> None:
    """HR-031, reading 11: always in a circle or on a tie with a nose."""
    rails = Graph(*M1)
    assert rails.stand_on(node, heading) == (Stand(node, heading) if is_one else None)
    if is_one:
        assert rails.exists(node)
    elif ":" in node:
        assert rails.next(Stand(node, heading)) == ()
