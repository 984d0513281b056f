"""The uid in a written form: one place for every program and reader that gives a number as text.

>>> uid_of("0009351929"), uid_of("142,45817"), uid_of("61:00:8E:B2:F9"), uid_of("hello")
('#0009351929', '8EB2F9', '61008EB2F9', '')
"""

from __future__ import annotations

import re

from companion.engine.printed_number import is_hex, read_printed, stands_for
from companion.engine.uid import UNSURE, plain_uid

LONGEST_UID = 64
"""Hex digits."""
_DIGITS = re.compile(r"[0-9]+")
_HEX_PAIRS = re.compile(r"0[xX][0-9A-Fa-f]+|[0-9A-Fa-f]{2}([:\- ])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2})*")


def uid_of(written: str, digits_may_be_hex: bool = True) -> str:
    """As it is enrolled, or with `#` where it may be hex or decimal; "" if it is no number of a tag.

    :param digits_may_be_hex: False: eight bare digits are hex, as the writer writes them.
    """
    text = written.strip()
    plain = plain_uid(text)
    if _DIGITS.fullmatch(text) and text.isascii() and (digits_may_be_hex or len(text) != 8):
        return unsure(UNSURE + text)
    if is_hex(plain) and (_HEX_PAIRS.fullmatch(text) or not re.search(r"[^0-9A-Fa-f]", text)):
        whole = 8 <= len(plain) <= LONGEST_UID and len(plain) % 2 == 0 and plain.strip("0")
        return plain if whole else ""
    numbers = read_printed(text).numbers
    if len(numbers) > 1 and _DIGITS.fullmatch(plain):
        return unsure(UNSURE + plain)
    return numbers[0] if len(numbers) == 1 else ""


def unsure(uid: str) -> str:
    """The uid of digits, without `#` where they can be one thing only; fewer than six are no number of a tag."""
    found = stands_for(uid) if 6 <= len(uid) - len(UNSURE) <= LONGEST_UID else {}
    return next(iter(found.values())) if len(found) == 1 else uid if found else ""
