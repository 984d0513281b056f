"""Lamps that remember what they were told, and when two lights can be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations


class Lamps:
    """Notes cues and moods, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def cue(self, name: str, n: int | None = None) -> None:
        self.told.append(f"cue {name}" + (f" {n}" if n is not None else ""))

    def mood(self, name: str) -> None:
        self.told.append(name)


def differ(shown: Sequence[tuple[str, str, int, int]]) -> None:
    """Two lights differ in their shape, their number of blinks, or clearly in their length.

    :param shown: cue, shape, blinks and ms of each light.
    """
    for (a, shape, n, ms), (b, other, m, long) in combinations(shown, 2):
        if a != b and (shape, n) == (other, m):
            assert max(ms, long) / min(ms, long) > 1.4, (
                f"config/lamps.toml: {a} and {b} look alike but for their colour"
            )
