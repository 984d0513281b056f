"""Lay, upgrade, boat, Abyss, False Path on the grid: HR-061..068, HR-115, HR-116, 4.6, 4.7, S22, S23, S32, S44."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.hellrail.board.board_moves import (
    boat_gap,
    crossings,
    free_refusal,
    lay_places,
    lay_refusal,
    occupied,
    removed,
    turned,
    turned_node,
    upgrade_refusal,
    with_card,
)
from companion.games.hellrail.board.graph import Graph, segments_at
from companion.games.hellrail.board.grid import Grid, Laid, Stand
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.data.rulings import Rulings
from companion.games.hellrail.names import Dir
from tests.games.hellrail.rail.maps import ALL_SIX, M1, M4, F, table

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


def test_next_to_a_card_laid_just_now() -> None:
    """HR-061: what was laid this turn counts; a space whose last card was taken is empty again (HR-067)."""
    deck, grid = M1
    assert lay_refusal(deck, with_card(grid, "1,1", "F01", 0), "1,2") is None
    assert lay_refusal(deck, Grid({}, {"0,0": (), "1,0": (Laid("F01"),)}), "0,0") is None
    assert lay_refusal(deck, Grid({}, {"0,0": ()}), "1,0") == "no_neighbour"


def test_all_places_for_the_screen() -> None:
    """HR-061, HR-068."""
    deck, grid = M1
    assert lay_places(deck, grid) == ("0,-1", "1,-1", "2,-1", "-1,0", "3,0", "0,1", "1,1", "2,1")
    every = {f"{x},{y}" for x in range(-3, 6) for y in range(-3, 4)}
    assert set(lay_places(deck, grid)) == {cell for cell in every if lay_refusal(deck, grid, cell) is None}


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
    _, grid = M4
    engines = [C1, Stand("1,0:E", "in"), Stand("off"), Stand("rail")]
    assert occupied("1,0", engines) and not occupied("2,0", engines) and not occupied("11,0", engines)
    assert free_refusal(grid, "1,0", engines) == "card_occupied"
    assert free_refusal(grid, "2,0", engines) is None
    assert free_refusal(grid, "0,0", engines) == free_refusal(grid, "7,7", engines) == "no_rail_card"


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


def test_no_gap_where_a_card_lies() -> None:
    """HR-Q24: at least one empty space; a card without a track there is none."""
    assert boat_gap(*M1, C1, "E").code == "no_gap"
    deck, grid = table({"1,0": ["NS"], "2,0": ["EW"]}, {"C1": "0,0"})
    assert boat_gap(deck, grid, C1, "E").code == "no_gap"
    assert boat_gap(*M4, Stand("1,0:E", "out"), "E").code == "no_gap"


@pytest.mark.parametrize("direction", [Dir.W, "W", None])
def test_from_a_side_tie_over_its_own_side(direction: str | None) -> None:
    """HR-Q24: heading out over the gap, in a straight line."""
    assert boat_gap(*S44, Stand("3,0:W", "out"), direction) == (2, C1, None)


def test_far_and_in_every_direction() -> None:
    """HR-115: north, east, south and west, from any corner of a large table."""
    rails = {"0,-4": ["NS"], "7,0": ["SW"], "0,2": ["NE"], "-9,0": ["NE"]}
    deck, grid = table(rails, {"C1": "0,0", "C2": "30,40"})
    assert crossings(deck, grid, C1) == {
        "N": (3, Stand("0,-4:S", "in"), None),
        "E": (6, Stand("7,0:W", "in"), None),
        "S": (1, Stand("0,2:N", "in"), None),
        "W": (8, Stand("-9,0:E", "in"), None),
    }
    assert boat_gap(*table({"7,-9": ["NS"], "7,40": ["NS"]}), Stand("7,40:N", "out"), "N").gap == 48


def test_a_space_whose_card_was_taken_is_empty() -> None:
    """HR-067, HR-116."""
    deck, grid = M4
    grid = removed(removed(grid, "1,0", RULES).grid, "2,0", RULES).grid
    assert boat_gap(deck, grid, C1, "E") == (2, Stand("3,0:W", "in"), None)


# -- False Path and Abyss ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("node", "q", "after"),
    [
        ("1,0:W", 1, "1,0:N"),
        ("1,0:N", 2, "1,0:S"),
        ("1,0:EW.1", 1, "1,0:NS.2"),
        ("1,0:EW.2", 1, "1,0:NS.1"),
        ("1,0:NS.1", 1, "1,0:EW.1"),
        ("1,0:NS.1", 2, "1,0:NS.2"),
        ("1,0:EW.1", 3, "1,0:NS.1"),
        ("1,0:NE.1", 1, "1,0:SE.1"),
        ("1,0:SE.1", 1, "1,0:SW.1"),
        ("1,0:NW.1", 3, "1,0:SW.1"),
    ],
)
def test_a_marker_goes_along_with_its_printed_tie(node: str, q: int, after: str) -> None:
    """HR-Q22, 4.7."""
    assert turned_node(node, q) == after


def test_the_whole_stack_turns() -> None:
    """HR-094, HR-Q22, S32: EW -> NS; what was covered stays covered, markers elsewhere stay where they are."""
    grid = Grid({"C1": "0,0"}, {"1,0": (Laid("F12", 1), Laid("F03", 3)), "2,0": (Laid("F06"),)})
    after, markers = turned(grid, "1,0", 3, ("1,0:EW.1", "2,0:EW.1", "1,0:N"))
    assert after.stacks == {"1,0": (Laid("F12", 0), Laid("F03", 2)), "2,0": (Laid("F06"),)}
    assert markers == ("1,0:NS.1", "2,0:EW.1", "1,0:W")
    assert grid.stacks["1,0"] == (Laid("F12", 1), Laid("F03", 3))
    one, none = turned(Grid({}, {"0,0": (Laid("F12"),)}), "0,0", 1)
    assert segments_at(F, one, "0,0") == {"NS"} and none == ()


def test_neighbours_may_face_an_end_of_rail_now() -> None:
    """4.7: turning or taking a card changes the steps at once."""
    deck, grid = M4
    out = Stand("1,0:E", "out")
    assert Graph(deck, grid).next(out) == (Stand("2,0:W", "in"),)
    assert Graph(deck, turned(grid, "2,0", 1)[0]).next(out) == (Stand("off"),)
    assert Graph(deck, removed(grid, "2,0", RULES).grid).next(out) == (Stand("off"),)


@given(st.sets(st.sampled_from(ALL_SIX), min_size=1), st.integers(0, 3), st.integers(0, 3), st.data())
def test_turning_is_one_to_one_on_ties(drawing: set[str], lies: int, q: int, data: st.DataObject) -> None:
    """HR-Q22: the ties turned are the ties of the turned card, and steps turn along."""
    cards = {"one": Card("one", rails=tuple(drawing))}
    grid = Grid({}, {"0,0": (Laid("one", lies),)})
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


def test_abyss_may_take_the_whole_stack() -> None:
    """HR-Q21, option: top first."""
    grid = Grid({}, {"1,0": (Laid("F12", 1), Laid("F03", 2), Laid("F08"))})
    gone = removed(grid, "1,0", Rulings(q21_abyss_removes="whole_stack"), ["1,0:W"])
    assert gone == (Grid(), ("F08", "F03", "F12"), (), 1)
