"""Tables of HellRail in the middle of a game, for measuring: maps of any size, laid by the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.engine.game import GameSetup, Player
from companion.games.hellrail.board.board_moves import lay_places
from companion.games.hellrail.board.graph import Graph, headings
from companion.games.hellrail.board.layout import Laid, Stand, TableGrid, cell_numbers, placed
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.names import CIRCLES, NUMBERED, Effect
from companion.games.hellrail.state import RailState

SEATS = ("Ana", "Bo", "Cy")
LAYOUT = "placeholder_a"
CARDS = 45


def grid(cards: int, seed: int = 20011) -> TableGrid:
    """So many cards of the demonstration deck in any rotation, the places nearest to the middle first."""
    deck, rng = load_deck("demo", None), Random(seed)
    laid = TableGrid(placed(deck.layouts[LAYOUT]))
    for id in rng.sample(sorted(deck.cards), cards):
        cell = min(lay_places(deck, laid), key=lambda cell: sum(abs(part - 2) for part in cell_numbers(cell)))
        laid = with_card(laid, cell, id, rng.randrange(4))
    return laid


def with_card(grid: TableGrid, cell: str, card: str, q: int) -> TableGrid:
    """The grid with a card laid there, or on top of what lies there."""
    stack = (*grid.stacks.get(cell, ()), Laid(card, q % 4))
    return msgspec.structs.replace(grid, stacks={**grid.stacks, cell: stack})


def starts(laid: TableGrid) -> list[Stand]:
    """Every state in which an engine can be there."""
    graph = Graph(load_deck("demo", None), laid)
    ties = [Stand(node, heading) for node in graph.ties() for heading in headings(node)]
    return [Stand(circle) for circle in CIRCLES] + ties


def table(game: HellRail, cards: int) -> RailState:
    """Three players, engines in circles, every token laid out, so many cards on the map; the rest is drawn from."""
    laid = grid(cards)
    rest = CARDS - cards
    hands = [min(4, rest // len(SEATS)) for _ in SEATS]
    place: dict[str, Any] = {
        "options": {"level": "map", "deck": "demo", "layout": LAYOUT},
        "seats": {
            name: {"hand": hand, "at": circle}
            for name, hand, circle in zip(SEATS, hands, ("C1", "C4", "C7"), strict=True)
        },
        "grid": {
            "stacks": {cell: [{"card": one.card, "q": one.q} for one in stack] for cell, stack in laid.stacks.items()}
        },
        "effects": dict(zip(NUMBERED, (effect.value for effect in Effect), strict=False)),
    }
    return game.import_position(GameSetup(tuple(Player(name) for name in SEATS)), place)
