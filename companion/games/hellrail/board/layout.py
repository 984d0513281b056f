"""The table as a grid (4.5), and where circles may lie on it (HR-002, HR-003, HR-122..124).

A cell is written `x,y` (x east, y south), a node `1,0:W`, `1,0:EW.1`, `C5` or `off`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from companion.games.hellrail.board.segments import SIDES
from companion.games.hellrail.data.deck import CircleLayout, CircleSpot
from companion.games.hellrail.names import CIRCLES, GATES

Circle = Annotated[str, Meta(pattern=rf"^({'|'.join(CIRCLES)})\Z", description="a circle")]
Cell = Annotated[str, Meta(pattern=r"^(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)\Z", description="x,y")]


class Laid(Struct, frozen=True):
    """A rail card on the table: `q` clockwise quarter turns."""

    card: str
    q: Annotated[int, Meta(ge=0, le=3)] = 0


class TableGrid(Struct, frozen=True):
    """The table. `circles`: circle -> cell; `stacks`: cell -> cards, the active one last."""

    circles: dict[Circle, Cell] = {}
    stacks: dict[Cell, Annotated[tuple[Laid, ...], Meta(min_length=1, description="cards")]] = {}

    def at(self, cell: str) -> Laid | None:
        """Return the active rail card of a cell."""
        stack = self.stacks.get(cell)
        return stack[-1] if stack else None

    def cell_of(self, card: str) -> str | None:
        """Return where a card is the active one."""
        return next((cell for cell, stack in self.stacks.items() if stack and stack[-1].card == card), None)


class Stand(Struct, frozen=True):
    """Where an engine is. Side tie: heading `in` or `out`; inner tie: the letter of the side ahead; circle, `rail`
    (Keeper) and `off`: None."""

    node: str
    heading: str | None = None

    @property
    def cell(self) -> str | None:
        """The cell of a tie."""
        return self.node.partition(":")[0] if ":" in self.node else None


_CELL = re.compile(r"\s*([+-]?[0-9]{1,3})\s*,\s*([+-]?[0-9]{1,3})\s*")
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""How x and y change over a side."""


def format_cell(x: int, y: int) -> str:
    """Return the one way a cell is written: it is a key of the grid."""
    return f"{x},{y}"


@lru_cache(maxsize=4096)
def parse_cell(text: str) -> tuple[int, int] | None:
    """(x east, y south) of a cell's text, None if it is none. No table has more than 999 cards."""
    match = _CELL.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def cell_text(text: str) -> str | None:
    """Return a cell as people may have written it in the grid's own spelling; None if it is none."""
    place = parse_cell(text)
    return format_cell(*place) if place else None


def cell_numbers(cell: str) -> tuple[int, int]:
    """(x, y) of a cell of the grid."""
    place = parse_cell(cell)
    if place is None:
        raise ValueError(f"not a cell: {cell!r}")
    return place


@lru_cache(maxsize=4096)
def neighbour(cell: str, side: str) -> str:
    """Return the cell over that side."""
    (x, y), (dx, dy) = cell_numbers(cell), STEP[side]
    return format_cell(x + dx, y + dy)


@lru_cache(maxsize=4096)
def neighbours(cell: str) -> tuple[str, str, str, str]:
    """Return the four cells that share a side with this one (HR-Q20), clockwise from N."""
    north, east, south, west = (neighbour(cell, side) for side in SIDES)
    return north, east, south, west


def diagonals(cell: str) -> tuple[str, ...]:
    """Return the four cells that touch this one at a corner, clockwise from the north east."""
    x, y = cell_numbers(cell)
    return tuple(format_cell(x + dx, y + dy) for dx, dy in ((1, -1), (1, 1), (-1, 1), (-1, -1)))


def placed(layout: CircleLayout) -> dict[str, str]:
    """Return a figure as the grid has it: circle -> cell (HR-002)."""
    return {spot.circle: format_cell(spot.x, spot.y) for spot in layout.spots}


def faults(spots: Iterable[CircleSpot]) -> tuple[tuple[str, str], ...]:
    """Return what is wrong with a figure (HR-003, 5.3), as (fault, circle); empty if nothing is.

    Faults: `unknown`, `twice` and `missing` circles, `cell_taken`, `side_contact`, `parity` (not the parity of the
    first circle), `no_diagonal`.
    """
    spots = tuple(spots)
    found: list[tuple[str, str]] = []
    at: dict[str, str] = {}
    names: set[str] = set()
    for spot in spots:
        if spot.circle not in CIRCLES:
            found.append(("unknown", spot.circle))
        if spot.circle in names:
            found.append(("twice", spot.circle))
        names.add(spot.circle)
        cell = format_cell(spot.x, spot.y)
        if at.setdefault(cell, spot.circle) != spot.circle:
            found.append(("cell_taken", spot.circle))
    found += [("missing", circle) for circle in CIRCLES if circle not in names]
    for spot in spots:
        cell = format_cell(spot.x, spot.y)
        if any(other in at for other in neighbours(cell)):
            found.append(("side_contact", spot.circle))
        if (spot.x + spot.y - spots[0].x - spots[0].y) % 2:
            found.append(("parity", spot.circle))
        if not any(other in at for other in diagonals(cell)):
            found.append(("no_diagonal", spot.circle))
    return tuple(found)


def place_ok(placed: Mapping[str, str], cell: str, circle: str | None = None) -> str | None:
    """HR-123, HR-124, HR-Q31: why a circle may not be placed there, or None. `placed`: circle -> cell.

    Without `circle` the first one to be placed is taken to be the Gates.
    """
    if parse_cell(cell) is None:
        return "bad_input"
    if GATES not in placed and circle != GATES and (placed or circle):
        return "gates_first"
    taken = set(placed.values())
    if cell in taken:
        return "cell_not_empty"
    touching = sum(other in taken for other in diagonals(cell))
    if touching > 2:
        return "too_many_neighbours"
    if placed and not touching:
        return "no_diagonal_neighbour"
    return None


def places(placed: Mapping[str, str]) -> tuple[str, ...]:
    """HR-124: every cell where the next circle may go, for the screen; the first one may lie anywhere: `0,0`."""
    if not placed:
        return (format_cell(0, 0),)
    around = {cell for one in placed.values() for cell in diagonals(one)}
    free = (cell for cell in around if place_ok(placed, cell) is None)
    return tuple(sorted(free, key=lambda cell: cell_numbers(cell)[::-1]))
