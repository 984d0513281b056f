"""The link of a table, played: it carries to a hub without a broker between them."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from companion.hub.ingest import Ingest
from companion.uplink.link import wire
from companion.uplink.link.frames import BROKER, REACH, SETTINGS, TABLE, FrameLine, MqttFrame
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import LinkSettings
from tests.patience import PATIENCE_S


class Carrier:
    """Of the table whose socket that is. Until `join` the broker is not there.

    :raises OSError: if nobody listens there yet.
    """

    def __init__(self, path: Path, hub: Ingest) -> None:
        self._hub = hub
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE_S)
        try:
            connection.connect(str(path))
        except OSError:
            connection.close()
            raise
        self.line = FrameLine(connection)
        self._frames = self.line.frames()
        self.line.send(MqttFrame(SETTINGS, b""))
        told = next(self._frames)
        assert told.topic == SETTINGS
        self.settings = wire.read_payload(told.payload, LinkSettings)
        self.line.send(MqttFrame(TABLE, self.settings.table.encode()))
        self.run = hub.run
        self.states: list[wire.WallState] = []
        self.ended = threading.Event()
        """The table has closed the line."""
        self._thread: threading.Thread | None = None

    def hindered(self, reach: Obstacle) -> None:
        self.line.send(MqttFrame(REACH, wire.payload(Hindrance(reach))))

    def broker(self) -> None:
        self.line.send(MqttFrame(BROKER, b"1"))

    def join(self) -> None:
        """The hub is there: carry, until the table has closed the line."""
        self.broker()
        self.say(wire.HUB_ONLINE, b"a run")
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def say(self, topic: str, payload: bytes) -> None:
        self.line.send(MqttFrame(topic, payload))

    def seen(self) -> None:
        """Somebody at the wall has seen the last call of the table."""
        self.say(wire.down(self.settings.table, "seen"), str(self.states[-1].call).encode())

    def _carry(self) -> None:
        for frame in self._frames:
            if frame.topic.endswith("/state"):
                self.states.append(wire.read_payload(frame.payload, wire.WallState))
                continue
            for said in self._hub.take([(frame.topic, frame.payload)]):
                self.say(said.topic, said.payload)
        self.ended.set()

    def close(self) -> None:
        """Nothing of it uses the hub any more."""
        self.line.close()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)
