"""Path data (`M0,0h4l2,3Z`, as icons.svg has them) as points. Verbs: M L H V C S Q A Z and the same relative; arcs are
of circles."""

from __future__ import annotations

import re
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], bool]
"""Points, and whether the last is joined to the first."""
_STEP = re.compile(r"([MLHVCSQAZ])([^MLHVCSQAZ]*)", re.I)
_NUMBER = re.compile(r"-?\d*\.?\d+")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}
"""Numbers of one step."""
ARC = 16
"""Points of an arc."""


@lru_cache(maxsize=512)
def outlines(path: str) -> tuple[Outline, ...]:
    """Return the outlines of path data; curves are as many points as look smooth.

    >>> outlines("M1,2h3v-1Z")
    ((((1.0, 2.0), (4.0, 2.0), (4.0, 1.0)), True),)
    """
    found: list[Outline] = []
    points: list[Point] = []
    handle: Point | None = None
    """The second control point of the curve before."""
    for sign, text in _STEP.findall(path):
        verb, relative = sign.upper(), sign.islower()
        if verb == "Z":
            found.append((tuple(points), True))
            points, handle = points[:1], None
            continue
        numbers = [float(word) for word in _NUMBER.findall(text)]
        for i in range(0, len(numbers), _TAKES[verb]):
            x, y = points[-1] if points else (0.0, 0.0)
            step = numbers[i : i + _TAKES[verb]]
            if verb in "HV":
                step = [step[0], 0.0 if relative else y] if verb == "H" else [0.0 if relative else x, step[0]]
            bend, end = step[: 5 if verb == "A" else -2], (step[-2], step[-1])
            pairs = [] if verb == "A" else list(zip(bend[::2], bend[1::2], strict=True))
            if relative:
                end, pairs = (x + end[0], y + end[1]), [(x + dx, y + dy) for dx, dy in pairs]
            if verb == "M" and not i:
                if len(points) > 1:
                    found.append((tuple(points), False))
                points = [end]
            elif verb == "A":
                points += _arc((x, y), end, bend[0], bend[4] > 0)
            elif verb in "CSQ":
                if verb == "S":
                    pairs = [(2 * x - handle[0], 2 * y - handle[1]) if handle else (x, y), *pairs]
                elif verb == "Q":
                    (qx, qy) = pairs[0]
                    pairs = [(px + 2 / 3 * (qx - px), py + 2 / 3 * (qy - py)) for px, py in ((x, y), end)]
                points += bezier((x, y), pairs[0], pairs[1], end)
            else:
                points.append(end)
            handle = pairs[-1] if pairs else None
    if len(points) > 1:
        found.append((tuple(points), False))
    return tuple(found)


def bezier(start: Point, first: Point, second: Point, end: Point, steps: int = 12) -> list[Point]:
    """Return the points after `start` of a cubic curve in `steps` steps."""
    points = []
    for i in range(1, steps + 1):
        t = i / steps
        s = 1 - t
        w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        points.append((
            w[0] * start[0] + w[1] * first[0] + w[2] * second[0] + w[3] * end[0],
            w[0] * start[1] + w[1] * first[1] + w[2] * second[1] + w[3] * end[1],
        ))  # fmt: skip
    return points


def _arc(start: Point, end: Point, radius: float, clockwise: bool) -> list[Point]:
    """Return the points after `start` of the smaller arc of a circle; y runs down."""
    (ax, ay), (bx, by) = start, end
    far = hypot(bx - ax, by - ay)
    rise = sqrt(max(0.0, radius * radius - far * far / 4)) * (1 if clockwise else -1)
    cx, cy = (ax + bx) / 2 - rise * (by - ay) / far, (ay + by) / 2 + rise * (bx - ax) / far
    begin, turn = atan2(ay - cy, ax - cx), atan2(by - cy, bx - cx) - atan2(ay - cy, ax - cx)
    turn = (turn + pi) % (2 * pi) - pi
    return [
        (cx + radius * cos(begin + turn * i / ARC), cy + radius * sin(begin + turn * i / ARC))
        for i in range(1, ARC + 1)
    ]
