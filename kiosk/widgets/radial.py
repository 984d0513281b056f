"""One radial texture, stretched: backgrounds, halos, the inside of gates."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any

from companion.presentation.colours import Colour
from kiosk.widgets.paint import stored, white
from kiosk.widgets.together import put_box

Stops = tuple[tuple[float, float], ...]
"""(distance from the middle 0 to 1, alpha 0 to 1), in rising distance."""
HEARTH: Stops = ((0, 1), (0.35, 0.52), (0.7, 0.14), (1, 0))
HALO: Stops = ((0, 1), (0.5, 0.35), (1, 0))
SIDE = 256


def alpha(stops: Stops, distance: float) -> float:
    """Return the alpha at a distance, linear between the stops."""
    last = stops[0]
    for stop in stops:
        if distance <= stop[0]:
            span = stop[0] - last[0]
            return stop[1] if span <= 0 else last[1] + (stop[1] - last[1]) * (distance - last[0]) / span
        last = stop
    return last[1]


@lru_cache(maxsize=16)
def radial(stops: Stops = HEARTH, side: int = SIDE) -> Any:
    """Return a white texture of `side` px whose alpha follows `stops` from its middle to its edge."""
    return stored(("radial", stops, side), lambda: white(side, side, alphas(stops, side)))


def alphas(stops: Stops, side: int) -> bytes:
    """Return the alpha of each of its pixels, row by row."""
    half = side // 2
    step = 1024 / half
    ramp = [round(255 * alpha(stops, i / 1024)) for i in range(1025)]
    edge = ramp[1024]
    rows = []
    for y in range(half):  # a quarter is enough, the rest is its mirror
        dy = (half - y - 0.5) ** 2
        quarter = bytes(
            ramp[int(d * step)] if (d := sqrt((half - x - 0.5) ** 2 + dy)) < half else edge for x in range(half)
        )
        rows.append(quarter + quarter[::-1])
    return b"".join(rows + rows[::-1])


def put_halo(x: float, y: float, radius: float, colour: Colour, strength: float) -> None:
    """Put a glow of `radius` px round x, y into the open canvas."""
    put_box(x - radius, y - radius, 2 * radius, 2 * radius, colour.fade(strength), radial(HALO))
