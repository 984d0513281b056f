"""Folders that are needed for a while: gone afterwards, or, where their process was killed, with the next start."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

_MARK = ".companion-scratch."
"""Part of the name of every such folder."""


@contextlib.contextmanager
def scratch(beside: Path | None = None) -> Iterator[Path]:
    """Yield a new folder beside `beside` (None: where the system has such), for its owner alone.

    :raises OSError: if it cannot be made.
    """
    sweep(beside)
    with contextlib.ExitStack() as stack:
        folder = _made(beside, stack)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def sweep(beside: Path | None = None) -> None:
    """Take away what killed processes of this user left in the same folder."""
    found: list[Path] = []
    with contextlib.suppress(OSError):  # of a full disk the system does not even say where such folders are
        found += _place(beside).glob(f".*{_MARK}*")
    for left in found:
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            if left.lstat().st_uid == os.geteuid() and held(left, stack):
                shutil.rmtree(left)


def held(path: Path, stack: contextlib.ExitStack) -> bool:
    """Lock this file or folder until `stack` ends; return false if another process has it.

    :raises OSError: if it cannot be opened.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    stack.callback(os.close, handle)
    return hold(handle, path)


def hold(handle: int, path: Path) -> bool:
    """As `held`, for an open descriptor; false, too, if it has lost its name meanwhile."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Between open() and flock() another process may have removed or replaced it.
        return os.path.samestat(os.fstat(handle), path.lstat())
    except OSError:
        return False


def _place(beside: Path | None) -> Path:
    return Path(tempfile.gettempdir()) if beside is None else beside.parent


def _prefix(beside: Path | None) -> str:
    return f".{'' if beside is None else beside.name}{_MARK}"


def _made(beside: Path | None, stack: contextlib.ExitStack) -> Path:
    for _ in range(10):
        folder = Path(tempfile.mkdtemp(dir=_place(beside), prefix=_prefix(beside)))
        with contextlib.suppress(FileNotFoundError):  # another process removed it as left behind
            if held(folder, stack):
                return folder
    return folder  # a file system without locks: no process removes anything there
