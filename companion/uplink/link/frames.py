"""Frames between a table and its link, over a Unix socket: a topic, a payload and whether the broker retains it."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.engine import typed

SETTINGS = "link/settings"
"""The link asks for its settings; the answer is `LinkSettings`."""
REACH = "link/reach"
"""From the link, while the broker is not there: what hinders it, a `Hindrance`."""
TABLE = "link/table"
"""From now on this is the link; the name of the table at the broker."""
BROKER = "link/broker"
"""From the link: whether the broker is there (b"1") or gone (b"")."""
LIMITS = "link/limits"
"""From the link, before it says that the broker is there: what that takes, its `Limits`."""
LEFT_OUT = "link/left_out"
"""From the link: a topic of which a message was larger than the broker takes."""
STANDING = "link/standing"
"""A program's only frame: it asks for the state of the link; the answer is its `Word`."""
ADOPT = "link/adopt"
"""A program's only frame: the table whose game is to be played on here; the answer is a code, `ok` if it is."""
SUBSCRIBE = "link/subscribe"
"""To the link: topics that it is to subscribe to besides, `Subscription` in MessagePack."""
DROPPED = "link/dropped/"
"""From the link, with a topic behind it: so many messages on it were too many; the number as text."""
LONGEST = 4 * 1024 * 1024
"""Bytes of one frame."""
_SIZE = 4


class MqttFrame(Struct, frozen=True, array_like=True):
    topic: str
    payload: bytes
    retain: bool = False


class Subscription(Struct, frozen=True, array_like=True):
    """A topic without wildcards, at most once (QoS 0). `retained`: whether what the broker has kept is wanted, too."""

    topic: Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"^[^#+]+$")]
    retained: bool = False


def wanted_payload(wanted: Sequence[Subscription]) -> bytes:
    return _encode(tuple(wanted))


def read_wanted(payload: bytes) -> tuple[Subscription, ...]:
    """
    :raises msgspec.MsgspecError: if it is none.
    """
    found: tuple[Subscription, ...] = typed.from_msgpack(payload, tuple[Subscription, ...])
    return found


_encode = msgspec.msgpack.Encoder().encode
_decode = typed.msgpack_decoder(MqttFrame)


class FrameLine:
    """Sends and reads frames; reading on one thread, sending on any."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._lock = threading.Lock()

    def send(self, frame: MqttFrame) -> bool:
        """Send a frame; return False once the other end is gone, or does not take it in time."""
        data = _encode(frame)
        try:
            with self._lock:
                self._line.sendall(len(data).to_bytes(_SIZE, "big") + data)
        except OSError:
            return False
        return True

    def frames(self) -> Iterator[MqttFrame]:
        """Yield received frames, until the other end closes or sends what is no frame."""
        while (frame := self._frame(patient=True)) is not None:
            yield frame

    def once(self) -> MqttFrame | None:
        """Return the next frame; None if the other end has closed, or says none as long as its socket waits."""
        return self._frame(patient=False)

    def _frame(self, patient: bool) -> MqttFrame | None:
        try:
            size = int.from_bytes(self._exactly(_SIZE, patient), "big")
            if size > LONGEST:
                return None
            frame: MqttFrame = _decode.decode(self._exactly(size, patient))
        except (OSError, EOFError, msgspec.MsgspecError):
            return None
        return frame

    def _exactly(self, count: int, patient: bool) -> bytes:
        data = bytearray()
        while len(data) < count:
            try:
                more = self._line.recv(min(count - len(data), 1 << 20))
            except TimeoutError:
                if not patient:
                    raise
                continue
            if not more:
                raise EOFError
            data += more
        return bytes(data)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._line.close()
