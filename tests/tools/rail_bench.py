"""How long a hint takes: `python -m tests.tools.rail_bench`. Not a test: no test asserts a speed."""

from __future__ import annotations

import random
from time import perf_counter_ns

from companion.games.hellrail.board.board_moves import lay_places
from companion.games.hellrail.board.graph import Graph, headings, reach, routes
from companion.games.hellrail.board.layout import Stand, TableGrid
from companion.games.hellrail.data.deck import Card
from tests.games.hellrail.rail.maps import ALL_SIX
from tests.tools.bench.engine.hellrail_maps import with_card

DRAWINGS = (
    ["NS,EW"] * 8 + ["NE,SW"] * 12 + ["NS,EW,NE"] * 5 + ["NS,NE,SW"] * 6 + ["NE,SE,SW"] * 5 + ["NE,SE,SW,NW"] * 4
    + ["NS,EW,NE,SW"] * 3 + [",".join(ALL_SIX)] * 2
)  # fmt: skip
"""The drawings of the placeholder deck (5.4)."""
CIRCLES = {
    "CG": "2,0", "C1": "1,1", "C2": "3,1", "C3": "0,2", "C4": "2,2", "C5": "4,2", "C6": "1,3", "C7": "3,3", "C8": "2,4",
    "C9": "4,4",
}  # fmt: skip


def full_table(drawings: list[str], seed: int) -> tuple[dict[str, Card], TableGrid]:
    """All 45 cards laid by the rules, the closest places first."""
    dice = random.Random(seed)
    cards = {f"R{i:02}": Card(f"R{i:02}", rails=tuple(one.split(","))) for i, one in enumerate(drawings, 1)}
    grid = TableGrid(CIRCLES)
    for id in dice.sample(sorted(cards), len(cards)):
        cell = min(lay_places(cards, grid), key=lambda cell: sum(abs(int(part) - 2) for part in cell.split(",")))
        grid = with_card(grid, cell, id, dice.randrange(4))
    return cards, grid


def percentiles(times: list[int]) -> str:
    times = sorted(times)
    return "  ".join(f"p{p} {times[min(len(times) - 1, len(times) * p // 100)] / 1e6:6.3f} ms" for p in (50, 99, 100))


def bench(name: str, drawings: list[str], limit: int = 9) -> None:
    """Every state of the table as a start, with a graph just made and with one that is kept."""
    cards, grid = full_table(drawings, 20011)
    kept = Graph(cards, grid)
    starts = [Stand(circle) for circle in CIRCLES]
    starts += [Stand(node, heading) for node in kept.ties() for heading in headings(node)]
    fresh, warm, walked, ends, ways = [], [], [], 0, 0
    for start in starts:
        begin = perf_counter_ns()
        reach(Graph(cards, grid), start, limit)
        fresh.append(perf_counter_ns() - begin)
        begin = perf_counter_ns()
        ends = max(ends, len(reach(kept, start, limit)))
        warm.append(perf_counter_ns() - begin)
        begin = perf_counter_ns()
        ways = max(ways, sum(1 for _ in routes(kept, start, limit)))
        walked.append(perf_counter_ns() - begin)
    print(f"{name}: {len(grid.stacks)} cards, {len(starts)} starts, limit {limit}, up to {ends} ends, {ways} routes")
    for label, times in (("reach, new graph", fresh), ("reach, kept graph", warm), ("routes, kept graph", walked)):
        print(f"  {label:18}  {percentiles(times)}")


if __name__ == "__main__":
    bench("placeholder deck", DRAWINGS)
    bench("all six segments on every card", [",".join(ALL_SIX)] * 45)
