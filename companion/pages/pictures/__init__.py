"""Pictures of the table."""

from collections.abc import Callable, Mapping
from typing import Any

PICTURES: Mapping[str, Callable[[Any], str | None]] = {}
