"""The thread of the pages: one Unix socket, its connections, lines in and frames out, and jobs from other threads."""

from __future__ import annotations

import contextlib
import logging
import queue
import selectors
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from companion.engine.unix_socket import listen
from companion.web.desk.connection import Connection
from companion.web.desk.frame import SIZE

log = logging.getLogger(__name__)

LONGEST_LINE = 4096
"""Bytes of one request."""
MOST_CONNECTIONS = 96
MOST_WAITING = 16
"""Frames that a connection has not taken; then it is closed, and may come back."""
PATIENCE = 5.0
"""s that the thread is waited for at the end."""
AGAIN_S = 1.0
"""After so long what came too late is tried again."""


class SocketLoop:
    """Only `do`, `start` and `close` may be called from other threads.

    :param path: of the socket.
    :param shared: whether our group may connect, too; else our own user alone.
    :param answer: called with each line of a connection.
    :param gone: called when a connection has ended.
    :param again: called while `behind`.
    :param failed: called if the thread ends by a fault.
    :raises OSError: if the socket cannot be opened.
    """

    def __init__(
        self,
        path: Path,
        shared: bool,
        answer: Callable[[Connection, bytes], object],
        gone: Callable[[Connection], object],
        again: Callable[[], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._server = listen(path, 64, shared)
        self._server.setblocking(False)
        self._path = path
        self._answer, self._gone, self._again, self._failed = answer, gone, again, failed
        self.behind = False
        """Whether pages wait for a frame that the engine did not answer."""
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._connections: dict[socket.socket, Connection] = {}
        self._closed = False
        self._selector = selectors.DefaultSelector()
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._selector.register(self._server, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    @property
    def connections(self) -> tuple[Connection, ...]:
        """Those that are open now."""
        return tuple(self._connections.values())

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Close all connections; the socket is gone from the file system."""
        if self._closed:
            return
        self._closed = True
        self._path.unlink(missing_ok=True)  # first: a closed client must find no socket to come back to
        self._jobs.put(None)
        self._poke()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def do(self, job: Callable[[], object]) -> None:
        """Do something on this thread, after what it does now."""
        self._jobs.put(job)
        self._poke()

    def _poke(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):  # full: it is awake already
            self._wake.send(b".")

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except BaseException as fault:
            log.exception("the pages have ended")
            self._failed(fault)
            raise
        finally:
            for connection in self.connections:
                self.drop(connection)
            self._selector.close()
            for line in (self._server, self._wake, self._woken):
                line.close()

    def _turn(self) -> bool:
        for key, events in self._selector.select(AGAIN_S if self.behind else None):
            if key.fileobj is self._woken:
                with contextlib.suppress(BlockingIOError):
                    self._woken.recv(4096)
            elif key.fileobj is self._server:
                self._accept()
            else:
                self._serve(key.data, events)
        if self.behind:
            self._try(self._again)
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return True
            if job is None:
                return False
            self._try(job)

    def _try(self, job: Callable[[], object]) -> None:
        """Do it; its fault is its own. Where the engine did not answer, what the pages show is made up for later."""
        try:
            job()
        except TimeoutError:
            if not self.behind:
                log.warning("the engine does not answer")
            self.behind = True
        except Exception:
            log.exception("a fault of the pages")

    def _serve(self, connection: Connection, events: int) -> None:
        try:
            if events & selectors.EVENT_READ and connection.line in self._connections:
                self._receive(connection)
            if events & selectors.EVENT_WRITE and connection.line in self._connections:
                self._flush(connection)
        except Exception:
            log.exception("a fault of the pages on a connection")
            self.drop(connection)

    def _accept(self) -> None:
        try:
            line, _address = self._server.accept()
        except OSError:
            return
        if len(self._connections) >= MOST_CONNECTIONS:
            line.close()
            return
        line.setblocking(False)
        connection = Connection(line)
        self._connections[line] = connection
        self._selector.register(line, selectors.EVENT_READ, connection)

    def _receive(self, connection: Connection) -> None:
        try:
            came = connection.line.recv(65536)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            came = b""
        if not came:
            self.drop(connection)
            return
        connection.read += came
        while (end := connection.read.find(b"\n")) >= 0:
            line = bytes(connection.read[:end])
            del connection.read[: end + 1]
            if len(line) > LONGEST_LINE:
                break
            self._answer(connection, line)
            if connection.line not in self._connections:
                return
        if len(connection.read) > LONGEST_LINE:
            self.drop(connection)

    def send(self, connection: Connection, data: bytes) -> None:
        """Send something as soon as the other end takes it."""
        connection.waiting += data
        self._flush(connection)

    def _flush(self, connection: Connection) -> None:
        try:
            while connection.waiting:
                sent = connection.line.send(connection.waiting)
                del connection.waiting[:sent]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self.drop(connection)
            return
        if len(connection.waiting) > MOST_WAITING * SIZE:
            self.drop(connection)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.waiting else 0)
        self._selector.modify(connection.line, events, connection)

    def drop(self, connection: Connection) -> None:
        """End a connection."""
        if self._connections.pop(connection.line, None) is None:
            return
        self._selector.unregister(connection.line)
        connection.line.close()
        self._gone(connection)
