"""A figure that was measured, and what it should be; a table of them."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec


class Measurement(msgspec.Struct, frozen=True):
    """`aim`: the value to reach; `better`: the good side of it; `note`: how it was measured, if need be."""

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


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which `part` (0 to 1) of `values` are; they need not be sorted."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def table(figures: Iterable[Measurement], json_file: Path | None, failed: Mapping[str, str]) -> None:
    """Print figures as they are measured, and write them as JSON; with what `failed` then names."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores", flush=True)
    found = []
    for figure in figures:
        value, aim = f"{figure.value:,.3f}" if abs(figure.value) < 100 else f"{figure.value:,.0f}", ""
        if figure.aim is not None:
            verdict = "met" if figure.met else "MISSED"
            aim = f"aim {'<=' if figure.better == 'lower' else '>='} {figure.aim:g}: {verdict}"
        print(f"{figure.name:48} {value:>12} {figure.unit:8} {aim:24} {figure.note}".rstrip(), flush=True)
        found.append({**msgspec.structs.asdict(figure), "met": figure.met})
    if json_file is not None:
        json_file.parent.mkdir(parents=True, exist_ok=True)
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode({"figures": found, "failed": failed})) + b"\n")
