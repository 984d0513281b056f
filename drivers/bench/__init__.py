"""Rows of the bench for the readers; `companion.runtime` brings them in."""

from __future__ import annotations

from companion.bench.row import Row
from drivers.bench import rows

ROWS = (
    Row("readers.frames", rows.frames),
    Row("readers.taps", rows.taps),
    Row("readers.swaps", rows.swaps),
    Row("readers.removals", rows.removals),
    Row("readers.idle", rows.idle),
)
