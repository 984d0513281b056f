"""USB sticks: where they are mounted, and box files to and from them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.engine.atomic_file import write_whole
from companion.engine.foreign import of_system
from companion.engine.refused import Refused

FOLDER: Final = "infernal-companion"
"""Folder on the stick that all of it goes to."""
_GONE = {errno.ENODEV, errno.ENXIO, errno.EIO, errno.ENOENT, errno.ENOTDIR, errno.ESTALE}
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_LOCKED = {errno.EROFS, errno.EACCES, errno.EPERM}


def sticks(root: Path = Path("/"), mounted: Callable[[Path], bool] = os.path.ismount) -> tuple[Path, ...]:
    """Return every stick that is mounted below `/media` or `/run/media`, by name.

    :param root: where to look for these two folders; `mounted` says whether a folder is a mount of its own.
    """
    found = []
    for top in (root / "media", root / "run" / "media"):
        for folder in _folders(top):
            inside = [deep for deep in _folders(folder) if mounted(deep)]
            found += [folder] if mounted(folder) else inside
    return tuple(sorted(found))


def _folders(top: Path) -> list[Path]:
    try:
        return sorted(path for path in top.iterdir() if path.is_dir())
    except OSError:
        return []


def the_stick(root: Path = Path("/"), mounted: Callable[[Path], bool] = os.path.ismount) -> Path:
    """Return the one stick that is there.

    :raises Refused: `no_stick`; `many_sticks` (fact `sticks`) if there are several.
    """
    found = sticks(root, mounted)
    if not found:
        raise Refused("no_stick")
    if len(found) > 1:
        raise Refused("many_sticks", sticks=", ".join(str(path) for path in found))
    return found[0]


def put_on_stick(stick: Path, name: str, text: str) -> Path:
    """Write a file to a stick, whole, and wait until it is there. Its path.

    :raises Refused: `stick_full`, `stick_locked` (read-only) or `stick_gone`, with the `file` and the `detail`.
    """
    path = stick / FOLDER / name
    if not stick.is_dir():
        raise Refused("stick_gone", file=str(stick), detail="")
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise trouble(error, path) from error
    return path


def found_on(stick: Path, name: str) -> Path:
    """Return a file on a stick: in our folder, or at its top.

    :raises Refused: `not_on_stick` if there is none, `stick_gone` if the stick is gone.
    """
    if not stick.is_dir():
        raise Refused("stick_gone", file=str(stick), detail="")
    for path in (stick / FOLDER / name, stick / name):
        if path.is_file():
            return path
    raise Refused("not_on_stick", file=name, stick=str(stick))


def trouble(error: OSError, path: Path) -> Refused:
    """Return the refusal for an error of the stick's file system."""
    code = "stick_full" if error.errno in _FULL else "stick_locked" if error.errno in _LOCKED else "stick_gone"
    if error.errno not in _FULL | _LOCKED | _GONE:
        code = "stick_fault"
    return Refused(code, file=str(path), detail=of_system(error))
