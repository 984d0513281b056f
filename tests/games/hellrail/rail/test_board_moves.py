"""Lay, upgrade, boat, Abyss, False Path on the grid: HR-061..068, HR-115, HR-116, 4.6, 4.7, S22, S23, S32, S44."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.hellrail.board.board_moves import (
    boat_gap,
    lay_refusal,
    occupied,
    turned,
    turned_node,
    upgrade_refusal,
)
from companion.games.hellrail.board.graph import Graph
from companion.games.hellrail.board.layout import Laid, Stand, TableGrid
from companion.games.hellrail.data.deck import Card, Rulings
from tests.games.hellrail.rail.maps import ALL_SIX, M1, M4, table

RULES = Rulings()
C1, C5 = Stand("C1"), Stand("C5")


# -- lay ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("0,0", "cell_not_empty"),
        ("1,0", "cell_not_empty"),
        ("1,1", None),
        ("0,-1", None),
        ("3,0", None),
        ("3,1", "no_neighbour"),
        ("-1,-1", "no_neighbour"),
        ("40,0", "no_neighbour"),
        ("x", "bad_input"),
    ],
)
def test_where_a_card_may_be_laid(cell: str, code: str | None) -> None:
    """HR-061, HR-062, HR-068, HR-Q20: an empty space that shares a side with a circle or a rail card."""
    assert lay_refusal(*M1, cell) == code


# -- upgrade -----------------------------------------------------------------------------------------------------------


def test_what_blocks_an_upgrade() -> None:
    """HR-063, HR-Q03, S23a, S23c: an engine, a marker, no rail card; on other cards they do not matter."""
    deck, grid = M4
    engine, marker = Stand("1,0:EW.1", "E"), "1,0:W"
    everything = Card("new", rails=ALL_SIX)
    here = {"cell": "1,0"}
    assert upgrade_refusal(deck, grid, "1,0", everything, 0, [engine], [], RULES) == ("card_occupied", here)
    assert upgrade_refusal(deck, grid, "1,0", everything, 0, [], [marker], RULES) == ("card_carries_marker", here)
    assert upgrade_refusal(deck, grid, "2,0", everything, 0, [engine, C1], [marker], RULES) == (None, {})
    for cell in ("0,0", "0,1", "1,00"):
        assert upgrade_refusal(deck, grid, cell, everything, 0, [], [], RULES) == ("no_rail_card", {"cell": cell})
    free = Rulings(q03_upgrade_blocked_by_tokens=False)
    assert upgrade_refusal(deck, grid, "1,0", everything, 0, [], [marker], free) == (None, {})


def test_occupied_means_engines_only() -> None:
    """HR-065, HR-066, HR-067, S23b, S23c: Abyss and False Path look at engines, not at markers."""
    engines = [C1, Stand("1,0:E", "in"), Stand("off"), Stand("rail")]
    assert occupied("1,0", engines) and not occupied("2,0", engines) and not occupied("11,0", engines)


# -- Boatman -----------------------------------------------------------------------------------------------------------

S44 = table({"3,0": ["EW"]}, {"C1": "0,0"})


@pytest.mark.parametrize(
    ("stand", "direction"),
    [
        (C1, "W"),
        (C1, "N"),
        (C1, None),
        (C1, "X"),
        (Stand("C9"), "E"),
        (Stand("off"), "E"),
        (Stand("3,0:E", "out"), "E"),
        (Stand("3,0:W", "in"), "W"),
        (Stand("3,0:W", "out"), "N"),
        (Stand("3,0:W", "out"), "E"),
        (Stand("3,0:EW.2", "W"), "W"),
    ],
)
def test_no_gap(stand: Stand, direction: str | None) -> None:
    """HR-Q24: nothing to land on, or not at the gap and heading out over it."""
    assert boat_gap(*S44, stand, direction) == (0, None, "no_gap")


# -- False Path and Abyss ----------------------------------------------------------------------------------------------


@given(st.sets(st.sampled_from(ALL_SIX), min_size=1), st.integers(0, 3), st.integers(0, 3), st.data())
def test_turning_is_one_to_one_on_ties(drawing: set[str], lies: int, q: int, data: st.DataObject) -> None:
    """HR-Q22: the ties turned are the ties of the turned card, and steps turn along."""
    cards = {"one": Card("one", rails=tuple(drawing))}
    grid = TableGrid({}, {"0,0": (Laid("one", lies),)})
    before = Graph(cards, grid)
    after_grid, moved = turned(grid, "0,0", q, before.ties())
    after = Graph(cards, after_grid)
    assert sorted(moved) == sorted(after.ties())
    node = data.draw(st.sampled_from(before.ties()))
    near = {step.node for heading in ("in", "out", *"NESW") for step in before.next(Stand(node, heading))} - {"off"}
    there = {
        step.node for heading in ("in", "out", *"NESW") for step in after.next(Stand(turned_node(node, q), heading))
    } - {"off"}
    assert {turned_node(one, q) for one in near} == there
    back, home = turned(after_grid, "0,0", 4 - q, moved)
    assert back == grid and home == before.ties()
