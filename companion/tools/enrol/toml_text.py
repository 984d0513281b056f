"""Values as TOML writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def toml_value(given: Any) -> str:
    """Return a string, number, truth, list, or table in one line. JSON writes the first as TOML does, but for DEL."""
    if isinstance(given, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(inner)}" for key, inner in given.items()) + " }"
    if isinstance(given, list | tuple):
        return "[" + ", ".join(toml_value(inner) for inner in given) + "]"
    return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_table(head: str, **keys: Any) -> Iterator[str]:
    """Yield a table with its keys, after an empty line."""
    yield ""
    yield head
    yield from (f"{key} = {toml_value(inner)}" for key, inner in keys.items())
