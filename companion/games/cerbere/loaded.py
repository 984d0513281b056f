"""The data files, each read again only when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.engine import loaded as engine
from companion.games.cerbere.files import data_file

T = TypeVar("T")


def loaded(load: Callable[[Path | None], T], name: str, config_dir: Path | None) -> T:
    """What `load` makes of the file `name`, as it is now.

    :raises ConfigError: as `load` does; an error is not remembered.
    """
    return engine.loaded(load, config_dir, data_file(name, config_dir))
