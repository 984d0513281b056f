"""Find the line of a key, or of an element of an array, in a TOML text.

    line_of(text, ("readers", 0, "port"))

The standard parser gives values without places. This one looks for places only, in a text that the other has taken.
"""

from __future__ import annotations

import bisect
import contextlib
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

KeyPath = tuple[str | int, ...]
"""Where a value is: `("readers", 0, "port")` is `readers[0].port`."""

_BLANK: Final = re.compile(r"(?:\s|#[^\n]*)*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})' + r"|'''.*?'''(?:'{0,2})" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'", re.S
)
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")
"""A number, a date (which may have a space in it), true, false."""


DEEPEST: Final = 60
"""Parts of a dotted key: the standard parser takes minutes over one of tens of thousands."""
_PART: Final = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG: Final = re.compile(rf"""(?<![A-Za-z0-9_."'-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST}}}""")


def too_deep(text: str) -> int | None:
    """Return the line of the first key with more than `DEEPEST` parts, None if there is none."""
    if _LONG.search(text) is None:  # nearly always
        return None
    try:
        _Places(text).document()
    except _TooDeepError as error:
        return error.line
    except (_LostError, RecursionError):
        pass
    return None


def line_of(text: str, key: KeyPath) -> int:
    """Return the line (from 1) of `key` in a TOML text, or of its nearest ancestor; 1 if none is written there."""
    lines = key_lines(text)
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key, 1)


@lru_cache(maxsize=2)
def key_lines(text: str) -> Mapping[KeyPath, int]:
    """Return the line of every key and of every element of an array; of a text that is not TOML, as far as it can be
    read.

    Many findings ask for the lines of one text: it is gone through once.
    """
    places = _Places(text)
    with contextlib.suppress(_LostError, RecursionError):
        places.document()
    return MappingProxyType(places.lines)


class _LostError(Exception):
    """This is no TOML."""


class _TooDeepError(_LostError):
    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


class _Places:
    """Goes through a text once. `at` is where it is."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self.text = text
        self.at = 0
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._counts: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        while not self._over():
            table = self._header() if self._took("[") else table
            if self._over() or self.text[self.at] == "[":
                continue
            self._pair(table)

    def _header(self) -> KeyPath:
        """`[readers.x]` belongs to the last of the `[[readers]]`, and `[[readers]]` is the next of them."""
        line = self._line()
        array = self._took("[")
        parts = self._dotted()
        key: KeyPath = ()
        for i, part in enumerate(parts):
            key = (*key, part)
            self.lines.setdefault(key, line)
            if array and i == len(parts) - 1:
                self._counts[key] = self._counts.get(key, -1) + 1
            if key in self._counts:
                key = (*key, self._counts[key])
                self.lines.setdefault(key, line)
        self._need("]")
        if array:
            self._need("]")
        return key

    def _pair(self, table: KeyPath) -> None:
        self._blank()
        line = self._line()
        key = table
        for part in self._dotted():
            key = (*key, part)
            self.lines.setdefault(key, line)
        self._need("=")
        self._value(key)

    def _value(self, key: KeyPath) -> None:
        self._blank()
        if self._took("["):
            self._array(key)
        elif self._took("{"):
            self._inline(key)
        elif self._match(_STRING) is None and self._match(_SCALAR) is None:
            raise _LostError

    def _array(self, key: KeyPath) -> None:
        number = 0
        while not self._closed("]"):
            here = (*key, number)
            self.lines[here] = self._line()
            self._value(here)
            self._comma("]")
            number += 1

    def _inline(self, key: KeyPath) -> None:
        while not self._closed("}"):
            self._pair(key)
            self._comma("}")

    def _dotted(self) -> list[str]:
        parts = [self._part()]
        while self._took("."):
            parts.append(self._part())
            if len(parts) > DEEPEST:
                raise _TooDeepError(self._line())
        return parts

    def _part(self) -> str:
        self._blank()
        if (bare := self._match(_BARE)) is not None:
            return bare
        if (quoted := self._match(_STRING)) is not None:
            return str(tomllib.loads(f"key = {quoted}")["key"])
        raise _LostError

    # -- a step --

    def _line(self) -> int:
        return bisect.bisect_left(self._ends, self.at) + 1

    def _blank(self) -> None:
        self._match(_BLANK)

    def _match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def _over(self) -> bool:
        self._blank()
        return self.at >= len(self.text)

    def _took(self, mark: str) -> bool:
        self._blank()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def _need(self, mark: str) -> None:
        if not self._took(mark):
            raise _LostError

    def _closed(self, mark: str) -> bool:
        if self._over():
            raise _LostError
        return self._took(mark)

    def _comma(self, close: str) -> None:
        """Take a comma, or see that the end follows."""
        if not self._took(",") and (self._over() or self.text[self.at] != close):
            raise _LostError
