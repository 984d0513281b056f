"""When will a block leave the queue? The device takes whole blocks at its own pace; we only see how many are left."""

from __future__ import annotations

MEMORY = 150
"""An error is put down to so many blocks at least: the first ones only tell the phase."""
FURTHEST = 0.1
"""A device's blocks last so much longer or shorter than they should, at most (share of a block)."""


class Pace:
    """Narrows down the moments at which blocks are taken, in ms of the table's clock, and how far they lie apart.

    Blocks are counted from when the device was opened. When `taken` of them are gone, the next one is taken within one
    block's length from now: a guess outside that window is moved to its edge, and the distance of blocks with it.
    """

    def __init__(self, block_ms: float) -> None:
        self._nominal = block_ms
        self.period = block_ms
        """From one block to the next, ms."""
        self._at: float | None = None
        """The moment at which the block number `_block` is taken; None: unknown."""
        self._block = 0.0

    def see(self, now_ms: float, taken: float) -> None:
        """So many blocks have been taken by now."""
        if self._at is None:
            self._at, self._block = now_ms + self.period / 2, taken
            return
        guess = self.moment(taken)
        error = min(max(guess, now_ms), now_ms + self.period) - guess
        if error:
            period = self.period + error / max(taken - self._block, MEMORY)
            least, most = self._nominal * (1 - FURTHEST), self._nominal * (1 + FURTHEST)
            self.period = min(max(period, least), most)
            self._at, self._block = guess + error, taken

    def moment(self, block: float) -> float:
        """When the block with this number will be taken, ms; `see` must have been told before."""
        assert self._at is not None
        return self._at + (block - self._block) * self.period

    def starved(self, now_ms: float, written: float) -> bool:
        """Whether the block after the `written` ones is due already, so that it comes later than the device wanted."""
        return self._at is not None and now_ms > self.moment(written)

    def rest(self) -> None:
        """The queue runs dry on purpose: forget the phase."""
        self._at = None
