"""Readers that send a line of text for each tag: keyboard-wedge modules, ESPHome, Zaparoo's simple serial.

Accepted, each ended by CR, LF or both:

    0009351929                                   digits, hex or decimal: kept as they are, behind `#`
    62E3086CED   04:A1:B2:C3   74-10-37-94       hex of 4 bytes or more; separators go, letters go upper
    142,45817                                    facility,number
    SCAN <TAB> uid=04a1b2c3 <TAB> text=hello <TAB> removable=yes     (simple serial; `SCAN` may be missing)
    SCAN <TAB> hello                             the same as text=hello
    Card UID: DE AD BE EF   UID tag : ...   +UID=DEADBEEF   {"uid": "..."}     of a usual sketch (`sketch.py`)

All else is chatter of a booting microcontroller. `SCAN` alone (take the tag away) is not used: the tag
goes when its lines stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.engine.uid import UNSURE, plain_uid
from drivers.readers.lines import LineDecoder
from drivers.readers.read import Read
from drivers.readers.sketch import tag_in

LONGEST = 512
"""Bytes of a line; a longer one is dropped up to its end."""

_DIGITS = re.compile(r"[0-9]{6,20}")
_FACILITY = re.compile(r"[0-9]{1,3},[0-9]{1,5}")
# At least 4 bytes (the shortest UID there is), or words like "bad" and times like 12:21:46 would be tags.
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}){4,32}|[0-9A-Fa-f]{2}([:\- ])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){2,31}")
_ANY_HEX = re.compile(r"[0-9A-Fa-f]{2}(?:[:\- ]?[0-9A-Fa-f]{2})*")
_FIELDS = ("uid", "text", "removable")


class TextLine(LineDecoder):
    """A line to the next CR or LF; CR LF is one end and an empty line. Not UTF-8, or too long: dropped.

    :param label: what this reader's sketch prints before a number, where that is no usual word.
    """

    longest = LONGEST
    strange: Callable[[str], object] | None = None
    """Gets the lines in which no tag was found."""

    def __init__(self, label: str = "") -> None:
        self._label = label
        super().__init__()

    def parsed(self, raw: bytes) -> Read | None:
        line = _text(raw)
        if line is None:
            return None
        read = _parse(line)
        if read is None and (uid := tag_in(line.replace("\t", " "), self._label)):
            return Read(uid)
        if read is None and self.strange is not None:
            self.strange(line)
        return read


def _text(raw: bytes) -> str | None:
    """A line of signs that can be printed."""
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return line if line.replace("\t", "").isprintable() else None


def _parse(line: str) -> Read | None:
    head, *fields = (field.strip() for field in line.strip().split("\t"))
    if head == "SCAN":
        return _scan(fields)
    if head.partition("=")[0] in _FIELDS and "=" in head:
        return _scan([head, *fields])
    return None if fields else _plain(head)


def _plain(line: str) -> Read | None:
    if _DIGITS.fullmatch(line):
        return Read(UNSURE + line)
    if _FACILITY.fullmatch(line):
        return Read(line)
    return Read(plain_uid(line)) if _HEX.fullmatch(line) else None


def _scan(fields: list[str]) -> Read | None:
    """Simple serial: named arguments in any order, unknown ones left aside; or one bare text."""
    named: dict[str, str] = {}
    for field in fields:
        name, equals, value = field.partition("=")
        if equals and name in _FIELDS:
            named[name] = value.strip()
    text = named.get("text", "") if named else "\t".join(fields)
    uid = named.get("uid", "")
    if not (uid or text):
        return None
    if _ANY_HEX.fullmatch(uid):
        uid = plain_uid(uid)
    # The protocol's default is a tag that is sent again and again while it is there.
    return Read(uid or text, text, repeats=named.get("removable") != "no")
