"""What a test has opened and must give back: journals, and files on disk.

`journal()` opens a journal that the running test owns; it is closed when the test ends. Whatever else a test opens it
closes itself: `Watch` finds SQLite connections and file descriptors that are left, on every Python alike. (Python 3.13
reports such connections by itself, but only when the garbage collector meets them, in some later test.)
"""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.engine.journal import Journal
from tests.patience import PATIENCE_S

_owned: list[Journal] = []
_DESCRIPTORS = "/proc/self/fd"
_LISTED = Path(_DESCRIPTORS).exists()
_NAMED_BY_CONNECTION = (".db", "-wal", "-shm")
_OF_THE_SYSTEM = ("/dev/", "/proc/", "/sys/", "/usr/", os.path.realpath(sys.prefix))
"""Devices, programs, and what libraries keep open for good (SDL its fonts)."""


def journal(path: Path | None = None) -> Journal:
    """A journal (in memory without `path`) that is closed at the end of the running test, or of `closing_journals`."""
    opened = Journal(path)
    _owned.append(opened)
    return opened


def copied(opened: Journal) -> None:
    """Wait until its copy is made."""
    if opened._writer is not None and opened._writer._copier is not None:
        opened._writer._copier.join()


@contextmanager
def closing_journals() -> Iterator[None]:
    """Close every journal that `journal` opened inside."""
    before = len(_owned)
    try:
        yield
    finally:
        while len(_owned) > before:
            _owned.pop().close()


def wait_for_keepers() -> None:
    """Settings and the like are written by a thread of their own, for which nobody waits longer than a moment."""
    for thread in threading.enumerate():
        if thread.name.startswith("keeper of "):
            thread.join(PATIENCE_S)


class Watch:
    """Between `with` and its end: which connections are opened, and which descriptors were open before."""

    def __enter__(self) -> Watch:
        self._before = _descriptors()
        self._connections: list[sqlite3.Connection] = []
        _watches.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _watches.remove(self)

    def note(self, connection: sqlite3.Connection) -> None:
        """A connection was opened."""
        self._connections.append(connection)

    def left_open(self) -> list[str]:
        """A line for each SQLite connection, and each file not of the system, that is open only since then.

        A file that nothing refers to any more (in a circle of references) is not open; such a connection is.
        """
        found = [f"an SQLite connection ({where})" for db in self._connections if (where := _file_of(db)) is not None]
        new = self._new_files()
        for generation in (0, 2):  # what was made just now is found in the first one, a hundred times as fast
            if new:
                gc.collect(generation)
                new = self._new_files()
        return found + [f"the file {path}" for path in new]

    def _new_files(self) -> list[str]:
        paths = map(_file_behind, _descriptors() - self._before)
        return [path for path in paths if path is not None and not path.endswith(_NAMED_BY_CONNECTION)]


def _file_of(db: sqlite3.Connection) -> str | None:
    """The database of an open connection, None if it is closed. Connections may belong to another thread."""
    try:
        return str(db.execute("PRAGMA database_list").fetchone()[2]) or ":memory:"
    except sqlite3.ProgrammingError as error:
        return None if "closed" in str(error) else "of another thread"


def _descriptors() -> set[str]:
    """The file descriptors of this process, without that of the listing, which was the lowest free one."""
    if not _LISTED:
        return set()
    found = set(os.listdir(_DESCRIPTORS))  # noqa: PTH208 - it is quicker
    free = os.dup(0)
    os.close(free)
    return found - {str(free)}


def _file_behind(descriptor: str) -> str | None:
    """The path of a file that this process has open for itself; None: it is none, or is closed."""
    try:
        path = os.readlink(f"{_DESCRIPTORS}/{descriptor}")  # noqa: PTH115 - it may hold what is no path
    except OSError:
        return None  # the descriptor of the listing itself
    return path.removesuffix(" (deleted)") if path.startswith("/") and not path.startswith(_OF_THE_SYSTEM) else None


_watches: list[Watch] = []
_connect = sqlite3.connect


def _noting(*args: Any, **named: Any) -> sqlite3.Connection:
    """As `sqlite3.connect`. An audit hook would hear of it as well, but of everything else, too."""
    made = _connect(*args, **named)
    for watch in _watches:
        watch.note(made)
    return made


sqlite3.connect = _noting  # type: ignore[assignment]
