"""A folder whose disk is full or read-only, without a right to mount one: what would write there is refused.

SQLite's calls of the system are taken over (`xSetSystemCall`, which its own tests use), Python's are refused by an
audit hook. Both stay for good: it is done to a process of its own, never to that of the tests.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_NAMES = {
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.truncate",
    "os.chmod",
    "os.utime",
}
"""Audit events that change a folder or what lies in it: the path comes first."""


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""


_Call = ctypes.CFUNCTYPE(None)
_SETTER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Vfs), ctypes.c_char_p, ctypes.c_void_p)
_GETTER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Vfs), ctypes.c_char_p)
_Vfs._fields_ = [
    *[(name, ctypes.c_int) for name in ("version", "file_bytes", "most_path")],
    *[(name, ctypes.c_void_p) for name in ("next", "name", "data")],
    *[(f"call_{number}", ctypes.c_void_p) for number in range(13)],
    ("set", _SETTER),
    ("get", _GETTER),
]
_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int, use_errno=True)
_PWRITE = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_longlong, use_errno=True
)


class RefusingDisk:
    """:param folder: what lies in it is on this disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = os.path.realpath(folder)
        self.room: int | None = None
        """So large may a file of SQLite's grow, in bytes."""
        self.read_only = False
        self._kept: list[Any] = []
        self._take_over("open", _OPEN, self._open)
        self._take_over("pwrite", _PWRITE, self._pwrite)
        self._take_over("pwrite64", _PWRITE, self._pwrite)
        self._access, os.access = os.access, self._may
        sys.addaudithook(self._hear)

    def _here(self, path: object) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        named = Path(os.fsdecode(path))
        place = os.path.join(os.path.realpath(named.parent), named.name)  # noqa: PTH118 - a link counts where it lies
        return place == self._folder or place.startswith(self._folder + os.sep)

    # --- Python ------------------------------------------------------------------------------------------------

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.read_only:
            return
        writes = event in _NAMES or (event == "open" and arguments[2] & _WRITES)
        if writes and self._here(arguments[0]):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), os.fsdecode(arguments[0]))

    def _may(self, path: Any, mode: int, **more: Any) -> bool:
        return not (self.read_only and mode & os.W_OK and self._here(path)) and self._access(path, mode, **more)

    # --- SQLite ------------------------------------------------------------------------------------------------

    def _take_over(self, name: str, kind: Any, call: Callable[..., int]) -> None:
        vfs = _default_vfs()
        was = vfs.contents.get(vfs, name.encode())
        if was is None:  # this SQLite has the call under another name
            return
        ours = kind(lambda *words: call(kind(was), *words))
        self._kept.append(ours)
        assert vfs.contents.set(vfs, name.encode(), ctypes.cast(ours, ctypes.c_void_p)) == 0, name

    def _open(self, was: Callable[..., int], path: bytes, flags: int, mode: int) -> int:
        if self.read_only and flags & _WRITES and self._here(path):
            ctypes.set_errno(errno.EROFS)
            return -1
        return was(path, flags, mode)

    def _pwrite(self, was: Callable[..., int], file: int, data: int, size: int, at: int) -> int:
        if self.room is not None and at + size > self.room and self._here(Path(f"/proc/self/fd/{file}").readlink()):
            ctypes.set_errno(errno.ENOSPC)
            return -1
        return was(file, data, size, at)


def _default_vfs() -> Any:
    """SQLite's own way to the system, of the library that Python uses."""
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    return library.sqlite3_vfs_find(None)
