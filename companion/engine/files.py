"""Files are opened to be read, and replaced whole, here: also those that this process itself has no right to."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, Protocol


class NoFile(OSError):
    """A pipe, a device or a socket lies where a file should be."""


class Outside(Protocol):
    """Somebody with more rights who opens and replaces certain files for this process (companion/rights.py)."""

    def reaches(self, path: Path) -> bool:
        """Whether this file is one of them."""

    def opened(self, path: Path) -> BinaryIO:
        """As `opened` below."""

    def replaced(self, path: Path, mode: int, folders: bool) -> AbstractContextManager[BinaryIO]:
        """As `replaced` below."""


_outside: ContextVar[Outside | None] = ContextVar("outside", default=None)


def reach_through(outside: Outside | None) -> None:
    """From now on the files that `outside` reaches are opened and replaced by it."""
    _outside.set(outside)


def _outside_for(path: Path) -> Outside | None:
    outside = _outside.get()
    return outside if outside is not None and outside.reaches(path) else None


def opened(path: Path) -> BinaryIO:
    """A file to read. Nobody is waited for: what is no file (a pipe that nobody writes to) is refused.

    :raises OSError: if that is not possible.
    """
    outside = _outside_for(path)
    if outside is not None:
        return outside.opened(path)
    return os.fdopen(open_to_read(path), "rb")


def open_to_read(path: Path) -> int:
    """The descriptor of a file; as `opened`, with the rights of this process.

    :raises OSError: if that is not possible.
    """
    if _is_device(path):
        raise NoFile(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)  # a folder, or what has just taken the file's place
    code = errno.EISDIR if path.is_dir() else errno.EINVAL
    raise NoFile(code, os.strerror(code), str(path))


def read_file(path: Path) -> bytes:
    """All of a file, as `opened`.

    :raises OSError: if that is not possible.
    """
    with opened(path) as file:
        return file.read()


def may_replace(path: Path) -> bool:
    """Whether somebody has made this file read-only for us."""
    return _outside_for(path) is not None or os.access(path, os.W_OK)


@contextmanager
def replaced(path: Path, mode: int = 0o644, folders: bool = False) -> Iterator[BinaryIO]:
    """A new file to write; after the block it is `path`, synced. A device or a pipe is written to as it is.

    :param folders: make those that are missing.
    :raises OSError: if that is not possible; then `path` is as it was.
    """
    outside = _outside_for(path)
    if outside is not None:
        with outside.replaced(path, mode, folders) as file:
            yield file
        return
    draft = Draft(path, mode, folders)
    try:
        with open(draft.file, "wb", closefd=False) as file:
            yield file
        draft.keep()
    finally:
        draft.close()


class Draft:
    """A file beside `path` that takes its place and its owner, or goes again. `file` is its descriptor.

    :param through: a link is followed; else it is what gives way.
    :raises OSError: if it cannot be made.
    """

    def __init__(self, path: Path, mode: int, folders: bool, through: bool = True) -> None:
        if path.is_dir() and (through or not path.is_symlink()):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        self._path = Path(os.path.realpath(path)) if through and path.is_symlink() else path
        self._through = through
        self._name: Path | None = None
        if folders:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        self.file = self._open_plain() if through and _is_device(self._path) else self._open(mode)

    def _open_plain(self) -> int:
        return os.open(self._path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)

    def _open(self, mode: int) -> int:
        file, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
        self._name = Path(name)
        try:
            os.fchmod(file, mode)
        except BaseException:
            self._name.unlink(missing_ok=True)
            os.close(file)
            raise
        return file

    def keep(self) -> None:
        """Let it take the place of the file.

        :raises OSError: if that is not possible.
        """
        if self._name is None:
            return
        if os.geteuid() == 0 and self._path.exists() and (self._through or not self._path.is_symlink()):
            was = self._path.stat()
            os.fchown(self.file, was.st_uid, was.st_gid)
        os.fsync(self.file)
        self._name.replace(self._path)
        self._name = None
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def close(self) -> None:
        """Forget what was not kept."""
        if self._name is not None:
            self._name.unlink(missing_ok=True)
        os.close(self.file)


def _is_device(path: Path) -> bool:
    try:
        kind = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(kind) and not stat.S_ISDIR(kind)
