"""Paths of a Move: HR-029, HR-034, HR-036, HR-038, HR-053, 4.5 distances, S10..S17."""

from __future__ import annotations

from companion.games.hellrail.board.graph import Graph
from companion.games.hellrail.board.grid import Stand
from companion.games.hellrail.board.routes import reach, routes, trace
from tests.games.hellrail.rail.maps import M1, M3, M4, nodes, p

C1, C2, C5, OFF = Stand("C1"), Stand("C2"), Stand("C5"), Stand("off")


def test_ties_to_be_avoided() -> None:
    """HR-036: a hint may leave out what would ram; the rules leave out nothing."""
    rails = Graph(*M4)
    assert list(reach(rails, C1, 7, avoid={"2,0:W"})) == [p(n) for n in range(1, 5)]
    assert [route[-1] for route in routes(rails, C1, 7, avoid={"2,0:W"})] == [p(n) for n in range(1, 5)]
    assert list(routes(rails, C1, 7, avoid={"1,0:W"})) == []


def test_paths_as_they_are_given() -> None:
    """HR-029, HR-034, HR-038, HR-042: a path is the list of nodes entered; the first wrong step is told."""
    rails = Graph(*M1)
    way = nodes(map(p, range(1, 5)))
    assert trace(rails, C1, [*way, "C5"]) == ((*map(p, range(1, 5)), C5), None)
    assert trace(rails, C1, []) == ((), None)
    assert trace(rails, C1, ["1,0:E"]) == ((), "no_track")
    assert trace(rails, C1, ["1,0:W", "C1"]) == ((p(1),), "reversing")
    assert trace(rails, C1, [*way, "C5", "1,0:E"]) == ((*map(p, range(1, 5)), C5), "no_track")
    assert trace(Graph(*M3), C1, [*way, "off", "CG"])[1] == "no_track"
