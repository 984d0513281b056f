"""Notify systemd that the companion is ready and alive. Without systemd nothing happens."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


def notify(message: str) -> bool:
    """Send `message` (`READY=1`, `STOPPING=1`, `WATCHDOG=1`) to systemd; False if there is none.

    :raises OSError: if systemd gave an address that does not answer.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.sendto(message.encode(), address)
    return True


def watchdog_s() -> float | None:
    """Return how often to give systemd a sign of life, in seconds: a third of its limit, so that a card that stalls
    once may cost one of them. None if it wants none."""
    limit = os.environ.get("WATCHDOG_USEC", "")
    return int(limit) / 3_000_000 if limit.isdigit() and os.environ.get("NOTIFY_SOCKET") else None


Post = Callable[[Callable[[], None]], object]
"""Hands a call to a loop, which makes it soon on its own thread. From any thread; returns at once."""


class LoopProof:
    """A check that a loop runs: it is given a call, and has made it in time or not."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._ended = threading.Event()
        self._made = threading.Event()

    def answers(self, seconds: float) -> bool:
        """Wait up to `seconds` for the loop; True if it turned, or if it has ended in order."""
        self._made = made = threading.Event()
        if self._ended.is_set():
            return True
        self._post(made.set)
        return made.wait(seconds)

    def end(self) -> None:
        """Note that the loop has ended in order: it is no longer waited for."""
        self._ended.set()
        self._made.set()


class Watchdog:
    """Gives signs of life as long as `alive` answers in time: a companion that is stuck is restarted by systemd."""

    def __init__(self, alive: Callable[[float], bool], period_s: float) -> None:
        """
        :param alive: gets the seconds it may take; True if all that must turn has answered.
        """
        self._alive = alive
        self._period = period_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(self._period):
            if self._alive(self._period):
                notify("WATCHDOG=1")
            else:
                log.warning("the engine or the window does not answer: no sign of life for systemd")

    def stop(self) -> None:
        """End the signs of life."""
        self._stop.set()
        self._thread.join()
