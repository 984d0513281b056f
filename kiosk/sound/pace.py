"""When will a block leave the queue? The device takes whole blocks at its own pace; we only see how many are left."""

from __future__ import annotations


class Pace:
    """Narrows down the moment at which each block is taken, in ms of the table's clock.

    With q blocks waiting, the next block written leaves between q and q + 1 block lengths from now. The running
    guess is one block after the last one, held inside that window: no filter constant, and no drift.
    """

    def __init__(self, block_ms: float) -> None:
        self._block = block_ms
        self._next: float | None = None

    def leaves(self, now_ms: float, queued: float, blocks: int = 1) -> float:
        """The moment (ms) the first of the `blocks` written now will be taken; `queued`: blocks waiting before it."""
        earliest = now_ms + queued * self._block
        guess = earliest + self._block / 2 if self._next is None else self._next
        guess = min(max(guess, earliest), earliest + self._block)
        self._next = guess + blocks * self._block
        return guess

    def starved(self, now_ms: float, queued: float) -> bool:
        """The queue ran dry although it was being fed: the next block comes later than the device wanted it."""
        return self._next is not None and queued == 0.0 and now_ms > self._next

    def rest(self) -> None:
        """The queue runs dry on purpose: forget the phase."""
        self._next = None
