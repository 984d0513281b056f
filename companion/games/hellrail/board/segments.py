"""Rail drawings: sets of segments, turned and compared (4.5, 4.6). A segment is two letters, as in the deck file."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

SIDES = ("N", "E", "S", "W")
"""Clockwise: a quarter turn takes each to the next."""
SEGMENTS = ("NS", "EW", "NE", "SE", "SW", "NW")
"""The six drawings a card can bear, straights first; the first letter counts (an inner tie `.1` is nearer to it)."""
STRAIGHTS = frozenset({"NS", "EW"})

_NAME = {letters: name for name in SEGMENTS for letters in (name, name[::-1])}


def segment(letters: str) -> str | None:
    """Return the name of a segment whatever order its letters have; None if it is none."""
    return _NAME.get(letters)


def canonical(segments: Iterable[str]) -> tuple[str, ...]:
    """Segments in their one spelling and order; only for ones that are right."""
    names = {_NAME[one] for one in segments}
    return tuple(name for name in SEGMENTS if name in names)


def opposite(side: str) -> str:
    return SIDES[(SIDES.index(side) + 2) % 4]


def turned_side(side: str, quarters: int) -> str:
    """Return the place of a side after clockwise quarter turns."""
    return SIDES[(SIDES.index(side) + quarters) % 4]


@cache
def _rotated(segments: frozenset[str], quarters: int) -> frozenset[str]:
    return frozenset(_NAME[turned_side(one[0], quarters) + turned_side(one[1], quarters)] for one in segments)


def rotate(segments: Iterable[str], quarters: int) -> frozenset[str]:
    """Return the drawing after clockwise quarter turns (4.5), in canonical names whatever order the letters had."""
    return _rotated(frozenset(segments), quarters % 4)


def sides(segments: Iterable[str]) -> tuple[str, ...]:
    """Return the sides that at least one segment uses, clockwise from N: one shared side tie each (HR-033)."""
    return _sides(frozenset(segments))


@cache
def _sides(segments: frozenset[str]) -> tuple[str, ...]:
    used = set("".join(segments))
    return tuple(side for side in SIDES if side in used)


def covers(new: Iterable[str], old: Iterable[str]) -> bool:
    """HR-064, HR-Q41: every old segment is there, at its place; more and equal are both allowed."""
    return frozenset(old) <= frozenset(new)


def fitting_rotations(old: Iterable[str], new_printed: Iterable[str]) -> tuple[int, ...]:
    """HR-064: the quarter turns of a new card with which it contains all segments that are there (4.6)."""
    lying, printed = rotate(old, 0), frozenset(new_printed)
    return tuple(q for q in range(4) if covers(_rotated(printed, q), lying))


def drawings() -> tuple[frozenset[str], ...]:
    """Return the 21 shapes a card can bear, one of each up to turning (4.5), by number of segments: for the
    enrolment."""
    seen: set[frozenset[str]] = set()
    shapes = []
    for bits in sorted(range(1, 64), key=lambda bits: (bits.bit_count(), bits)):
        shape = frozenset(name for i, name in enumerate(SEGMENTS) if bits >> i & 1)
        if shape not in seen:
            shapes.append(shape)
            seen.update(rotate(shape, q) for q in range(4))
    return tuple(shapes)


SHAPES: Final = tuple(map(canonical, drawings()))
"""The 21 drawings as segments in their order: what a screen offers."""


def drawing(shape: int, turn: int) -> tuple[str, ...]:
    """Return the segments, in their order, of one of `SHAPES` after that many clockwise quarter turns."""
    return canonical(rotate(SHAPES[shape], turn))


DRAWINGS: Final = {drawing(shape, turn): (shape, turn) for turn in (3, 2, 1, 0) for shape in range(len(SHAPES))}
"""All 63 drawings -> which of `SHAPES`, and the fewest quarter turns that give it."""
