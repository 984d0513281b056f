"""Decoders of lines: bytes become lines, and a line may be a read."""

from __future__ import annotations

import re
from typing import ClassVar

from drivers.readers.read import Read

_END = re.compile(rb"[\r\n]")


class LineDecoder:
    """Collects a line and gives it to `parsed`. A line of more than `longest` bytes is dropped whole."""

    longest: ClassVar[int]

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[Read]:
        reads: list[Read] = []
        *ended, rest = _END.split(data)
        for part in ended:
            self._add(part)
            if self._line and (read := self.parsed(bytes(self._line))) is not None:
                reads.append(read)
            self.reset()
        self._add(rest)
        return reads

    def reset(self) -> None:
        self._line.clear()
        self._too_long = False

    def parsed(self, raw: bytes) -> Read | None:
        """Return the read that a line is; None if it is none."""
        raise NotImplementedError

    def _add(self, part: bytes) -> None:
        if self._too_long or len(self._line) + len(part) > self.longest:
            self._too_long = True
            self._line.clear()
        else:
            self._line += part
