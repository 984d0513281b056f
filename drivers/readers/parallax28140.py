"""Parallax 28140 and 28340: LF, 10 hex digits, CR. 2400 8N1. No checksum: two equal reads make a tag."""

from __future__ import annotations

import re

from drivers.readers.read import Read
from drivers.readers.stx_frame import StxFrames

LF, CR = 0x0A, 0x0D

_BODY = re.compile(rb"[0-9A-Fa-f]{10}")


class Parallax28140:
    """Strict: exactly 10 hex digits between LF and CR. An altered digit cannot be noticed here."""

    def __init__(self) -> None:
        self._frames = StxFrames(longest=10, start=LF, end=CR)

    def feed(self, data: bytes) -> list[Read]:
        return [Read(body.decode("ascii").upper()) for body in self._frames.feed(data) if _BODY.fullmatch(body)]

    def reset(self) -> None:
        self._frames.reset()
