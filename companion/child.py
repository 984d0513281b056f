"""A command of ours that runs beside this process: the pages' server, the link."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from companion.engine.supervised import Service, ServiceEnded

COMPANION = (sys.executable, "-P", "-m", "companion")
AGAIN_S = 5.0
"""After so long a child that has ended is started again."""
END_S = 5.0
STARTING_S = 60.0
"""So long a child may take until its first sign of life."""
LIFE_S = 30.0
"""A child that gives no sign of life for so long hangs. The same as in systemd's units of these commands."""
LOOKS = 3
"""So many waits in a row it must have missed: after a suspended machine the child runs first before it is judged."""


class Child:
    """A program as a child of this process: a service that has ended when it ends by itself, or hangs.

    It gives signs of life as to systemd (`companion.notify`), to a socket without a name in the file system.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        ended: Callable[[int], object] = lambda _status: None,
        program: Sequence[str] = COMPANION,
    ) -> None:
        """
        :param ended: called with the exit status whenever it ends by itself, on a thread of its own.
        """
        self._ended = ended
        self._command = [*program, *command]
        self._closed = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._service = Service(name, self._run, lambda: self._closed.wait(AGAIN_S))
        self._service.start()

    @property
    def pid(self) -> int | None:
        """Of the process that runs now."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def _run(self) -> None:
        how, status = self._one()
        if not self._closed.is_set():
            self._ended(status)
            raise ServiceEnded(how)

    def _one(self) -> tuple[str, int]:
        """Run one process to its end; return how it ended, and its exit status."""
        if self._closed.is_set():
            return "", 0
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as notices:
            notices.bind("")  # the kernel gives it an abstract name
            told = {"NOTIFY_SOCKET": f"@{notices.getsockname()[1:].decode()}", "WATCHDOG_USEC": f"{LIFE_S * 1e6:.0f}"}
            try:
                process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, env={**os.environ, **told})
            except OSError as fault:
                return f"it cannot be started: {fault}", -1
            self._process = process
            if self._closed.is_set():  # while it was started
                process.terminate()
            lives = self._watch(process, notices)
            if not lives:
                process.kill()
            status = process.wait()
            return f"status {status}" if lives else "it gave no sign of life", status

    @staticmethod
    def _watch(process: subprocess.Popen[bytes], notices: socket.socket) -> bool:
        """Wait until the process has ended; return False if it hangs."""
        try:
            # A descriptor, so that one poll waits for the end as well as for signs of life.
            end = os.pidfd_open(process.pid)
        except ProcessLookupError:  # it has ended meanwhile, and was waited for
            return True
        try:
            poll = select.poll()
            poll.register(end, select.POLLIN)
            poll.register(notices, select.POLLIN)
            limit, missed = STARTING_S, 0
            while missed < LOOKS:
                ready = poll.poll(limit / LOOKS * 1000)
                if any(descriptor == end for descriptor, _event in ready):
                    return True
                missed += 1
                if ready:
                    notices.recv(64)
                    limit, missed = LIFE_S, 0
            return False
        finally:
            os.close(end)

    def close(self) -> None:
        """End the process; it is not begun again."""
        self._closed.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()  # it ends by itself, too: its socket is closed
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()
        self._service.end(END_S)
