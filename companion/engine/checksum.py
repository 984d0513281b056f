"""The checksum of a row of the journal: it covers every value of the row and its type, its number and its game."""

from __future__ import annotations

import zlib

import msgspec

Value = int | float | str | bytes | None
"""What SQLite keeps in a column."""
BROKEN = -1
"""The checksum of a row that is known to be damaged: no row ever has it."""


def checksum(*values: Value) -> int:
    """CRC-32 of the values, each with its type and length.

    >>> checksum(1, "23") == checksum(12, "3"), checksum(b"a") == checksum("a")
    (False, False)
    """
    return zlib.crc32(msgspec.msgpack.encode(values))


def checksum_2(move: bytes, events: bytes) -> int:
    """The checksum of an entry in a journal of version 2."""
    return zlib.crc32(events, zlib.crc32(move))
