"""The places of the things of a page, computed from a tree of columns, rows and grids.

    Column(Leaf(title, 8), Grid(*tiles), Row(back, done, size=8.4), pad=4)

Lengths are in u (a sixtieth of the display's short side), from the upper left corner. Anything that is not a `Node` is
a leaf: what is to be placed. A leaf with `visible` False takes no room, nor does a row in which nothing is visible.
Where a length is a pair, the first is that of wide displays, the second that of upright ones.
The length `NATURAL` is what the part takes by itself: a leaf's `natural(room)` is its width and height (u) where it may
be `room` wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from kiosk.display.theme import GAP

Length: TypeAlias = float | tuple[float, float]
"""u; for wide and for upright displays, if these differ."""
NATURAL = -1.0
"""Size of a part that is as large as it is by itself, or gets what others leave where that is less."""
Placed: TypeAlias = "list[tuple[Any, Rect]]"
"""What is visible, with its boxes."""
Fits: TypeAlias = Callable[[Any, float, float], bool]
"""Whether a leaf's words fit if it is so wide and so high (u)."""

TILE_GAP = 1.4
TILE_SHAPE = 1.9
"""Width by height that a tile has at best: an icon beside one or two words."""
TILE_LEAST = (8.0, 6.3)
"""A tile is not narrower, and not lower if there are several rows, where the room allows it at all."""
SMALL = 1000.0
"""What it costs that a tile is smaller than `TILE_LEAST`, times by how much."""
UNEVEN = 0.65
"""What it costs that a row of tiles holds fewer of them than another."""
UNFIT = 10.0
"""What it costs that the words of a tile do not fit."""


class Rect(NamedTuple):
    """A place: its upper left corner and its size, in u."""

    left: float
    top: float
    width: float
    height: float


class Node:
    """A part of a page.

    :param size: its length along the row or column that it is in; None: a share of what is left, by `weight`.
    """

    def __init__(self, *children: Any, size: Length | None = None, weight: Length = 1) -> None:
        self.children = children
        self.size = size if size is None or isinstance(size, tuple) else (size, size)
        self.weight = weight if isinstance(weight, tuple) else (weight, weight)
        self.form: tuple[Any, ...] = (self.size, self.weight)
        """All that it says of its layout, beside its children."""

    @cached_property
    def _splits(self) -> bool:
        return Split in map(type, self.children)

    _signature: tuple[Any, ...] | None = None

    def signature(self) -> tuple[Any, ...]:
        """Return what only a part has that has the same things in the same arrangement, as long as these live."""
        found = self._signature
        if found is None:
            parts = [child.signature() if isinstance(child, Node) else id(child) for child in self.children]
            found = self._signature = (type(self), self.form, *parts)
        return found

    def on_display(self, wide: bool) -> Sequence[Any]:
        """Return its children on such a display."""
        return [_chosen(child, wide) for child in self.children] if self._splits else self.children

    def is_visible(self, layout: _Pass) -> bool:
        """Whether anything of it is visible."""
        return any(not isinstance(child, FreeSpace) and layout.sees(child) for child in self.on_display(layout.wide))

    def natural(self, layout: _Pass, room: float) -> tuple[float, float]:
        """Return the width and height (u) of all its children over each other."""
        children = self.on_display(layout.wide)
        if len(children) == 1:
            return layout.natural(children[0], room)
        sizes = [layout.natural(child, room) for child in children]
        return max(width for width, _high in sizes), max(high for _width, high in sizes)

    def put(self, layout: _Pass, box: Rect, placed: Placed) -> None:
        """Place what is in it."""
        for child in self.on_display(layout.wide):
            layout.put(child, box, placed)


class Leaf(Node):
    """One thing, with the length that it takes.

    :param kept: its room stays free while it is not visible.
    """

    def __init__(self, thing: Any, size: Length | None = None, weight: Length = 1, kept: bool = False) -> None:
        # All is set here, as in a column: to call what a node does is half the work, and a page is made of 40.
        self.children = (thing,)
        self.size = size if size is None or isinstance(size, tuple) else (size, size)
        self.weight = weight if isinstance(weight, tuple) else (weight, weight)
        self.kept = kept
        self.form = (self.size, self.weight, kept)

    def is_visible(self, layout: _Pass) -> bool:
        return self.kept or super().is_visible(layout)


class Layers(Node):
    """Its children over each other in the same box."""


class FreeSpace(Node):
    """Room that stays free: a margin, or the place of a band that comes and goes."""

    def __init__(self, size: Length | None = None, weight: Length = 1) -> None:
        self.children = ()
        self.size = size if size is None or isinstance(size, tuple) else (size, size)
        self.weight = weight if isinstance(weight, tuple) else (weight, weight)
        self.form = (self.size, self.weight)

    def is_visible(self, layout: _Pass) -> bool:
        return True

    def natural(self, layout: _Pass, room: float) -> tuple[float, float]:
        return 0.0, 0.0

    def put(self, layout: _Pass, box: Rect, placed: Placed) -> None:
        """Place nothing."""


class Column(Node):
    """Its children below each other; where their sizes are more than the room, all of them get less.

    >>> tree = Column(Leaf("head", 8), Row("yes", "no", gap=2), gap=2)
    >>> for thing, rect in place(tree, Rect(0, 0, 80, 48), wide=True):
    ...     print(thing, *rect)
    head 0 0.0 80 8.0
    yes 0.0 10.0 39.0 38.0
    no 41.0 10.0 39.0 38.0

    :param pad: free at the left, top, right and bottom; one figure for all four.
    :param weights: of all children, instead of a `Leaf` for each.
    """

    def __init__(
        self,
        *children: Any,
        size: Length | None = None,
        weight: Length = 1,
        gap: Length = GAP,
        pad: float | tuple[Length, Length, Length, Length] = 0,
        weights: Sequence[float] = (),
    ) -> None:
        if weights:
            children = tuple(Leaf(child, weight=share) for child, share in zip(children, weights, strict=True))
        self.children = children
        self.size = size if size is None or isinstance(size, tuple) else (size, size)
        self.weight = weight if isinstance(weight, tuple) else (weight, weight)
        self.gap = gap if isinstance(gap, tuple) else (gap, gap)
        self.pad = (_sides(pad, 0), _sides(pad, 1)) if isinstance(pad, tuple) else ((pad,) * 4,) * 2
        self.form = (self.size, self.weight, self.gap, self.pad)

    across = False
    """Its children are side by side."""

    def natural(self, layout: _Pass, room: float) -> tuple[float, float]:
        way, across = layout.way, self.across
        left, top, right, bottom = self.pad[way]
        inner, children, gap = room - left - right, layout.shown(self), self.gap[way]
        wide, high = [], []
        parts = layout.share(children, inner, inner, True, gap) if across else ()
        for i, child in enumerate(children):
            width, height = layout.natural(child, parts[i] if across else inner)
            if isinstance(child, Node) and child.size is not None and (size := child.size[way]) != NATURAL:
                width, height = (size, height) if across else (width, size)
            wide.append(width)
            high.append(height)
        gaps = gap * max(0, len(children) - 1)
        if across:
            return sum(wide) + gaps + left + right, max(high, default=0.0) + top + bottom
        return max(wide, default=0.0) + left + right, sum(high) + gaps + top + bottom

    def put(self, layout: _Pass, box: Rect, placed: Placed) -> None:
        way, across = layout.way, self.across
        left, top, right, bottom = self.pad[way]
        x, y = box.left + left, box.top + top
        width, height = box.width - left - right, box.height - top - bottom
        children, gap = layout.shown(self), self.gap[way]
        at = 0.0
        parts = layout.share(children, width if across else height, width, across, gap)
        for child, part in zip(children, parts, strict=True):
            inner = Rect(x + at, y, part, height) if across else Rect(x, y + at, width, part)
            layout.put(child, inner, placed)
            at += part + gap


class Row(Column):
    """Its children side by side."""

    across = True


class Grid(Node):
    """Tiles that fill their room.

    :param columns: how many are side by side, alike in all rows; None: as many as bring the tiles nearest to their
        best shape, and each row fills the width.
    :param most: the height of a tile at most, if `columns` are given.
    """

    def __init__(
        self,
        *children: Any,
        size: Length | None = None,
        weight: Length = 1,
        gap: float = TILE_GAP,
        columns: Length | None = None,
        most: Length = math.inf,
    ) -> None:
        super().__init__(*children, size=size, weight=weight)
        self.gap, self.columns, self.most = gap, columns, most

    def signature(self) -> tuple[Any, ...]:
        return (object(),)  # what it makes of its tiles depends on more

    def natural(self, layout: _Pass, room: float) -> tuple[float, float]:
        return 0.0, 0.0

    def put(self, layout: _Pass, box: Rect, placed: Placed) -> None:
        tiles = [child for child in self.on_display(layout.wide) if layout.sees(child)]
        for tile, part in zip(tiles, _tiles(self, tiles, box, layout.wide, layout.fits), strict=True):
            layout.put(tile, part, placed)


class Split(Node):
    """One part for wide displays, another one for upright ones; its size is that of the part."""

    def __init__(self, wide: Any = None, upright: Any = None) -> None:
        super().__init__(wide, upright)


def middle(thing: Any, size: float, high: float | None = None) -> Column:
    """A thing so wide and so high (a square, if nothing else is said; u), at half the height of its row."""
    return Column(FreeSpace(), Leaf(thing, size if high is None else high), FreeSpace(), gap=0, size=size)


def _sides(pad: tuple[Length, Length, Length, Length], way: int) -> tuple[float, ...]:
    """What is free at the left, top, right and bottom of a wide (0) or an upright (1) display."""
    return tuple([side[way] if isinstance(side, tuple) else side for side in pad])


def length(of: Length, wide: bool) -> float:
    """The one of a pair that counts."""
    return of if not isinstance(of, tuple) else of[0] if wide else of[1]


def placed_leaves(tree: Any, wide: bool) -> list[Any]:
    """Return all that may be placed on such a display, visible or not, from the first to the last."""
    found: list[Any] = []
    _add_leaves(tree, wide, found)
    return found


def _add_leaves(tree: Any, wide: bool, found: list[Any]) -> None:
    if isinstance(tree, Split):
        tree = _chosen(tree, wide)
    if isinstance(tree, Node):
        for child in tree.children:
            if child is not None:
                _add_leaves(child, wide, found)
    elif tree is not None:
        found.append(tree)


def has_grid(tree: Any, wide: bool) -> bool:
    """Whether there is a grid in it on such a display."""
    tree = _chosen(tree, wide)
    if isinstance(tree, Grid):
        return True
    for child in tree.children if isinstance(tree, Node) else ():
        if isinstance(child, Node) and has_grid(child, wide):
            return True
    return False


def grids(tree: Any, wide: bool) -> Iterator[list[Any]]:
    """Yield the visible tiles of each grid."""
    tree = _chosen(tree, wide)
    if isinstance(tree, Grid):
        looked = _Pass(wide)
        yield [leaf for leaf in placed_leaves(tree, wide) if looked.sees(leaf)]
    elif isinstance(tree, Node):
        for child in tree.children:
            yield from grids(child, wide)


def place(tree: Any, box: Rect, wide: bool, fits: Fits = lambda _leaf, _width, _height: True) -> Placed:
    """Yield each visible leaf with its box."""
    return _Pass(wide, fits).place(tree, box)


def natural(tree: Any, room: float, wide: bool) -> tuple[float, float]:
    """Return the width and height (u) of a part by itself where it may be `room` wide."""
    return _Pass(wide).natural(tree, room)


def is_same(tree: Any, other: Any) -> bool:
    """Whether two parts have the same things in the same arrangement. What has a grid is no other's like."""
    if tree is other:
        return True
    return isinstance(tree, Node) and isinstance(other, Node) and tree.signature() == other.signature()


Within = TypeVar("Within")
Found = TypeVar("Found")


class _Known(Generic[Within, Found]):
    """What was found for a tree without grids. It holds for another one as long as all is the same that it was made of:
    the tree, and what each thing in it says of its visibility and of its natural size."""

    def __init__(self, tree: Any, within: Within, wide: bool) -> None:
        layout = _Pass(wide)
        self._tree, self._within, self._wide = tree, within, wide
        self.found = self.find(layout, tree, within)
        self._answers = layout.answers

    @staticmethod
    def find(layout: _Pass, tree: Any, within: Within) -> Found:
        raise NotImplementedError

    def holds(self, tree: Any, within: Within, wide: bool) -> bool:
        """Whether the same would be found for this tree."""
        if within != self._within or wide is not self._wide or not is_same(tree, self._tree):
            return False
        self._tree = tree  # the next one may be the same again, which is seen at once
        return self._answers.hold()


class KnownLayout(_Known[Rect, Placed]):
    """The layout within a box."""

    @staticmethod
    def find(layout: _Pass, tree: Any, within: Rect) -> Placed:
        return layout.place(tree, within)


class KnownSize(_Known[float, tuple[float, float]]):
    """The natural size where it may be so wide (u)."""

    @staticmethod
    def find(layout: _Pass, tree: Any, within: float) -> tuple[float, float]:
        return layout.natural(tree, within)


class Answers:
    """What the things of a tree said in a layout."""

    def __init__(self) -> None:
        self.visible: list[tuple[Any, bool]] = []
        self.sizes: list[tuple[Any, float, tuple[float, float]]] = []
        """Natural sizes, each with the thing and the room that it was asked for."""

    def hold(self) -> bool:
        """Whether they say the same now."""
        return all(_is_seen(thing) is seen for thing, seen in self.visible) and all(
            thing.natural(room) == size for thing, room, size in self.sizes
        )


def _is_seen(thing: Any) -> bool:
    return thing is not None and bool(getattr(thing, "visible", True))


def _chosen(tree: Any, wide: bool) -> Any:
    """What a `Split` is on such a display."""
    while isinstance(tree, Split):
        tree = tree.children[0 if wide else 1]
    return tree


class _Pass:
    """One layout of a tree on a wide or an upright display. What a part shows, and its natural size, is asked once."""

    def __init__(self, wide: bool, fits: Fits = lambda _leaf, _width, _height: True) -> None:
        self.wide, self.fits = wide, fits
        self.way = 0 if wide else 1
        """The place in a pair of lengths."""
        self.answers = Answers()
        self._seen: dict[int, bool] = {}
        self._shown: dict[int, list[Any]] = {}
        self._natural: dict[tuple[int, float], tuple[float, float]] = {}

    def place(self, tree: Any, box: Rect) -> Placed:
        placed: Placed = []
        self.put(tree, box, placed)
        return placed

    def put(self, tree: Any, box: Rect, placed: Placed) -> None:
        """Add all that is visible of a part, with its boxes."""
        if isinstance(tree, Split):
            tree = _chosen(tree, self.wide)
        if isinstance(tree, Node):
            tree.put(self, box, placed)
        elif tree is not None:
            placed.append((tree, box))

    def sees(self, tree: Any) -> bool:
        """Whether anything of it is visible."""
        found = self._seen.get(id(tree))
        if found is None:
            part = _chosen(tree, self.wide) if isinstance(tree, Split) else tree
            if isinstance(part, Node):
                found = part.is_visible(self)
            else:
                found = _is_seen(part)
                self.answers.visible.append((part, found))
            self._seen[id(tree)] = found
        return found

    def shown(self, tree: Column) -> list[Any]:
        """Return its visible children."""
        found = self._shown.get(id(tree))
        if found is None:
            found = self._shown[id(tree)] = [child for child in tree.on_display(self.wide) if self.sees(child)]
        return found

    def natural(self, tree: Any, room: float) -> tuple[float, float]:
        """As the function above."""
        key = id(tree), room
        found = self._natural.get(key)
        if found is None:
            part = _chosen(tree, self.wide) if isinstance(tree, Split) else tree
            if isinstance(part, Node):
                found = part.natural(self, room)
            elif part is None:
                found = 0.0, 0.0
            else:
                found = part.natural(room)
                self.answers.sizes.append((part, room, found))
            self._natural[key] = found
        return found

    def share(self, children: Sequence[Any], along: float, width: float, across: bool, gap: float) -> list[float]:
        """Return the size of each child.

        :param along: u for all of them and the gaps between them.
        :param width: u that each of them may be wide by itself.
        """
        way, count = self.way, len(children)
        fixed, own, weights = [0.0] * count, [0.0] * count, [0.0] * count
        for i, child in enumerate(children):
            if not isinstance(child, Node):
                weights[i] = 1.0
            elif child.size is None:
                weights[i] = child.weight[way]
            elif (size := child.size[way]) == NATURAL:
                own[i] = self.natural(child, width)[not across]
            else:
                fixed[i] = size
        room = along - gap * (count - 1)
        taken, wanted, whole = sum(fixed), sum(own), sum(weights)
        left = max(0.0, room - taken)
        squeezed = min(1.0, room / taken) if taken else 0.0
        given = min(1.0, left / wanted) if wanted else 0.0
        spare = max(0.0, left - wanted)
        return [
            fixed[i] * squeezed + own[i] * given + (spare * weights[i] / whole if whole else 0.0) for i in range(count)
        ]


def tile_rows(count: int, rows: int) -> list[int]:
    """Return how many tiles each row holds: as even as can be, the fuller rows first."""
    each, over = divmod(count, rows)
    return [each + (i < over) for i in range(rows)]


def _tiles(grid: Grid, tiles: Sequence[Any], box: Rect, wide: bool, fits: Fits) -> Iterator[Rect]:
    """The box of each tile."""
    if not tiles:
        return
    gap = grid.gap
    if grid.columns is not None:
        columns = int(length(grid.columns, wide))
        rows = -(-len(tiles) // columns)
        counts, across = [columns] * (rows - 1) + [len(tiles) - columns * (rows - 1)], [columns] * rows
    else:
        counts = across = tile_rows(len(tiles), _best_rows(grid, tiles, box, fits))
    high = min(length(grid.most, wide), (box.height - (len(counts) - 1) * gap) / len(counts))
    for row, (count, columns) in enumerate(zip(counts, across, strict=True)):
        each = (box.width - (columns - 1) * gap) / columns
        for column in range(count):
            yield Rect(box.left + column * (each + gap), box.top + row * (high + gap), each, high)


def _best_rows(grid: Grid, tiles: Sequence[Any], box: Rect, fits: Fits) -> int:
    """Return the number of rows with which all words fit and a tile comes nearest to its best shape."""
    best, least = 1, math.inf
    for rows in range(1, len(tiles) + 1):
        high = max(0.01, (box.height - (rows - 1) * grid.gap) / rows)
        columns = -(-len(tiles) // rows)
        narrowest = max(0.01, (box.width - (columns - 1) * grid.gap) / columns)
        loss = abs(math.log(narrowest / high / TILE_SHAPE)) + (UNEVEN if len(tiles) % rows else 0)
        short = max(TILE_LEAST[0] / narrowest, TILE_LEAST[1] / high if rows > 1 else 0.0)
        loss += SMALL * short if short > 1 else 0.0
        if loss < least:  # else it is not the best one even if all words fit, which costs much to find out
            loss += UNFIT * sum(not fits(tile, narrowest, high) for tile in tiles)
        if loss < least:
            best, least = rows, loss
    return best
