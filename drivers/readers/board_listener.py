"""Hears an antenna board: it is at work while it gives signs of life, and so is each antenna of which it says so."""

from __future__ import annotations

from drivers.readers.antenna_board import AntennaBoard
from drivers.readers.polled_reader import ReaderWishes
from drivers.readers.read import Read

SILENT_MS = 3_500
"""Three signs of life were lost, and a little."""
SURE_MS = 300
"""So soon after a line the silence of a tag means that it has gone; later the board itself may be silent."""


class BoardListener:
    """There is nothing to write; its silence means that the board has lost its power, or hangs."""

    mark = None

    def __init__(self, _wishes: ReaderWishes) -> None:
        self._lines = AntennaBoard()
        self.start(0)

    def start(self, now: int) -> None:
        self._lines.reset()
        self._lines.health = None
        self._heard_at: int | None = None
        self._look_at = now + SILENT_MS

    @property
    def hearing(self) -> bool:
        return self._heard_at is not None and self._lines.health is not None

    @property
    def trouble(self) -> str:
        return "" if self.hearing else "no sign of life"

    @property
    def broken(self) -> frozenset[int]:
        """Antennas that do not answer the board, and those that it has not."""
        health = self._lines.health
        return frozenset(range(1, 100)) - health.working if health is not None else frozenset()

    def feed(self, data: bytes, now: int) -> list[Read]:
        signs = self._lines.signs
        reads = self._lines.feed(data)
        if self._lines.signs > signs:
            self._heard_at, self._look_at = now, now + SILENT_MS
        return reads if self.hearing else []  # what is there is sent again

    def turn(self, now: int) -> bytes:
        if now >= self._look_at:
            self._heard_at, self._look_at = None, now + SILENT_MS
            self._lines.reset()
        return b""

    def due(self) -> int | None:
        return self._look_at

    def sure(self, now: int) -> bool:
        return self.hearing and self._heard_at is not None and now - self._heard_at <= SURE_MS
