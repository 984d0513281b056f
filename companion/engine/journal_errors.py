"""Errors of the journal, by code. Each carries facts for one line on the screen."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from companion.engine.foreign import of_library, of_system, verbatim
from companion.engine.text import Text

_BY_SQLITE = {
    sqlite3.SQLITE_FULL: "journal_full",
    sqlite3.SQLITE_READONLY: "journal_read_only",
    sqlite3.SQLITE_PERM: "journal_read_only",
    sqlite3.SQLITE_BUSY: "journal_locked",
    sqlite3.SQLITE_LOCKED: "journal_locked",
    sqlite3.SQLITE_PROTOCOL: "journal_locked",
    sqlite3.SQLITE_IOERR: "journal_io",
    sqlite3.SQLITE_CANTOPEN: "journal_io",
    sqlite3.SQLITE_NOMEM: "journal_io",
    sqlite3.SQLITE_INTERRUPT: "journal_io",
}
"""Errors that the disk or another process causes. Every other error is damage."""
_DAMAGE = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
"""Of the disk by name, of the file by nature: it ends too early, or its file system says that it is broken."""
_BY_ERRNO = {
    errno.ENOSPC: "journal_full",
    errno.EDQUOT: "journal_full",
    errno.EFBIG: "journal_full",
    errno.EROFS: "journal_read_only",
    errno.EACCES: "journal_read_only",
    errno.EPERM: "journal_read_only",
}


class JournalError(RuntimeError):
    """The journal cannot do what was asked, or cannot be written at the moment. `code` is closed: see `CODES`."""

    CODES = (
        "journal_full",
        "journal_read_only",
        "journal_locked",
        "journal_slow",
        "journal_gone",
        "journal_io",
        "journal_foreign",
        "journal_in_use",
        "journal_newer",
        "journal_older",
        "journal_missing",
        "journal_record",
        "journal_damaged",
        "journal_forgotten",
    )

    def __init__(self, code: str, path: Path | str, detail: str | Text = "", **facts: str | int) -> None:
        super().__init__(code, str(path), str(detail))
        self.code = code
        self.path = str(path)
        self.what = detail if isinstance(detail, Text) else verbatim(detail)
        self.detail = str(detail)
        self.facts: dict[str, str | int] = {"path": self.path, "detail": self.detail, **facts}

    def __str__(self) -> str:
        return f"{self.code}: {self.path}" + (f" ({self.detail})" if self.detail else "")


class DamagedJournal(Exception):
    """A journal is not as it was written."""


class NoCopy(Exception):
    """No copy of the journal is made now: the journal is closed, or there is no room for one."""

    def __init__(self, free: int = 0, wanted: int = 0) -> None:
        """`free` and `wanted` are bytes of the disk; 0: that is not why."""
        super().__init__(free, wanted)
        self.free, self.wanted = free, wanted


class JournalInUse(JournalError):
    """Another companion writes to this journal. `pid` is its process, 0 if it does not say."""

    def __init__(self, path: Path | str, pid: int) -> None:
        super().__init__("journal_in_use", path, f"process {pid}" if pid else "", pid=pid)
        self.pid = pid


def as_journal_error(error: sqlite3.Error | OSError, path: Path | str) -> JournalError:
    """Return the error of SQLite or of the system under our own name, its words kept as `what`."""
    if isinstance(error, OSError):
        return JournalError(_BY_ERRNO.get(error.errno or 0, "journal_io"), path, of_system(error))
    whole = getattr(error, "sqlite_errorcode", 0)
    code = "journal_damaged" if whole in _DAMAGE else _BY_SQLITE.get(whole & 0xFF, "journal_damaged")
    return JournalError(code, path, of_library(str(error)))
