"""A PN532 behind its serial line: sleeps until it is woken, must be configured, polls while it is asked."""

from __future__ import annotations

from drivers.readers.pn532_frames import ACK, ACK_FRAME, CHIP, HOST, SYNTAX_ERROR, Payloads, frame
from drivers.simulated.encoders import listed_tags
from drivers.simulated.peer import ByteSchedule, earliest

FIRMWARE = bytes.fromhex("32 01 06 07")
BOOT_MS = 100
ACK_MS = 1
ANSWER_MS = 2
LOOK_MS = 12
"""From the landing of a card, or from the command if it is there already, to the answer."""


class Pn532Peer:
    """Takes the commands that the companion sends; others get a syntax error."""

    def __init__(self) -> None:
        self._plan = ByteSchedule()
        self.power(-BOOT_MS)

    def power(self, now: int) -> None:
        self._ready_at = now + BOOT_MS
        self._lying: tuple[str, ...] = ()
        self._awake = self._configured = False
        self._targets = 0  # of the outstanding command; 0: there is none
        self._look_at: int | None = None
        self._commands = Payloads()
        self._plan.clear()

    def lay(self, uids: tuple[str, ...], now: int) -> None:
        self._lying = uids
        if self._targets and uids and self._look_at is None:
            self._look_at = now + LOOK_MS

    def hear(self, data: bytes, now: int) -> None:
        if now < self._ready_at:
            return
        if not self._awake:
            data = data[data.find(0x55) :] if 0x55 in data else b""
            self._awake = bool(data)
        for command in self._commands.feed(data):
            self._obey(command, now)

    def turn(self, now: int) -> bytes:
        if self._look_at is not None and now >= self._look_at:
            if self._lying:
                self._plan.add(self._look_at, listed_tags(self._lying[-self._targets :]))
                self._targets = 0
            self._look_at = None
        return self._plan.take(now)

    def due(self) -> int | None:
        return earliest(self._plan.due(), self._look_at)

    def _obey(self, command: bytes, now: int) -> None:
        self._targets, self._look_at = 0, None  # an ACK of the host, or another command, ends the outstanding one
        self._plan.clear()
        if command == ACK or command[0] != HOST:
            return
        code = command[1]
        if not self._configured and code not in {0x02, 0x14}:
            return
        self._plan.add(now + ACK_MS, ACK_FRAME)
        match code:
            case 0x14:
                self._configured = True
                self._answer(now, code)
            case 0x02:
                self._answer(now, code, FIRMWARE)
            case 0x12 | 0x32:
                self._answer(now, code)
            case 0x4A:
                self._targets = command[2]
                self._look_at = now + LOOK_MS if self._lying else None
            case _:
                self._plan.add(now + ANSWER_MS, frame(bytes([SYNTAX_ERROR])))

    def _answer(self, now: int, code: int, data: bytes = b"") -> None:
        self._plan.add(now + ANSWER_MS, frame(bytes([CHIP, code + 1]) + data))
