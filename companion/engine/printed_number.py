"""Numbers printed on tags: the same tag may say 61008EB2F9, 008EB2F9, 0009351929 or 142,45817.

>>> printed_forms("61008EB2F9")
{'read': '61008EB2F9', 'hex8': '008EB2F9', 'dec10': '0009351929', 'facility': '142,45817'}
>>> read_printed("0009351929 142,45817").matches("61008EB2F9")
True
>>> find_printed("142-45817", ["62E3086CED", "61008EB2F9"])
('61008EB2F9',)

The 8 hex digits, the decimal and `facility,number` leave out the leading bytes. They cannot be turned into a
uid, but they say which of the uids that a reader has seen is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from companion.engine.uid import plain_uid

Form = Literal["hex", "hex8", "dec8", "dec10", "dec14", "facility"]

_EM_DIGITS = 10  # hex digits of an EM4100 number; only there are leading bytes left out
_HEX = re.compile(r"[0-9A-F]+")
_LONGEST_DECIMAL = 14
_FACILITY = re.compile(r"([0-9]{1,3}) ?[,./:\- ] ?([0-9]{1,5})")
_BOTH = re.compile(rf"([0-9]{{10}})[ /]+\(?({_FACILITY.pattern})\)?")


class Reading(Struct, frozen=True):
    """One thing that a printed number may mean. `digits`: hex, its last bytes or, if `whole`, all of the uid."""

    form: Form
    digits: str
    whole: bool = False

    def agrees(self, other: Reading) -> bool:
        """Whether both may be of one tag."""
        if self.whole and other.whole:
            return self.digits == other.digits
        short, long = sorted((self.digits, other.digits), key=len)
        if len(long) > _EM_DIGITS:
            return False
        # Cards with a uid of 4 bytes have their decimal printed in either byte order.
        return long.endswith(short) or (len(long) == len(short) == 8 and long == _reversed(short))


class Printed(Struct, frozen=True):
    """What a person read from a tag. `written`: capitals without separators; `readings`: empty if it is no number."""

    written: str
    readings: tuple[Reading, ...]

    @property
    def uids(self) -> tuple[str, ...]:
        """The uids that it may stand for in full; empty if only a tag seen by a reader can tell."""
        return tuple(dict.fromkeys(r.digits for r in self.readings if r.whole))

    def matches(self, uid: str) -> bool:
        """Whether this may be printed on the tag that a reader calls `uid`."""
        return self.rank(uid) > 0

    def rank(self, uid: str) -> int:
        """How well it fits: 0 not at all, 1 in the digits that are printed, 2 in all bytes, 3 as it is written."""
        if plain_uid(uid) == self.written:
            return 3
        pairs = [(mine, its) for mine in self.readings for its in read_printed(uid).readings if mine.agrees(its)]
        return max((2 if mine.whole and its.whole else 1 for mine, its in pairs), default=0)


def read_printed(text: str) -> Printed:
    """What `text`, typed from a tag with or without blanks, colons and dashes, may mean. Never an error."""
    clean = " ".join(text.upper().split())
    both = _BOTH.fullmatch(clean)
    if both is not None:
        ten, pair = (read_printed(part).readings for part in both.groups()[:2])
        agreed = [r for r in ten if r.form == "dec10" and any(r.agrees(other) for other in pair)]
        return Printed(both[1], tuple(agreed))
    written = plain_uid(clean)
    readings: list[Reading] = []
    if len(written) % 2 == 0 and 8 <= len(written) <= 64 and _HEX.fullmatch(written):
        readings.append(Reading("hex", written, whole=True))
        if len(written) == 8:
            readings.append(Reading("hex8", written))
    if written.isascii() and written.isdigit():
        readings += _decimal(written)
    facility = _FACILITY.fullmatch(clean)
    if facility is not None and int(facility[1]) <= 0xFF and int(facility[2]) <= 0xFFFF:
        readings.append(Reading("facility", f"{int(facility[1]):02X}{int(facility[2]):04X}"))
    return Printed(written, tuple(readings))


def printed_forms(uid: str) -> dict[str, str]:
    """What may be printed on the tag `uid`, by the name of the form; "read" (as readers tell it) comes first."""
    plain = plain_uid(uid)
    forms = {"read": plain}
    if len(plain) not in {8, _EM_DIGITS} or not _HEX.fullmatch(plain):
        return forms
    tail = plain[-8:]
    if len(plain) == _EM_DIGITS:
        forms["hex8"] = tail
        forms["dec10"] = f"{int(tail, 16):010}"
        forms["facility"] = f"{int(tail[2:4], 16):03},{int(tail[4:], 16):05}"
    else:
        forms["dec10"] = f"{int(tail, 16):010}"
        forms["dec10_reversed"] = f"{int(_reversed(tail), 16):010}"
    return forms


def find_printed(text: str, uids: Iterable[str]) -> tuple[str, ...]:
    """Those of `uids` that `text` fits best, in their order; more than one if it does not tell them apart."""
    printed = read_printed(text)
    ranked = [(uid, printed.rank(uid)) for uid in uids]
    best = max((rank for _uid, rank in ranked), default=0)
    return tuple(uid for uid, rank in ranked if rank == best > 0)


def _decimal(digits: str) -> list[Reading]:
    if len(digits) > _LONGEST_DECIMAL:
        return []
    value = int(digits)
    if 6 <= len(digits) < 10 and value <= 0xFFFFFF:  # of 24 bits, or of 32 without its leading zeros
        return [Reading("dec8", f"{value:06X}")]
    if 6 <= len(digits) <= 10 and value <= 0xFFFFFFFF:
        return [Reading("dec10", f"{value:08X}")]
    if 13 <= len(digits) <= _LONGEST_DECIMAL and value < 1 << 40:
        return [Reading("dec14", f"{value:010X}", whole=True)]
    return []


def _reversed(digits: str) -> str:
    return bytes.fromhex(digits)[::-1].hex().upper()
