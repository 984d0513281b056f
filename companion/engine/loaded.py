"""Cache of parsed files, parsed again only when the file has changed: opening a game costs no parsing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

A = TypeVar("A")
T = TypeVar("T")


def loaded(load: Callable[[A], T], of: A, path: Path) -> T:
    """`load(of)`, which reads the file `path`, as it is now. `of` has to be hashable.

    :raises ConfigError: as `load` does; an error is not remembered.
    """
    try:
        stat = path.stat()
    except OSError:
        return load(of)
    return cast(T, _remembered(load, of, str(path), stat.st_mtime_ns, stat.st_size))


@lru_cache(maxsize=32)
def _remembered(load: Callable[[Any], Any], of: Any, path: str, changed: int, size: int) -> Any:
    return load(of)
