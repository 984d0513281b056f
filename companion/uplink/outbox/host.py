"""Opens a table's outbox where link.toml says so, and starts the link where systemd does not.

Nothing of it is imported, and no socket is there, unless it is switched on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.child import Child
from companion.engine.config import ConfigError
from companion.engine.engine_thread import EngineThread
from companion.engine.foreign import of_system
from companion.engine.requests import ListGames, PostNotice
from companion.engine.text import N_, Text
from companion.engine.update import Notice
from companion.uplink.link.ask import SOCKET
from companion.uplink.link.settings import LinkSettings, keep_link, load_link
from companion.uplink.outbox.key_file import KeyMissing, Lacking, make_owner_key, owner_key, set_owner_key
from companion.uplink.outbox.standing import OwnedGame, Standing

if TYPE_CHECKING:
    from companion.home.assistant import HomeAssistant
    from companion.home.facts import Lights
    from companion.uplink.outbox.seal import OwnerKey
    from companion.uplink.outbox.server import OutboxServer
    from companion.uplink.outbox.subscriber import Subscriber

log = logging.getLogger(__name__)


def _in_words(error: ConfigError | OSError | ValueError) -> Text:
    match error:
        case KeyMissing():
            return Text(N_("The owner’s key is missing."))
        case ConfigError():
            return Text("{where}: {message}", {"where": error.place, "message": error.what})
        case OSError():
            return of_system(error)
        case _:
            return Text(N_("The owner’s key cannot be read."))


class OutboxHost:
    """
    :param data: holds the owner's key, and what was chosen on the screen.
    :param socket: where systemd's unit looks for the socket; None: in the data folder, and the link is a child.
    """

    def __init__(self, table: EngineThread, data: Path, config: Path, socket: Path | None = None) -> None:
        self._table, self._data, self._config = table, data, config
        self._path = socket or data / SOCKET
        self._own_link = socket is None
        self._server: OutboxServer | None = None
        self._child: Child | None = None
        self._fault: Text | None = None
        self._lacking: Lacking | None = None
        self._switching = threading.Lock()
        self._closed = False
        self.calling = False
        self.changed: Callable[[], object] = lambda: None
        """Called on any thread when `standing` or `calling` is another one."""
        self._home: HomeAssistant | None = None
        self.lights: Lights | None = None
        """The state of the lamps, for subscribers."""
        self.subscribers: list[Subscriber] = []
        """Other users of the link, if it is switched on."""

    def start(self) -> None:
        """Start the outbox, if it is switched on. The table must have been started.

        :raises ConfigError: for a wrong link.toml.
        :raises OSError, ValueError: if the socket cannot be opened, or the key cannot be read, or is missing.
        """
        settings = load_link(self._config, self._data)
        if not settings.on:
            return
        from companion.uplink.outbox.parted import FILE as PARTED
        from companion.uplink.outbox.server import OutboxServer

        key = self._owner_key()
        subscribers = [*self.subscribers, *self._home_assistant(settings)]
        parted = self._data / PARTED
        server = OutboxServer(self._table, self._path, key, settings, not self._own_link, subscribers, parted)
        server.changed, server.seen = self._note, lambda: self.call(False)
        self._server = server
        server.start()
        if self._own_link:
            self._child = Child("link", ("link", "run", "--socket", str(self._path)))

    def _home_assistant(self, settings: LinkSettings) -> list[Subscriber]:
        if not settings.home_assistant:
            return []
        from companion.home.assistant import HomeAssistant

        self._home = HomeAssistant(self._table, settings.title, settings.names, self.lights)
        self._home.start()
        return [self._home]

    def try_to_start(self) -> str:
        """As `start`; return the reason of a failure, in words for the log; "" if it started. A missing key is asked
        for."""
        before, self._fault, self._lacking = self._lacking, None, None
        try:
            self.start()
        except (ConfigError, OSError, ValueError) as error:
            log.error("no link: %s", error)
            self._fault = _in_words(error)
            self._lacking = error.lacking if isinstance(error, KeyMissing) else None
            return str(error)
        finally:
            if (self._lacking is None) is not (before is None):
                self._table.post(PostNotice(Notice("key_missing", gone=self._lacking is None)))
            for one in self.subscribers:
                one.switched(self.on)
        return ""

    @property
    def on(self) -> bool:
        return self._server is not None

    @property
    def standing(self) -> Standing:
        server = self._server
        return server.standing if server is not None else Standing(fault=self._fault, lacking=self._lacking)

    @property
    def settings(self) -> LinkSettings:
        """Return the settings in force; none for a wrong link.toml."""
        try:
            return load_link(self._config, self._data)
        except ConfigError:
            return LinkSettings()

    def choose(self, settings: LinkSettings) -> None:
        """Use these settings from now on and save them. It may wait for the link that ends.

        :raises OSError: if they cannot be written; then nothing has changed.
        """
        keep_link(self._config, self._data, settings)
        self._again()

    def _again(self) -> None:
        with self._switching:
            if self._closed:
                return
            calling = self.calling
            self._end()
            self.try_to_start()
            if calling:
                self.call(self.on)
        self.changed()

    def _note(self) -> None:
        self.changed()

    # -- the owner's key -------------------------------------------------------------------------------------------

    def _owner_key(self) -> OwnerKey:
        """
        :raises KeyMissing, OSError, ValueError: as `owner_key`.
        """
        return owner_key(self._data, self._table.ask(ListGames()).answer)

    def key(self) -> str:
        """Return the key of the owner's tables, in letters.

        :raises KeyMissing, OSError, ValueError: as `owner_key`.
        """
        return self._owner_key().text

    def make_key(self) -> None:
        """Make a new key, as this is the first table of its owner.

        :raises OSError: if it cannot be written.
        """
        make_owner_key(self._data)
        self._again()

    def take_key(self, text: str) -> None:
        """Use this owner's key from now on.

        :raises ValueError: if it is no key.
        :raises OSError: if it cannot be written.
        """
        set_owner_key(self._data, text)
        self._again()

    # -- other tables ----------------------------------------------------------------------------------------------

    def ask(self, on_answer: Callable[[tuple[OwnedGame, ...]], object]) -> None:
        """Ask which games of this owner could be played on here; without an answer of the hub `on_answer` is not
        called."""
        if self._server is not None:
            self._server.ask(on_answer)

    def adopt(self, table: str, on_answer: Callable[[str], object], uuid: str = "") -> None:
        """Play on a game of this owner here; `on_answer` gets a code, `ok` if it goes on here.

        :param uuid: which; "": what that table played last.
        """
        if self._server is not None:
            self._server.adopt(table, on_answer, uuid)
        else:
            on_answer("no_hub")

    def call(self, wanted: bool) -> None:
        """Begin or end a call for help: the wall shows it, and the table shows that the wall does."""
        server = self._server
        if server is not None:
            server.call(wanted)
        elif wanted:
            return
        self.calling = wanted
        self._table.post(PostNotice(Notice("help_called", gone=not wanted)))
        self.changed()

    def close(self) -> None:
        """Close the outbox for good."""
        with self._switching:
            self._closed = True
            self._end()

    def _end(self) -> None:
        server, child, home = self._server, self._child, self._home
        self._home = None
        self._server = self._child = None
        if server is not None:
            server.close()
        if home is not None:
            home.close()
        if child is not None:
            child.close()
