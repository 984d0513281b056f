"""The queue of messages that are not stored yet: bounded in bytes for each table and for all, and taken in turns."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

MOST_BYTES = 64_000_000
MOST_OF_A_TABLE = 4_000_000
"""More of one table is dropped: it sends it again."""
MESSAGE_BYTES = 500
"""What a message takes besides its payload, about."""
MOST_JOBS = 100

Payload = tuple[str, bytes]
"""A topic and a payload."""


class Waiting:
    """`dropped`: messages for which there was no room."""

    def __init__(self, most: int = MOST_BYTES, most_of_a_table: int = MOST_OF_A_TABLE) -> None:
        self._most, self._most_of_a_table = most, most_of_a_table
        self._changed = threading.Condition()
        self._tables: dict[str, deque[Payload]] = {}
        self._bytes: dict[str, int] = {}
        self._all = 0
        self._jobs: deque[Callable[[], object]] = deque()
        self._closed = False
        self.dropped = 0

    def __len__(self) -> int:
        return sum(len(waiting) for waiting in list(self._tables.values()))

    def put(self, table: str, topic: str, payload: bytes) -> bool:
        """Return whether there was room for it."""
        size = len(payload) + MESSAGE_BYTES
        with self._changed:
            used = self._bytes.get(table, 0)
            if used + size > self._most_of_a_table or self._all + size > self._most:
                self.dropped += 1
                return False
            self._tables.setdefault(table, deque()).append((topic, payload))
            self._bytes[table] = used + size
            self._all += size
            self._changed.notify()
        return True

    def do(self, job: Callable[[], object]) -> bool:
        """Queue a job for the storing thread; return whether it will be run."""
        with self._changed:
            if len(self._jobs) >= MOST_JOBS:
                return False
            self._jobs.append(job)
            self._changed.notify()
        return True

    def close(self) -> None:
        """Release the storing thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def wait(self) -> None:
        """Wait until there is a message or a job, or it is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._tables or self._jobs or self._closed)

    def take(self, most: int) -> tuple[list[Payload], list[Callable[[], object]]]:
        """Return at most so many messages, one of each table in turn, those of one table in their order; and all
        jobs."""
        found: list[Payload] = []
        with self._changed:
            while self._tables and len(found) < most:
                for table in list(self._tables):
                    waiting = self._tables.pop(table)
                    found.append(waiting.popleft())
                    size = len(found[-1][1]) + MESSAGE_BYTES
                    self._all -= size
                    self._bytes[table] -= size
                    if waiting:
                        self._tables[table] = waiting  # the last in turn
                    else:
                        del self._bytes[table]
                    if len(found) >= most:
                        break
            jobs = list(self._jobs)
            self._jobs.clear()
        return found, jobs
