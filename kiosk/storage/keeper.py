"""Stores a value on a disk in a thread of its own: a disk that does not answer blocks no caller."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

ANSWER_S = 0.25
"""How long `Keeper.put` waits for the disk."""
LATE_S = 2.0
"""A disk that has not answered for so long is reported."""
CLOSE_S = 2.0
"""How long `Keeper.close` waits for a disk that does not answer."""
T = TypeVar("T")


class Keeper(Generic[T]):
    """Writes the newest value that was put. `put` never raises.

    :param write: writes a value; called on the thread. An OSError is logged.
    """

    def __init__(self, name: str, write: Callable[[T], None]) -> None:
        self._name, self._write = name, write
        self._newest: T | None = None
        self.saved = True
        """False if the last value could not be written, or is not written yet."""
        self._refused = False
        self._since = 0.0
        self._changed = threading.Condition()
        self._writer: threading.Thread | None = None

    @property
    def lost(self) -> bool:
        """Whether the disk refused the last value, or has not answered for long."""
        with self._changed:
            late = self._writer is not None and time.monotonic() - self._since > LATE_S
            return self._refused or late

    def put(self, value: T) -> None:
        """Write a value as soon as the disk allows it."""
        with self._changed:
            self._newest, self.saved = value, False
            if self._writer is None or not self._writer.is_alive():
                self._since = time.monotonic()
                self._writer = threading.Thread(
                    target=self._run, args=(value,), name=f"keeper of {self._name}", daemon=True
                )
                self._writer.start()
                self._changed.wait_for(lambda: self._writer is None, ANSWER_S)

    def close(self) -> None:
        """Wait until all is written, unless the disk does not answer."""
        with self._changed:
            self._changed.wait_for(lambda: self._writer is None, CLOSE_S)

    def _run(self, value: T) -> None:
        while True:
            well = self._written(value)
            with self._changed:
                newest = self._newest
                if newest is None or newest is value:
                    self.saved, self._refused, self._writer = well, not well, None
                    self._changed.notify_all()
                    return
                value, self._since = newest, time.monotonic()

    def _written(self, value: T) -> bool:
        try:
            self._write(value)
        except OSError as fault:
            log.warning("%s cannot be written: %s", self._name, fault)
            return False
        return True
