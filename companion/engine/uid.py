"""The number of a tag in one spelling, however a person, a program or a reader wrote it.

A uid is hex (`61008EB2F9`, `74103794`), `facility,number` (`142,45817`), the 15 digits of an animal tag, or a text.
Digits behind `#` are hex or decimal: their sender did not say which.
"""

from __future__ import annotations

import re

UNSURE = "#"
"""Before digits that may be hex or decimal."""


def plain_uid(written: str) -> str:
    """Return the uid as readers report it: capitals, without colons, dashes, blanks and `0x`; "" means no tag."""
    plain = re.sub(r"[:\- ]", "", written).upper()
    return _whole_bytes(plain[2:]) if plain.startswith("0X") else plain


def from_decimal(number: int) -> str:
    """Return the uid of a number of 32 bits, signed or not, or of up to 40 bits; "" if it is none."""
    if -(1 << 31) <= number < 0:
        number += 1 << 32
    if not 0 < number < 1 << 40:
        return ""
    return f"{number:08X}" if number < 1 << 32 else f"{number:010X}"


def _whole_bytes(digits: str) -> str:
    return digits.zfill(8 if len(digits) < 8 else len(digits) + len(digits) % 2)
