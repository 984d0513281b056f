"""A page is a tree: what each part gets, on wide and on upright displays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest
from kivy.uix.widget import Widget

from kiosk.widgets import tile as tile_module
from kiosk.widgets.base import Container
from kiosk.widgets.label import Text, TextFit
from kiosk.widgets.layout import (
    NATURAL,
    Column,
    FreeSpace,
    Grid,
    KnownLayout,
    Leaf,
    Rect,
    Row,
    Split,
    grids,
    natural,
    place,
    placed_leaves,
    tile_rows,
)
from kiosk.widgets.tile import Tile, TileSign, _compositions

DISPLAYS = [Rect(0, 0, 100, 60), Rect(0, 0, 102.4, 60), Rect(0, 0, 60, 1280 / 12)]
SQUARE = Rect(0, 0, 100, 100)


@dataclass(eq=False)
class Thing:
    visible: bool


def boxes(tree: Any, box: Rect = SQUARE, wide: bool = True, **options: Any) -> dict[Any, tuple[float, ...]]:
    return {leaf: tuple(round(side, 3) for side in at) for leaf, at in place(tree, box, wide, **options)}


def test_sizes_are_kept_and_weights_share_the_rest() -> None:
    column = Column(Leaf("head", 10), "body", Leaf("foot", weight=2), gap=5)
    assert boxes(column) == {"head": (0, 0, 100, 10), "body": (0, 15, 100, 26.667), "foot": (0, 46.667, 100, 53.333)}
    assert boxes(Row("a", "b", gap=0, weights=(1, 3))) == {"a": (0, 0, 25, 100), "b": (25, 0, 75, 100)}


def test_margins_may_differ_on_each_side_and_display() -> None:
    column = Column("a", pad=(4, 1, (2, -3), 9))
    assert boxes(column) == {"a": (4, 1, 94, 90)}
    assert boxes(column, wide=False) == {"a": (4, 1, 99, 90)}


def test_where_the_room_is_too_small_all_sizes_shrink_alike() -> None:
    assert boxes(Row(Leaf("a", 150), Leaf("b", 50), "c", gap=0)) == {
        "a": (0, 0, 75, 100), "b": (75, 0, 25, 100), "c": (100, 0, 0, 100)}  # fmt: skip


def test_what_is_not_visible_takes_no_room() -> None:
    column = Column(Row(hidden := Thing(False), FreeSpace(), size=30), "a", FreeSpace(20), gap=10)
    assert boxes(column) == {"a": (0, 0, 100, 70)}
    hidden.visible = True
    assert boxes(column) == {hidden: (0, 0, 49.4, 30), "a": (0, 40, 100, 30)}


def test_a_split_is_one_part_or_the_other_and_has_its_size() -> None:
    split = Split(wide=Leaf("wide", 10), upright=Row("up", "right", size=40, gap=0))
    column = Column(split, "rest", Split(upright=Leaf("foot", (1, 20))), gap=0)
    assert boxes(column) == {"wide": (0, 0, 100, 10), "rest": (0, 10, 100, 90)}
    assert boxes(column, wide=False) == {
        "up": (0, 0, 50, 40), "right": (50, 0, 50, 40), "rest": (0, 40, 100, 40), "foot": (0, 80, 100, 20)}  # fmt: skip
    assert list(placed_leaves(column, True)) == ["wide", "rest"]


@dataclass(eq=False)
class Words:
    """As wide as it has letters, in lines of as many as the room holds."""

    letters: float

    def natural(self, room: float) -> tuple[float, float]:
        return min(room, self.letters), -(-self.letters // room)


def test_a_leaf_is_as_large_as_its_words() -> None:
    short, long = Words(20), Words(150)
    assert boxes(Row(Leaf(short, NATURAL), "rest", gap=5)) == {short: (0, 0, 20, 100), "rest": (25, 0, 75, 100)}
    column = Column(Leaf(long, NATURAL), "rest", pad=(0, 0, 10, 0), gap=1)
    assert boxes(column) == {long: (0, 0, 90, 2), "rest": (0, 3, 90, 97)}


def test_words_get_what_fixed_sizes_leave() -> None:
    first, second = Words(60), Words(30)
    assert boxes(Row(Leaf("mark", 55), Leaf(first, NATURAL), Leaf(second, NATURAL), gap=0)) == {
        "mark": (0, 0, 55, 100), first: (55, 0, 30, 100), second: (85, 0, 15, 100)}  # fmt: skip


def test_a_part_is_as_large_as_what_it_holds() -> None:
    words = Column(Leaf(Words(30), NATURAL), Leaf(Words(80), NATURAL), gap=2)
    assert natural(words, 100, True) == (80, 4)
    assert natural(Row(Leaf(Words(1), 10), words, gap=5, pad=1), 52, True) == (52, 8)


def test_a_grid_of_given_columns_has_equal_tiles() -> None:
    grid = Grid(*"abc", columns=(2, 1), most=(30, 50), gap=0)
    assert boxes(grid) == {"a": (0, 0, 50, 30), "b": (50, 0, 50, 30), "c": (0, 30, 50, 30)}
    assert boxes(grid, wide=False)["c"] == (0, 66.667, 100, 33.333)
    assert list(grids(Column(grid), True)) == [["a", "b", "c"]]


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize("count", range(1, 13))
def test_a_grid_fills_its_room_and_nothing_overlaps(display: Rect, count: int) -> None:
    placed = [box for _leaf, box in place(Grid(*range(count)), display, display.width > display.height)]
    assert len(placed) == count
    assert max(box.left + box.width for box in placed) == pytest.approx(display.width)
    assert max(box.top + box.height for box in placed) == pytest.approx(display.height)
    for a, b in combinations(placed, 2):
        apart = max(
            b.left - a.left - a.width, a.left - b.left - b.width, b.top - a.top - a.height, a.top - b.top - b.height
        )
        assert apart > 1


def test_a_grid_takes_the_rows_in_which_all_words_fit() -> None:
    assert len({top for _left, top, _width, _height in boxes(Grid(*"abcd")).values()}) == 2
    long = boxes(Grid(*"abcd"), fits=lambda leaf, width, _height: leaf != "b" or width > 60)
    assert {left for left, *_rest in long.values()} == {0} and len(long) == 4


@pytest.mark.parametrize(("count", "rows", "each"), [(7, 3, [3, 2, 2]), (6, 2, [3, 3]), (5, 5, [1] * 5), (4, 1, [4])])
def test_rows_are_as_even_as_can_be(count: int, rows: int, each: list[int]) -> None:
    assert tile_rows(count, rows) == each


def test_words_are_tried_only_where_a_tile_may_be_best() -> None:
    """Two tiles below each other are no better than side by side, if all words fit there."""
    tried: list[tuple[float, float]] = []

    def fits(_tile: object, width: float, height: float) -> bool:
        tried.append((width, height))
        return True

    places = place(Grid("one", "two", gap=2), Rect(0, 0, 80, 26), True, fits)
    assert [at.top for _tile, at in places] == [0, 0]
    assert tried == [(39, 26)] * 2


@pytest.mark.parametrize("largest", [2.2, 2.9, 3.4, 4.0, 5.0])
def test_a_tile_of_a_row_is_composed_as_by_itself(window: Any, largest: float) -> None:
    window()
    lines = [[TileSign("crown", "Ana goes back to the Promontory")], [TileSign("skull", "a card of everybody")]]
    for width, height in ((120, 60), (210, 90), (300, 130), (380, 260)):
        for tile in (Tile("Run as two", "crown", "twice"), Tile("Regroup the hunt", lines=lines), Tile("Go", "skull")):
            tile.size = (width, height)
            tile._best()
            tile.largest = largest
            found = tile._best()
            _compositions.clear()
            assert found == tile._best()


LINES = [
    [TileSign("hunt", "Rage +1", True)],
    [TileSign("draw", "Draw 1 Survival")],
    [TileSign("", "all"), TileSign("hand")],
]
OTHERS = [[TileSign("draw", "Another one draws 1 Survival")], [TileSign("draw", "Yet another one draws 1 Survival")]]


def tiles() -> tuple[Tile, ...]:
    return (
        Tile(figure="B", lines=[*LINES, *OTHERS]),
        Tile("Regroup the hunt", "skull", "and go back to the Promontory", lines=OTHERS),
        Tile("Run as two", "crown", "twice", style="line"),
        Tile("Ana", seat=("red", "A"), mark="ring"),
    )


def test_words_are_too_much_only_where_a_tile_would_not_stay_inside(window: Any) -> None:
    window()
    told = 0
    for tile, width, height in product(tiles(), (90, 200, 362), (40, 90, 178)):
        tile.size = (width, height)
        wide, high = tile._room()
        ways = [*tile._ways(tile._is_wide(wide, high))]
        for at in ways:
            needs = natural(tile._tree(at), wide, True)
            stays = needs[0] <= wide and needs[1] <= high
            too_much = tile._is_too_much(at, wide, high)
            assert not (stays and too_much), (tile.label, width, height, at)
            told += too_much
        assert tile.fits == any(tile._stays(at, wide, high) for at in ways)
    assert told > 100


def test_how_wide_words_are_is_not_measured_to_find_out_that_they_are_too_much(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each size that is only tried it would have a font opened."""
    window()
    told: list[bool] = []
    with monkeypatch.context() as unmeasured:
        unmeasured.setattr(TextFit, "wide", property(lambda _laid: pytest.fail("it was measured")))
        for tile in tiles():
            tile.size = (200, 90)
            wide, high = tile._room()
            told += [tile._is_too_much(at, wide, high) for at in tile._ways(tile._is_wide(wide, high))]
    assert any(told) and not all(told)


def test_a_tile_of_many_lines_is_composed_twice_at_most(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once whether it fits at all, once as it looks best: of ten ways to compose it."""
    window()
    composed: list[Any] = []
    tree = Tile._tree

    def composing(self: Tile, at: Any) -> Any:
        composed.append(at)
        return tree(self, at)

    monkeypatch.setattr(Tile, "_tree", composing)
    tile = Tile(figure="B", lines=[*LINES[:2], *OTHERS])
    tile.size = (420, 200)
    assert tile.fits
    assert tile.text_size < 5, "the largest of all is too large"
    assert len(composed) <= 2
    assert (tile.fits, tile.text_size) == (True, tile._best()[0].size)
    assert len(composed) <= 2, "it is known now"


def test_the_parts_of_a_tile_are_placed_once_for_all_that_say_the_same(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    window()
    placed: list[Any] = []

    def placing(*given: Any) -> Any:
        placed.append(given)
        return place(*given)

    monkeypatch.setattr(tile_module, "place", placing)
    for style in ("", "line", ""):
        tile = Tile(figure="C", lines=LINES[:2], style=style)
        tile.size = (421, 200)
        whole = place(tile._tree(tile._best()[0]), Rect(0, 0, 421 / tile.m.u, 200 / tile.m.u), True)
        assert [box for _part, box in tile._placed(tile._best()[0])] == [box for _part, box in whole]
    assert len(placed) == 2, "with and without a style"


def test_what_gets_a_parent_is_told_nothing_about_being_disabled(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kivy tells all below it, though nothing is."""
    window()
    told: list[Any] = []
    monkeypatch.setattr(Widget, "inc_disabled", lambda self, count=1: told.append(count))
    page, part = Container(), Container()
    part.add_widget(Text("Ana"))
    page.add_widget(part)
    page.remove_widget(part)
    assert told == []


def test_a_page_is_laid_out_again_only_if_something_of_it_changed(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window()
    made: list[Any] = []
    init = KnownLayout.__init__

    def making(self: KnownLayout, *given: Any) -> None:
        made.append(given)
        init(self, *given)

    monkeypatch.setattr(KnownLayout, "__init__", making)
    page, name, line = Container(), Text("Ana", "name"), Text("draws a card", "body")
    page.size = (800, 480)

    def laid(high: float = 8.0) -> int:
        tree = Column(Row(Leaf(name, NATURAL), FreeSpace(), size=high), line)
        page.put(tree, left=0, top=0)
        for thing, at in place(tree, Rect(0, 0, page.width / page.m.u, 60), True):
            assert thing.width == pytest.approx(at.width * page.m.u, abs=1)
            assert thing.top == pytest.approx(480 - at.top * page.m.u, abs=1)
        return len(made)

    assert [laid(), laid()] == [1, 1]
    name.show("Christopher")
    assert [laid(), laid()] == [2, 2], "it is wider"
    line.visible = False
    assert [laid(), laid()] == [3, 3]
    assert [laid(9.0), laid(9.0)] == [4, 4], "it is another tree"
    name.width = 3
    assert laid(9.0) == 4, "what was moved is back, though nothing is computed"
    line.visible = True
    assert laid() == 4, "it was so before"
