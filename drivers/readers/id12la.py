"""ID-2LA, ID-12LA, ID-20LA in ASCII mode: STX, 10 hex digits, 2 hex digits XOR, CR LF, ETX. 9600 8N1."""

from __future__ import annotations

from drivers.readers.read import Read
from drivers.readers.stx_frame import StxFrames, em4100


class Id12La:
    """As RDM6300 with CR LF before the ETX; clones leave it out, so it is optional."""

    def __init__(self) -> None:
        self._frames = StxFrames(longest=14)

    def feed(self, data: bytes) -> list[Read]:
        bodies = self._frames.feed(data)
        return [read for body in bodies if (read := em4100(body.removesuffix(b"\r\n"))) is not None]

    def reset(self) -> None:
        self._frames.reset()
