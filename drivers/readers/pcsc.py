"""The lines of a PC/SC reader (`pcsc_port.py`): `+04A1B2C3D4E5F6` when a card comes, `-04A1B2C3D4E5F6` when it goes."""

from __future__ import annotations

import re

from drivers.readers.read import Read

LONGEST = 64
_LINE = re.compile(rb"([+-])((?:[0-9A-F]{2}){4,16})")


class Pcsc:
    """A line to the next LF; all else is a card that gives no number."""

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> list[Read]:
        reads: list[Read] = []
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._line += part
            found = _LINE.fullmatch(self._line)
            if found is not None:
                reads.append(Read(found[2].decode("ascii"), present=found[1] == b"+"))
            self.reset()
        self._line += rest[: LONGEST - len(self._line)]
        return reads

    def reset(self) -> None:
        self._line.clear()
