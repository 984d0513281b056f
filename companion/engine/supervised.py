"""What the end of a thread by a fault of ours means: none ends unseen.

    the table    the engine, the writer of the journal: the process ends; the journal and systemd bring the game back
    a service    `service`: begun again at once, three times a minute; then it stays off, and the table is told
    a job        its fault is its answer, and the log has it

docs/internals/hardware.md lists which thread is what.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

TABLE = frozenset({"engine", "journal"})
"""Names of threads without which nothing can be played."""
STATUS = 70
"""Exit status of a process that ends with one of these (EX_SOFTWARE)."""
RESTARTS, WITHIN_S = 3, 60.0

_services: set[str] = set()


class Restarts:
    """How often something was begun again.

    :param now: s that only grow.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: deque[float] = deque(maxlen=RESTARTS)

    def once_more(self) -> bool:
        """Whether it may be begun again; that counts."""
        now = self._now()
        if len(self._last) == RESTARTS and now - self._last[0] < WITHIN_S:
            return False
        self._last.append(now)
        return True


def service(name: str, body: Callable[[], None]) -> threading.Thread:
    """A thread that begins again where its body raises."""
    restarts = Restarts()

    def run() -> None:
        while True:
            try:
                body()
                return
            except Exception:
                if not restarts.once_more():
                    raise
                log.exception("%s: begun again after a fault", name)

    _services.add(name)
    return threading.Thread(target=run, name=name, daemon=True)


def install(ended: Callable[[str], object], end: Callable[[int], object] = os._exit) -> Callable[[], None]:
    """Hear of every thread of this process that ends by an exception.

    :param ended: called with the name of a service that stays off.
    :param end: ends the process.
    :return: what ends that.
    """
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        if issubclass(args.exc_type, SystemExit):
            return
        name = (args.thread or threading.current_thread()).name
        fault = args.exc_value or args.exc_type()
        log.error("%s has ended by a fault", name, exc_info=(args.exc_type, fault, args.exc_traceback))
        if name in TABLE:
            logging.shutdown()
            end(STATUS)
        elif name in _services:
            ended(name)
        if before is not threading.__excepthook__:
            before(args)

    def remove() -> None:
        if threading.excepthook is hook:
            threading.excepthook = before

    threading.excepthook = hook
    return remove
