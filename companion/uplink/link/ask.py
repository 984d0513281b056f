"""Query a running table's link over its socket."""

from __future__ import annotations

import socket
from pathlib import Path

import msgspec

from companion.uplink.link import wire
from companion.uplink.link.frames import ADOPT, STANDING, FrameLine, MqttFrame
from companion.uplink.link.reach import Word

SOCKET = "link.sock"
UNIT_SOCKET = Path("/run/companion/link.sock")
"""Where systemd's units have it."""
ASKED_S = 5.0
"""A table that does not answer within this is taken to have no answer."""


def adopt(path: Path, table: str) -> str:
    """Let the table at this socket play on another table's last game; return a code, `ok` if it does.

    :raises OSError: if no table is there.
    """
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        line = FrameLine(connection)
        line.send(MqttFrame(ADOPT, table.encode()))
        return next((frame.payload.decode() for frame in line.frames()), "no_table")


def word(path: Path) -> Word | None:
    """Return the state of the link of the table at this socket; None if no table answers.

    :raises PermissionError: if we may not ask it.
    """
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(ASKED_S)
            connection.connect(str(path))
            line = FrameLine(connection)
            line.send(MqttFrame(STANDING, b""))
            frame = line.once()
    except PermissionError:
        raise
    except OSError:
        return None
    try:
        return None if frame is None else wire.read_payload(frame.payload, Word)
    except msgspec.MsgspecError:
        return None


def running(data: Path) -> Word | None:
    """Return the state of the link of the table with this data folder; None if it does not run.

    :raises PermissionError: if we may not ask it.
    """
    own = data / SOCKET
    return word(own if own.exists() else UNIT_SOCKET)
