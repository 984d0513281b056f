"""Does long jobs that must not be done twice at once: one after the other, on a thread of its own."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable


class Worker:
    """Does jobs in the order in which they were given. The thread is there only while there is something to do.

    A switch that is touched again and again gives jobs that look at what is wished *then*: the last wish holds, and
    nothing is begun before what was begun before it has ended.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: deque[Callable[[], object]] = deque()
        self._changed = threading.Condition()
        self._works = False

    def do(self, job: Callable[[], object]) -> None:
        """Queue a job and return. An exception of a job is logged by its thread as usual; the next job is done."""
        with self._changed:
            self._jobs.append(job)
            if not self._works:
                self._works = True
                threading.Thread(target=self._run, name=self._name, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait until no job is left; return whether that was reached."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._works, seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._jobs:
                    self._works = False
                    self._changed.notify_all()
                    return
                job = self._jobs.popleft()
            try:
                job()
            except Exception as error:  # noqa: BLE001 - it is said, and the next job has its turn
                threading.excepthook(
                    threading.ExceptHookArgs((type(error), error, error.__traceback__, threading.current_thread()))
                )
