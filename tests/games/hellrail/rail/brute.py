"""The rails once more, in another way: as pieces with two ends that are clipped together.

A tie has two faces; a clip joins two faces. Whoever leaves a tie over one face comes in over the clipped face of the
next and looks at its other one. Turning is done with coordinates. Shares no code with the companion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

VECTOR = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
LETTER = {vector: letter for letter, vector in VECTOR.items()}
NAMES = ["NS", "EW", "NE", "SE", "SW", "NW"]
Face = tuple[str, str]
"""A node and one of its faces, called by the heading of an engine that looks at it."""


def across(letter: str) -> str:
    x, y = VECTOR[letter]
    return LETTER[-x, -y]


def clockwise(letter: str) -> str:
    """A quarter turn on a table whose y points south."""
    x, y = VECTOR[letter]
    return LETTER[-y, x]


def turn(drawing: Iterable[str], q: int) -> set[str]:
    found = set()
    for one in drawing:
        ends = set(one)
        for _ in range(q):
            ends = {clockwise(end) for end in ends}
        found.add(next(name for name in NAMES if set(name) == ends))
    return found


def chain(segment: str) -> list[tuple[str, str, str]]:
    """The ties of a segment from its first letter to its second: (tie, face behind, face ahead)."""
    a, b = segment[0], segment[1]
    inner = 2 if across(a) == b else 1
    return [(a, "out", "in"), *((f"{segment}.{n}", a, b) for n in range(1, inner + 1)), (b, "in", "out")]


class Model:
    """`rails`: cell -> drawing as it lies; `circles`: cell -> circle."""

    def __init__(self, rails: Mapping[tuple[int, int], Iterable[str]], circles: Mapping[tuple[int, int], str]) -> None:
        self.faces: dict[str, set[str]] = {}
        self.clips: dict[Face, set[Face]] = {}
        self.loose: dict[Face, bool] = {}
        """Faces over which a card ends; True where a card without a track lies."""
        for (x, y), drawing in rails.items():
            for segment in drawing:
                ties = [(f"{x},{y}:{tie}", behind, ahead) for tie, behind, ahead in chain(segment)]
                for node, behind, ahead in ties:
                    self.faces.setdefault(node, set()).update({behind, ahead})
                for (one, _, ahead), (other, behind, _) in pairwise(ties):
                    self.clip((one, ahead), (other, behind))
        for node in list(self.faces):
            cell, tie = node.split(":")
            if tie in VECTOR:
                x, y = map(int, cell.split(","))
                at = (x + VECTOR[tie][0], y + VECTOR[tie][1])
                facing = f"{at[0]},{at[1]}:{across(tie)}"
                if at in circles:
                    self.clip((node, "out"), (circles[at], ""))
                elif facing in self.faces:
                    self.clip((node, "out"), (facing, "out"))
                else:
                    self.loose[node, "out"] = at in rails

    def clip(self, one: Face, other: Face) -> None:
        self.clips.setdefault(one, set()).add(other)
        self.clips.setdefault(other, set()).add(one)

    def ahead(self, node: str, heading: str, blocked: bool = False) -> set[Face]:
        """Where one step leads: (node, heading); a circle and `off` have the heading ''."""
        if (node, heading) in self.loose:
            return set() if blocked and self.loose[node, heading] else {("off", "")}
        found = set()
        for other, face in self.clips.get((node, heading), set()):
            found.add((other, next(iter(self.faces[other] - {face})) if other in self.faces else ""))
        return found

    def ends(self, node: str, heading: str, limit: int) -> dict[Face, int]:
        """By trying everything: where 1..limit steps can end, and in how few."""
        best: dict[Face, int] = {}

        def walk(state: Face, made: int) -> None:
            for step in self.ahead(*state):
                best[step] = min(best.get(step, made + 1), made + 1)
                if made + 1 < limit and step[1]:
                    walk(step, made + 1)

        walk((node, heading), 0)
        return best
