"""Looks, again and again, for what keeps the link or the hub from its broker."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.uplink.link.probe import hindered
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import BrokerSettings

FIRST_S = 1.0
"""The broker is given so long to answer before what hinders is looked for."""
ANSWER_S = 4.0
AGAIN_S = 5.0


class Prober:
    """Looks for what hinders, as long as the broker is not there and has not said why.

    :param found: called with it, on a thread of its own or on that of the connection.
    """

    def __init__(self, settings: BrokerSettings, found: Callable[[Hindrance], object]) -> None:
        self._settings, self._found = settings, found
        self._there = self._closed = self._refused = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="prober", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def connected(self, there: bool) -> None:
        with self._changed:
            self._there, self._refused = there, False
            self._changed.notify()

    def refused(self, why: Hindrance) -> None:
        """Take the broker's own reason: it counts more than a finding."""
        with self._changed:
            self._refused = True
            self._found(why)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed, FIRST_S)
                self._changed.wait_for(lambda: self._closed or not (self._there or self._refused))
                if self._closed:
                    return
            found: Hindrance | None
            try:
                found = hindered(self._settings, ANSWER_S)
            except OSError as fault:  # the certificate's file has gone
                found = Hindrance(Obstacle.CERTIFICATE, str(fault))
            with self._changed:
                if found is None:  # it listens: then it may be about to answer
                    self._changed.wait_for(lambda: self._there or self._refused or self._closed, ANSWER_S)
                if not (self._there or self._refused or self._closed):
                    self._found(found or Hindrance(Obstacle.SILENT))
                self._changed.wait_for(lambda: self._closed, AGAIN_S)
