"""Numbers printed on tags: the same tag may say 61008EB2F9, 008EB2F9, 0009351929 or 142,45817.

>>> printed_forms("61008EB2F9")
{'read': '61008EB2F9', 'hex8': '008EB2F9', 'dec10': '0009351929', 'facility': '142,45817'}
>>> read_printed("0009351929 142,45817").matches("61008EB2F9")
True
>>> find_printed("142-45817", ["62E3086CED", "61008EB2F9"])
('61008EB2F9',)

The 8 hex digits, the decimal and `facility,number` leave out the leading bytes. They cannot be turned into the whole
uid, but they say which of the uids that are known is meant.

Readers leave bytes out, too: Tasmota tells an EM4100 disc in 8 hex digits, ESPHome in decimal. One disc is one card,
whoever reads it:

>>> meant("008EB2F9", ["62E3086CED", "61008EB2F9"])
('61008EB2F9',)
>>> meant("61008EB2F9", ["008EB2F9"])
('008EB2F9',)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from companion.engine.refused import Refused
from companion.engine.uid import UNSURE, from_decimal, plain_uid

Form = Literal["hex", "hex8", "dec8", "dec10", "dec14", "facility"]

_EM_DIGITS = 10  # hex digits of an EM4100 number; only there are leading bytes left out
_FACILITY_DIGITS = 6  # hex digits of `facility,number`
_SHORT = 8  # hex digits of an EM4100 number without its first byte, and of an NFC uid of 4 bytes
_HEX = re.compile(r"[0-9A-F]+")
_SAYS_HEX = re.compile(r"0X.*|[0-9A-F]{2}(?:[:\- ][0-9A-F]{2})+")
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

    @property
    def unsure(self) -> bool:
        """Whether its digits are hex or decimal."""
        return len({reading.form.startswith("hex") for reading in self.readings}) > 1

    @property
    def numbers(self) -> tuple[str, ...]:
        """The uids that a new tag which bears it may get, as many as there are ways to read it."""
        return tuple(dict.fromkeys(r.digits for r in self.readings if r.digits.strip("0")))

    def matches(self, uid: str) -> bool:
        """Whether this may be printed on the tag that a reader calls `uid`."""
        return self.rank(uid) > 0

    def rank(self, uid: str) -> int:
        """How well it fits: 0 not at all, 1 in the digits that are printed, 2 in all bytes, 3 as it is written."""
        if plain_uid(uid) == self.written:
            return 3
        pairs = [(mine, its) for mine in self.readings for its in _readings_of(plain_uid(uid)) if mine.agrees(its)]
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
    facility = _FACILITY.fullmatch(clean)
    if facility is not None and int(facility[1]) <= 0xFF and int(facility[2]) <= 0xFFFF:
        return Printed(written, (Reading("facility", f"{int(facility[1]):02X}{int(facility[2]):04X}"),))
    readings: list[Reading] = []
    if len(written) % 2 == 0 and 8 <= len(written) <= 64 and _HEX.fullmatch(written):
        readings += _readings_of(written)
    if written.isascii() and written.isdigit() and not _SAYS_HEX.fullmatch(clean):
        readings += _decimal(written)
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
    best = 1 if printed.unsure else max((rank for _uid, rank in ranked), default=0)
    return tuple(uid for uid, rank in ranked if rank >= best > 0)


def stands_for(uid: str) -> tuple[str, ...]:
    """The uids that a new tag may have which a reader calls `uid`: two if its digits are hex or decimal, none if it is
    no number of a tag."""
    plain = plain_uid(uid)
    if "," in plain:
        return read_printed(plain).numbers
    if not plain.startswith(UNSURE):
        return (plain,) if plain and not any(c.isspace() for c in plain) else ()
    digits = plain.removeprefix(UNSURE)
    if not (digits.isascii() and digits.isdigit()):
        return ()
    found = [digits] if len(digits) > _LONGEST_DECIMAL or (len(digits) >= 8 and len(digits) % 2 == 0) else []
    found += [from_decimal(int(digits))] if len(digits) <= _LONGEST_DECIMAL else []
    return tuple(dict.fromkeys(one for one in found if one.strip("0")))


class KnownTags:
    """Uids as they were enrolled, by whatever reader or number; found by the last digits of what they stand for."""

    def __init__(self, uids: Collection[str]) -> None:
        self.uids = uids
        self._by_tail: dict[str, list[str]] = {}
        """Numbers of one tag end alike, however many of its leading bytes are left out."""
        for uid in uids:
            for tail in {number[-_FACILITY_DIGITS:] for number in _numbers(uid)}:
                self._by_tail.setdefault(tail, []).append(uid)

    def meant(self, uid: str) -> tuple[str, ...]:
        """Those that may be the tag which a reader calls `uid`; more than one if it does not tell them apart."""
        plain = plain_uid(uid)
        if plain in self.uids and len(plain) != _SHORT:
            return (plain,)
        mine = _numbers(plain)
        near = dict.fromkeys(one for number in mine for one in self._by_tail.get(number[-_FACILITY_DIGITS:], ()))
        found = [one for one in near if any(_same(number, its) for number in mine for its in _numbers(one))]
        return tuple(found) if len(found) < 2 else tuple(one for one in self.uids if one in found)


def meant(uid: str, known: Collection[str]) -> tuple[str, ...]:
    """Those of the `known` uids that may be the tag which a reader calls `uid` (`KnownTags`)."""
    return KnownTags(known).meant(uid)


def told_apart(uid: str, known: Collection[str]) -> str:
    """The one uid that is meant: of those that are known, else a new one.

    :raises Refused: `many_tags`, `which_number`: it is not told apart, `among` has those that it may be; `no_tag`.
    """
    found = meant(uid, known)
    code = "many_tags" if found else "which_number"
    found = found or stands_for(uid)
    if not found:
        raise Refused("no_tag", uid=uid)
    if len(found) > 1:
        raise Refused(code, uid=plain_uid(uid).removeprefix(UNSURE), among=found)
    return found[0]


@lru_cache(maxsize=4096)
def _numbers(uid: str) -> tuple[str, ...]:
    """What a uid says of its tag: all of its hex digits or the last of them; of another uid itself."""
    if uid.startswith(UNSURE):
        return stands_for(uid)
    return tuple(reading.digits for reading in _readings_of(uid)) or (uid,)


@lru_cache(maxsize=4096)
def _readings_of(uid: str) -> tuple[Reading, ...]:
    """Of a uid as it is enrolled or read: an even number of digits is hex."""
    if not _FACILITY_DIGITS <= len(uid) <= 64 or len(uid) % 2 or not is_hex(uid):
        return read_printed(uid).readings
    whole = Reading("hex", uid, whole=len(uid) >= _SHORT)
    return (whole, Reading("hex8", uid)) if len(uid) == _SHORT else (whole,)


def _same(one: str, other: str) -> bool:
    """Whether both may be numbers of one tag: equal, or of an EM4100 disc with leading bytes left out."""
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    return len(short) >= _FACILITY_DIGITS and len(long) <= _EM_DIGITS and long.endswith(short) and is_hex(short)


def is_hex(text: str) -> bool:
    """Whether it is made of hex digits, in capitals."""
    return _HEX.fullmatch(text) is not None


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
