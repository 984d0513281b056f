"""A row of the bench."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from kiosk.measure.figure import Measurement


class Row(NamedTuple):
    """Something to measure: `name` is `room.what`; `measure` may give several figures."""

    name: str
    measure: Callable[[], Iterable[Measurement]]
