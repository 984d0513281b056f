"""Tiles that fill their room: even rows without a gap at the end, and one size of label for all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from kiosk.widgets.base import Container

GAP = 1.4
SHAPE = 1.9
"""Width by height that a tile has at best: an icon beside one or two words."""
UNEVEN = 0.6
"""What it costs that a row holds fewer tiles than another."""
LEAST_HIGH, LEAST_WIDE = 6.3, 8.0


def rows_of(count: int, rows: int) -> list[int]:
    """How many tiles each row holds: as even as can be, the fuller rows first."""
    each, over = divmod(count, rows)
    return [each + (i < over) for i in range(rows)]


def put_grid(
    container: Container, tiles: Sequence[Any], left: float, top: float, width: float, height: float, gap: float = GAP
) -> None:
    """Put tiles into a box (u) of the container, which they fill.

    Of all numbers of rows that one is taken in which the words of all tiles fit and a tile comes nearest to `SHAPE`.
    Where there is none, the tiles' small lines are given up.
    """
    if not tiles or _put(container, tiles, left, top, width, height, gap):
        return
    for tile in tiles:
        if getattr(tile, "second", ""):
            tile.second = ""
    _put(container, tiles, left, top, width, height, gap)


def _put(
    container: Container, tiles: Sequence[Any], left: float, top: float, width: float, height: float, gap: float
) -> bool:
    """The same with the lines that they have; whether all of them fit."""
    u = container.m.u
    best, least = 1, math.inf
    for rows in range(1, len(tiles) + 1):
        high = (height - (rows - 1) * gap) / rows
        widths = [(width - (n - 1) * gap) / n for n in rows_of(len(tiles), rows)]
        if rows > 1 and (high < LEAST_HIGH or min(widths) < LEAST_WIDE):
            continue
        loss = abs(math.log(max(0.01, min(widths) / high / SHAPE))) + (UNEVEN if len(tiles) % rows else 0)
        _share(tiles, None)
        for tile in tiles:
            tile.size = (min(widths) * u, high * u)
        if not all(getattr(tile, "fits", True) for tile in tiles):
            loss += 10
        if loss < least:
            best, least = rows, loss
    high, at = (height - (best - 1) * gap) / best, iter(tiles)
    for i, n in enumerate(rows_of(len(tiles), best)):
        wide = (width - (n - 1) * gap) / n
        for k in range(n):
            container.put(next(at), left=left + k * (wide + gap), width=wide, top=top + i * (high + gap), height=high)
    one_size(tiles)
    return all(getattr(tile, "fits", True) for tile in tiles)


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
