"""Whether the files of an open journal are still those that were opened.

Only the journal writes to them, so that nothing about them may change between two of its writes.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Literal

Changed = Literal["missing", "replaced", "wal"]
"""The file is gone; another one has its name, or was written over it; only its -wal is gone or another one."""


class JournalFiles:
    """Remembers which file and which -wal were opened, and how the file looked after our own last write."""

    def __init__(self, path: Path) -> None:
        self._main = str(path.resolve())  # as text, and no link: it is looked at for each entry
        self._wal = f"{self._main}-wal"
        self._which_wal = _which(self._wal)
        self.note()

    def note(self) -> None:
        """Remember how the file looks now: after every write of our own, which may have moved the -wal into it."""
        self._looks = _looks(self._main)

    def changed(self) -> Changed | None:
        """What happened to them since then, None if nothing did."""
        looks = _looks(self._main)
        if looks != self._looks:
            return "missing" if looks is None else "replaced"
        return None if _which(self._wal) == self._which_wal else "wal"

    def forget(self) -> None:
        """Empty our own -wal if it still has its name: it does not belong to what now lies beside it."""
        with contextlib.suppress(OSError):
            if self._which_wal is not None and _which(self._wal) == self._which_wal:
                os.truncate(self._wal, 0)


def _looks(path: str) -> tuple[int, int, int, int] | None:
    try:
        stat = os.lstat(path)
    except OSError:
        return None
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns


def _which(path: str) -> tuple[int, int] | None:
    try:
        stat = os.lstat(path)
    except OSError:
        return None
    return stat.st_dev, stat.st_ino
