"""A figure that was measured, and what it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct


class Figure(Struct, frozen=True):
    """`aim` is the value to reach, None where there is none; `better` says on which side of it is good.

    `note` tells how it was measured, if the name does not.
    """

    name: str
    value: float
    unit: str
    aim: float | None = None
    better: Literal["lower", "higher"] = "lower"
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the aim is reached; None without one."""
        if self.aim is None:
            return None
        return self.value <= self.aim if self.better == "lower" else self.value >= self.aim


class Row(Struct, frozen=True):
    """Something to measure: `name` is `room.what`; `measure` may give several figures."""

    name: str
    measure: Callable[[], Iterable[Figure]]


def percentile(values: list[float], part: float) -> float:
    """The value below which `part` (0 to 1) of `values` lie; they need not be sorted.

    >>> percentile([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
