"""Ways over the rails: what a Move may enter, and where it can end (HR-029, HR-034, HR-038)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from companion.games.hellrail.board.graph import Graph
from companion.games.hellrail.board.grid import Stand

Route = tuple[Stand, ...]


def ends_move(state: Stand) -> bool:
    """HR-038, HR-053: nothing follows a circle or the end of rail in the same Move."""
    return state.heading is None


def routes(graph: Graph, start: Stand, limit: int, avoid: Container[str] = ()) -> Iterator[Route]:
    """Every legal path of 1 to `limit` steps, shorter ones first along each branch.

    `avoid`: nodes that are not entered. An engine on a tie is no obstacle (HR-036), so the rules avoid nothing; a hint
    may.
    """
    stack: list[Route] = (
        [(step,) for step in reversed(graph.next(start)) if step.node not in avoid] if limit > 0 else []
    )
    while stack:
        route = stack.pop()
        yield route
        if len(route) < limit and not ends_move(route[-1]):
            stack += [(*route, step) for step in reversed(graph.next(route[-1])) if step.node not in avoid]


def reach(graph: Graph, start: Stand, limit: int, avoid: Container[str] = ()) -> dict[Stand, Route]:
    """Every state where a Move of 1 to `limit` steps can end, each with a shortest path, nearest first."""
    found: dict[Stand, Route] = {}
    edge: list[tuple[Stand, Route]] = [(start, ())]
    for _ in range(limit):
        ahead: list[tuple[Stand, Route]] = []
        for state, route in edge:
            for step in graph.next(state):
                if step not in found and step.node not in avoid:
                    found[step] = (*route, step)
                    # The start found again was walked from already.
                    if not ends_move(step) and step != start:
                        ahead.append((step, found[step]))
        if not ahead:
            break
        edge = ahead
    return found


def reached(graph: Graph, start: Stand, limit: int) -> dict[Stand, Route]:
    """The same for everything that may be entered; kept as long as the graph is."""
    found = graph.kept.get((start, limit))
    if found is None:
        found = graph.kept[start, limit] = reach(graph, start, limit)
    return found


def trace(graph: Graph, start: Stand, nodes: Iterable[str]) -> tuple[Route, str | None]:
    """The states of a path given as nodes, as far as it is legal, and the refusal of the first step that is not."""
    state = start
    route: list[Stand] = []
    for i, node in enumerate(nodes):
        if i and ends_move(state):
            return tuple(route), "no_track"
        ahead = graph.follow(state, node)
        if ahead is None:
            return tuple(route), graph.code(state, node)
        route.append(ahead)
        state = ahead
    return tuple(route), None
