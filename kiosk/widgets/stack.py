"""Rows and columns in u: how keys and tiles share a length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kiosk import theme
from kiosk.layout import Leaf, Row
from kiosk.widgets.base import Container


def grid(count: int, columns: int) -> list[tuple[int, int]]:
    """Column and row of each of `count` things in rows of `columns`."""
    return [(i % columns, i // columns) for i in range(count)]


def row(
    container: Container,
    widgets: Sequence[Any],
    *,
    top: float | None = None,
    bottom: float | None = None,
    height: float = theme.KEY_HEIGHT,
    left: float = theme.MARGIN,
    right: float = theme.MARGIN,
    weights: Sequence[float] | None = None,
    gap: float = theme.GAP,
) -> None:
    """Put widgets side by side across the container (u), each as wide as its weight."""
    tree = Row(*(Leaf(widget, kept=True) for widget in widgets), weights=weights or (), gap=gap)
    container.put(tree, left=left, right=right, top=top, bottom=bottom, height=height)


def column(
    container: Container,
    widgets: Sequence[Any],
    *,
    top: float,
    heights: Sequence[float],
    left: float = theme.MARGIN,
    right: float = theme.MARGIN,
    width: float | None = None,
    gap: float = theme.GAP,
) -> float:
    """Put widgets below each other (u); returns where the next would begin."""
    for widget, high in zip(widgets, heights, strict=True):
        if width is None:
            container.put(widget, left=left, right=right, top=top, height=high)
        else:
            container.put(widget, left=left, width=width, top=top, height=high)
        top += high + gap
    return top


def dock(container: Container, undo: Any, others: Sequence[Any], weights: Sequence[float] | None = None) -> None:
    """The keys at the bottom: wide, one row with Undo first; upright, the others in a row above a full-width Undo.

    :param weights: of undo and the others when wide; 46, 22.5, 20.5 for two others by default.
    """
    if container.m.wide:
        default = [46, 22.5, 20.5] if len(others) == 2 else [1.6, *([1] * len(others))]
        row(container, [undo, *others], bottom=1, weights=weights or default, gap=1.5)
    else:
        row(container, [undo], bottom=1.33, height=8.4)
        row(container, others, bottom=10.7, height=8.4, gap=1.6)
