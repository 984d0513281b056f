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

from drivers.readers.lines import LineDecoder
from drivers.readers.read import Read

MOST_ANTENNAS = 16
LONGEST = 100
"""Bytes of a line; a longer one is dropped up to its end."""
_LINE = re.compile(rb"\$(([+\-=])([0-9]{1,2}),([0-9A-Fa-f]{1,64}))\*([0-9A-Fa-f]{4})")
_UID_DIGITS = range(8, 65, 2)


class Health(Struct, frozen=True):
    """What the board says of itself each second: how many antennas it has, and which of them answer."""

    antennas: int
    working: frozenset[int]


def board_line(said: str) -> bytes:
    """A line that says so."""
    body = said.encode("ascii")
    return b"$%s*%04X\r\n" % (body, binascii.crc_hqx(body, 0xFFFF))


class AntennaBoard(LineDecoder):
    """Bytes -> reads, each with its antenna.

    `health`: what the board last said of itself; None so far. `signs`: sound lines so far.
    """

    longest = LONGEST

    def __init__(self) -> None:
        self.health: Health | None = None
        self.signs = 0
        super().__init__()

    def parsed(self, raw: bytes) -> Read | None:
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
