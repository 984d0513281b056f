"""Logs: one line for each event, on stderr; a fault's whole story goes to a file if there is a data folder.

A thread of its own writes that file: a logging thread never waits for the disk.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import queue
import re
import sys
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.engine.files import replaced
from companion.engine.supervised import Service


class OneLine(logging.Formatter):
    """Adds an exception and its place to the line: a traceback is of no use at the table."""

    def __init__(self) -> None:
        super().__init__("companion: %(levelname)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        text = super().formatMessage(_with_message(record))
        if record.exc_info and record.exc_info[1] is not None:
            error, trace = record.exc_info[1], record.exc_info[2]
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            where = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
            text += f" ({type(error).__name__}: {error}{where})"
        return " ".join(text.split())


def _with_message(record: logging.LogRecord) -> logging.LogRecord:
    record.message = record.getMessage()
    return record


class OnceAMinute(logging.Filter):
    """Lets a message through once a minute, whatever its facts are: strangers cannot fill a log.

    :param now: s that only grow.
    """

    EVERY_S = 60.0

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._last: dict[tuple[str, int, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key, now = (record.name, record.levelno, str(record.msg)), self._now()
        if now - self._last.get(key, -self.EVERY_S) < self.EVERY_S:
            return False
        self._last[key] = now
        return True


MOST_WAITING = 1_000
"""Records that wait for the disk at most; what comes after them is on stderr only."""
CLOSE_S = 2.0
"""How long the end waits for what is still to be written."""
LARGEST = 1_000_000
"""Bytes of the file; then it becomes `companion.log.1`, and so on."""
OLD = 3
"""How many older files are kept."""
OURS = ("companion", "drivers", "kiosk")


class _Forget(NamedTuple):
    """For the thread that writes: a name that is not to be in the files any more."""

    name: str


def _forms(name: str) -> set[str]:
    """Return the spellings of a name in a line: as it is, and as Python and JSON write it."""
    shapes = {name, *(unicodedata.normalize(form, name) for form in ("NFC", "NFD"))}
    return {way for shape in shapes for way in (shape, repr(shape)[1:-1], ascii(shape)[1:-1], json.dumps(shape)[1:-1])}


def forget_name(name: str) -> None:
    """Take a name out of the log files of this process."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, _WholeStory):
            handler.forget(name)


class _WholeStory(logging.Handler):
    """Hands each record to the thread that writes `companion.log` in `folder`, for its owner alone.

    A disk that is full, or does not answer, costs the log and nothing else.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / "companion.log"
        self._records: queue.Queue[str | _Forget | None] = queue.Queue(MOST_WAITING)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._service = Service("log", self._run)
        self._service.start()

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(queue.Full):
            self._records.put_nowait(self.format(record))

    def close(self) -> None:
        """Write what waits, unless the disk does not answer."""
        with contextlib.suppress(queue.Full):
            self._records.put(None, timeout=CLOSE_S)
        self._service.end(CLOSE_S)
        super().close()

    def forget(self, name: str) -> None:
        """Take a name out of the files."""
        with contextlib.suppress(queue.Full):
            self._records.put_nowait(_Forget(name))

    # --- on the thread that writes -------------------------------------------------------------------------

    def _run(self) -> None:
        file = -1
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = self._open()
        except OSError as error:
            logging.getLogger(__name__).warning("no log file in %s: %s", self._path.parent, error.strerror)
        while (text := self._records.get()) is not None:
            if isinstance(text, _Forget):
                with contextlib.suppress(OSError):
                    self._take_out(text.name)
                    fresh = self._open()
                    os.close(file)
                    file = fresh
            elif file >= 0:
                with contextlib.suppress(OSError):
                    file = self._write(file, f"{text}\n".encode(errors="backslashreplace"))
        if file >= 0:
            os.close(file)

    def _open(self) -> int:
        # O_NONBLOCK: a pipe without a reader in its place fails at once and does not stop this thread.
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        with contextlib.suppress(OSError):  # of an earlier companion; not ours
            os.fchmod(file, 0o600)
        return file

    def _take_out(self, name: str) -> None:
        told = re.compile("|".join(rf"(?<!\w){re.escape(form)}(?!\w)" for form in _forms(name)))
        for path in (self._path, *(Path(f"{self._path}.{number}") for number in range(1, OLD + 1))):
            if path.is_file():
                text = path.read_text("utf-8", "surrogateescape")
                if told.search(text):
                    with replaced(path, 0o600) as file:
                        file.write(told.sub("–", text).encode("utf-8", "surrogateescape"))

    def _write(self, file: int, line: bytes) -> int:
        """Write a line; the file for the next one."""
        if os.fstat(file).st_size + len(line) > LARGEST:
            names = [self._path, *(Path(f"{self._path}.{number}") for number in range(1, OLD + 1))]
            for name, older in reversed(list(itertools.pairwise(names))):
                if name.exists():
                    name.replace(older)
            fresh = self._open()
            os.close(file)
            file = fresh
        os.write(file, line)
        return file


def limit() -> None:
    """Log each message at most once a minute: for a process that strangers talk to."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(OnceAMinute())


def _of_ours(record: logging.LogRecord) -> bool:
    """Return whether a record is our own, or a warning of a library: those log each connection below that level."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in OURS


def set_up_logs(data: Path | None, level: int = logging.WARNING) -> None:
    """Log to stderr in single lines, and to `companion.log` in `data` in full."""
    root = logging.getLogger()
    root.setLevel(min(level, logging.INFO))
    lines = logging.StreamHandler(sys.stderr)
    lines.setLevel(level)
    lines.setFormatter(OneLine())
    lines.addFilter(_of_ours)
    root.addHandler(lines)
    if data is not None:
        root.addHandler(_WholeStory(data))
