"""An M6E Nano behind its serial line: reads once it is set up and started, and says each second that it is alive."""

from __future__ import annotations

from drivers.readers.m6e_nano import TAG_READ, answer_frame, crc
from drivers.readers.m6e_talker import ANTENNA, MULTI, PARAMETER, POWER, PROTOCOL, REGION, VERSION
from drivers.simulated.encoders import encode
from drivers.simulated.peer import ByteSchedule, earliest

VERSION_DATA = bytes.fromhex("14 12 08 00 30 00 00 02 20 15 03 10 01 03 01 47 00 00 00 10")
BOOT_MS = 200
ANSWER_MS = 12
ROUND_MS = 40
ALIVE_MS = 1000
_NEEDED = frozenset({PROTOCOL, ANTENNA, REGION})
_NOT_SET_UP = 0x0105


class M6ePeer:
    """While it reads it knows only "stop"."""

    def __init__(self) -> None:
        self._plan = ByteSchedule()
        self.power(-BOOT_MS)

    def power(self, now: int) -> None:
        self._ready_at = now + BOOT_MS
        self._lying: tuple[str, ...] = ()
        self._set: set[int] = set()
        self._round_at: int | None = None
        self._alive_at: int | None = None
        self._heard = b""
        self._plan.clear()

    def lay(self, uids: tuple[str, ...], now: int) -> None:
        self._lying = uids
        if self._alive_at is not None and self._round_at is None and uids:
            self._round_at = now + ROUND_MS

    def hear(self, data: bytes, now: int) -> None:
        if now < self._ready_at:
            return
        self._heard += data
        while (at := self._heard.find(0xFF)) >= 0 and len(self._heard) >= at + 2:
            end = at + self._heard[at + 1] + 5
            if len(self._heard) < end:
                break
            body = self._heard[at + 1 : end - 2]
            sound = crc(body) == int.from_bytes(self._heard[end - 2 : end])
            self._heard = self._heard[end if sound else at + 1 :]
            if sound:
                self._obey(body[1], body[2:], now)

    def turn(self, now: int) -> bytes:
        while self._round_at is not None and now >= self._round_at:
            self._plan.add(self._round_at, b"".join(encode("m6e_nano", uid) for uid in self._lying))
            self._round_at = self._round_at + ROUND_MS if self._lying else None
        while self._alive_at is not None and now >= self._alive_at:
            self._plan.add(self._alive_at, answer_frame(TAG_READ, status=0x0400))
            self._alive_at += ALIVE_MS
        return self._plan.take(now)

    def due(self) -> int | None:
        return earliest(self._plan.due(), self._round_at, self._alive_at)

    def _obey(self, opcode: int, data: bytes, now: int) -> None:
        stop = opcode == MULTI and data[2:3] == b"\x02"
        if self._alive_at is not None and not stop:
            return
        status, told = 0, b""
        match opcode:
            case 0x2F if stop:
                self._round_at = self._alive_at = None
                told = b"\x02"
            case 0x2F if self._set >= _NEEDED:
                told = bytes.fromhex("01 22 00 00")
                self._alive_at = now + ALIVE_MS
                self._round_at = now + ROUND_MS if self._lying else None
            case 0x2F:
                status = _NOT_SET_UP
            case _ if opcode in {PROTOCOL, ANTENNA, REGION, POWER, PARAMETER}:
                self._set.add(opcode)
            case _ if opcode == VERSION:
                told = VERSION_DATA
            case _:
                status = 0x0101
        self._plan.add(now + ANSWER_MS, answer_frame(opcode, told, status))
