"""Steps over the rails: HR-030..035, HR-041, HR-042, HR-045, HR-053, HR-Q18, HR-Q38, readings 10 and 11, S10..S19."""

from __future__ import annotations

import pytest

from companion.games.hellrail.board.graph import Graph, graph_of, headings, reversed_stand, segments_at
from companion.games.hellrail.board.grid import Grid, Laid, Stand
from companion.games.hellrail.data.rulings import Rulings
from tests.games.hellrail.rail.maps import ALL_SIX, M1, M4, F, graph, p, table

OFF = Stand("off")


def test_every_branch_forward_is_open() -> None:
    """HR-034: from a shared tie into each segment that meets there, none of the others."""
    rails = graph({"0,0": ALL_SIX})
    assert rails.next(Stand("0,0:N", "in")) == (Stand("0,0:NS.1", "S"), Stand("0,0:NE.1", "E"), Stand("0,0:NW.1", "W"))
    assert rails.next(Stand("0,0:W", "in")) == (Stand("0,0:EW.2", "E"), Stand("0,0:SW.1", "S"), Stand("0,0:NW.1", "N"))


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
