"""An antenna board without its wire: reports what is on one of its antennas, and gives signs of life."""

from __future__ import annotations

from drivers.readers.antenna_board import board_line
from drivers.simulated.peer import ByteSchedule, earliest

BEAT_MS, AGAIN_MS = 1_000, 250


class BoardPeer:
    """`antenna`: the one on which tags are laid; `antennas`: how many it has; `working`: those that answer it."""

    def __init__(self, antennas: int = 6) -> None:
        self.antenna = 1
        self.antennas = antennas
        self.working = set(range(1, antennas + 1))
        self._lying: dict[str, int] = {}
        self._plan = ByteSchedule()
        self._beat = self._again = 0

    def power(self, now: int) -> None:
        self._plan.clear()
        self._lying = {}
        self._beat = self._again = now

    def lay(self, uids: tuple[str, ...], now: int) -> None:
        for uid in [one for one in self._lying if one not in uids]:
            self._plan.add(now, board_line(f"-{self._lying.pop(uid)},{uid}"))
        for uid in uids:
            if uid not in self._lying:
                self._lying[uid] = self.antenna
                self._again = now

    def hear(self, data: bytes, now: int) -> None:
        pass  # it does not listen

    def turn(self, now: int) -> bytes:
        sent = self._plan.take(now)
        if now >= self._beat:
            sent += board_line(f"={self.antennas},{sum(1 << n - 1 for n in self.working):X}")
            self._beat = now + BEAT_MS
        if self._lying and now >= self._again:
            told = (board_line(f"+{antenna},{uid}") for uid, antenna in self._lying.items() if antenna in self.working)
            sent += b"".join(told)
            self._again = now + AGAIN_MS
        return sent

    def due(self) -> int | None:
        return earliest(self._plan.due(), self._beat, self._again if self._lying else None)
