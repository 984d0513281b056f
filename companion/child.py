"""A command of ours that runs beside this process: the pages' server, the link."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

AGAIN_S = 5.0
"""After so long a child that has ended is started again."""
END_S = 5.0


class Child:
    """`companion COMMAND` as a child of this process, started again whenever it ends."""

    def __init__(
        self, name: str, command: Sequence[str], ended: Callable[[int], object] = lambda _status: None
    ) -> None:
        """
        :param ended: called with the exit status whenever it ends by itself, on a thread of its own.
        """
        self._name = name
        self._ended = ended
        self._command = [sys.executable, "-P", "-m", "companion", *command]
        self._closed = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)
                status = self._process.wait()
            except OSError as fault:
                log.error("companion %s cannot be started: %s", self._name, fault)
                status = -1
            if not self._closed.is_set():
                log.warning("companion %s has ended (%d)", self._name, status)
                self._ended(status)
                self._closed.wait(AGAIN_S)

    def close(self) -> None:
        self._closed.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()  # it ends by itself, too: its socket is closed
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join(END_S)
