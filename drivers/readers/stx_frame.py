"""Frames between a start and an end byte (STX and ETX), as the 125 kHz modules send them."""

from __future__ import annotations

import re

from drivers.readers.read import Read

STX, ETX = 0x02, 0x03

_BODY = re.compile(rb"[0-9A-Fa-f]{12}")


class StxFrames:
    """Cuts a byte stream into the bodies between `start` and `end`.

    A `start` inside a frame starts it anew (the old one was cut off); a body longer than `longest` bytes is
    dropped whole and everything up to the next `start` is noise.
    """

    def __init__(self, longest: int, start: int = STX, end: int = ETX) -> None:
        self._longest = longest
        self._start = start
        self._end = end
        self._body: bytearray | None = None  # None: between frames

    def feed(self, data: bytes) -> list[bytes]:
        bodies: list[bytes] = []
        for byte in data:
            if byte == self._start:
                self._body = bytearray()
            elif self._body is None:
                continue
            elif byte == self._end:
                bodies.append(bytes(self._body))
                self._body = None
            elif len(self._body) < self._longest:
                self._body.append(byte)
            else:
                self._body = None
        return bodies

    def reset(self) -> None:
        self._body = None


def em4100(body: bytes) -> Read | None:
    """Ten hex digits of data and two of their XOR, in either case; None if it is not that.

    Ghosts pass: a frame of noise may have a valid checksum, and `drivers.presence` must judge it.
    """
    if not _BODY.fullmatch(body):
        return None
    *data, check = bytes.fromhex(body.decode("ascii"))
    for byte in data:
        check ^= byte
    return None if check else Read(body[:10].decode("ascii").upper())
