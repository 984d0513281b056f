"""Readers that are keyboards: cheap USB readers of 125 kHz or 13.56 MHz, barcode and QR wands.

A line is what the kernel reports of an input device (`companion.engine.evdev`) as typed up to Enter or Tab; digits in
every usual form are a tag's number (`drivers.spelling`), text that is no number is a tag of its own.

Only what a reader types is a line: each key goes down once and comes up, one quickly after the other by the kernel's
own time, nothing but signs, at most 64 of them. Anything else spoils the line up to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.engine.evdev import (
    EV_KEY,
    EV_SYN,
    EVENT_SIZE,
    KEY_0,
    KEY_1,
    KEY_ENDS,
    KEY_LEFTSHIFT,
    KEY_RIGHTSHIFT,
    KEYPAD_DIGITS,
    SYN_DROPPED,
    SYN_REPORT,
    InputEvent,
    unpack_events,
)
from companion.engine.uid import UNSURE, plain_uid
from drivers.readers.read import Read
from drivers.spelling import uid_of

MOST_SIGNS = 64
"""The most signs of a line."""
LEAST_TEXT, LEAST_DIGITS = 4, 6
"""Signs of a text that is a tag, and of one of digits alone: fewer are a slip of the finger."""
GAP_US, ANEW_US = 250_000, 1_000_000
"""After the first pause a line is spoilt, for its tail would be another number (the slowest readers wait 50 ms); after
the second one begins anew."""
SHIFTS = (KEY_LEFTSHIFT, KEY_RIGHTSHIFT)
LOCKS = (58, 69, 70)
"""Caps, Num and Scroll Lock: some readers press Num Lock before they type on the keypad. They change no number."""
_UP, _DOWN = 0, 1

_ROWS = (
    (KEY_1, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
)
"""Of a keyboard of the United States, on which readers type unless configured otherwise: the first key, then the
signs of it and the keys behind it, without and with Shift."""
KEYPAD = {**{code: str(n) for n, code in enumerate(KEYPAD_DIGITS)}, 55: "*", 74: "-", 78: "+", 83: ".", 98: "/"}
SIGNS: dict[int, tuple[str, str]] = {
    **{first + n: pair for first, plain, shifted in _ROWS for n, pair in enumerate(zip(plain, shifted, strict=True))},
    **{code: (sign, sign) for code, sign in KEYPAD.items()},
}
"""Key -> its sign without and with Shift."""
_FRENCH = str.maketrans("qwazQWAZ;:", "azqwAZQWmM")
_DIGIT_KEYS = range(KEY_1, KEY_0 + 1)


class TypedLine(NamedTuple):
    """What was typed, and the longest time between two of its keys, microseconds."""

    text: str
    gap_us: int


class KeyLines:
    """Records of the kernel -> lines."""

    def __init__(self) -> None:
        self._rest = b""
        self.reset()

    def reset(self) -> None:
        """The device was opened anew."""
        self._rest = b""
        self._down: set[int] = set()
        self._heard = 0
        """When the last key moved, microseconds."""
        self._lost = False
        self._begin()

    def feed(self, data: bytes) -> list[TypedLine]:
        data = self._rest + data
        self._rest = data[len(data) - len(data) % EVENT_SIZE :]
        return list(self._lines(unpack_events(data)))

    def _begin(self) -> None:
        self._typed: list[tuple[int, bool]] = []
        self._spoilt = False
        self._last: int | None = None
        self._gap = 0

    def _lines(self, events: Iterable[InputEvent]) -> Iterator[TypedLine]:
        for event in events:
            if event.type == EV_SYN:
                self._synchronised(event.code)
            elif event.type == EV_KEY and not self._lost and (line := self._key(event)) is not None:
                yield line

    def _synchronised(self, code: int) -> None:
        """After `SYN_DROPPED` events are missing, and what follows up to the next report is no use."""
        if code == SYN_DROPPED:
            self._lost = self._spoilt = True
            self._down.clear()
        elif code == SYN_REPORT:
            self._lost = False

    def _key(self, event: InputEvent) -> TypedLine | None:
        code = event.code
        if event.value == _UP:
            if code not in self._down and (self._typed or code in SIGNS):  # its going down was lost
                self._spoilt = True
            self._down.discard(code)
            self._heard = event.at_us
            return None
        pause = event.at_us - self._heard
        if not 0 <= pause <= (ANEW_US if self._typed else GAP_US):
            self._down.clear()
            self._begin()
        self._spoilt = self._spoilt or (pause > GAP_US and bool(self._typed))
        self._heard = event.at_us
        if self._last is not None:
            self._gap = max(self._gap, event.at_us - self._last)
        self._last = event.at_us
        if event.value != _DOWN or code in self._down:  # a finger that rests on a key
            self._spoilt = True
            return None
        shifted = bool(self._down.intersection(SHIFTS))
        self._down.add(code)
        if code in KEY_ENDS:
            self._spoilt = self._spoilt or shifted  # that Shift came up was lost
            return self._ended()
        if code not in (*SHIFTS, *LOCKS):
            self._spoilt = self._spoilt or code not in SIGNS or len(self._typed) == MOST_SIGNS
            if not self._spoilt:
                self._typed.append((code, shifted))
        return None

    def _ended(self) -> TypedLine | None:
        typed, gap, spoilt = self._typed, self._gap, self._spoilt
        self._begin()
        return TypedLine(_text(typed), gap) if typed and not spoilt else None


def _text(typed: list[tuple[int, bool]]) -> str:
    """What the keys mean. Digits with Shift alone: the reader types as for a French keyboard."""
    digits = [shifted for code, shifted in typed if code in _DIGIT_KEYS]
    french = bool(digits) and all(digits)
    if not french:
        return "".join(SIGNS[code][shifted] for code, shifted in typed)
    signs = (SIGNS[code][shifted and code not in _DIGIT_KEYS] for code, shifted in typed)
    return "".join(signs).translate(_FRENCH)


def tag_in_line(text: str) -> str:
    """The uid of a line; "" if it is none."""
    text = text.strip()
    if text[:1] in (";", "%") and text[-1:] == "?":  # as a magnetic stripe is written
        text = text[1:-1]
    text = text.lstrip(UNSURE)
    if number := uid_of(text):
        return number
    words = plain_uid(text)
    return words if len(words) >= (LEAST_DIGITS if words.isdigit() else LEAST_TEXT) else ""


class KeyboardDecoder:
    """The decoder of `protocol = "keyboard"`."""

    def __init__(self) -> None:
        self._lines = KeyLines()

    def feed(self, data: bytes) -> list[Read]:
        return [Read(uid) for line in self._lines.feed(data) if (uid := tag_in_line(line.text))]

    def reset(self) -> None:
        self._lines.reset()
