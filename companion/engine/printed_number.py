"""Numbers of tags: a disc that is printed 0009351929 is read as 61008EB2F9, 008EB2F9 or 142,45817.

>>> printed_forms("61008EB2F9")
{'read': '61008EB2F9', 'hex8': '008EB2F9', 'dec10': '0009351929', 'facility': '142,45817'}
>>> find_printed("142-45817", ["62E3086CED", "61008EB2F9"])
('61008EB2F9',)

Most spellings leave leading bytes out. They cannot be turned into the whole uid, but they say which of the uids that
are known is meant. Readers do the same: Tasmota sends an EM4100 disc in 8 hex digits, ESPHome in decimal, others append
the checksum, pad with zeros or begin with the last byte. One disc is one card, by whichever of its numbers it was
enrolled and is read (`numbers`):

>>> meant("008EB2F9", ["62E3086CED", "61008EB2F9"])
('61008EB2F9',)
>>> meant("F9B28E0061", ["0009351929"])
('0009351929',)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from companion.engine.refused import Refused
from companion.engine.uid import UNSURE, from_decimal, plain_uid

Form = Literal["hex", "decimal", "facility"]

_EM_DIGITS = 10  # hex digits of an EM4100 number; only there are leading bytes left out
_LEAST = 6  # hex digits that say which disc is meant: those of `facility,number` and of Wiegand's 26 bits
_SHORT = 8  # hex digits of an EM4100 number without its first byte, and of an NFC uid of 4 bytes
_HEX = re.compile(r"[0-9A-F]+")
_DIGITS = re.compile(r"[0-9]+")
_SAYS_HEX = re.compile(r"0X.*|[0-9A-F]{2}(?:[:\- ][0-9A-F]{2})+")
_LONGEST_DECIMAL = 20  # with the zeros that fill it up
_LONGEST_OF_40_BITS = 13  # digits of 2 ** 40 - 1
_FACILITY = re.compile(r"([0-9]{1,3}|[0-9]{5}(?=\D+[0-9]{5}\b)) ?[,./:\- ] ?([0-9]{1,5})")
_BOTH = re.compile(rf"([0-9]{{8,10}})[ /]+\(?({_FACILITY.pattern})\)?")


class PrintedNumber(Struct, frozen=True):
    """A number that a person read from a tag. `written`: capitals without separators; `forms`: empty if it is no
    number."""

    written: str
    forms: dict[Form, str]

    @property
    def whole(self) -> bool:
        """Whether it may be all of a tag's number, so that a tag that was never read is known by it."""
        hexadecimal, decimal = self.forms.get("hex", ""), self.forms.get("decimal", "")
        return bool(hexadecimal) or len(decimal) == _EM_DIGITS

    @property
    def numbers(self) -> tuple[str, ...]:
        """The uids that a new tag which bears it may get, as many as there are ways to read it."""
        return tuple(dict.fromkeys(digits for digits in self.forms.values() if digits.strip("0")))


def read_printed(text: str) -> PrintedNumber:
    """Return what `text`, typed from a tag with or without blanks, colons and dashes, may mean. Never an error."""
    clean = " ".join(text.upper().split())
    if not clean.isascii():
        return PrintedNumber(plain_uid(clean), {})
    both = _BOTH.fullmatch(clean)
    if both is not None:
        decimal, pair = _decimal(both[1]), read_printed(both[2]).forms.get("facility", "")
        agreed = pair and decimal.endswith(pair)
        return PrintedNumber(both[1], {"decimal": decimal} if agreed else {})
    written = plain_uid(clean)
    facility = _FACILITY.fullmatch(clean)
    if facility is not None and _of_facility(facility[1], facility[2]):
        return PrintedNumber(written, {"facility": _of_facility(facility[1], facility[2])})
    if _DIGITS.fullmatch(written) and not _SAYS_HEX.fullmatch(clean):
        return PrintedNumber(written, _of_digits(written))
    whole = len(written) % 2 == 0 and _SHORT <= len(written) <= 64 and is_hex(written)
    return PrintedNumber(written, {"hex": written} if whole else {})


def printed_forms(uid: str) -> dict[str, str]:
    """Return what may be printed on the tag `uid`, by the name of the form; "read" (as readers send it) comes first."""
    plain = plain_uid(uid)
    forms = {"read": plain}
    if len(plain) not in {_SHORT, _EM_DIGITS} or not is_hex(plain):
        return forms
    tail = plain[-_SHORT:]
    if len(plain) == _EM_DIGITS:
        forms["hex8"] = tail
        forms["dec10"] = f"{int(tail, 16):010}"
        forms["facility"] = f"{int(tail[2:4], 16):03},{int(tail[4:], 16):05}"
    else:
        forms["dec10"] = f"{int(tail, 16):010}"
        forms["dec10_reversed"] = f"{int(_reversed(tail), 16):010}"
    return forms


def find_printed(text: str, uids: Iterable[str]) -> tuple[str, ...]:
    """Return those of `uids` that `text`, typed from a tag, may mean; more than one if it fits several."""
    printed = read_printed(text)
    return KnownTags(tuple(uids)).among(printed.written, tuple(printed.forms.values()))


def stands_for(uid: str) -> dict[Form, str]:
    """Return the uids that a new tag may have which a reader calls `uid`, by how it is read: several if its digits may
    be hex or decimal, none if it is no number of a tag."""
    plain = plain_uid(uid)
    forms: dict[Form, str] = {}
    if facility := _FACILITY.fullmatch(plain):
        forms["facility"] = _of_facility(facility[1], facility[2])
    elif not plain.startswith(UNSURE):
        return {"hex": plain} if plain and not any(c.isspace() for c in plain) else {}
    elif _DIGITS.fullmatch(plain, len(UNSURE)):
        forms = _of_digits(plain.removeprefix(UNSURE))
    return {form: number for form, number in forms.items() if number.strip("0")}


class KnownTags:
    """Uids as they were enrolled, by any reader or number; found by the last digits of their numbers."""

    def __init__(self, uids: Collection[str]) -> None:
        self.uids = uids
        self._by_tail: dict[str, list[str]] = {}
        """Numbers of one tag end alike, however many of its leading bytes are left out."""
        for uid in uids:
            for tail in {number[-_LEAST:] for number in enrolled_numbers(uid)}:
                self._by_tail.setdefault(tail, []).append(uid)

    def meant(self, uid: str) -> tuple[str, ...]:
        """Return those that may be the tag which a reader calls `uid`; more than one if it fits several."""
        plain = plain_uid(uid)
        return self.among(plain, (plain,))

    def among(self, written: str, readings: Iterable[str]) -> tuple[str, ...]:
        """Return the same for a number that is written so and may be read in these ways."""
        if written in self.uids and len(written) != _SHORT:
            return (written,)
        mine = tuple(dict.fromkeys(number for reading in readings for number in numbers(reading)))
        near = dict.fromkeys(one for number in mine for one in self._by_tail.get(number[-_LEAST:], ()))
        found = [one for one in near if any(_same(number, its) for number in mine for its in enrolled_numbers(one))]
        return tuple(found) if len(found) < 2 else tuple(one for one in self.uids if one in found)


def meant(uid: str, known: Collection[str]) -> tuple[str, ...]:
    """Return those of the `known` uids that may be the tag which a reader calls `uid` (`KnownTags`)."""
    return KnownTags(known).meant(uid)


def single_uid(uid: str, known: Collection[str]) -> str:
    """Return the one uid that is meant: of those that are known, else a new one.

    :raises Refused: `many_tags`, `which_number`: it fits several, listed in `among`; `no_tag`.
    """
    found = meant(uid, known)
    code = "many_tags" if found else "which_number"
    found = found or tuple(dict.fromkeys(stands_for(uid).values()))
    if not found:
        raise Refused("no_tag", uid=uid)
    if len(found) > 1:
        raise Refused(code, uid=plain_uid(uid).removeprefix(UNSURE), among=found)
    return found[0]


@lru_cache(maxsize=4096)
def numbers(uid: str) -> tuple[str, ...]:
    """Return every number that the tag may have which is enrolled as, or read as, `uid`: hex digits without leading
    zeros, at least six; of what is no number itself.

    Beside its digits those without a checksum (EM4100: the XOR of the five bytes), those between Wiegand's parity bits,
    and each with its bytes reversed.
    """
    if uid.startswith(UNSURE):
        found = list(stands_for(uid).values())
    elif len(uid) % 2 == 0 and _LEAST <= len(uid) <= 64 and is_hex(uid):
        found = [uid]
    else:
        found = list(read_printed(uid).forms.values())
    found += [digits for one in found for digits in (_without_checksum(one), *_without_parity(one)) if digits]
    found += [_reversed(one) for one in found if len(one) >= _SHORT and len(one) % 2 == 0]
    return tuple(dict.fromkeys(one.lstrip("0").zfill(_LEAST) for one in found if one.strip("0"))) or (uid,)


def enrolled_numbers(uid: str) -> tuple[str, ...]:
    """As `numbers`, of a tag that is enrolled: digits alone may have been copied from the disc, in decimal."""
    return numbers(f"{UNSURE}{uid}") if _DIGITS.fullmatch(uid) and len(uid) % 2 == 0 else numbers(uid)


def _same(one: str, other: str) -> bool:
    """Return whether both may be numbers of one tag: equal, or of an EM4100 disc with leading bytes left out."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(long) <= _EM_DIGITS and long.endswith(short) and is_hex(short))


def is_hex(text: str) -> bool:
    """Return whether it is made of hex digits, in capitals."""
    return _HEX.fullmatch(text) is not None


def _of_digits(digits: str) -> dict[Form, str]:
    """Return the forms of digits: hexadecimal, decimal, or a facility of three digits and a number of five run
    together."""
    forms: dict[Form, str] = {}
    if len(digits) > _LONGEST_OF_40_BITS + 1 or (len(digits) >= _SHORT and len(digits) % 2 == 0):
        forms["hex"] = digits
    if decimal := _decimal(digits):
        forms["decimal"] = decimal
    if len(digits) == _SHORT and (pair := _of_facility(digits[:3], digits[3:])):
        forms["facility"] = pair
    return forms


def _decimal(digits: str) -> str:
    """Return the hex digits of a decimal number of up to 40 bits; "" for one that is too short or too large."""
    return from_decimal(int(digits)) if _LEAST <= len(digits) <= _LONGEST_DECIMAL else ""


def _of_facility(facility: str, number: str) -> str:
    """Return the hex digits of `facility,number` (of 8 or 16, and 16 bits); "" where they are too large."""
    of, n = int(facility), int(number)
    if of > 0xFFFF or n > 0xFFFF:
        return ""
    return f"{of:02X}{n:04X}" if of <= 0xFF else f"{of:04X}{n:04X}"


def _without_checksum(digits: str) -> str:
    if len(digits) != _EM_DIGITS + 2:
        return ""
    *data, check = bytes.fromhex(digits)
    for byte in data:
        check ^= byte
    return "" if check else digits[:_EM_DIGITS]


def _without_parity(digits: str) -> list[str]:
    """Return the 24 and the 32 bits of a Wiegand frame that was passed on with its two parity bits."""
    value = int(digits, 16)
    return [
        f"{value >> 1 & (1 << bits - 2) - 1:0{(bits - 2) // 4}X}"
        for bits in (26, 34)
        if value < 1 << bits
        and (value >> bits // 2).bit_count() % 2 == 0
        and (value & (1 << bits // 2) - 1).bit_count() % 2 == 1
    ]


def _reversed(digits: str) -> str:
    return bytes.fromhex(digits)[::-1].hex().upper()
