"""An R200 behind its serial line: polls in rounds on command, and reports each tag or that there is none."""

from __future__ import annotations

from drivers.readers.r200 import ANSWER, COMMAND, ERROR, NO_TAG, STOP, frame, r200_frames
from drivers.simulated.encoders import encode
from drivers.simulated.peer import ByteSchedule, earliest

VERSION = b"\x00M100 26dBm V1.0"
BOOT_MS = 150
ANSWER_MS = 2
ROUND_MS = 30


class R200Peer:
    """Knows version, region, power, one poll, many polls and stop; refuses the rest."""

    def __init__(self) -> None:
        self._plan = ByteSchedule()
        self.power(-BOOT_MS)

    def power(self, now: int) -> None:
        self._ready_at = now + BOOT_MS
        self._lying: tuple[str, ...] = ()
        self._rounds = 0
        self._round_at: int | None = None
        self._commands = r200_frames()
        self._plan.clear()

    def lay(self, uids: tuple[str, ...], now: int) -> None:
        self._lying = uids

    def hear(self, data: bytes, now: int) -> None:
        if now < self._ready_at:
            return
        for command in self._commands.feed(data):
            if command[1] == COMMAND:
                self._obey(command[2], command[5:-2], now)

    def turn(self, now: int) -> bytes:
        while self._round_at is not None and now >= self._round_at:
            tags = b"".join(encode("r200", uid) for uid in self._lying)
            self._plan.add(self._round_at, tags or frame(ANSWER, ERROR, bytes([NO_TAG])))
            self._rounds -= 1
            self._round_at = self._round_at + ROUND_MS if self._rounds else None
        return self._plan.take(now)

    def due(self) -> int | None:
        return earliest(self._plan.due(), self._round_at)

    def _obey(self, code: int, parameters: bytes, now: int) -> None:
        match code:
            case 0x22:
                self._rounds, self._round_at = 1, now + ROUND_MS
            case 0x27:
                self._rounds, self._round_at = parameters[1] << 8 | parameters[2], now + ROUND_MS
            case 0x28:
                self._rounds, self._round_at = 0, None
                self._answer(now, STOP, b"\x00")
            case 0x03:
                self._answer(now, code, VERSION)
            case 0x07 | 0xB6:
                self._answer(now, code, b"\x00")
            case _:
                self._answer(now, ERROR, b"\x17")

    def _answer(self, now: int, code: int, data: bytes) -> None:
        self._plan.add(now + ANSWER_MS, frame(ANSWER, code, data))
