"""Widgets are put where a layout says, and the tiles of a grid take one size of label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kiosk.layout import Box, Node, grids, place


def put_tree(container: Any, tree: Node, box: Box) -> None:
    """Put the widgets of a layout into a box (u) of the container.

    Where the words of a grid's tiles do not fit, the tiles' small lines are given up.
    """
    u, wide = container.m.u, container.m.wide
    if box.width * u < 1 or box.height * u < 1:
        return  # not yet in its place

    def fits(tile: Any, width: float, height: float) -> bool:
        _share([tile], None)
        tile.size = (width * u, height * u)
        return getattr(tile, "fits", True)

    for widget, at in place(tree, box, wide, fits):
        container.put(widget, left=at.left, top=at.top, width=at.width, height=at.height)
    for tiles in grids(tree, wide):
        one_size(tiles)
        worded = [tile for tile in tiles if getattr(tile, "second", "")]
        if worded and not all(getattr(tile, "fits", True) for tile in tiles):
            for tile in worded:
                tile.second = ""
            put_tree(container, tree, box)
            return


def one_size(tiles: Sequence[Any]) -> None:
    """All of them take the largest label that each has room for where it is now."""
    _share(tiles, None)
    _share(tiles, min((t.label_fit().size for t in tiles if _worded(t)), default=None))


def _worded(tile: Any) -> bool:
    return hasattr(tile, "largest") and bool(tile.label)


def _share(tiles: Sequence[Any], size: float | None) -> None:
    """The largest label (px) that all of them have room for; None: each as it likes."""
    for tile in tiles:
        if hasattr(tile, "largest") and tile.largest != size:
            tile.largest = size
            tile.redraw()
