"""Any table against a model of the rails that shares no code (`brute.py`): HR-030..035, HR-041, HR-042, HR-053."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.hellrail.board.graph import Graph, ends_move, headings, reach, routes, trace
from companion.games.hellrail.board.layout import Laid, Stand, TableGrid
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.names import CIRCLES
from tests.games.hellrail.rail.brute import Face, Model, turn
from tests.games.hellrail.rail.maps import ALL_SIX
from tests.thorough import rounds

Table = tuple[dict[str, Card], TableGrid, Model]
rail = st.tuples(st.sets(st.sampled_from(ALL_SIX), min_size=1, max_size=4), st.integers(0, 3))
content = st.one_of(rail, rail, rail, st.none(), st.just("circle"))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Up to four by three cells, circles wherever they fall, some cells empty."""
    cards: dict[str, Card] = {}
    circles: dict[str, str] = {}
    stacks: dict[str, tuple[Laid, ...]] = {}
    lying: dict[tuple[int, int], set[str]] = {}
    names = iter(CIRCLES)
    for x in range(-1, draw(st.integers(1, 3))):
        for y in range(-1, 2):
            match draw(content):
                case None:
                    pass
                case (drawing, q):
                    id = f"R{len(cards)}"
                    cards[id] = Card(id, rails=tuple(sorted(drawing)))
                    stacks[f"{x},{y}"] = (Laid("beneath"), Laid(id, q))
                    lying[x, y] = turn(drawing, q)
                case _ if len(circles) < len(CIRCLES):
                    circles[next(names)] = f"{x},{y}"
                case _:
                    pass
    at = {(int(cell.split(",")[0]), int(cell.split(",")[1])): circle for circle, cell in circles.items()}
    return cards, TableGrid(circles, stacks), Model(lying, at)


def faces(states: tuple[Stand, ...]) -> list[Face]:
    return sorted((state.node, state.heading or "") for state in states)


def every_state(graph: Graph) -> list[Stand]:
    return [Stand(node, heading) for node in graph.ties() for heading in headings(node)]


@given(tables())
def test_same_ties_and_same_steps(table: Table) -> None:
    """4.5: nodes, headings and edges, under both rulings of HR-Q18."""
    cards, grid, model = table
    graph, blocked = Graph(cards, grid), Graph(cards, grid, "blocked")
    assert sorted(graph.ties()) == sorted(model.faces)
    for state in every_state(graph):
        assert state.heading in model.faces[state.node]
        assert faces(graph.next(state)) == sorted(model.ahead(state.node, state.heading or ""))
        assert faces(blocked.next(state)) == sorted(model.ahead(state.node, state.heading or "", blocked=True))
    for circle in CIRCLES:
        assert faces(graph.exits(circle)) == sorted(model.ahead(circle, ""))


@given(tables())
def test_nobody_can_turn_round(table: Table) -> None:
    """HR-034: a step never leads back where the last came from, and every step run backwards is one too."""
    cards, grid, _ = table
    graph = Graph(cards, grid)
    for state in every_state(graph):
        for step in graph.next(state):
            assert step.node != state.node
            if not ends_move(step):
                assert state.node not in {after.node for after in graph.next(step)}
                assert graph.reversed(state) in graph.next(graph.reversed(step))
                assert graph.code(step, state.node) == "reversing"
            elif step.node != "off":
                assert graph.reversed(state) in graph.exits(step.node)
        for step in graph.next(graph.reversed(state)):
            if graph.follow(state, step.node) is None:
                assert graph.code(state, step.node) == "reversing"


@settings(max_examples=rounds(25, 300))
@given(tables(), st.integers(1, 9), st.data())
def test_where_a_move_can_end(table: Table, limit: int, data: st.DataObject) -> None:
    """HR-029, HR-038: the same ends in as few points as trying everything finds, and only legal paths."""
    cards, grid, model = table
    graph = Graph(cards, grid)
    starts = every_state(graph) + [Stand(circle) for circle in grid.circles]
    if not starts:
        return
    start = data.draw(st.sampled_from(starts))
    found = reach(graph, start, limit)
    best = model.ends(start.node, start.heading or "", limit)
    assert {(state.node, state.heading or ""): len(route) for state, route in found.items()} == best
    for state, route in found.items():
        assert route[-1] == state
        assert trace(graph, start, [step.node for step in route]) == (route, None)
    every = list(routes(graph, start, limit))
    assert len(set(every)) == len(every)
    assert {route[-1] for route in every} == set(found)
    for route in every:
        assert 1 <= len(route) <= limit and not any(map(ends_move, route[:-1]))
        assert trace(graph, start, [step.node for step in route]) == (route, None)
