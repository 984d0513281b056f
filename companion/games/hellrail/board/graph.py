"""The rails as a graph of directed states (4.5), and ways over it (HR-029, HR-034, HR-038).

Where no step leads, none exists: no engine can ever turn round (HR-034). Every edge follows from the cards of one or
two cells, so states are computed on demand and kept as long as the grid is the same object.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

from companion.games.hellrail.board.layout import Stand, TableGrid, neighbour
from companion.games.hellrail.board.segments import SEGMENTS, SIDES, STRAIGHTS, opposite, rotate, sides
from companion.games.hellrail.data.deck import Card, Deck, Rulings
from companion.games.hellrail.names import CIRCLES, OFF

CardsById = Deck | Mapping[str, Card]
"""The deck, or cards by id where some were entered by their values."""
Unmatched = Literal["derail", "blocked"]

OFF_RAIL = Stand(OFF)


def card_on_table(deck: CardsById, id: str) -> Card:
    """Return a card of the table. An unknown one is a mistake of the caller."""
    return (deck.cards if isinstance(deck, Deck) else deck)[id]


def segments_at(deck: CardsById, grid: TableGrid, cell: str) -> frozenset[str]:
    """Return the tracks of the active card of a cell as they lie; none where no rail card is."""
    laid = grid.at(cell)
    return rotate(card_on_table(deck, laid.card).rails, laid.q) if laid else frozenset()


@cache
def ties_of(segments: frozenset[str]) -> tuple[str, ...]:
    """Return the ties of one drawing, without their cell: a shared one per side used, two or one inside (HR-032,
    HR-033)."""
    inner = []
    for name in SEGMENTS:
        if name in segments:
            inner += [f"{name}.1", f"{name}.2"] if name in STRAIGHTS else [f"{name}.1"]
    return sides(segments) + tuple(inner)


def headings(node: str) -> tuple[str, ...]:
    """Return the two ways an engine can look on a tie (reading 11); nothing for a circle or the end of rail."""
    tie = node.partition(":")[2]
    if not tie:
        return ()
    return ("in", "out") if len(tie) == 1 else (tie[0], tie[1])


def reversed_stand(stand: Stand) -> Stand:
    """Return the same tie with the other heading: nose to nose (HR-045). Circles have none and stay the same."""
    for heading in headings(stand.node):
        if heading != stand.heading:
            return Stand(stand.node, heading)
    return stand


class Graph:
    """The steps on one grid. `unmatched`: what is where a card has no track on that side (HR-Q18)."""

    def __init__(self, deck: CardsById, grid: TableGrid, unmatched: Unmatched = "derail") -> None:
        self._deck = deck
        self._grid = grid
        self._unmatched = unmatched
        self._circle_at = {cell: circle for circle, cell in grid.circles.items()}
        self._segments: dict[str, frozenset[str]] = {}
        self._next: dict[Stand, tuple[Stand, ...]] = {}
        self.kept: dict[tuple[Stand, int], dict[Stand, tuple[Stand, ...]]] = {}
        """Ways that were looked for (`routes.reached`)."""

    def segments(self, cell: str) -> frozenset[str]:
        """Return the tracks of a cell as they lie."""
        found = self._segments.get(cell)
        if found is None:
            found = self._segments[cell] = segments_at(self._deck, self._grid, cell)
        return found

    # -- steps -------------------------------------------------------------------------------------------------------

    def next(self, stand: Stand) -> tuple[Stand, ...]:
        """Return all states one step ahead (HR-030, HR-034); from a circle its exits; nothing from `off` or for a stand
        that is none."""
        found = self._next.get(stand)
        if found is None:
            found = self._next[stand] = self._ahead(stand)
        return found

    def exits(self, circle: str) -> tuple[Stand, ...]:
        """HR-041, HR-042: the first steps out of a circle, clockwise from N: where the next card has a track."""
        return self.next(Stand(circle))

    def follow(self, stand: Stand, node: str) -> Stand | None:
        """Return the next state on that node, if one step leads there. No two steps lead to the same node."""
        return next((state for state in self.next(stand) if state.node == node), None)

    def code(self, stand: Stand, node: str) -> str:
        """Return why no step leads to that node: it is behind the engine (HR-034), or no rail joins it (HR-042)."""
        behind = self.next(reversed_stand(stand))
        return "reversing" if any(state.node == node for state in behind) else "no_track"

    def reversed(self, stand: Stand) -> Stand:
        """Return the same tie, the other heading."""
        return reversed_stand(stand)

    def _ahead(self, stand: Stand) -> tuple[Stand, ...]:
        cell, _, tie = stand.node.partition(":")
        if not tie:
            return self._out_of(cell)
        if self.stand_on(stand.node, stand.heading) is None:
            return ()
        if len(tie) > 1:
            return (_inside(cell, tie, stand.heading or ""),)
        if stand.heading == "out":
            return self._over(cell, tie)
        into = (name for name in SEGMENTS if tie in name and name in self.segments(cell))
        return tuple(_first(cell, name, tie) for name in into)

    def _out_of(self, circle: str) -> tuple[Stand, ...]:
        cell = self._grid.circles.get(circle)
        if cell is None:
            return ()
        facing = ((neighbour(cell, side), opposite(side)) for side in SIDES)
        return tuple(Stand(f"{at}:{side}", "in") for at, side in facing if side in sides(self.segments(at)))

    def _over(self, cell: str, side: str) -> tuple[Stand, ...]:
        """HR-053, HR-Q18: over the edge of a card."""
        at = neighbour(cell, side)
        circle = self._circle_at.get(at)
        if circle is not None:
            return (Stand(circle),)
        if opposite(side) in sides(self.segments(at)):
            return (Stand(f"{at}:{opposite(side)}", "in"),)
        return () if self._unmatched == "blocked" and self._grid.at(at) else (OFF_RAIL,)

    # -- places ------------------------------------------------------------------------------------------------------

    def exists(self, node: str) -> bool:
        """Return whether an engine can be there: a tie of the table, or one of the ten circles (also one far off)."""
        cell, colon, tie = node.partition(":")
        return tie in ties_of(self.segments(cell)) if colon else node in CIRCLES

    def ties(self) -> tuple[str, ...]:
        """Return every tie of the table, card by card."""
        return tuple(f"{cell}:{tie}" for cell in self._grid.stacks for tie in ties_of(self.segments(cell)))

    def stand_on(self, node: str, heading: str | None = None) -> Stand | None:
        """Return a written place, if it is one (reading 11): a tie needs one of its headings, a circle none."""
        if not self.exists(node):
            return None
        return Stand(node, heading) if heading in (headings(node) or (None,)) else None


def _first(cell: str, segment: str, side: str) -> Stand:
    """Return the first inner tie of a segment from that side, heading to its other end."""
    near = segment[0] == side
    nearest = 1 if near or segment not in STRAIGHTS else 2
    return Stand(f"{cell}:{segment}.{nearest}", segment[1] if near else segment[0])


def _inside(cell: str, tie: str, heading: str) -> Stand:
    """One step from an inner tie: the other one of a straight, or the side tie ahead."""
    segment, _, place = tie.partition(".")
    if segment in STRAIGHTS and (place == "1") is (heading == segment[1]):
        return Stand(f"{cell}:{segment}.{'2' if place == '1' else '1'}", heading)
    return Stand(f"{cell}:{heading}", "out")


def _alike(one: CardsById, other: CardsById, grid: TableGrid) -> bool:
    """Return whether all cards that lie there are the same: others may have become known meanwhile."""
    known, now = (cards.cards if isinstance(cards, Deck) else cards for cards in (one, other))
    ids = (laid.card for stack in grid.stacks.values() for laid in stack)
    return all(known.get(id) == now.get(id) for id in ids)


class _Recent:
    """The last few graphs: a grid is never changed, so the same object means the same rails."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: tuple[tuple[TableGrid, CardsById, Unmatched, Graph], ...] = ()

    def get(self, deck: CardsById, grid: TableGrid, unmatched: Unmatched) -> Graph:
        for kept_grid, cards, ruling, graph in self._kept:
            if kept_grid is grid and ruling == unmatched and (cards is deck or _alike(cards, deck, grid)):
                return graph
        graph = Graph(deck, grid, unmatched)
        self._kept = ((grid, deck, unmatched, graph), *self._kept[: self._size - 1])
        return graph


_RECENT = _Recent(8)


def graph_of(deck: CardsById, grid: TableGrid, rulings: Rulings) -> Graph:
    """Return the graph of a grid, kept while the grid is the same object. A mapping of cards must not change
    meanwhile."""
    return _RECENT.get(deck, grid, rulings.q18_unmatched_edge)


Route = tuple[Stand, ...]


def ends_move(state: Stand) -> bool:
    """HR-038, HR-053: nothing follows a circle or the end of rail in the same Move."""
    return state.heading is None


def routes(graph: Graph, start: Stand, limit: int, avoid: Container[str] = ()) -> Iterator[Route]:
    """Yield every legal path of 1 to `limit` steps, shorter ones first along each branch.

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
    """Return every state where a Move of 1 to `limit` steps can end, each with a shortest path, nearest first."""
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
    """Return the same for everything that may be entered; kept as long as the graph is."""
    found = graph.kept.get((start, limit))
    if found is None:
        found = graph.kept[start, limit] = reach(graph, start, limit)
    return found


def trace(graph: Graph, start: Stand, nodes: Iterable[str]) -> tuple[Route, str | None]:
    """Return the states of a path given as nodes, as far as it is legal, and the refusal of the first step that is
    not."""
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
