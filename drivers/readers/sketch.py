"""Lines that an owner's sketch prints for a tag: `Card UID: DE AD BE EF`, `+UID=DEADBEEF`, `{"uid": "DE:AD:BE:EF"}`.

The usual sketches for RC522 and PN532 print much else; a line counts where what is before the number says that it
is a tag's, or is the label that the table's settings name (`label` of `[[readers]]`).
"""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

from drivers.network.payload import ReaderMessage, read_message
from drivers.spelling import uid_of

MOST_LABEL, MOST_LABELS = 40, 50
_LABELLED = re.compile(rf"([^:=]{{0,{MOST_LABEL}}})[:=]\s*(\S.*)")
_OF_A_TAG = {"uid", "nuid"}
_OTHER = {
    "length", "len", "size", "type", "sak", "atqa", "key", "block", "sector", "page", "dec", "decimal", "reader",
    "version", "firmware", "ver", "chip", "device", "bytes", "count", "time", "millis",
}  # fmt: skip
"""What a number behind these is, is no tag's."""
_ALONE = {
    "tag", "card", "rfid", "nfc", "id", "tag id", "card id", "rfid tag", "rfid card", "nfc tag", "tag number",
    "card number", "new tag", "new card", "tag detected", "card detected", "tag found", "card found", "found tag",
    "found card", "in hex", "hex", "serial number", "card serial number",
}  # fmt: skip
_BYTE = re.compile(r"[0-9A-Fa-f]{1,2}")
_DECIMAL = re.compile(r"[0-9]{1,3}")


class Labelled(NamedTuple):
    """A line with something before a number. `label`: its words, small; `uid`: "" if the rest is no tag's number."""

    label: str
    uid: str


def label_words(label: str) -> str:
    """A label without signs: `+UID` and `uid` are one."""
    return " ".join(re.findall(r"\w+", label.casefold()))


def labelled(line: str) -> Labelled | None:
    """The label of a line and the uid behind it; None if it has no label."""
    found = _LABELLED.fullmatch(line.strip())
    return None if found is None else Labelled(label_words(found[1]), number_in(found[2]))


def number_in(written: str) -> str:
    """The uid that a sketch wrote: bytes in hex with blanks between them, with `0x` and a leading zero or without;
    bytes in decimal; or a number in any other form."""
    text = re.split(r"[(\[<]| -> ", written)[0].strip().strip("\"'.")
    bare = re.sub(r"\b0[xX]", "", text)
    parts = [part for part in re.split(r"[ ,:.\-]+", bare) if part]
    if 4 <= len(parts) <= 10 and all(_BYTE.fullmatch(part) for part in parts):
        return "".join(part.zfill(2) for part in parts).upper()
    if 4 <= len(parts) <= 10 and all(_DECIMAL.fullmatch(part) for part in parts):
        return bytes(map(int, parts)).hex().upper() if max(map(int, parts)) < 256 else ""
    return uid_of(text)


def is_of_a_tag(label: str) -> bool:
    """Whether these words say that a tag's number follows."""
    words = set(label.split())
    return not words & _OTHER and (bool(words & _OF_A_TAG) or label in _ALONE)


def tag_in(line: str, label: str = "") -> str:
    """The uid in a sketch's line; "" if it has none.

    :param label: what this reader's sketch prints before it, where that is no usual word; no other line counts then.
    """
    line = line.strip()
    if line.startswith("{"):
        found = read_message(line.encode(), "plain")
        taps = found.taps if isinstance(found, ReaderMessage) else ()
        return taps[0].uid if len(taps) == 1 and taps[0].present is not False else ""
    one = labelled(line)
    if one is None or not one.uid.strip("#0"):
        return ""
    return one.uid if (one.label == label_words(label) if label else is_of_a_tag(one.label)) else ""


class Learner:
    """Learns from two taps what a sketch prints before the number of a tag, where no usual word is.

    `strange`: the last lines that were not understood.
    """

    def __init__(self) -> None:
        self.strange: deque[str] = deque(maxlen=5)
        self._seen: dict[str, deque[str]] = {}

    def hear(self, line: str) -> None:
        """One line of text in which no tag was found."""
        if not (line := line.strip()):
            return
        self.strange.append(line[:80])
        one = labelled(line)
        if one is None or not (one.label and one.uid) or set(one.label.split()) & _OTHER:
            return
        if one.label in self._seen or len(self._seen) < MOST_LABELS:
            self._seen.setdefault(one.label, deque(maxlen=2)).append(one.uid)

    @property
    def label(self) -> str:
        """What was before a number at two taps, the first of several; "" so far."""
        return next((label for label, uids in self._seen.items() if len(uids) >= 2), "")

    @property
    def uid(self) -> str:
        """The last number behind that label."""
        return self._seen[self.label][-1] if self.label else ""
