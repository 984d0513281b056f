"""Where the data of Cerbère stand: the owner's file in their own config folder, else the one that comes along."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeVar

from msgspec import Struct

from companion.engine import loaded as engine
from companion.engine import packaged

PACKAGED: Final = packaged.PACKAGED / "cerbere"


class Meta(Struct):
    """Head of a data file. What else stands there are the owner's notes."""

    game: Literal["cerbere"]
    format: Literal[1]


def own_file(name: str, config_dir: Path | None) -> Path | None:
    """The owner's `cerbere/<name>`, if there is one."""
    own = config_dir / "cerbere" / name if config_dir is not None else None
    try:
        return own if own is not None and own.exists() else None
    except OSError:
        return own  # it may be there: whoever reads it tells why that is not possible


def data_file(name: str, config_dir: Path | None) -> Path:
    """The owner's `cerbere/<name>`, else the packaged one."""
    return own_file(name, config_dir) or PACKAGED / name


T = TypeVar("T")


def loaded(load: Callable[[Path | None], T], name: str, config_dir: Path | None) -> T:
    """What `load` makes of the file `name`, as it is now.

    :raises ConfigError: as `load` does; an error is not remembered.
    """
    return engine.loaded(load, config_dir, data_file(name, config_dir))
