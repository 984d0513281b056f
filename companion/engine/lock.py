"""One writer for each journal: a lock on a file beside it that the kernel gives back even after a SIGKILL."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.engine.foreign import NO_FILE
from companion.engine.journal_errors import JournalError, JournalInUse, as_journal_error
from companion.engine.journal_names import beside_journal, is_foreign


class WriterLock:
    """Holds `<journal>.lock` while it lives. The file stays; only the lock on it comes and goes."""

    def __init__(self, journal: Path) -> None:
        """
        :raises JournalInUse: if another process holds it, with that process's id.
        :raises JournalError: if the lock file cannot be made; `journal_foreign` if its path exists and is no file.
        """
        path = beside_journal(journal, ".lock")
        if is_foreign(path):
            raise JournalError("journal_foreign", path, NO_FILE)
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise as_journal_error(error, path) from error
        try:
            # flock, not lockf: the latter is lost as soon as any descriptor of the file is closed (by the doctor).
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = _pid(self._file)
            self.release()
            raise JournalInUse(journal, pid) from None
        self._sign(path)

    def _sign(self, path: Path) -> None:
        assert self._file is not None
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release()
            raise as_journal_error(error, path) from error

    def release(self) -> None:
        """Give the lock back. Twice is harmless."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _pid(file: int) -> int:
    text = os.pread(file, 32, 0).decode("ascii", "replace").strip()
    return int(text) if text.isdigit() else 0
