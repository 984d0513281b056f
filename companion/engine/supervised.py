"""Supervision of our threads and processes: none ends unseen.

    the table    the engine, the writer of the journal: the process ends; the journal and systemd bring the game back
    a service    `Service`, `companion.child.Child`: restarted up to a limit; then it stays off, with a notice
    a job        its fault is its answer, and the log has it

docs/internals/hardware.md lists which is what.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

TABLE = frozenset({"engine", "journal", "signals", "watchdog"})
"""Names of threads without which nothing can be played, or the process is ended from outside."""
STATUS = 70
"""Exit status of a process that ends with one of these (EX_SOFTWARE)."""
RESTARTS, WITHIN_S = 3, 300.0
"""A service that has been begun again so often within this stays off."""


class Restarts:
    """A limit for restarts.

    :param now: s that only grow.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: deque[float] = deque(maxlen=RESTARTS)

    def once_more(self) -> bool:
        """Return whether it may be begun again; that counts."""
        now = self._now()
        if len(self._last) == RESTARTS and now - self._last[0] < WITHIN_S:
            return False
        self._last.append(now)
        return True


class _StayOff:
    """The services of this process that stay off."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._again: dict[str, Callable[[], object]] = {}
        self._changed: Callable[[tuple[str, ...]], object] = lambda _names: None

    def follow(self, changed: Callable[[tuple[str, ...]], object]) -> None:
        """Call this with the names from now on, and now if there are any."""
        with self._lock:
            self._changed = changed
            if self._again:
                changed(tuple(self._again))

    def add(self, name: str, again: Callable[[], object]) -> None:
        with self._lock:
            self._again[name] = again
            self._changed(tuple(self._again))

    def drop(self, name: str, again: Callable[[], object]) -> None:
        with self._lock:
            if self._again.get(name) == again:
                del self._again[name]
                self._changed(tuple(self._again))

    def take(self) -> list[Callable[[], object]]:
        with self._lock:
            taken = list(self._again.values())
            self._again.clear()
            if taken:
                self._changed(())
        return taken

    @property
    def names(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._again)


_off = _StayOff()


def stays_off(name: str, again: Callable[[], object]) -> None:
    """Note that a service has ended too often: it stays off until it is tried again.

    :param again: begins it again, and returns at once.
    """
    log.error("%s stays off: it has ended too often", name)
    _off.add(name, again)


def no_longer_off(name: str, again: Callable[[], object]) -> None:
    """Note that it was restarted, or is not wanted any more."""
    _off.drop(name, again)


def off() -> tuple[str, ...]:
    """Return the services that stay off."""
    return _off.names


def try_again() -> None:
    """Begin all again that stay off."""
    for again in _off.take():
        again()


class ServiceEnded(Exception):
    """Raised by the body of a service: what it looks after has ended by itself. `str` says how."""


class Service:
    """A thread that begins its body again where that raises, up to the limit.

    :param body: returns once it is no longer needed.
    :param pause: waits before the body is begun again, unless the service is being ended.
    """

    def __init__(self, name: str, body: Callable[[], None], pause: Callable[[], object] = lambda: None) -> None:
        self.name, self._body, self._pause = name, body, pause
        self._ending = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if not self._ending:
            self._thread = threading.Thread(target=self._run, args=(Restarts(),), name=self.name, daemon=True)
            self._thread.start()

    def end(self, timeout: float | None = None) -> bool:
        """Wait for the body, which has been asked to return; return whether it has. It is not tried again.

        :param timeout: s.
        """
        self._ending = True
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout)
        no_longer_off(self.name, self.start)
        return not self.alive

    @property
    def alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self, restarts: Restarts) -> None:
        while True:
            try:
                self._body()
                return
            except ServiceEnded as ended:
                if not self._may_begin_again(restarts):
                    return
                log.warning("%s is begun again: %s", self.name, ended)
            except Exception:
                if not self._may_begin_again(restarts):
                    raise
                log.exception("%s is begun again after a fault", self.name)
            self._pause()

    def _may_begin_again(self, restarts: Restarts) -> bool:
        if self._ending:
            return False
        if not restarts.once_more():
            stays_off(self.name, self.start)
            return False
        return True


def every(_name: str) -> bool:
    """Return True, for a process that does one thing: it ends with any of its threads, and is restarted from
    outside."""
    return True


def supervise_threads(
    changed: Callable[[tuple[str, ...]], object] = lambda _names: None,
    end: Callable[[int], object] = os._exit,
    is_table: Callable[[str], bool] = TABLE.__contains__,
) -> Callable[[], None]:
    """Handle every thread of this process that ends by an exception.

    :param changed: called with the names of the services that stay off, whenever these are others; must return at once.
    :param end: ends the process.
    :param is_table: whether the process ends with the thread of that name.
    :return: what ends that.
    """
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        if issubclass(args.exc_type, SystemExit):
            return
        name = (args.thread or threading.current_thread()).name
        fault = args.exc_value or args.exc_type()
        log.error("%s has ended by a fault", name, exc_info=(args.exc_type, fault, args.exc_traceback))
        if is_table(name):
            logging.shutdown()
            end(STATUS)
        if before is not threading.__excepthook__:
            before(args)

    def remove() -> None:
        if threading.excepthook is hook:
            threading.excepthook = before
        _off.follow(lambda _names: None)

    threading.excepthook = hook
    _off.follow(changed)
    return remove
