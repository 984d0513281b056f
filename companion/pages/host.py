"""Switches the pages of a table on and off: their socket, and the process that serves them where systemd does not.

Nothing of the pages is imported, and no socket is there, until they are switched on.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.engine_thread import EngineThread
from companion.engine.update import Update
from companion.pages.state import PagesState

if TYPE_CHECKING:
    from companion.pages.server import PagesServer

log = logging.getLogger(__name__)

SOCKET = "pages.sock"
SESSIONS = "phones.json"
AGAIN_S = 5.0
"""After so long a server that has ended is started again."""
END_S = 5.0


class PagesHost:
    """
    :param socket: where systemd's unit looks for the socket; None: in the data folder, and the server is a child.
    """

    def __init__(self, table: EngineThread, data: Path, config: Path, socket: Path | None = None) -> None:
        self._table = table
        self._data, self._config = data, config
        self._path = socket or data / SOCKET
        self._own_server = socket is None
        self._server: PagesServer | None = None
        self._child: _Child | None = None
        self._listening = False
        self.changed: Callable[[], object] = lambda: None
        """Called on any thread whenever `state` is another one."""

    @property
    def on(self) -> bool:
        return self._server is not None

    @property
    def state(self) -> PagesState:
        return self._server.state if self._server is not None else PagesState()

    def switch(self, on: bool) -> None:
        """
        :raises OSError: if the socket cannot be opened; then the pages are off.
        """
        if on is self.on:
            return
        if not on:
            self.close()
            return
        from companion.pages.server import PagesServer

        kept, shared = self._data / SESSIONS, not self._own_server
        self._server = PagesServer(self._table, self._path, kept, self._note, shared=shared)
        if not self._listening:  # once: the engine cannot drop a listener
            self._table.listen(self._hear)
            self._listening = True
        self._server.start()
        if self._own_server:
            self._child = _Child(self._path, self._config)

    def _note(self) -> None:
        self.changed()

    def _hear(self, update: Update) -> None:
        server = self._server
        if server is not None:
            server.hear(update)

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        """A token for a seat ("": for who only looks), handed to `then` on the pages' thread."""
        if self._server is not None:
            self._server.mint(seat, then)

    def admit(self, seat: str, yes: bool) -> None:
        """Let the second phone of a seat in, or send it away."""
        if self._server is not None:
            self._server.admit(seat, yes)

    def revoke(self, seat: str) -> None:
        """End the session of a seat."""
        if self._server is not None:
            self._server.revoke(seat)

    def close(self) -> None:
        """Off. Sessions are kept."""
        server, child = self._server, self._child
        self._server = self._child = None
        if server is not None:
            server.close()
        if child is not None:
            child.close()


class _Child:
    """`companion web` as a child of this process, started again whenever it ends."""

    def __init__(self, path: Path, config: Path) -> None:
        self._command = [sys.executable, "-P", "-m", "companion", "web", "--socket", str(path), "--config", str(config)]
        self._closed = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)
                status = self._process.wait()
            except OSError as fault:
                log.error("the pages cannot be served: %s", fault)
                status = -1
            if not self._closed.is_set():
                log.warning("the pages' server has ended (%d)", status)
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
