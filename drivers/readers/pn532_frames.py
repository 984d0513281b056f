"""Frames of NXP's PN532 on its serial line (HSU), and the cards in them.

    00 00 FF | LEN | LCS | TFI data... | DCS | 00         LEN + LCS = 0, TFI + data + DCS = 0 (mod 256)
    00 00 FF | FF FF | LENM LENL | LCS | TFI data... | DCS | 00        more than 255 bytes
    00 00 FF | 00 FF | 00                                  ACK: a command was taken (from the host: give it up)

TFI is D4 in a command and D5 in its answer, whose code is one more. The outer zeros may be missing or many.
"""

from __future__ import annotations

from collections.abc import Iterator

from drivers.readers.frames import MORE, NO_FRAME, FrameFinder

ACK = b""
"""What `Payloads` makes of an ACK: a payload without bytes."""
ACK_FRAME = bytes.fromhex("00 00 FF 00 FF 00")
HOST, CHIP, SYNTAX_ERROR = 0xD4, 0xD5, 0x7F
LIST_REPLY, POLL_REPLY = 0x4B, 0x61

_FIRST = frozenset({HOST, CHIP, SYNTAX_ERROR})  # TFI, or the only byte of an error
_LONGEST = 265  # bytes of TFI and data: 264 is what the chip's buffer takes
_UID_SIZES = frozenset({4, 7, 10})
_ISO14443_4 = 0x20  # bit of SEL_RES: the card speaks ISO 14443-4, so an ATS may follow its uid
_POLLED_TYPE_A = frozenset({0x00, 0x10, 0x20})


class Payloads:
    """Bytes -> TFI and data of each sound frame; ACKs are empty, NACKs (never sent by a chip) are left out."""

    def __init__(self) -> None:
        self._frames = FrameFinder(b"\x00\xff", _measure)

    def feed(self, data: bytes) -> list[bytes]:
        return [_payload(frame) for frame in self._frames.feed(data) if frame != b"\x00\xff\xff\x00"]

    def reset(self) -> None:
        self._frames.reset()

    @property
    def clean(self) -> bool:
        """Whether nothing but zeros has come since the last frame; not even the beginning of another."""
        return self._frames.clean


def frame(payload: bytes) -> bytes:
    """A normal frame around TFI and data (at most 255 bytes)."""
    size = len(payload)
    return bytes([0, 0, 0xFF, size, -size & 0xFF, *payload, -sum(payload) & 0xFF, 0])


def uids(payload: bytes) -> list[bytes]:
    """The cards in an answer to InListPassiveTarget (106 kbit/s type A) or InAutoPoll; [] if it is no such answer.

    An answer that does not come out to the byte, or with a uid of another size than 4, 7 or 10, has none at all.
    """
    if len(payload) < 3 or payload[0] != CHIP or payload[1] not in {LIST_REPLY, POLL_REPLY}:
        return []
    targets = _listed(payload, 3, payload[2]) if payload[1] == LIST_REPLY else _polled(payload)
    return next(targets, [])


def _measure(data: bytes, at: int) -> int:
    if len(data) < at + 4:
        return MORE
    size, check = data[at + 2], data[at + 3]
    begin = at + 4
    if (size, check) in {(0x00, 0xFF), (0xFF, 0x00)}:
        return 4
    if (size, check) == (0xFF, 0xFF):
        if len(data) < at + 7:
            return MORE
        if sum(data[at + 4 : at + 7]) & 0xFF:
            return NO_FRAME
        size, begin = data[at + 4] << 8 | data[at + 5], at + 7
        if size > _LONGEST:
            return NO_FRAME
    elif (size + check) & 0xFF:
        return NO_FRAME
    if size == 0 or (len(data) > begin and data[begin] not in _FIRST):
        return NO_FRAME
    end = begin + size + 1
    if len(data) < end:
        return MORE
    return NO_FRAME if sum(data[begin:end]) & 0xFF else end - at


def _payload(frame: bytes) -> bytes:
    if len(frame) == 4:
        return ACK
    return frame[7:-1] if frame[2:4] == b"\xff\xff" else frame[4:-1]


def _listed(data: bytes, at: int, count: int, number: int = 1) -> Iterator[list[bytes]]:
    """Ways to read targets `number`, `number` + 1, ... from `at` to the very end, each with and without an ATS."""
    if number > count:
        if at == len(data):
            yield []
        return
    if count > 2 or len(data) < at + 5 or data[at] != number:
        return
    size = data[at + 4]
    end = at + 5 + size
    if size not in _UID_SIZES or len(data) < end:
        return
    ends = [end]
    if data[at + 3] & _ISO14443_4 and len(data) > end and data[end] > 0:
        ends.insert(0, end + data[end])  # the first byte of an ATS is its length; a card may have failed to send it
    for after in ends:
        for others in _listed(data, after, count, number + 1):
            yield [data[at + 5 : end], *others]


def _polled(data: bytes) -> Iterator[list[bytes]]:
    """NbTg, then a type, a length and the target itself for each; other kinds of card than type A are left out."""
    found: list[bytes] = []
    at = 3
    for number in range(1, data[2] + 1):
        if len(data) < at + 2:
            return
        kind, size = data[at], data[at + 1]
        target = data[at + 2 : at + 2 + size]
        at += 2 + size
        if len(target) < size:
            return
        if kind in _POLLED_TYPE_A and target[:1] == bytes([number]):
            found += next(_listed(b"\x01" + target[1:], 0, 1), [])
    if at == len(data):
        yield found
