"""The orientation of a panel's axes on the picture: as they should be, or swapped and reversed by the mounting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import hypot

from msgspec import Struct

Point = tuple[float, float]
"""x from the left, y from the upper edge, each from 0 to 1."""


class Axes(Struct, frozen=True):
    """The steps from a panel's x and y, in this order, to a place on the (unturned) picture."""

    swap: bool = False
    invert_x: bool = False
    invert_y: bool = False

    def place(self, x: float, y: float) -> Point:
        """Return where a contact at x, y of the panel is on the picture."""
        if self.swap:
            x, y = y, x
        return (1 - x if self.invert_x else x), (1 - y if self.invert_y else y)


ALL_AXES = tuple(Axes(*flags) for flags in product((False, True), repeat=3))
NEAR = 0.12
"""The farthest that a touch may be from its target, as a share of the picture's sides."""


def find_axes(targets: Sequence[Point], contacts: Sequence[Point]) -> Axes | None:
    """Return the axes with which the panel's contacts fall on the touched targets; None if none do.

    The targets must not be symmetric: three corners distinguish all eight orientations.
    """

    def miss(axes: Axes) -> float:
        return max(_distance(axes.place(*contact), at) for contact, at in zip(contacts, targets, strict=True))

    best = min(ALL_AXES, key=miss)
    return best if miss(best) <= NEAR else None


def is_near(place: Point, target: Point) -> bool:
    """Whether a touch there was meant for the target."""
    return _distance(place, target) <= NEAR


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
