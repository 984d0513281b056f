"""How long a step waits: by a clock that stands still while the emulator waits for a processor of this computer."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class MachineError(RuntimeError):
    """The machine did not do what it was asked, or not in time."""


class PatientClock:
    """Seconds in which the followed process could run.

    Linux counts for each thread how long it was ready to run and had no processor (/proc/PID/task/*/schedstat, second
    field: Documentation/scheduler/sched-stats.rst). Of these times the longest is left out: an emulated machine whose
    processors are not served does not get on, however long somebody waits for it.

    :param proc: where the kernel tells of processes.
    :param now: the seconds of this computer.
    """

    def __init__(self, proc: Path = Path("/proc"), now: Callable[[], float] = time.monotonic) -> None:
        self._proc, self._now = proc, now
        self._tasks: Path | None = None
        self._waited: dict[str, float] = {}
        self._last = now()
        self.lost = 0.0
        """Seconds that were left out."""

    def follow(self, pid: int | None) -> None:
        """Look at this process from now on; at none: every second counts."""
        self()
        self._tasks = None if pid is None else self._proc / str(pid) / "task"
        self._waited = self._waits()

    def __call__(self) -> float:
        now, waits = self._now(), self._waits()
        longest = max((wait - self._waited.get(thread, wait) for thread, wait in waits.items()), default=0.0)
        self.lost += min(longest, now - self._last)
        self._waited, self._last = waits, now
        return now - self.lost

    def _waits(self) -> dict[str, float]:
        """Thread -> seconds without a processor so far; empty for a process that has ended."""
        found = {}
        for stat in [] if self._tasks is None else self._tasks.glob("*/schedstat"):
            with contextlib.suppress(OSError):  # the thread has ended
                found[stat.parent.name] = int(stat.read_text().split()[1]) / 1e9
        return found


CLOCK = PatientClock()
"""Follows the one machine that runs."""


def until(condition: Callable[[], T], what: str, seconds: float, pause: float = 0.2) -> T:
    """The first true value of `condition`.

    :param seconds: of `CLOCK`.
    :raises MachineError: after so long without one.
    """
    end = CLOCK() + seconds
    while not (value := condition()):
        if CLOCK() > end:
            raise MachineError(f"it never came in {seconds:.0f} s: {what}")
        time.sleep(pause)
    return value
