"""Rows of the bench for the readers."""

from __future__ import annotations

from tests.tools.bench.drivers import rows
from tests.tools.bench.row import Row

ROWS = (
    Row("readers.frames", rows.frames),
    Row("readers.taps", rows.taps),
    Row("readers.swaps", rows.swaps),
    Row("readers.removals", rows.removals),
    Row("readers.idle", rows.idle),
)
