"""What a soak found, as a line and as JSON."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One part of the soak. `broken` is None if all is well, else one line."""

    name: str
    figures: dict[str, Any]
    broken: str | None = None

    def __str__(self) -> str:
        figures = ", ".join(f"{key} {_number(value)}" for key, value in self.figures.items())
        verdict = "ok    " if self.broken is None else "BROKEN"
        return f"{verdict} {self.name}: {figures}" + (f": {self.broken}" if self.broken else "")


def _number(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
