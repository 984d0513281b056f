"""Opens a table's outbox where link.toml says so, and starts the link where systemd does not.

Nothing of it is imported, and no socket is there, unless it is switched on.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from companion.child import Child
from companion.engine.atomic_file import write_whole
from companion.engine.config import ConfigError
from companion.engine.engine_thread import EngineThread
from companion.engine.requests import PostNotice
from companion.engine.update import Notice
from companion.link.settings import load_link

if TYPE_CHECKING:
    from companion.home.assistant import HomeAssistant
    from companion.home.facts import Lights
    from companion.outbox.ear import Ear
    from companion.outbox.seal import OwnerKey
    from companion.outbox.server import OutboxServer

log = logging.getLogger(__name__)

SOCKET = "link.sock"
KEY = "link.key"


def owner_key(data: Path) -> OwnerKey:
    """The key of the owner's tables; made, if there is none yet.

    :raises OSError, ValueError: if it cannot be read or written.
    """
    from companion.outbox.seal import OwnerKey

    file = data / KEY
    try:
        return OwnerKey.read(file.read_text("ascii"))
    except FileNotFoundError:
        key = OwnerKey.made()
        write_whole(file, key.text.encode() + b"\n", 0o600)
        return key


class OutboxHost:
    """
    :param data: holds the owner's key.
    :param socket: where systemd's unit looks for the socket; None: in the data folder, and the link is a child.
    """

    def __init__(self, table: EngineThread, data: Path, config: Path, socket: Path | None = None) -> None:
        self._table, self._data, self._config = table, data, config
        self._path = socket or data / SOCKET
        self._own_link = socket is None
        self._server: OutboxServer | None = None
        self._child: Child | None = None
        self.calling = False
        self._home: HomeAssistant | None = None
        self.lights: Lights | None = None
        """What the lamps show, for who follows them elsewhere."""
        self.ears: list[Ear] = []
        """What else hangs on the link, if it is switched on."""

    def start(self) -> None:
        """If it is switched on. The table must have been started.

        :raises ConfigError: for a wrong link.toml.
        :raises OSError, ValueError: if the socket cannot be opened, or the key cannot be read.
        """
        settings = load_link(self._config)
        if not settings.on:
            return
        from companion.outbox.server import OutboxServer

        key = owner_key(self._data)
        if settings.home_assistant:
            from companion.home.assistant import HomeAssistant

            self._home = HomeAssistant(self._table, settings.title, settings.names, self.lights)
            self._home.start()
            self.ears.append(self._home)
        self._server = OutboxServer(
            self._table,
            self._path,
            key,
            settings.title,
            settings.names,
            settings.evenings,
            shared=not self._own_link,
            ears=self.ears,
        )
        self._server.start()
        if self._own_link:
            self._child = Child("link", ("link", "run", "--socket", str(self._path), "--config", str(self._config)))

    def try_to_start(self) -> str:
        """As `start`; why it did not, in words for the log; "" if it did."""
        try:
            self.start()
        except (ConfigError, OSError, ValueError) as error:
            log.error("no link: %s", error)
            return str(error)
        return ""

    @property
    def on(self) -> bool:
        return self._server is not None

    def call(self, wanted: bool) -> None:
        """Whether somebody is wanted at the table: the wall shows it, and the table that it does."""
        if self._server is not None:
            self.calling = wanted
            self._server.call(wanted)
            self._table.post(PostNotice(Notice("help_called", gone=not wanted)))

    def close(self) -> None:
        server, child, home = self._server, self._child, self._home
        self._home = None
        self._server = self._child = None
        if server is not None:
            server.close()
        if home is not None:
            home.close()
        if child is not None:
            child.close()
