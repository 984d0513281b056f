"""Logs: one line for each event, on stderr; a fault's whole story goes to a file if there is a data folder."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path


class OneLine(logging.Formatter):
    """Says of an exception what and where, in the same line: nobody at the table reads a traceback."""

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


class _WholeStory(RotatingFileHandler):
    """The log file, for its owner alone. A disk that is full costs the log, not a traceback on the screen."""

    def _open(self) -> TextIOWrapper:
        file = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        with contextlib.suppress(OSError):  # of an earlier companion; not ours
            os.fchmod(file, 0o600)
        return TextIOWrapper(os.fdopen(file, "ab"), encoding=self.encoding, errors=self.errors)

    def handleError(self, record: logging.LogRecord) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def set_up(data: Path | None, level: int = logging.WARNING) -> None:
    """Log to stderr in single lines, and to `companion.log` in `data` in full."""
    root = logging.getLogger()
    root.setLevel(min(level, logging.INFO))
    lines = logging.StreamHandler(sys.stderr)
    lines.setLevel(level)
    lines.setFormatter(OneLine())
    root.addHandler(lines)
    if data is None:
        return
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        whole = _WholeStory(data / "companion.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    except OSError as error:
        logging.getLogger(__name__).warning("no log file in %s: %s", data, error.strerror)
        return
    whole.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(whole)
