"""What the data files of Cerbère begin with, and how one is read once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct

from companion.engine import loaded as engine
from companion.engine.packaged import data_file


class Meta(Struct):
    """Head of a data file. Other keys are the owner's notes."""

    game: Literal["cerbere"]
    format: Literal[1]


T = TypeVar("T")


def loaded_file(load: Callable[[Path | None], T], name: str, config_dir: Path | None) -> T:
    """Return what `load` makes of the file `name`, as it is now.

    :raises ConfigError: as `load` does; an error is not remembered.
    """
    return engine.loaded(load, config_dir, data_file("cerbere", name, config_dir))
