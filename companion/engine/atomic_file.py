"""Write files whole: a reader finds the old text or the new one, also after a power cut."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from companion.engine import typed
from companion.engine.config import ConfigError
from companion.engine.files import read_file, replaced
from companion.engine.foreign import of_library, of_system
from companion.engine.text import Text

T = TypeVar("T")


class NoRoom(ValueError):
    """A file in its own format cannot hold `what` it should."""

    def __init__(self, what: Text) -> None:
        self.what = what
        super().__init__(str(what))


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write to a neighbour, sync it, rename it into place. The folder is made if it is missing.

    :raises OSError: if that is not possible; then `path` is as it was.
    """
    with replaced(path, mode, folders=True) as file:
        file.write(data)


def replace_whole(path: Path, data: bytes) -> None:
    """As `write_whole`; what was there before is kept beside it as `<name>.bak` if it was different.

    :raises OSError: if that is not possible; then `path` is as it was.
    """
    try:
        old = read_file(path)
    except FileNotFoundError:
        old = data
    if old != data:
        write_whole(_aside(path), old)
    write_whole(path, data)


def read_whole(path: Path, type: type[T]) -> T | None:
    """Return what was written there as JSON; None if there is no file.

    :raises ConfigError: naming the file, if it cannot be read or is no `type`. It is left as it is.
    """
    try:
        return typed.from_json(read_file(path), type)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError("file_unreadable", path, 0, "", of_system(error)) from error
    except msgspec.ValidationError as error:
        raise ConfigError("bad_value", path, 0, "", of_library(str(error))) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigError("syntax", path, 0, "", of_library(str(error))) from error


def set_file_aside(path: Path) -> None:
    """Rename it to `.bak`, in the place of an older one; nothing if it is not there.

    :raises OSError: if that is not possible.
    """
    if path.exists():
        path.replace(_aside(path))


def _aside(path: Path) -> Path:
    return path.with_name(path.name + ".bak")
