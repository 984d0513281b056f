"""Steps over the rails: HR-030..035, HR-041, HR-042, HR-045, HR-053, HR-Q18, HR-Q38, readings 10 and 11, S10..S19."""

from __future__ import annotations

import pytest

from companion.games.hellrail.board.graph import Graph, graph_of, headings, reversed_stand, segments_at
from companion.games.hellrail.board.grid import Grid, Laid, Stand
from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.data.rulings import Rulings
from tests.games.hellrail.rail.maps import ALL_SIX, M1, M2, M3, M4, F, graph, nodes, p, table

OFF = Stand("off")


def test_s10_a_curve_from_circle_to_diagonal_circle() -> None:
    """S10, S11, 4.5: E(W), inner, E(S), then C2 with point 4."""
    rails = Graph(*M2)
    at, way = Stand("C1"), []
    while rails.next(at) and (at.node != "C2"):
        (at,) = rails.next(at)
        way.append(at)
    assert way == [Stand("1,0:W", "in"), Stand("1,0:SW.1", "S"), Stand("1,0:S", "out"), Stand("C2")]


def test_a_straight_card_costs_five_points_from_circle_to_circle() -> None:
    """4.5, reading 11: EW.1 is nearer E, so p2 of M1 is EW.2."""
    rails = Graph(*M1)
    assert rails.exits("C1") == (p(1),)
    assert nodes([p(1), p(2), p(3), p(4)]) == ["1,0:W", "1,0:EW.2", "1,0:EW.1", "1,0:E"]
    assert [rails.next(p(n)) for n in range(1, 5)] == [(p(2),), (p(3),), (p(4),), (Stand("C5"),)]
    back = [p(n, opposed=True) for n in (4, 3, 2, 1)]
    assert rails.exits("C5") == (back[0],)
    assert [rails.next(one) for one in back] == [(back[1],), (back[2],), (back[3],), (Stand("C1"),)]


def test_s13_the_rail_ends_at_an_empty_space() -> None:
    """S13, HR-053: p1-p4, step 5 is off the rail."""
    rails = Graph(*M3)
    assert rails.next(p(4)) == (OFF,)
    assert rails.next(OFF) == ()


def test_s14_the_rammed_engine_is_pushed_on_over_the_next_card() -> None:
    """S14, HR-044, HR-046: pushed from p5 to p8 while the mover reaches p7; each card has its own side tie."""
    rails = Graph(*M4)
    assert rails.next(p(4)) == (p(5),) and p(5) == Stand("2,0:W", "in")
    assert [rails.next(p(n)) for n in (5, 6, 7)] == [(p(6),), (p(7),), (p(8),)]
    assert p(8) == Stand("2,0:E", "out")


def test_s16_pushed_into_the_circle() -> None:
    """S16a, S16b, HR-047: one step ahead of p4 of M1 lies C5; a circle is nobody's next tie."""
    rails = Graph(*M1)
    assert rails.next(p(4)) == (Stand("C5"),)
    assert rails.follow(p(4), "C5") == Stand("C5")


def test_s17_out_of_the_circle_again() -> None:
    """S17, HR-035: in a circle the heading is free."""
    rails = Graph(*M1)
    assert rails.exits("C5") == (p(4, opposed=True),) and rails.exits("C1") == (p(1),)


def test_s19_a_chain_moves_on_tie_by_tie() -> None:
    """S19, HR-051, HR-Q23: P1 p4, P2 p5, P3 p6: the ties in front of p3 and p4."""
    rails = Graph(*M4)
    assert rails.follow(p(3), "1,0:E") == p(4)
    assert rails.follow(p(4), "2,0:W") == p(5)
    assert rails.follow(p(5), "2,0:EW.2") == p(6)


@pytest.mark.parametrize("segment", SEGMENTS)
def test_a_segment_leads_from_end_to_end(segment: str) -> None:
    """HR-032: E,I,I,E or E,I,E in both directions."""
    rails = graph({"0,0": [segment]})
    length = 4 if segment in {"NS", "EW"} else 3
    for a, b in ((segment[0], segment[1]), (segment[1], segment[0])):
        at, seen = Stand(f"0,0:{a}", "in"), 1
        while at != Stand(f"0,0:{b}", "out"):
            (at,) = rails.next(at)
            seen += 1
        assert seen == length
        assert rails.next(at) == (OFF,)


def test_every_branch_forward_is_open() -> None:
    """HR-034: from a shared tie into each segment that meets there, none of the others."""
    rails = graph({"0,0": ALL_SIX})
    assert rails.next(Stand("0,0:N", "in")) == (Stand("0,0:NS.1", "S"), Stand("0,0:NE.1", "E"), Stand("0,0:NW.1", "W"))
    assert rails.next(Stand("0,0:W", "in")) == (Stand("0,0:EW.2", "E"), Stand("0,0:SW.1", "S"), Stand("0,0:NW.1", "N"))


def test_straights_that_cross_share_no_tie() -> None:
    """HR-033: nobody turns off on a cross."""
    rails = graph({"0,0": ["NS", "EW"]})
    assert rails.next(Stand("0,0:S", "in")) == (Stand("0,0:NS.2", "N"),)
    assert rails.next(Stand("0,0:NS.2", "N")) == (Stand("0,0:NS.1", "N"),)
    assert rails.next(Stand("0,0:NS.1", "N")) == (Stand("0,0:N", "out"),)


def test_never_from_branch_to_branch() -> None:
    """HR-034: two curves meet on a side; who comes along one goes out over the side, not into the other."""
    rails = graph({"0,0": ["NE", "NW"]})
    assert rails.next(Stand("0,0:NE.1", "N")) == (Stand("0,0:N", "out"),)
    assert rails.follow(Stand("0,0:N", "out"), "0,0:NW.1") is None
    assert rails.code(Stand("0,0:N", "out"), "0,0:NW.1") == "reversing"
    assert rails.code(Stand("0,0:N", "out"), "0,0:NE.1") == "reversing"


@pytest.mark.parametrize(
    ("stand", "node", "code"),
    [
        (p(2), "1,0:W", "reversing"),
        (p(1), "C1", "reversing"),
        (p(5), "1,0:E", "reversing"),
        (p(4), "1,0:EW.1", "reversing"),
        (p(2), "1,0:E", "no_track"),
        (p(2), "1,0:EW.2", "no_track"),
        (p(1), "1,0:N", "no_track"),
        (p(4), "off", "no_track"),
        (Stand("C1"), "0,1:N", "no_track"),
        (Stand("C1"), "off", "no_track"),
        (Stand("C1"), "1,0:EW.2", "no_track"),
        (OFF, "1,0:W", "no_track"),
        (p(3), "nonsense", "no_track"),
        (p(12, opposed=True), "off", "reversing"),
    ],
)
def test_why_a_step_is_not_there(stand: Stand, node: str, code: str) -> None:
    """HR-034: behind the engine is `reversing`; HR-042, HR-Q38 and all else: `no_track`."""
    rails = Graph(*M4)
    assert rails.follow(stand, node) is None
    assert rails.code(stand, node) == code


def test_exits_of_a_circle() -> None:
    """HR-041, HR-042, HR-Q38: only sides with a track that faces the circle; never off the rail or into a circle."""
    rails = graph({"0,-1": ["SE"], "1,0": ["NS"], "-1,0": ["EW", "NE"]}, {"C3": "0,0", "C4": "0,1"})
    assert rails.exits("C3") == (Stand("0,-1:S", "in"), Stand("-1,0:E", "in"))
    assert rails.exits("C4") == ()
    assert rails.exits("C9") == (), "lies far off without rail"


@pytest.mark.parametrize(("unmatched", "ahead"), [("derail", (OFF,)), ("blocked", ())])
def test_a_card_without_a_track_on_that_side(unmatched: str, ahead: tuple[Stand, ...]) -> None:
    """HR-Q18: the end of rail, or no step at all; an empty space derails under both rulings."""
    deck, grid = table({"0,0": ["EW"], "1,0": ["NS"]})
    rails = graph_of(deck, grid, Rulings(q18_unmatched_edge=unmatched))  # type: ignore[arg-type]
    assert rails.next(Stand("0,0:E", "out")) == ahead
    assert rails.next(Stand("0,0:W", "out")) == (OFF,)
    assert rails.next(Stand("1,0:N", "out")) == (OFF,)


def test_the_top_card_counts_and_lies_turned() -> None:
    """4.5, HR-064: only the active card of a stack has ties."""
    grid = Grid({}, {"0,0": (Laid("F02"), Laid("F05", 1)), "1,0": ()})
    assert segments_at(F, grid, "0,0") == {"EW", "SE"}
    assert segments_at(F, grid, "1,0") == segments_at(F, grid, "5,5") == frozenset()
    assert Graph(F, grid).ties() == ("0,0:E", "0,0:S", "0,0:W", "0,0:EW.1", "0,0:EW.2", "0,0:SE.1")


def test_an_unknown_card_on_the_table_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        segments_at({}, Grid({}, {"0,0": (Laid("F02"),)}), "0,0")


@pytest.mark.parametrize(
    ("node", "ways"),
    [
        ("1,0:W", ("in", "out")),
        ("1,0:EW.1", ("E", "W")),
        ("1,0:SW.1", ("S", "W")),
        ("C5", ()),
        ("off", ()),
        ("rail", ()),
    ],
)
def test_headings(node: str, ways: tuple[str, ...]) -> None:
    """Reading 11: in / out on a side tie, the letter of the side ahead on an inner tie."""
    assert headings(node) == ways
    for a, b in (ways, ways[::-1]) if ways else ():
        assert reversed_stand(Stand(node, a)) == Graph(*M1).reversed(Stand(node, a)) == Stand(node, b)
    if not ways:
        assert reversed_stand(Stand(node)) == Stand(node)


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


def test_nose_to_nose_through_a_curve() -> None:
    """HR-045: who faces the pusher goes on doing so, whichever way the rail bends."""
    rails = Graph(*M2)
    pushed = Stand("1,0:W", "in")
    seen = []
    for _ in range(2):
        (pushed,) = rails.next(pushed)
        seen.append(rails.reversed(pushed))
    assert seen == [Stand("1,0:SW.1", "W"), Stand("1,0:S", "in")]


def test_a_graph_is_kept_while_the_grid_is_the_same_object() -> None:
    """Nothing is worked out twice for one grid; another grid, deck or ruling has its own."""
    deck, grid = table({"0,0": ["EW"], "1,0": ["NS"]})
    kept = graph_of(deck, grid, Rulings())
    assert graph_of(deck, grid, Rulings()) is kept
    assert graph_of(deck, grid, Rulings(q18_unmatched_edge="blocked")) is not kept
    other = Grid(grid.circles, {**grid.stacks, "2,0": (Laid("F06"),)})
    assert "2,0:W" in graph_of(deck, other, Rulings()).ties()
    assert "2,0:W" not in graph_of(deck, grid, Rulings()).ties()
    redrawn = {**deck.cards, "at 0,0": F["F08"]}
    assert len(graph_of(redrawn, grid, Rulings()).ties()) > len(kept.ties())


def test_few_graphs_are_kept_and_an_equal_deck_will_do() -> None:
    """A deck joined anew with the cards entered by their values is the same deck; old tables are let go."""
    deck, grid = table({"0,0": ["EW"]})
    kept = graph_of(dict(deck.cards), grid, Rulings())
    assert graph_of(dict(deck.cards), grid, Rulings()) is kept
    others = [Grid({}, {f"{x},0": (Laid("F06"),)}) for x in range(20)]
    assert len({id(graph_of(deck, other, Rulings())) for other in others[:4]}) == 4
    assert graph_of(dict(deck.cards), grid, Rulings()) is kept
    for other in others:
        graph_of(deck, other, Rulings())
