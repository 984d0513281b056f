"""Files are opened to be read, and replaced whole, here: also those that this process itself has no right to."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import glob
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, Protocol

from companion.engine.scratch import held, hold


class NoFile(OSError):
    """A pipe, a device or a socket is where a file should be."""


class Outside(Protocol):
    """The process with more rights that opens and replaces certain files for this one (companion/rights.py)."""

    def reaches(self, path: Path) -> bool:
        """Return whether this file is one of them."""

    def opened(self, path: Path) -> BinaryIO:
        """As `opened` below."""

    def replaced(self, path: Path, mode: int, folders: bool) -> AbstractContextManager[BinaryIO]:
        """As `replaced` below."""


_outside: ContextVar[Outside | None] = ContextVar("outside", default=None)


def reach_through(outside: Outside | None) -> None:
    """Open and replace the files that `outside` reaches through it, from now on."""
    _outside.set(outside)


def _outside_for(path: Path) -> Outside | None:
    outside = _outside.get()
    return outside if outside is not None and outside.reaches(path) else None


def opened(path: Path) -> BinaryIO:
    """Open a file to read, without blocking: what is no file (a pipe without a writer) is refused.

    :raises OSError: if that is not possible.
    """
    outside = _outside_for(path)
    if outside is not None:
        return outside.opened(path)
    return os.fdopen(open_to_read(path), "rb")


def open_to_read(path: Path) -> int:
    """Return the descriptor of a file; as `opened`, with the rights of this process.

    :raises OSError: if that is not possible.
    """
    if _is_device(path):
        raise NoFile(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    # O_NONBLOCK: opening a pipe without a writer waits for ever.
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)  # a folder, or what has just taken the file's place
    code = errno.EISDIR if path.is_dir() else errno.EINVAL
    raise NoFile(code, os.strerror(code), str(path))


def read_file(path: Path) -> bytes:
    """Return all of a file, as `opened`.

    :raises OSError: if that is not possible.
    """
    with opened(path) as file:
        return file.read()


def may_replace(path: Path) -> bool:
    """Return whether this process may replace the file: false if the owner made it read-only."""
    return _outside_for(path) is not None or os.access(path, os.W_OK)


@contextmanager
def replaced(path: Path, mode: int = 0o644, folders: bool = False, through: bool = True) -> Iterator[BinaryIO]:
    """Yield a new file to write; after the block it is `path`, synced. A device or a pipe is written to as it is.

    :param folders: make those that are missing.
    :param through: write through a link, a device or a pipe at `path`; else it is replaced.
    :raises OSError: if that is not possible; then `path` is as it was.
    """
    outside = _outside_for(path)
    if outside is not None:
        with outside.replaced(path, mode, folders) as file:
            yield file
        return
    draft = FileDraft(path, mode, folders, through)
    try:
        with open(draft.file, "wb", closefd=False) as file:
            yield file
        draft.keep()
    finally:
        draft.close()


class FileDraft:
    """A file that takes the place and the owner of `path`, or goes again. `file` is its descriptor.

    It has no name until it is kept: nothing stays of a process that is killed. Where the file system wants a name (a
    USB stick), what is left of it goes with the next one for the same `path`.

    :param through: as of `replaced`.
    :raises OSError: if it cannot be made.
    """

    def __init__(self, path: Path, mode: int, folders: bool, through: bool = True) -> None:
        if path.is_dir() and (through or not path.is_symlink()):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        self._path = Path(os.path.realpath(path)) if through and path.is_symlink() else path
        self._through = through
        self._draft = False
        self._name: Path | None = None
        if folders:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        self.file = self._open_plain() if through and _is_device(self._path) else self._open(mode)

    def _open_plain(self) -> int:
        return os.open(self._path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)

    def _open(self, mode: int) -> int:
        _sweep(self._path)
        file = _nameless(self._path.parent)
        if file is None:
            file, self._name = _named(self._path)
        try:
            # Not a mode for open(): the umask would take rights away from it.
            os.fchmod(file, mode)
        except BaseException:
            if self._name is not None:
                self._name.unlink(missing_ok=True)
            os.close(file)
            raise
        self._draft = True
        return file

    def keep(self) -> None:
        """Let it take the place of the file.

        :raises OSError: if that is not possible.
        """
        if not self._draft:
            return
        if os.geteuid() == 0 and self._path.exists() and (self._through or not self._path.is_symlink()):
            was = self._path.stat()
            os.fchown(self.file, was.st_uid, was.st_gid)
        # Before the new name: after a power cut that must not lead to an empty file.
        os.fsync(self.file)
        if self._name is None and not _link(self.file, self._path):
            self._name = _free_name(self._path)
            # Before it has a name: the sweep of another process removes unlocked drafts.
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _link(self.file, self._name)
        if self._name is not None:
            self._name.replace(self._path)
            self._name = None
        # A name is durable only once its folder is synced.
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


_DRAFT = ".draft"
_OWN_FILES = Path("/proc/self/fd")
_swept: set[Path] = set()
"""Whose old drafts this process has taken away."""


def _nameless(folder: Path) -> int | None:
    """Return a new file without a name; None: this file system has none, or they could not get one later."""
    if not _OWN_FILES.is_dir():
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT):
            return None
        raise


def _link(file: int, path: Path) -> bool:
    """Give a file a name; false if there is one of that name."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:  # Python follows a link here only where a folder is given
        os.link(f"{_OWN_FILES}/{file}", path.name, src_dir_fd=folder, dst_dir_fd=folder)
    except FileExistsError:
        return False
    finally:
        os.close(folder)
    return True


def _named(path: Path) -> tuple[int, Path]:
    """Return a new file beside `path`, locked, so that no other process removes it as left behind."""
    for _ in range(10):
        file, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=_DRAFT)
        if hold(file, Path(name)):
            break
    return file, Path(name)


def _free_name(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.urandom(4).hex()}{_DRAFT}")


def _sweep(path: Path) -> None:
    """Remove the drafts that killed processes left beside it, once in a process."""
    if path in _swept:
        return
    _swept.add(path)
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{_DRAFT}"):
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            if held(left, stack):
                left.unlink()


def _is_device(path: Path) -> bool:
    try:
        kind = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(kind) and not stat.S_ISDIR(kind)
