"""Rows of HellRail: random play at both levels, ways over the rails, and what a larger map costs."""

from __future__ import annotations

import time
from collections.abc import Iterator

from companion.engine.game import GameSetup, Player
from companion.games.hellrail.board.graph import Graph, reach
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.game import HellRail
from kiosk.measure.figure import Measurement, percentile
from tests.random_play import pace
from tests.tools.bench.engine.hellrail_maps import CARDS, SEATS, grid, starts, table
from tests.tools.bench.row import Row

ORDER = GameSetup(tuple(Player(name) for name in SEATS), {"deck": "demo"})
MIDDLE = 30
"""Cards on the map in the middle of a game."""
FEW_MOVES = 60
"""So many moves from the middle on, and the map is still about as large."""
SIZES = (5, 15, 25, 35, 42, CARDS)
LONGEST = 9
"""The best car: so many ties a Move may go."""


def random_play() -> Iterator[Measurement]:
    """Moves decided and applied in a second, choosing among those worth offering included."""
    game = HellRail(None)
    moves, games = pace(game, ORDER, 2.0)
    yield Measurement("hellrail keeper: random play", moves, "moves/s", 15_000, "higher", f"{games} games")
    middle = table(game, MIDDLE)
    moves, games = pace(game, ORDER, 2.0, middle, FEW_MOVES)
    note = f"{games} times {FEW_MOVES} moves on a map of {MIDDLE} cards"
    yield Measurement("hellrail map: random play", moves, "moves/s", 5_000, "higher", note)


def routes() -> Iterator[Measurement]:
    """Every end of a Move of nine ties from every state of a map with all 45 cards, its graph made anew each time."""
    deck, laid = load_deck("demo", None), grid(CARDS)
    times = []
    for start in starts(laid):
        begun = time.perf_counter()
        reach(Graph(deck, laid), start, LONGEST)
        times.append((time.perf_counter() - begun) * 1000)
    note = f"{len(times)} starts"
    yield Measurement("legal routes on a 45-card map p50", percentile(times, 0.5), "ms", note=note)
    yield Measurement("legal routes on a 45-card map p99", percentile(times, 0.99), "ms", 3, note=note)


def cost() -> Iterator[Measurement]:
    """Maps of several sizes: all ends of one Move, and a whole move of random play (legal, decide, apply)."""
    game, deck = HellRail(None), load_deck("demo", None)
    for cards in SIZES:
        laid = grid(cards)
        times = []
        for start in starts(laid):
            begun = time.perf_counter()
            reach(Graph(deck, laid), start, LONGEST)
            times.append((time.perf_counter() - begun) * 1000)
        name = f"cost against map size: {cards} cards"
        yield Measurement(
            f"{name}, the ways", percentile(times, 0.5), "ms", note=f"p99 {percentile(times, 0.99):.3f} ms"
        )
        if cards < CARDS:  # else there is nothing left to play with
            moves, _ = pace(game, ORDER, 0.5, table(game, cards), 30)
            yield Measurement(f"{name}, a move", 1000 / moves, "ms", note="legal, decide and apply")


ROWS = [
    Row("hellrail.random_play", random_play),
    Row("hellrail.routes", routes),
    Row("hellrail.cost", cost),
]
