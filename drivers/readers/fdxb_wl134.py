"""WL-134A and its clones (134.2 kHz FDX-B, animal tags): 30 bytes at 9600 8N1, sent when a tag arrives.

    STX | 10 hex: number | 4 hex: country | data block | animal | 4 + 6 reserved | XOR | ~XOR | ETX

Both numbers are written with their lowest digit first. The two check bytes are raw: they may look like STX or
ETX, so the frame is cut by its length. The uid is what is printed on such a tag: three digits of the country
and twelve of the number, as `900250000023921`.
"""

from __future__ import annotations

from drivers.readers.frames import MORE, NO_FRAME, FrameFinder
from drivers.readers.read import Read

SIZE = 30
_TEXT = slice(1, 27)
_HEX = frozenset(b"0123456789ABCDEFabcdef")
_MOST_COUNTRY, _MOST_NUMBER = (1 << 10) - 1, (1 << 38) - 1  # ISO 11784


class FdxbWl134:
    """Strict: 26 hex digits, their XOR, its complement, ETX."""

    def __init__(self) -> None:
        self._frames = FrameFinder(b"\x02", _measure)

    def feed(self, data: bytes) -> list[Read]:
        return [read for frame in self._frames.feed(data) if (read := _read(frame)) is not None]

    def reset(self) -> None:
        self._frames.reset()


def _measure(data: bytes, at: int) -> int:
    text = data[at + _TEXT.start : at + _TEXT.stop]
    if not _HEX.issuperset(text):
        return NO_FRAME
    if len(data) < at + SIZE:
        return MORE
    check = 0
    for byte in text:
        check ^= byte
    return SIZE if data[at + 27 : at + SIZE] == bytes([check, check ^ 0xFF, 0x03]) else NO_FRAME


def _read(frame: bytes) -> Read | None:
    digits = frame[_TEXT].decode("ascii")
    number, country = int(digits[9::-1], 16), int(digits[13:9:-1], 16)
    sound = country <= _MOST_COUNTRY and number <= _MOST_NUMBER
    return Read(f"{country:03}{number:012}") if sound else None
