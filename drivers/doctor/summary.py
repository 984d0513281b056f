"""What is connected to a table, for the support file: kinds, ports and pins, no chosen names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import to_builtins

from companion.engine.config import ConfigError
from companion.tools.doctor.scrub import path as told_path
from drivers.config import TableConfig, load_table
from drivers.light_table import load_lights


def summary(config: Path) -> dict[str, Any]:
    """`table.toml` and `lamps.toml`; of one that cannot be used, the kind of mistake and its line."""
    return {"table.toml": _table(config / "table.toml"), "lamps.toml": _lamps(config / "lamps.toml")}


def _table(file: Path) -> dict[str, Any]:
    try:
        config = load_table(file)
    except ConfigError as error:
        return {"error": error.code, "line": error.line}
    return _without_names(config)


def _without_names(config: TableConfig) -> dict[str, Any]:
    table: dict[str, Any] = to_builtins(config)
    for number, reader in enumerate(table["readers"], 1):
        reader.update(name=f"reader {number}", port=told_path(reader["port"]) if reader["port"] else "")
        reader.update(zone=bool(reader["zone"]), seat=bool(reader["seat"]), label=bool(reader["label"]))
    return table


def _lamps(file: Path) -> dict[str, Any]:
    try:
        lights = load_lights(file)
    except ConfigError as error:
        return {"error": error.code, "line": error.line}
    return {"moods": len(lights.moods), "patterns": len(lights.patterns), "cues": len(lights.cues)}
