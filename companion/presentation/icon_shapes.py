"""The icons as shapes: icons.svg read once. No Kivy: paper draws them, too."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.presentation.path_data import Point, outlines

SOURCE = Path(__file__).with_name("icons.svg")
_SYMBOL = re.compile(r'<symbol id="i-(\w+)"[^>]*>(.*?)</symbol>', re.S)
_SHAPE = re.compile(r"<(path|circle|ellipse)\s([^>]*?)/?>")
_FIELD = re.compile(r'([\w-]+)="([^"]*)"')


@dataclass(frozen=True)
class IconShape:
    """One outline or oval, in a box of 1 x 1, y down. `cut`: it takes the colour of the background."""

    cut: bool
    stroke: float | None
    points: tuple[Point, ...] = ()
    closed: bool = False
    centre: Point = (0.5, 0.5)
    radii: Point | None = None


@cache
def _symbols() -> dict[str, str]:
    return dict(_SYMBOL.findall(SOURCE.read_text(encoding="utf-8")))


def source(name: str) -> str:
    """Return the shapes of one icon as icons.svg has them, in a box of 1 x 1.

    :raises KeyError: if there is no such icon.
    """
    return _symbols()[name]


@cache
def shapes(name: str) -> tuple[IconShape, ...]:
    """Return the shapes of one icon, in drawing order.

    :raises KeyError: if there is no such icon.
    """
    return tuple(
        shape for tag, text in _SHAPE.findall(_symbols()[name]) for shape in _shapes(tag, dict(_FIELD.findall(text)))
    )


def _shapes(tag: str, field: dict[str, str]) -> list[IconShape]:
    kind = field["class"]
    cut = kind in ("k", "ks")
    stroke = float(field["stroke-width"]) if kind in ("s", "ks") else None
    if tag != "path":
        radii = (float(field["r"]),) * 2 if tag == "circle" else (float(field["rx"]), float(field["ry"]))
        return [IconShape(cut, stroke, centre=(float(field["cx"]), float(field["cy"])), radii=(radii[0], radii[1]))]
    x, y = (float(v) for v in field["data-c"].split(",")) if "data-c" in field else (0.5, 0.5)
    return [IconShape(cut, stroke, points, closed, (x, y)) for points, closed in outlines(field["d"])]
