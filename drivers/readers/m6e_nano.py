"""ThingMagic M6E Nano (UHF). 115200 8N1, asked by `m6e_talker`.

    FF | LEN | opcode | status (2) | LEN bytes | CRC (2) over LEN to the last byte
    a tag: opcode 22, status 0, the fields that its metadata flags announce, bits of what follows, PC, EPC, tag CRC

Its CRC is CCITT's with the start value FFFF, but it shifts the data in at the low end, 16 bits later than others.
"""

from __future__ import annotations

from binascii import crc_hqx

from drivers.readers.frames import MORE, NO_FRAME, FrameFinder
from drivers.readers.read import Read

TAG_READ = 0x22

_LONGEST = 128
"""Bytes of data: a tag with an EPC of 31 words has 90. More is noise."""
_CRC_START = crc_hqx(b"\xff\xff", 0)
_FIELDS = ((0x0001, 1), (0x0002, 1), (0x0004, 1), (0x0008, 3), (0x0010, 4), (0x0020, 2), (0x0040, 1))
"""Metadata flags and the bytes of their fields: count, RSSI, antenna, frequency, time, phase, protocol."""
_MEMORY, _PINS, _ALL_FLAGS = 0x0080, 0x0100, 0x01FF


class M6eNano:
    """The tags in the records; keepalives and answers to commands are no reads."""

    def __init__(self) -> None:
        self._frames = m6e_frames()

    def feed(self, data: bytes) -> list[Read]:
        return [read for frame in self._frames.feed(data) if (read := tag(frame)) is not None]

    def reset(self) -> None:
        self._frames.reset()


def m6e_frames() -> FrameFinder:
    """Cuts a stream into whole frames of the module."""
    return FrameFinder(b"\xff", _measure)


def crc(data: bytes) -> int:
    """The module's CRC of LEN, opcode, status and data: at least two bytes.

    >>> f"{crc(bytes.fromhex('00 22 04 00')):04X}"
    '84E0'
    """
    return crc_hqx(data[:-2], _CRC_START) ^ int.from_bytes(data[-2:])


def command_frame(opcode: int, data: bytes = b"") -> bytes:
    """A command for the module."""
    body = bytes([len(data), opcode, *data])
    return b"\xff" + body + crc(body).to_bytes(2)


def answer_frame(opcode: int, data: bytes = b"", status: int = 0) -> bytes:
    """A frame of the module."""
    body = bytes([len(data), opcode, *status.to_bytes(2), *data])
    return b"\xff" + body + crc(body).to_bytes(2)


def tag(frame: bytes) -> Read | None:
    """The tag in a whole frame; None if it is another frame, or one whose lengths do not agree."""
    if frame[2] != TAG_READ or frame[3:5] != b"\x00\x00":
        return None
    data = frame[5:-2]
    if len(data) < 6 or not data[0] & 0x10 or data[5] != 1:  # with metadata, of one tag
        return None
    flags = data[3] << 8 | data[4]
    at = 6 + sum(size for flag, size in _FIELDS if flags & flag)
    if flags & _MEMORY:  # a part of the tag's memory after the number of its bits
        at += 2 + (int.from_bytes(data[at : at + 2]) + 7) // 8
    at += bool(flags & _PINS)
    bits = int.from_bytes(data[at : at + 2])
    words = data[at + 2] >> 3 if len(data) > at + 2 else 0
    epc = data[at + 4 : -2]
    sound = flags <= _ALL_FLAGS and words > 0 and len(epc) == 2 * words and bits == 8 * (len(epc) + 4)
    return Read(epc.hex().upper()) if sound else None


def _measure(data: bytes, at: int) -> int:
    if len(data) < at + 2:
        return MORE
    size = data[at + 1]
    if size > _LONGEST or data[at + 2 : at + 3] == b"\xff":  # no opcode, but the start of the frame after a cut one
        return NO_FRAME
    end = at + size + 7
    if len(data) < end:
        return MORE
    return size + 7 if crc(data[at + 1 : end - 2]) == data[end - 2] << 8 | data[end - 1] else NO_FRAME
