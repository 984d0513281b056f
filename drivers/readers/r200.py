"""UHF readers around the R200 and M100/QM100 chips. 115200 8N1, asked by `r200_talker`.

    BB | type | command | PLhi PLlo | PL bytes | sum of all from type on | 7E        type: 0 command, 1 answer, 2 tag
    a tag: BB 02 22 PL | RSSI | PC (2) | EPC | CRC (2) | sum | 7E       the first 5 bits of PC: words of the EPC

BB and 7E are legal within, so the frame is cut by its length. Modules with several antennas put the number of the
antenna behind the CRC.
"""

from __future__ import annotations

from drivers.readers.frames import MORE, NO_FRAME, FrameFinder
from drivers.readers.read import Read

COMMAND, ANSWER, NOTICE = 0, 1, 2
INVENTORY, STOP, ERROR, NO_TAG = 0x22, 0x28, 0xFF, 0x15

_LONGEST = 68
"""Bytes of parameters: a tag with an EPC of 31 words, and its antenna. A longer one is noise."""
_TAG = bytes([NOTICE, INVENTORY])


class R200:
    """The tags in the notices; "no tag" (error 15) is no fault and no read."""

    def __init__(self) -> None:
        self._frames = r200_frames()

    def feed(self, data: bytes) -> list[Read]:
        return [read for frame in self._frames.feed(data) if (read := tag(frame)) is not None]

    def reset(self) -> None:
        self._frames.reset()


def r200_frames() -> FrameFinder:
    """Cuts a stream into whole frames."""
    return FrameFinder(b"\xbb", _measure)


def frame(kind: int, command: int, parameters: bytes = b"") -> bytes:
    """One frame."""
    body = bytes([kind, command, *len(parameters).to_bytes(2), *parameters])
    return b"\xbb" + body + bytes([sum(body) & 0xFF, 0x7E])


def tag(frame: bytes) -> Read | None:
    """The tag in a whole frame; None if it is another frame, or the tag has no EPC."""
    if frame[1:3] != _TAG:
        return None
    epc = frame[8 : 8 + _epc_size(frame[6])]
    return Read(epc.hex().upper()) if epc else None


def _epc_size(pc: int) -> int:
    """Bytes of the EPC; `pc`: the first byte of the PC."""
    return 2 * (pc >> 3)


def _measure(data: bytes, at: int) -> int:
    if len(data) < at + 5:
        return MORE if len(data) < at + 2 or data[at + 1] <= NOTICE else NO_FRAME
    size = data[at + 3] << 8 | data[at + 4]
    if data[at + 1] > NOTICE or size > _LONGEST:
        return NO_FRAME
    if data[at + 1 : at + 3] == _TAG and data[at + 6 : at + 7] and size - _epc_size(data[at + 6]) not in {5, 6}:
        return NO_FRAME  # its length is not that of its EPC: do not wait for the rest of a cut frame
    end = at + size + 7
    if len(data) < end:
        return MORE
    sound = data[end - 1] == 0x7E and sum(data[at + 1 : end - 2]) & 0xFF == data[end - 2]
    return end - at if sound else NO_FRAME
