"""A board of one's own with several antennas on one bus, each a reader of the table: lines of text, made for a sketch.

    $+2,04A1B2C3D4E5F6*7C11      this tag is on antenna 2; again every 250 ms while it is
    $-2,04A1B2C3D4E5F6*A3F0      it went
    $=6,2B*D0E9                  each second: it has 6 antennas, and those whose bits are set (1, 2, 4, 6) answer

The figures behind `*` are the CRC-16 (CCITT, from FFFF) of what is between `$` and `*`. Antennas count from 1. A
line ends with CR, LF or both; all else on the line is chatter. The sketch is `docs/readers/antenna_board`.
"""

from __future__ import annotations

import binascii
import re

from msgspec import Struct

from drivers.readers.read import Read

MOST_ANTENNAS = 16
LONGEST = 100
"""Bytes of a line; a longer one is dropped up to its end."""
_END = re.compile(rb"[\r\n]")
_LINE = re.compile(rb"\$(([+\-=])([0-9]{1,2}),([0-9A-Fa-f]{1,64}))\*([0-9A-Fa-f]{4})")
_UID_DIGITS = range(8, 65, 2)


class Health(Struct, frozen=True):
    """What the board says of itself each second: how many antennas it has, and which of them answer."""

    antennas: int
    working: frozenset[int]


def line(said: str) -> bytes:
    """A line that says so."""
    body = said.encode("ascii")
    return b"$%s*%04X\r\n" % (body, binascii.crc_hqx(body, 0xFFFF))


class AntennaBoard:
    """Bytes -> reads, each with its antenna.

    `health`: what the board last said of itself; None so far. `signs`: sound lines so far.
    """

    def __init__(self) -> None:
        self.health: Health | None = None
        self.signs = 0
        self._line = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[Read]:
        reads: list[Read] = []
        *ended, rest = _END.split(data)
        for part in ended:
            self._add(part)
            if self._line and (read := self._parsed(bytes(self._line))) is not None:
                reads.append(read)
            self.reset()
        self._add(rest)
        return reads

    def reset(self) -> None:
        self._line.clear()
        self._too_long = False

    def _add(self, part: bytes) -> None:
        if self._too_long or len(self._line) + len(part) > LONGEST:
            self._too_long = True
            self._line.clear()
        else:
            self._line += part

    def _parsed(self, raw: bytes) -> Read | None:
        found = _LINE.search(raw, max(0, raw.rfind(b"$")))
        if found is None or found.end() != len(raw):
            return None
        body, kind, number, data, check = found.groups()
        antenna = int(number)
        if int(check, 16) != binascii.crc_hqx(body, 0xFFFF) or not 1 <= antenna <= MOST_ANTENNAS:
            return None
        if kind == b"=":
            self.health = Health(antenna, frozenset(n for n in range(1, antenna + 1) if int(data, 16) >> n - 1 & 1))
        elif len(data) not in _UID_DIGITS:
            return None
        self.signs += 1
        return None if kind == b"=" else Read(data.decode("ascii").upper(), present=kind == b"+", antenna=antenna)
