"""The map as it is shown. It seldom changes from one move to the next, so the last few are kept."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.hellrail.cards import rail_cards
from companion.games.hellrail.deck import Card, Deck
from companion.games.hellrail.graph import segments_at
from companion.games.hellrail.grid import Grid
from companion.games.hellrail.segments import SEGMENTS
from companion.games.hellrail.state import RailState
from companion.games.hellrail.view import RailView

Map = tuple[RailView, ...]
KEPT = 8


class _Recent:
    """The last few maps. A grid, a deck, strangers are never changed: the same objects show the same."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[Grid, Deck, Mapping[str, Card], Map], ...] = ()

    def get(self, s: RailState) -> Map:
        for grid, deck, strangers, shown in self._kept:
            if grid is s.grid and deck is s.deck and strangers is s.strangers:
                return shown
        made = tuple(_rail(s, cell) for cell in s.grid.stacks)
        self._kept = ((s.grid, s.deck, s.strangers, made), *self._kept[: KEPT - 1])
        return made


_RECENT = _Recent()


def map_view(s: RailState) -> Map:
    """Every rail card that lies on top."""
    return _RECENT.get(s) if s.map else ()


def _rail(s: RailState, cell: str) -> RailView:
    stack = s.grid.stacks[cell]
    top = stack[-1]
    lie = segments_at(rail_cards(s), s.grid, cell)
    card = s.card(top.card)
    rails = tuple(name for name in SEGMENTS if name in lie)
    return RailView(cell, top.card, rails, top.q, None if card is None else card.brimstone, len(stack) - 1)
