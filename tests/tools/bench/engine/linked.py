"""A link and its hub for the bench, without a broker between them.

`python -m tests.tools.bench.engine.linked SOCKET STORE`.

It waits for the socket, carries until the table closes it, and stores what comes in STORE.
"""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path

from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.uplink.link import wire
from companion.uplink.link.frames import BROKER, TABLE, FrameLine, MqttFrame

PATIENCE_S = 60.0


def connected(path: Path) -> FrameLine:
    end = time.monotonic() + PATIENCE_S
    while True:
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(str(path))
            return FrameLine(line)
        except OSError:
            line.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def main() -> None:
    line = connected(Path(sys.argv[1]))
    hub = Ingest(SqliteStore(Path(sys.argv[2])))
    for topic, data in ((TABLE, b"table-1"), (BROKER, b"1"), (wire.HUB_ONLINE, b"bench")):
        line.send(MqttFrame(topic, data))
    for frame in line.frames():
        for said in hub.take([(frame.topic, frame.payload)]):
            line.send(MqttFrame(said.topic, said.payload))
    hub.close()


if __name__ == "__main__":
    main()
