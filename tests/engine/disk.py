"""A journal's file whose disk does what a test says, and a clock for how long the table has not been saved."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from companion.engine import journal_writer
from companion.engine.journal import Journal
from companion.engine.journal_errors import JournalError
from companion.engine.journal_rows import SqlRow
from companion.engine.journal_writer import Batch, JournalFile, Writer
from companion.engine.update import Notice
from tests.unhurried import ENOUGH_S

HANG = 60.0
"""Seconds that only a hang reaches."""
TROUBLES = ("journal_full", "journal_read_only", "journal_locked", "journal_io", "journal_slow")
"""`journal_slow`: it does not answer."""


class Disk(JournalFile):
    """The real file, behind a disk that refuses or does not answer while `trouble` is a code.

    For one that does not answer the table does not wait at all.
    """

    def __init__(self, path: Path, trouble: str = "") -> None:
        self.well = threading.Event()
        self.tried = threading.Event()
        self.trouble = ""
        self.become(trouble)
        self.now = 0.0
        super().__init__(path)

    def become(self, trouble: str) -> None:
        """From now on it fails so; "": it is well."""
        self.trouble = trouble
        journal_writer.ANSWER_S = 0.0 if trouble == "journal_slow" else ENOUGH_S
        self.tried.clear()
        if trouble == "journal_slow":
            self.well.clear()
        else:
            self.well.set()

    def _meet(self) -> None:
        self.tried.set()
        assert self.well.wait(HANG)
        if self.trouble:
            raise JournalError(self.trouble, self.path, "as the test wants")

    def open(self, damaged: bool = False) -> tuple[dict[int, SqlRow], tuple[Notice, ...]]:
        """As the disk lets it."""
        self._meet()
        return super().open(damaged)

    def write(self, batch: Batch) -> None:
        """As the disk lets it."""
        self._meet()
        super().write(batch)

    def journal(self, now: Callable[[], float] | None = None) -> Journal:
        """A journal on this disk; the test's clock, or another one, tells how long it has not been saved."""
        return Journal(self.path, writer=Writer(self, self.path, now or (lambda: self.now)))
