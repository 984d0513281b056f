"""A reader that talks by itself, behind the same door as one that must be asked (`talker.Talker`)."""

from __future__ import annotations

from drivers.readers.protocol import Decoder
from drivers.readers.read import Read

STALE_MS = 1000
"""Half a frame older than this is not continued: its other half was lost."""


class StreamReader:
    """Nothing to write; what it does not say is not there."""

    hearing = True
    trouble = ""
    mark = None
    broken: frozenset[int] = frozenset()

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._fed_at = 0

    def start(self, now: int) -> None:
        self._decoder.reset()
        self._fed_at = now

    def feed(self, data: bytes, now: int) -> list[Read]:
        if now - self._fed_at > STALE_MS:
            self._decoder.reset()
        self._fed_at = now
        return self._decoder.feed(data)

    def turn(self, now: int) -> bytes:
        return b""

    def due(self) -> int | None:
        return None

    def sure(self, now: int) -> bool:
        return True
