"""The places of a path's spaces: a rail that winds down the box, one row for each board face. Pure geometry, px."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

Point = tuple[float, float]
LONGEST = 9
"""Spaces in one row; a longer face takes several."""
EDGE = 4.4
"""u from the side of the box to the first space of a row: the turns of the rail run there."""
RADIUS = 2.5
"""u, of a space."""
FOOT = 0.7
"""u below a space."""
PAWN_MOST = 6.2
"""u, of a pawn that is alone."""
PAWN_CROWDED = 4.4
"""u. Pawns get no smaller than this while there is an empty space beside theirs to spread over."""
BOAT_WIDTH = 15.0
"""u, of the boat and the water around it."""


@dataclass(frozen=True)
class PathNode:
    """A space (or, the last one, the boat): the middle of its station, and its row from the top."""

    x: float
    y: float
    row: int


@dataclass(frozen=True)
class RailTurn:
    """A turn of the rail from one row down to the next: from its upper end to its lower end, both at `x`."""

    x: float
    top: float
    bottom: float
    right: bool
    """It bulges to the right."""


@dataclass(frozen=True)
class PathPlan:
    """A path laid out in a box."""

    nodes: tuple[PathNode, ...]
    rows: tuple[tuple[int, ...], ...]
    turns: tuple[RailTurn, ...]
    """Turn i joins row i to row i + 1."""
    pitch: tuple[float, ...]
    """Space to space, of each row."""
    radius: float
    zone: float
    """Height above a station that belongs to the pawns on it."""
    left: float
    right: float
    u: float
    boat_width: float

    @property
    def boat(self) -> int:
        """Number of the boat: one past the last space."""
        return len(self.nodes) - 1

    def root(self, index: int) -> float:
        """Return the y at which the pawns on a node begin."""
        return self.nodes[index].y + self.radius + 0.3 * self.u

    def together(self, one: int, other: int) -> bool:
        """Return whether two spaces are in the same row."""
        return self.nodes[one].row == self.nodes[other].row

    def nearest(self, x: float, y: float, among: Sequence[Point], reach: float) -> int | None:
        """Return which of the points is nearest to x, y, if one is within `reach`."""
        best = min(range(len(among)), key=lambda i: _far(among[i], (x, y)), default=None)
        return best if best is not None and _far(among[best], (x, y)) <= reach else None


def _far(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def path_rows(length: int, starts: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a path of `length` spaces and a boat, from the first row. Each face has its own row."""
    begins = sorted({0, *(s for s in starts if 0 < s < length)})
    faces = [list(range(a, b)) for a, b in zip(begins, [*begins[1:], length + 1], strict=True)]
    rows: list[tuple[int, ...]] = []
    for face in faces:
        parts = ceil(len(face) / LONGEST)
        size = ceil(len(face) / parts)
        rows += [tuple(face[i : i + size]) for i in range(0, len(face), size)]
    if len(faces) == 1 and length + 1 > 8:  # one straight path: as many rows as a board of faces has
        size = ceil((length + 1) / 4)
        rows = [tuple(faces[0][i : i + size]) for i in range(0, length + 1, size)]
    return tuple(rows)


def lay_out(x: float, y: float, width: float, height: float, u: float, length: int, starts: Sequence[int]) -> PathPlan:
    """Return the plan of a path of `length` spaces in a box. The first row runs to the right, the next to the left
    ..."""
    rows = path_rows(length, starts)
    high = height / len(rows)
    radius = min(RADIUS * u, high / 5)
    foot = FOOT * u
    zone = high - 2 * radius - foot - 0.3 * u
    left, right = x + EDGE * u, x + width - EDGE * u
    boat_width = min(BOAT_WIDTH * u, width / 3.8)
    nodes: list[PathNode] = []
    pitches: list[float] = []
    for r, row in enumerate(rows):
        middle = y + height - (r + 1) * high + foot + radius
        last = r == len(rows) - 1
        first, end = (left, right) if r % 2 == 0 else (right, left)
        if last:  # the boat takes the end of the last row
            inwards = boat_width / 2 - EDGE * u + 0.2 * u
            end += -inwards if r % 2 == 0 else inwards
        gaps = len(row) - 1
        if last and gaps:  # half a boat more between the last space and the boat
            extra = max(0.0, boat_width / 2 - 2.6 * u)
            step = (abs(end - first) - extra) / gaps
        else:
            extra, step = 0.0, abs(end - first) / gaps if gaps else abs(end - first)
        sign = 1 if end > first else -1
        for i in range(len(row)):
            at = first + sign * (i * step + (extra if last and gaps and i == gaps else 0))
            nodes.append(PathNode(at if gaps else (first + end) / 2, middle, r))
        pitches.append(step)
    turns = tuple(
        RailTurn(right if r % 2 == 0 else left, nodes[row[-1]].y, nodes[rows[r + 1][0]].y, r % 2 == 0)
        for r, row in enumerate(rows[:-1])
    )
    return PathPlan(
        tuple(nodes), rows, turns, tuple(pitches), radius, zone, x, x + width, u, boat_width
    )  # fmt: skip


# ---------------------------------------------------------------- pawns on their spaces


@dataclass(frozen=True)
class PawnSpot:
    """The place of a pawn: the middle of its mark, and its size (px)."""

    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Tray:
    """The plate that holds together the pawns of a space where they are wider than it."""

    node: int
    x: float
    y: float
    width: float
    height: float


def pawn_spots(plan: PathPlan, standing: Mapping[int, int]) -> tuple[dict[int, tuple[PawnSpot, ...]], tuple[Tray, ...]]:
    """Return the places for `standing` (space -> how many pawns): the spots of each space in order, and the trays."""
    placed: dict[int, tuple[PawnSpot, ...]] = {}
    trays: list[Tray] = []
    for node, count in standing.items():
        if not count:
            continue
        x0, x1 = _room(plan, node, standing, False)
        columns, size = _columns(plan, count, x1 - x0)
        if size < PAWN_CROWDED * plan.u:
            x0, x1 = _room(plan, node, standing, True)
            columns, size = _columns(plan, count, x1 - x0)
        root = plan.root(node)
        found = _stand(plan.nodes[node].x, root, columns, count, size, x0, x1)
        placed[node] = found
        wide = max(s.x for s in found) - min(s.x for s in found) + size
        if wide > 1.05 * plan.pitch[plan.nodes[node].row] or (count > 2 and wide > 9 * plan.u):
            low, side = min(s.x for s in found) - size / 2, 0.35 * plan.u
            high = max(s.y for s in found) + size / 2 - root
            trays.append(Tray(node, low - side, root - side / 2, wide + 2 * side, high + side))
    return placed, tuple(trays)


def _room(plan: PathPlan, node: int, standing: Mapping[int, int], spread: bool) -> tuple[float, float]:
    """Return the room of a space's pawns from left to right; `spread`: over empty neighbours, too."""
    here = plan.nodes[node]
    half = plan.pitch[here.row] / 2
    ends = []
    for side in (-1, 1):
        beside = [n for n in (node - 1, node + 1) if 0 <= n <= plan.boat and plan.together(n, node)]
        beside = [n for n in beside if (plan.nodes[n].x - here.x) * side > 0]
        reach = half * 0.98
        if beside and spread and not standing.get(beside[0]) and beside[0] != plan.boat:
            reach = half * 1.7
        elif not beside:
            reach = max(reach, 8 * plan.u) if spread else reach
        ends.append(here.x + side * reach)
    x0, x1 = max(ends[0], plan.left), min(ends[1], plan.right)
    return x0, x1


def _columns(plan: PathPlan, count: int, width: float) -> tuple[int, float]:
    """Return how many pawns are side by side so that they are as large as possible, and how large."""
    most = PAWN_MOST * plan.u
    sizes = [(min(most, width / c, plan.zone / ceil(count / c)), -c) for c in range(1, count + 1)]
    size, columns = max(sizes)
    return -columns, size


def _stand(
    x: float, root: float, columns: int, count: int, size: float, x0: float, x1: float
) -> tuple[PawnSpot, ...]:  # fmt: skip
    rows = ceil(count / columns)
    wide = min(columns, count) * size
    low = min(max(x - wide / 2, x0), max(x1 - wide, x0))
    found = []
    for i in range(count):
        row, column = divmod(i, columns)
        in_row = columns if row < rows - 1 else count - columns * (rows - 1)
        indent = (wide - in_row * size) / 2
        found.append(PawnSpot(low + indent + (column + 0.5) * size, root + (rows - 1 - row + 0.5) * size, size))
    return tuple(found)


def boat_spots(plan: PathPlan, seats: int) -> tuple[PawnSpot, ...]:
    """Return the places of the passengers in a boat with so many seats."""
    u, node = plan.u, plan.nodes[plan.boat]
    wide = plan.boat_width * 0.86
    size = min(4.4 * u, wide / max(seats, 1) * 0.97, plan.zone * 0.8)
    root = node.y + 0.25 * u
    return tuple(
        PawnSpot(node.x + (i - (seats - 1) / 2) * min(wide / seats, size * 1.12), root + size / 2, size)
        for i in range(seats)
    )
