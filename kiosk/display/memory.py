"""Gives memory back: garbage is collected at quiet moments, and free memory is returned to the system at rest.

Kivy's widgets are reference cycles, and what they draw hangs on them. Left to the interpreter's own thresholds
they stay for a whole evening (measured: 80 MB a game). What was returned is taken again page by page: after each
question that was 1,150 pages of the next tap, a quarter of its instructions.
"""

from __future__ import annotations

import ctypes
import gc
import logging
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)
_libc = ctypes.CDLL(None)
QUIET_S = 0.5
"""So long, up to twice as long, nothing has left the window when garbage is collected."""
REST_S = 10.0
"""So much later free memory is returned, if nothing has left meanwhile."""
TREES_MOST = 24
"""After so many trees of widgets garbage is collected all the same, in the next frame."""
KEPT_FREE = 4 * 2**20
"""Bytes at the end of the heap that stay free: what a frame takes and frees is not taken from the system by each of
them (measured with 128 kB: 430 pages in a tap of Cerbère's board, 1.4 million instructions)."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


class Scheduled(Protocol):
    """An event of Kivy's clock."""

    def cancel(self) -> None: ...


Schedule = Callable[[Callable[[], None], float], Scheduled]


def limit_allocator() -> None:
    """Have glibc return large blocks as soon as they are free. It would raise its threshold by itself otherwise."""
    if hasattr(_libc, "mallopt"):
        _libc.mallopt(_M_MMAP_THRESHOLD, 128 * 1024)
        _libc.mallopt(_M_TRIM_THRESHOLD, KEPT_FREE)
        _libc.mallopt(_M_ARENA_MAX, 2)  # else each thread gets an arena, whose free memory no other thread uses


def collect_later() -> None:
    """Stop the collector while the program starts: nearly all that is made stays. `keep_standing` restarts it."""
    gc.disable()


def keep_standing() -> None:
    """Freeze what exists now: the collector need not walk through it while a tap waits for its answer."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # rarely: a collection could delay an answer, and `Sweeper` collects at rest


def trim() -> None:
    """Return free memory to the system (1 ms; after the start with software GL 20 to 30 MB)."""
    if hasattr(_libc, "malloc_trim"):
        _libc.malloc_trim(0)


class Sweeper:
    """Collects the garbage once the window has come to rest after trees of widgets left it, and returns free memory to
    the system when it has rested for longer."""

    def __init__(self) -> None:
        self._schedule: Schedule | None = None
        self._also: Callable[[], None] | None = None
        self._trees = self._seen = 0
        """That have left since it was swept, and how many of them had at the last look."""
        self._event: Scheduled | None = None
        self._rests = False
        """Garbage was collected, and nothing has left since."""

    def start(self, schedule: Schedule, also: Callable[[], None] | None = None) -> None:
        """Start; `schedule` calls something after so many seconds, on the UI thread.

        :param also: frees more, before free memory is returned. It may take a frame or two: it is called at rest only.
        """
        self._schedule, self._also = schedule, also

    def stop(self) -> None:
        self._schedule = None
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def left(self) -> None:
        """Count a tree of widgets that has left the window."""
        if self._schedule is None:
            return
        self._trees += 1
        if self._trees == TREES_MOST:
            self._plan(self._collect_some, 0.0)
        elif self._event is None or self._rests:
            self._plan(self._look, QUIET_S)
        self._rests = False

    def _plan(self, call: Callable[[], None], seconds: float) -> None:
        assert self._schedule is not None
        if self._event is not None:
            self._event.cancel()
        self._event = self._schedule(call, seconds)

    def _look(self) -> None:
        """Collect if nothing has left since the last look."""
        if self._trees != self._seen:
            self._seen = self._trees
            self._plan(self._look, QUIET_S)
            return
        self._trees = self._seen = 0
        gc.collect()
        self._rests = True
        self._plan(self._give_back, REST_S)

    def _give_back(self) -> None:
        self._event, self._rests = None, False
        if self._also is not None:
            self._also()
        trim()

    def _collect_some(self) -> None:
        """Collect; look again later: the table is in use."""
        self._trees = self._seen = 0
        gc.collect()
        self._plan(self._look, QUIET_S)


sweeper = Sweeper()
"""The one of this process's window."""
