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
from typing import Any, NamedTuple, TypeAlias, cast

from kiosk.display.theme import GAP

Length: TypeAlias = float | tuple[float, float]
"""u; for wide and for upright displays, if these differ."""
NATURAL = -1.0
"""Size of a part that is as large as it is by itself, or gets what others leave where that is less."""
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
        self.size, self.weight = size, weight


class Leaf(Node):
    """One thing, with the length that it takes.

    :param kept: its room stays free while it is not visible.
    """

    def __init__(self, thing: Any, size: Length | None = None, weight: Length = 1, kept: bool = False) -> None:
        super().__init__(thing, size=size, weight=weight)
        self.kept = kept


class Layers(Node):
    """Its children over each other in the same box."""


class FreeSpace(Node):
    """Room that stays free: a margin, or the place of a band that comes and goes."""

    def __init__(self, size: Length | None = None, weight: Length = 1) -> None:
        super().__init__(size=size, weight=weight)


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
        super().__init__(*children, size=size, weight=weight)
        self.gap = gap
        self.pad = pad if isinstance(pad, tuple) else (pad, pad, pad, pad)


class Row(Column):
    """Its children side by side."""


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


class Split(Node):
    """One part for wide displays, another one for upright ones; its size is that of the part."""

    def __init__(self, wide: Any = None, upright: Any = None) -> None:
        super().__init__(wide, upright)


def middle(thing: Any, size: float, high: float | None = None) -> Column:
    """A thing so wide and so high (a square, if nothing else is said; u), at half the height of its row."""
    return Column(FreeSpace(), Leaf(thing, size if high is None else high), FreeSpace(), gap=0, size=size)


def length(of: Length, wide: bool) -> float:
    """The one of a pair that counts."""
    return of if not isinstance(of, tuple) else of[0] if wide else of[1]


def placed_leaves(tree: Any, wide: bool) -> Iterator[Any]:
    """Yield all that may be placed on such a display, visible or not, from the first to the last."""
    tree = _chosen(tree, wide)
    if isinstance(tree, Node):
        for child in tree.children:
            yield from placed_leaves(child, wide)
    elif tree is not None:
        yield tree


def grids(tree: Any, wide: bool) -> Iterator[list[Any]]:
    """Yield the visible tiles of each grid."""
    tree = _chosen(tree, wide)
    if isinstance(tree, Grid):
        looked = _Pass(wide)
        yield [leaf for leaf in placed_leaves(tree, wide) if looked.sees(leaf)]
    elif isinstance(tree, Node):
        for child in tree.children:
            yield from grids(child, wide)


def place(tree: Any, box: Rect, wide: bool, fits: Fits = lambda _leaf, _width, _height: True) -> list[tuple[Any, Rect]]:
    """Yield each visible leaf with its box."""
    return _Pass(wide, fits).place(tree, box)


def natural(tree: Any, room: float, wide: bool) -> tuple[float, float]:
    """Return the width and height (u) of a part by itself where it may be `room` wide."""
    return _Pass(wide).natural(tree, room)


def _chosen(tree: Any, wide: bool) -> Any:
    """What a `Split` is on such a display."""
    while isinstance(tree, Split):
        tree = tree.children[0 if wide else 1]
    return tree


def _fixed(child: Any, wide: bool) -> float | None:
    """Its size if that is a figure; None: a share, or its own."""
    size = length(child.size, wide) if isinstance(child, Node) and child.size is not None else None
    return None if size == NATURAL else size


class _Pass:
    """One layout of a tree on a wide or an upright display. What a part shows, and its natural size, is asked once."""

    def __init__(self, wide: bool, fits: Fits = lambda _leaf, _width, _height: True) -> None:
        self.wide, self.fits = wide, fits
        self._seen: dict[int, bool] = {}
        self._natural: dict[tuple[int, float], tuple[float, float]] = {}

    def place(self, tree: Any, box: Rect) -> list[tuple[Any, Rect]]:
        placed: list[tuple[Any, Rect]] = []
        self._place(tree, box, placed)
        return placed

    def _place(self, tree: Any, box: Rect, placed: list[tuple[Any, Rect]]) -> None:
        tree = _chosen(tree, self.wide)
        if not isinstance(tree, Node):
            if tree is not None:
                placed.append((tree, box))
        elif isinstance(tree, Column):
            left, top, right, bottom = (length(side, self.wide) for side in tree.pad)
            inner = Rect(box.left + left, box.top + top, box.width - left - right, box.height - top - bottom)
            across = isinstance(tree, Row)
            for child, at, size in self._share(self._shown(tree), inner, across, length(tree.gap, self.wide)):
                if across:
                    part = Rect(inner.left + at, inner.top, size, inner.height)
                else:
                    part = Rect(inner.left, inner.top + at, inner.width, size)
                self._place(child, part, placed)
        elif isinstance(tree, Grid):
            tiles = [child for child in tree.children if self.sees(child)]
            for tile, part in zip(tiles, _tiles(tree, tiles, box, self.wide, self.fits), strict=True):
                self._place(tile, part, placed)
        elif not isinstance(tree, FreeSpace):
            for child in tree.children:
                self._place(child, box, placed)

    def sees(self, tree: Any) -> bool:
        """Whether anything of it is visible."""
        found = self._seen.get(id(tree))
        if found is None:
            found = self._seen[id(tree)] = self._is_visible(_chosen(tree, self.wide))
        return found

    def _is_visible(self, tree: Any) -> bool:
        if not isinstance(tree, Node):
            return tree is not None and bool(getattr(tree, "visible", True))
        if isinstance(tree, FreeSpace) or (isinstance(tree, Leaf) and tree.kept):
            return True
        return any(not isinstance(_chosen(child, self.wide), FreeSpace) and self.sees(child) for child in tree.children)

    def _shown(self, tree: Column) -> list[Any]:
        return [_chosen(child, self.wide) for child in tree.children if self.sees(child)]

    def natural(self, tree: Any, room: float) -> tuple[float, float]:
        """As the function above."""
        found = self._natural.get((id(tree), room))
        if found is None:
            found = self._natural[id(tree), room] = self._size(_chosen(tree, self.wide), room)
        return found

    def _size(self, tree: Any, room: float) -> tuple[float, float]:
        match tree:
            case None | FreeSpace() | Grid():
                return 0.0, 0.0
            case Leaf() | Layers():
                sizes = [self.natural(child, room) for child in tree.children]
                return max(width for width, _high in sizes), max(high for _width, high in sizes)
            case Column():
                return self._size_of_column(tree, room)
            case _:
                return cast(tuple[float, float], tree.natural(room))

    def _size_of_column(self, tree: Column, room: float) -> tuple[float, float]:
        left, top, right, bottom = (length(side, self.wide) for side in tree.pad)
        inner, across = Rect(0, 0, room - left - right, 0), isinstance(tree, Row)
        children, gap = self._shown(tree), length(tree.gap, self.wide)
        widths = [width for _c, _at, width in self._share(children, inner, True, gap)] if across else None
        sizes = []
        for child, width in zip(children, widths or [inner.width] * len(children), strict=True):
            own, size = self.natural(child, width), _fixed(child, self.wide)
            sizes.append(own if size is None else (size, own[1]) if across else (own[0], size))
        gaps = gap * max(0, len(children) - 1)
        along = sum(size[not across] for size in sizes) + gaps
        most = max((size[across] for size in sizes), default=0.0)
        width, high = (along, most) if across else (most, along)
        return width + left + right, high + top + bottom

    def _share(
        self, children: Sequence[Any], inner: Rect, across: bool, gap: float
    ) -> Iterator[tuple[Any, float, float]]:
        """Each child with its offset and its size."""
        wide = self.wide
        room = (inner.width if across else inner.height) - gap * (len(children) - 1)
        fixed, own, weights = [0.0] * len(children), [0.0] * len(children), [0.0] * len(children)
        for i, child in enumerate(children):
            if not isinstance(child, Node):
                weights[i] = 1.0
            elif child.size is None:
                weights[i] = length(child.weight, wide)
            elif (size := length(child.size, wide)) == NATURAL:
                own[i] = self.natural(child, inner.width)[not across]
            else:
                fixed[i] = size
        taken, wanted, whole = sum(fixed), sum(own), sum(weights)
        left = max(0.0, room - taken)
        squeezed = min(1.0, room / taken) if taken else 0.0
        given = min(1.0, left / wanted) if wanted else 0.0
        spare = max(0.0, left - wanted)
        at = 0.0
        for i, child in enumerate(children):
            part = fixed[i] * squeezed + own[i] * given + (spare * weights[i] / whole if whole else 0.0)
            yield child, at, part
            at += part + gap


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
