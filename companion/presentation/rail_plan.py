"""The places of a rail card's ties, and of a map of cells in a box. Pure: px and numbers, no canvas.

Inside a cell x runs east and y south, from 0 to 1. Nodes and sides are written as the map has them: `1,0:W`,
`1,0:EW.1`, `C5`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in cells."""

SIDE_AT = 0.115
"""Distance of a side tie from its edge."""
GAUGE, PEN = 0.048, 0.018
"""Half the distance of the two rails, half their width; in cells."""
TIE_LONG, TIE_WIDE = 0.092, 0.022
"""Half a tie, in cells."""
CARD_AIR = 0.03
"""Of a cell, round its card."""
OPEN = 0.06
"""Radians that a curve ends before the edge of its cell: at that of its card."""
OUT = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
STRAIGHTS = ("NS", "EW")
IN_CIRCLE = ((-0.34, 0.34), (0.34, -0.34), (-0.34, -0.34), (0.34, 0.34), (0.0, -0.44))
"""Places of engines round a circle (cells, y north); Cerberus takes the fourth."""
CORNER = {"NE": (1.0, 0.0), "SE": (1.0, 1.0), "SW": (0.0, 1.0), "NW": (0.0, 0.0)}
"""The middle of the arc that a curve is."""


def side_tie(side: str) -> Point:
    """Return a side tie inside its cell."""
    dx, dy = OUT[side]
    return 0.5 + dx * (0.5 - SIDE_AT), 0.5 + dy * (0.5 - SIDE_AT)


def tie_at(tie: str) -> Point:
    """Return a tie inside its cell: `W`, `EW.1`, `NE.1`."""
    if len(tie) == 1:
        return side_tie(tie)
    segment, _, place = tie.partition(".")
    if segment in STRAIGHTS:
        (ax, ay), (bx, by) = side_tie(segment[0]), side_tie(segment[1])
        t = 1 / 3 if place == "1" else 2 / 3
        return ax + (bx - ax) * t, ay + (by - ay) * t
    cx, cy = CORNER[segment]
    return cx + (0.5 - cx) * 2 * 0.5 * cos(pi / 4), cy + (0.5 - cy) * 2 * 0.5 * sin(pi / 4)


def ties(rails: Iterable[str]) -> list[str]:
    """Return the ties of a card with these segments: those inside, then those at its sides."""
    rails = tuple(rails)
    inner = [f"{one}.{n}" for one in rails for n in ((1, 2) if one in STRAIGHTS else (1,))]
    return inner + sorted(set("".join(rails)))


def sleeper(tie: str) -> tuple[Point, Point]:
    """Return the ends of the bar that a tie is, inside its cell."""
    x, y = tie_at(tie)
    if len(tie) == 1:
        dx, dy = OUT[tie]
    elif tie[:2] in STRAIGHTS:
        dx, dy = OUT[tie[0]]
    else:  # across a curve's arc
        cx, cy = CORNER[tie[:2]]
        dx, dy = -(cy - y), cx - x
        far = hypot(dx, dy)
        dx, dy = dx / far, dy / far
    return (x + dy * TIE_LONG, y - dx * TIE_LONG), (x - dy * TIE_LONG, y + dx * TIE_LONG)


def segment_ends(segment: str) -> tuple[Point, Point]:
    """Return where a straight segment meets the edges of its card."""
    (ax, ay), (bx, by) = OUT[segment[0]], OUT[segment[1]]
    half = 0.5 - CARD_AIR
    return (0.5 + ax * half, 0.5 + ay * half), (0.5 + bx * half, 0.5 + by * half)


def way_of(tie: str, heading: str | None) -> Point:
    """Return where an engine on that tie looks, as a direction of length 1 (y south): `in`, `out`, or the side
    ahead."""
    if len(tie) == 1:
        dx, dy = OUT[tie]
        return (dx, dy) if heading == "out" else (-dx, -dy)
    segment = tie.partition(".")[0]
    if heading is None or heading not in segment:
        return 0.0, 0.0
    ahead = OUT[heading]
    if segment in STRAIGHTS:
        return ahead
    back = OUT[segment.replace(heading, "")]
    dx, dy = ahead[0] - back[0], ahead[1] - back[1]
    far = hypot(dx, dy)
    return dx / far, dy / far


def parsed_cell(text: str) -> tuple[int, int]:
    """`2,-1` as numbers."""
    x, _, y = text.partition(",")
    return int(x), int(y)


def bounds(cells: Iterable[str]) -> Bounds | None:
    """Return the box that holds these cells; None if there are none."""
    places = [parsed_cell(cell) for cell in cells]
    if not places:
        return None
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    return float(min(xs)), float(min(ys)), float(max(xs) + 1), float(max(ys) + 1)


@dataclass(frozen=True)
class MapPlan:
    """A map in a box of the window (px, y up): `cell` px a cell, the map's 0,0 corner at `x`, `y`."""

    x: float
    y: float
    cell: float

    def at(self, px: float, py: float) -> Point:
        """Return a place of the map (cells, y south) on the window."""
        return self.x + px * self.cell, self.y - py * self.cell

    def back(self, x: float, y: float) -> Point:
        """Return a place on the window on the map."""
        return (x - self.x) / self.cell, (self.y - y) / self.cell

    def corner(self, cell: str) -> Point:
        """Return the lower left corner of a cell."""
        x, y = parsed_cell(cell)
        return self.at(x, y + 1)

    def middle(self, cell: str) -> Point:
        """Return the middle of a cell."""
        x, y = parsed_cell(cell)
        return self.at(x + 0.5, y + 0.5)

    def node(self, node: str, circles: Mapping[str, str]) -> Point | None:
        """Return where a tie or a circle is; None for what is not on the map. `circles`: circle -> cell."""
        cell, colon, tie = node.partition(":")
        if not colon:
            return self.middle(circles[node]) if node in circles else None
        x, y = parsed_cell(cell)
        tx, ty = tie_at(tie)
        return self.at(x + tx, y + ty)

    def moved(self, dx: float, dy: float) -> MapPlan:
        """Return the plan after dragging it."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def zoomed(self, cell: float, x: float, y: float) -> MapPlan:
        """Return the plan with another size of cells; the place at x, y stays there."""
        part = cell / self.cell
        return MapPlan(x - (x - self.x) * part, y - (y - self.y) * part, cell)


def fitted_map(box: Bounds, x: float, y: float, width: float, height: float, most: float, air: float = 0.12) -> MapPlan:
    """Return a map of these cells in the middle of a box of px, as large as it goes but at most `most` px a cell.

    :param air: cells left free round it.
    """
    left, top, right, bottom = box
    wide, high = right - left + 2 * air, bottom - top + 2 * air
    cell = max(1.0, min(most, width / wide, height / high))
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    return MapPlan(x + width / 2 - middle_x * cell, y + height / 2 + middle_y * cell, cell)


def kept(plan: MapPlan, box: Bounds, x: float, y: float, width: float, height: float) -> MapPlan:
    """Return the plan moved so that something of the map stays in the middle of the box: it cannot be dragged away."""
    left, top, right, bottom = box
    low_x, high_y = plan.at(left, top)
    high_x, low_y = plan.at(right, bottom)
    mid_x, mid_y = x + width / 2, y + height / 2
    dx = min(0.0, mid_x - low_x) if low_x > mid_x else max(0.0, mid_x - high_x)
    dy = min(0.0, mid_y - low_y) if low_y > mid_y else max(0.0, mid_y - high_y)
    return plan.moved(dx, dy)
