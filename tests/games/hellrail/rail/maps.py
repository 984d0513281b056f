"""The fixture cards and maps of section 6, and decks made of drawings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.hellrail.board.graph import Graph, Unmatched
from companion.games.hellrail.board.layout import Laid, Stand, TableGrid
from companion.games.hellrail.data.deck import Card, Deck

ALL_SIX = ("NS", "EW", "NE", "SE", "SW", "NW")


def card(id: str, car: int, pickup: str, setout: str, brimstone: int, rails: str) -> Card:
    return Card(id, car, pickup, setout, brimstone, tuple(rails.split(",")))


F = {
    one.id: one
    for one in (
        card("F01", 6, "1", "5", 2, "NS"),
        card("F02", 4, "5", "1", 3, "NE"),
        card("F03", 9, "2", "8", 1, "NS,EW"),
        card("F04", 3, "3", "7", 5, "NE,SW"),
        card("F05", 7, "4", "2", 2, "NS,NE"),
        card("F06", 5, "6", "3", 4, "EW"),
        card("F07", 8, "1", "9", 1, "NW,NE"),
        card("F08", 3, "9", "4", 3, "NS,EW,NE,SE,SW,NW"),
        card("F09", 5, "7", "6", 4, "NS,EW,NE"),
        card("F10", 4, "8", "1", 5, "SE,NW"),
        card("F11", 6, "5", "3", 3, "NS,NE,SE"),
        card("F12", 7, "2", "4", 2, "EW"),
    )
}


def table(rails: Mapping[str, Iterable[str]], circles: Mapping[str, str] | None = None) -> tuple[Deck, TableGrid]:
    """A deck and a grid with the drawings as they lie: cell -> segments, circle -> cell."""
    cards = {f"at {cell}": Card(f"at {cell}", rails=tuple(drawing)) for cell, drawing in rails.items()}
    stacks: dict[str, tuple[Laid, ...]] = {cell: (Laid(f"at {cell}"),) for cell in rails}
    return Deck("made", F | cards, {}, {}), TableGrid(dict(circles or {}), stacks)


def graph(
    rails: Mapping[str, Iterable[str]], circles: Mapping[str, str] | None = None, unmatched: Unmatched = "derail"
) -> Graph:
    deck, grid = table(rails, circles)
    return Graph(deck, grid, unmatched)


M1 = table({"1,0": ["EW"]}, {"C1": "0,0", "C5": "2,0"})
M2 = table({"1,0": ["SW"]}, {"C1": "0,0", "C2": "1,1"})
M3 = table({"1,0": ["EW"]}, {"C1": "0,0"})
M4 = table({"1,0": ["EW"], "2,0": ["EW"], "3,0": ["EW"]}, {"C1": "0,0"})


def p(n: int, *, opposed: bool = False) -> Stand:
    """The n-th tie eastward from C1 on M1, M3 and M4, heading east (or the other way)."""
    x, tie = 1 + (n - 1) // 4, ("W", "EW.2", "EW.1", "E")[(n - 1) % 4]
    ways = {"W": ("in", "out"), "E": ("out", "in")}.get(tie, ("E", "W"))
    return Stand(f"{x},0:{tie}", ways[opposed])


def nodes(states: Iterable[Stand]) -> list[str]:
    return [state.node for state in states]
