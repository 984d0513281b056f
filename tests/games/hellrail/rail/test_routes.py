"""Paths of a Move: HR-029, HR-034, HR-036, HR-038, HR-053, 4.5 distances, S10..S17."""

from __future__ import annotations

from companion.games.hellrail.board.graph import Graph
from companion.games.hellrail.board.grid import Stand
from companion.games.hellrail.board.routes import reach, routes, trace
from tests.games.hellrail.rail.maps import ALL_SIX, M1, M2, M3, M4, graph, nodes, p

C1, C2, C5, OFF = Stand("C1"), Stand("C2"), Stand("C5"), Stand("off")


def test_s10_and_s11_a_move_ends_in_the_circle() -> None:
    """S10, S11, HR-038: C2 after 4 points, whatever is left."""
    for limit in (4, 6):
        found = reach(Graph(*M2), C1, limit)
        assert nodes(found[C2]) == ["1,0:W", "1,0:SW.1", "1,0:S", "C2"]
        assert set(found) == {Stand("1,0:W", "in"), Stand("1,0:SW.1", "S"), Stand("1,0:S", "out"), C2}
        assert max(map(len, routes(Graph(*M2), C1, limit))) == 4
    assert C2 not in reach(Graph(*M2), C1, 3)


def test_s13_and_s16_and_s17_ends_of_moves() -> None:
    """S13: five steps from C1 lead off M3. S16b, S17: five points from circle to circle of M1, four are too few."""
    assert nodes(reach(Graph(*M3), C1, 5)[OFF]) == [*nodes(map(p, range(1, 5))), "off"]
    assert C5 not in reach(Graph(*M1), C1, 4)
    assert len(reach(Graph(*M1), C1, 5)[C5]) == len(reach(Graph(*M1), C5, 5)[C1]) == 5


def test_s14_the_limit_is_the_car_value() -> None:
    """S14, HR-029: up to 7 points from C1, fewer allowed."""
    found = reach(Graph(*M4), C1, 7)
    assert list(found) == [p(n) for n in range(1, 8)]
    assert [len(route) for route in found.values()] == list(range(1, 8))
    assert reach(Graph(*M4), C1, 0) == {} and list(routes(Graph(*M4), C1, 0)) == []


def test_each_more_card_adds_three_or_four() -> None:
    """4.5: circle to circle 4 + 1 by a straight, 3 + 1 by a curve."""
    straight = graph({"1,0": ["EW"], "2,0": ["EW"]}, {"C1": "0,0", "C2": "3,0"})
    curved = graph({"1,0": ["SW"], "1,1": ["NE"]}, {"C1": "0,0", "C2": "2,1"})
    mixed = graph({"1,0": ["EW"], "2,0": ["SW"]}, {"C1": "0,0", "C2": "2,1"})
    assert [len(reach(rails, C1, 12)[C2]) for rails in (straight, curved, mixed)] == [9, 7, 8]


def test_every_branch_is_a_route() -> None:
    """HR-034: three ways over a card with all six segments, each with its own ties."""
    rails = graph({"1,0": ALL_SIX}, {"C1": "0,0", "C2": "1,1", "C3": "1,-1", "C5": "2,0"})
    ways = [tuple(nodes(route)) for route in routes(rails, C1, 9) if route[-1].heading is None]
    assert sorted(ways) == [
        ("1,0:W", "1,0:EW.2", "1,0:EW.1", "1,0:E", "C5"),
        ("1,0:W", "1,0:NW.1", "1,0:N", "C3"),
        ("1,0:W", "1,0:SW.1", "1,0:S", "C2"),
    ]


def test_the_shorter_way_is_told() -> None:
    """A state reached in two ways is listed once, with the fewest points."""
    rails = graph(
        {"1,0": ["EW", "SW"], "2,0": ["SW"], "1,1": ["NE"], "2,1": ["NS", "SW", "NW"], "2,2": ["NS"]}, {"C1": "0,0"}
    )
    found = reach(rails, C1, 9)
    assert nodes(found[Stand("2,1:W", "in")]) == ["1,0:W", "1,0:SW.1", "1,0:S", "1,1:N", "1,1:NE.1", "1,1:E", "2,1:W"]
    assert len(found[Stand("2,1:S", "out")]) == 9
    both = [route for route in routes(rails, C1, 11) if route[-1] == Stand("2,1:S", "out")]
    assert sorted(map(len, both)) == [9, 11]


def test_round_a_ring_to_where_it_began() -> None:
    """Four curves make a ring of 12 ties: the start can be an end too, and the walk stops."""
    rails = graph({"0,0": ["SE"], "1,0": ["SW"], "1,1": ["NW"], "0,1": ["NE"]})
    start = Stand("0,0:E", "out")
    assert start not in reach(rails, start, 11)
    assert len(reach(rails, start, 40)[start]) == 12
    assert len(reach(rails, start, 40)) == 12
    balloon = graph({"1,0": ["EW"], "2,0": ["NW"], "2,-1": ["SW"], "1,-1": ["SE"]}, {"C1": "0,0"})
    assert reach(balloon, C1, 60)[OFF], "the ring is open at 1,0"


def test_a_balloon_track_turns_an_engine_and_a_circle_ends_the_move() -> None:
    """HR-034, HR-038: the only way to look back is to drive round; a circle left can be entered again."""
    rails = graph({"1,0": ["EW", "NW"], "2,0": ["NW"], "2,-1": ["SW"], "1,-1": ["SE"]}, {"C1": "0,0"})
    found = reach(rails, C1, 40)
    assert OFF not in found
    clockwise = [
        *["1,0:W", "1,0:NW.1", "1,0:N", "1,-1:S", "1,-1:SE.1", "1,-1:E", "2,-1:W", "2,-1:SW.1", "2,-1:S"],
        *["2,0:N", "2,0:NW.1", "2,0:W", "1,0:E", "1,0:EW.1", "1,0:EW.2", "1,0:W", "C1"],
    ]
    both = [nodes(route) for route in routes(rails, C1, 17) if route[-1] == C1]
    assert sorted(both) == sorted([clockwise, [*reversed(clockwise[:-1]), "C1"]])
    assert nodes(found[C1]) in both
    assert found[Stand("1,0:W", "out")] == found[C1][:-1]
    assert set(rails.exits("C1")) & set(found), "the first tie, and again as the last one the other way"


def test_a_blocked_edge_ends_a_route_without_derailing() -> None:
    """HR-Q18 `blocked`: no step leads over it."""
    rails = graph({"1,0": ["EW"], "2,0": ["NS"]}, {"C1": "0,0"}, "blocked")
    assert list(reach(rails, C1, 9)) == [p(n) for n in range(1, 5)]
    assert trace(rails, C1, [*nodes(map(p, range(1, 5))), "off"]) == (tuple(map(p, range(1, 5))), "no_track")


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
