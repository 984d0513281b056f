"""Rows of HellRail: random play at both levels, ways over the rails, and what a larger map costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from companion.bench.hellrail_maps import CARDS, SEATS, grid, starts, table
from companion.bench.play import Played
from companion.bench.row import Figure, Row, percentile
from companion.engine.game import GameSetup, Player
from companion.games.hellrail.board.graph import Graph
from companion.games.hellrail.board.routes import reach
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.state import RailState

ORDER = GameSetup(tuple(Player(name) for name in SEATS), {"deck": "demo"})
MIDDLE = 30
"""Cards on the map in the middle of a game."""
FEW_MOVES = 60
"""So many moves from the middle on, and the map is still about as large."""
SIZES = (5, 15, 25, 35, 42, CARDS)
LONGEST = 9
"""The best car: so many ties a Move may go."""


def _pace(game: HellRail, seconds: float, begin: Callable[[], RailState | None], limit: int) -> tuple[float, int]:
    """Moves in a second, and games."""
    moves, number, begun = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        moves += Played(game, ORDER, Random(number), state=begin()).run(limit).moves
        number += 1
    return moves / spent, number


def random_play() -> Iterator[Figure]:
    """Moves decided and applied in a second, choosing among those worth offering included."""
    game = HellRail(None)
    pace, games = _pace(game, 2.0, lambda: None, 1_000)
    yield Figure("hellrail keeper: random play", pace, "moves/s", 15_000, "higher", f"{games} games")
    middle = table(game, MIDDLE)
    pace, games = _pace(game, 2.0, lambda: middle, FEW_MOVES)
    note = f"{games} times {FEW_MOVES} moves on a map of {MIDDLE} cards"
    yield Figure("hellrail map: random play", pace, "moves/s", 5_000, "higher", note)


def routes() -> Iterator[Figure]:
    """Every end of a Move of nine ties from every state of a map with all 45 cards, its graph made anew each time."""
    deck, laid = load_deck("demo", None), grid(CARDS)
    times = []
    for start in starts(laid):
        begun = time.perf_counter()
        reach(Graph(deck, laid), start, LONGEST)
        times.append((time.perf_counter() - begun) * 1000)
    note = f"{len(times)} starts"
    yield Figure("legal routes on a 45-card map p50", percentile(times, 0.5), "ms", note=note)
    yield Figure("legal routes on a 45-card map p99", percentile(times, 0.99), "ms", 3, note=note)


def cost() -> Iterator[Figure]:
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
        yield Figure(f"{name}, the ways", percentile(times, 0.5), "ms", note=f"p99 {percentile(times, 0.99):.3f} ms")
        if cards < CARDS:  # else there is nothing left to play with
            begin = table(game, cards)
            pace, _ = _pace(game, 0.5, lambda begin=begin: begin, 30)  # type: ignore[misc]
            yield Figure(f"{name}, a move", 1000 / pace, "ms", note="legal, decide and apply")


ROWS = [
    Row("hellrail.random_play", random_play),
    Row("hellrail.routes", routes),
    Row("hellrail.cost", cost),
]
