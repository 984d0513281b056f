"""Runs the rows of the bench and prints what they measured."""

from __future__ import annotations

import importlib
import logging
import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tests.tools.bench import drivers, kiosk
from tests.tools.bench.row import Figure, Row

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
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    figures: list[Figure] = []
    failed: dict[str, str] = {}
    for row in chosen:
        try:
            for figure in row.measure():
                figures.append(figure)
                print(line(figure), flush=True)
        except Exception as fault:
            failed[row.name] = f"{type(fault).__name__}: {fault}"
            log.exception("%s could not be measured", row.name)
    if json_file is not None:
        json_file.parent.mkdir(parents=True, exist_ok=True)
        plain = {"figures": [dict(_plain(figure)) for figure in figures], "failed": failed}
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(plain)) + b"\n")
    return 1 if failed else 0


def _plain(figure: Figure) -> Iterator[tuple[str, object]]:
    yield from msgspec.structs.asdict(figure).items()
    yield "met", figure.met


def line(figure: Figure) -> str:
    """One figure as a line of the table."""
    value = f"{figure.value:,.3f}" if abs(figure.value) < 100 else f"{figure.value:,.0f}"
    aim = ""
    if figure.aim is not None:
        verdict = "met" if figure.met else "MISSED"
        aim = f"aim {'<=' if figure.better == 'lower' else '>='} {figure.aim:g}: {verdict}"
    return f"{figure.name:48} {value:>12} {figure.unit:8} {aim:24} {figure.note}".rstrip()
