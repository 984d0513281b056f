"""RDM6300 and RDM630: STX, 10 hex digits, 2 hex digits XOR, ETX. 9600 8N1."""

from __future__ import annotations

from drivers.readers.read import Read
from drivers.readers.stx_frame import StxFrames, em4100


class Rdm6300:
    """Strict: exactly 12 hex digits between STX and ETX, in either case, with the right XOR."""

    def __init__(self) -> None:
        self._frames = StxFrames(longest=12)

    def feed(self, data: bytes) -> list[Read]:
        return [read for body in self._frames.feed(data) if (read := em4100(body)) is not None]

    def reset(self) -> None:
        self._frames.reset()
