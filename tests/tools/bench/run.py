"""Runs the rows of the bench and prints what they measured."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kiosk.measure.figure import Measurement, table
from tests.tools.bench import drivers, kiosk
from tests.tools.bench.row import Row

log = logging.getLogger(__name__)


def rows() -> list[Row]:
    """The rows of every `engine/rows_*.py`, of the kiosk and of the readers."""
    found: list[Row] = []
    for file in sorted((Path(__file__).parent / "engine").glob("rows_*.py")):
        found += importlib.import_module(f"{__package__}.engine.{file.stem}").ROWS
    return [*found, *kiosk.ROWS, *drivers.ROWS]


def bench(json_file: Path | None, only: tuple[str, ...], listing: bool, given: Sequence[Row]) -> int:
    """Measure and print; 1 if one of the given rows failed to measure (a missed aim is no failure)."""
    chosen = [row for row in given if not only or row.name.startswith(only)]
    if listing:
        print("\n".join(row.name for row in chosen))
        return 0
    failed: dict[str, str] = {}
    table(_measured(chosen, failed), json_file, failed)
    return 1 if failed else 0


def _measured(rows: Iterable[Row], failed: dict[str, str]) -> Iterator[Measurement]:
    for row in rows:
        try:
            yield from row.measure()
        except Exception as fault:
            failed[row.name] = f"{type(fault).__name__}: {fault}"
            log.exception("%s could not be measured", row.name)
