"""Switches the pages of a table on and off: their socket, and the process that serves them where systemd does not.

Nothing of the pages is imported, and no socket is there, until they are switched on.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.child import Child
from companion.engine.config import ConfigError
from companion.engine.engine_thread import EngineThread
from companion.engine.foreign import of_system
from companion.engine.supervised import Restarts, no_longer_off, stays_off
from companion.engine.text import N_, Text
from companion.web.desk.state import PagesState, SetUpTable
from companion.web_settings import load_web

if TYPE_CHECKING:
    from companion.web.desk.server import PagesServer

log = logging.getLogger(__name__)

SOCKET = "pages.sock"
SESSIONS = "phones.json"
SERVICE = "pages"
"""Its name among those that stay off."""
FAILED = 4
"""Exit status of `companion web` that cannot open its port."""


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
        self._child: Child | None = None
        self._fault: Text | None = None
        self._restarts = Restarts()
        self._set_up = SetUpTable()
        self._switching = threading.Lock()
        self._closed = False
        self._drop: Callable[[], None] = lambda: None
        """Ends the server's subscription to the table."""
        self.changed: Callable[[], object] = lambda: None
        """Called on any thread whenever `state` is another one."""
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        """Called on any thread with what the host chooses before a game: a line's key, and a value of it."""

    @property
    def on(self) -> bool:
        return self._server is not None

    @property
    def state(self) -> PagesState:
        server = self._server
        state = server.state if server is not None else PagesState()
        return state if state.urls else replace(state, fault=self._fault)

    def switch(self, on: bool) -> None:
        """Switch the pages; calls from several threads are made one after the other.

        :raises ConfigError: for a wrong web.toml, OSError: if the socket cannot be opened; then the pages are off.
        """
        with self._switching:
            if self._closed or on is self.on:
                return
            self._fault = None
            no_longer_off(SERVICE, self._try_again)
            if not on:
                self._end()
                return
            self._start()

    def _start(self) -> None:
        """:raises ConfigError, OSError: as `switch`."""
        try:
            self._open()
        except ConfigError as error:
            self._fault = Text("{where}: {message}", {"where": error.place, "message": error.what})
            raise
        except OSError as error:
            self._fault = of_system(error)
            raise

    def _open(self) -> None:
        from companion.web.desk.server import PagesServer

        port = load_web(self._config).port
        kept, shared = self._data / SESSIONS, not self._own_server
        server = PagesServer(self._table, self._path, kept, self._note, self._broken, shared=shared)
        server.set_up = self._chosen
        self._server = server
        self._drop = self._table.listen(server.hear)
        server.prepare(self._set_up)
        server.start()
        if self._own_server:
            words = ("web", "--socket", str(self._path), "--config", str(self._config))
            self._child = Child("web", words, lambda status: self._ended(server, port, status))

    def _ended(self, server: PagesServer, port: int, status: int) -> None:
        """Handle the end of the server's process; it is started again."""
        if server is self._server:
            taken = Text(N_("Port {port} cannot be opened: another program has it."), {"port": port})
            ended = Text(N_("The pages’ server has ended ({n})."), {"n": status})
            self._fault = taken if status == FAILED else ended
            self.changed()

    def _broken(self, fault: BaseException) -> None:
        """Handle a fault of ours that ends the thread of the pages. Called on it."""
        threading.Thread(target=self._again, args=(self._server, fault), name="pages again", daemon=True).start()

    def _again(self, server: PagesServer | None, fault: BaseException) -> None:
        with self._switching:
            if self._closed or server is not self._server:
                return
            self._end()
            if not self._restarts.once_more():
                self._fault = Text(N_("The pages have stopped: {fault}. Switch them on again."), {"fault": repr(fault)})
                stays_off(SERVICE, self._try_again)
            else:
                try:
                    self._start()
                except (ConfigError, OSError):  # what it was is in `_fault`
                    stays_off(SERVICE, self._try_again)
        self.changed()

    def _try_again(self) -> None:
        def run() -> None:
            self._restarts = Restarts()
            with contextlib.suppress(ConfigError, OSError):  # its fault is announced
                self.switch(True)
            self.changed()

        threading.Thread(target=run, name="pages again", daemon=True).start()

    def _chosen(self, key: str, value: str) -> None:
        self.set_up(key, value)

    def _note(self) -> None:
        self.changed()

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        """Make a token for a seat, handed to `then` on the pages' thread; "" if no player has that name."""
        if self._server is not None:
            self._server.mint(seat, then)

    def admit(self, arrival: int, yes: bool) -> None:
        """Let a phone in that waits, or send it away."""
        if self._server is not None:
            self._server.admit(arrival, yes)

    def admit_everybody(self, yes: bool) -> None:
        """Let phones in without a touch until the game begins, or no longer."""
        if self._server is not None:
            self._server.admit_everybody(yes)

    def name_host(self, seat: str) -> None:
        """Have this seat's phone do what the table may; "": none."""
        if self._server is not None:
            self._server.name_host(seat)

    def prepare(self, table: SetUpTable) -> None:
        """Tell the pages how the table is set up; kept while they are off."""
        self._set_up = table
        if self._server is not None:
            self._server.prepare(table)

    def revoke(self, seat: str) -> None:
        """End the session of a seat."""
        if self._server is not None:
            self._server.revoke(seat)

    def end_all(self) -> None:
        """End the sessions of all seats: the evening is over."""
        if self._server is not None:
            self._server.end_all()

    def forget(self, name: str) -> None:
        """Take the seat from the phone of a forgotten name, unless it plays just now."""
        if self._server is not None:
            self._server.forget(name)
        elif (kept := self._data / SESSIONS).exists():
            from companion.web.desk.pairing import Pairings

            Pairings(kept, time.time).forget(name)

    def close(self) -> None:
        """Switch the pages off for good. Sessions are kept."""
        with self._switching:
            self._closed = True
            no_longer_off(SERVICE, self._try_again)
            self._end()

    def _end(self) -> None:
        server, child = self._server, self._child
        self._server = self._child = None
        self._drop()
        if server is not None:
            server.close()
        if child is not None:
            child.close()
