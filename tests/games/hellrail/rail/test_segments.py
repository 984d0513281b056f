"""Drawings and how they turn: 4.5, 4.6, HR-032, HR-033, HR-064, HR-Q41, S22."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.hellrail.board.segments import (
    SEGMENTS,
    SIDES,
    covers,
    drawings,
    fitting_rotations,
    rotate,
    sides,
)
from tests.games.hellrail.rail import brute
from tests.games.hellrail.rail.maps import ALL_SIX

EVERY = [frozenset(some) for n in range(1, 7) for some in combinations(ALL_SIX, n)]
shapes = st.sets(st.sampled_from(ALL_SIX)).map(frozenset)
turns = st.integers(-8, 8)


def test_letters_come_in_any_order_and_leave_in_one() -> None:
    """4.5, 5.3: the deck file may write a segment either way round."""
    assert rotate(["SN", "WE", "EN", "ES", "WS", "WN"], 0) == set(ALL_SIX)
    assert fitting_rotations(frozenset({"WN"}), ("EN",)) == (3,)


@given(shapes, turns, turns)
def test_turns_add_up(shape: frozenset[str], q: int, more: int) -> None:
    """4.5: as turning with coordinates does."""
    assert rotate(shape, q) == brute.turn(shape, q % 4)
    assert rotate(rotate(shape, q), more) == rotate(shape, q + more)
    assert len(rotate(shape, q)) == len(shape)


def test_the_capture_offers_each_shape_once() -> None:
    """5.3: touch the drawing among 21 shapes."""
    shapes = drawings()
    assert len(shapes) == 21 and len(shapes[0]) == 1 and shapes[-1] == set(SEGMENTS)
    assert {rotate(shape, q) for shape in shapes for q in range(4)} == set(EVERY)
    assert sum(sides(shape) == SIDES for shape in shapes) == 15


@given(shapes, shapes)
def test_fitting_means_that_every_old_segment_is_there(old: frozenset[str], new: frozenset[str]) -> None:
    """HR-064, 4.6."""
    fitting = tuple(q for q in range(4) if all(one in brute.turn(new, q) for one in old))
    assert fitting_rotations(old, tuple(new)) == fitting
    assert covers(new | old, old) and covers(old, old)
    assert covers(new, old) is not bool(old - new)
