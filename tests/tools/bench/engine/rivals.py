"""The environment of other libraries that `make bench` measures beside ours (requirements/bench.txt)."""

from __future__ import annotations

from pathlib import Path

RIVALS_PYTHON = Path(__file__).resolve().parents[4] / "build" / "bench-venv" / "bin" / "python"


def there_are_rivals() -> bool:
    """Whether the environment was made (`make bench` does)."""
    return RIVALS_PYTHON.exists()
