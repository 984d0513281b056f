"""The data files, each read again only when it has changed: opening a game costs no parsing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from companion.games.cerbere.files import data_file

T = TypeVar("T")


def loaded(load: Callable[[Path | None], T], name: str, config_dir: Path | None) -> T:
    """What `load` makes of the file `name`, as it is now.

    :raises ConfigError: as `load` does; an error is not remembered.
    """
    path = data_file(name, config_dir)
    try:
        stat = path.stat()
    except OSError:
        return load(config_dir)
    return cast(T, _remembered(load, config_dir, str(path), stat.st_mtime_ns, stat.st_size))


@lru_cache(maxsize=32)
def _remembered(load: Callable[[Path | None], Any], config_dir: Path | None, path: str, changed: int, size: int) -> Any:
    return load(config_dir)
