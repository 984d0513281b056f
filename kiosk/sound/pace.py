"""Predicts when a block leaves the queue: the device takes whole blocks at its own pace and counts what is left."""

from __future__ import annotations

PHASE_MS = 270.0
"""In the first while a look reveals only the phase."""
MEMORY_MS = 800.0
"""Later an error is attributed to a pace of at least this duration."""
SHARP_MS = 4.0
"""A block that was taken within so short a time reveals the phase."""
UNSEEN = 4
"""Blocks after the first look until the phase is as well known as it will be: a busy machine does not look often."""
FURTHEST = 0.5
"""The most by which a device's blocks last longer or shorter than they should (share of a block): SDL's dummy and
disk drivers on a busy machine."""


class BlockPace:
    """Narrows down the moments at which blocks are taken, in ms of the table's clock, and the distance between them.

    Blocks are counted from when the device was opened. When `taken` of them are gone, the next one is taken within one
    block's length from now: a guess outside that window is moved to its edge, and the distance of blocks with it.
    """

    def __init__(self, block_ms: float) -> None:
        self._nominal = block_ms
        self.period = block_ms
        """From one block to the next, ms."""
        self._at: float | None = None
        """The moment at which the block number `_block` is taken; None: unknown."""
        self._block = self._first = 0.0
        self._seen: tuple[float, float] = (0.0, 0.0)
        self.sharp = False
        """Whether the phase is known to `SHARP_MS`, or no look has revealed it."""

    def see(self, now_ms: float, taken: float) -> None:
        """Take a look: so many blocks have been taken by now."""
        if self._at is None:
            self._at, self._block, self._first = now_ms + self.period / 2, taken, taken
            self._seen = now_ms, taken
            return
        before_ms, before = self._seen
        self._seen = now_ms, taken
        if (taken > before and now_ms - before_ms <= SHARP_MS) or taken - self._first >= UNSEEN:
            self.sharp = True
        guess = self.moment(taken)
        error = min(max(guess, now_ms), now_ms + self.period) - guess
        if error:
            if (taken - self._first) * self._nominal > PHASE_MS:
                period = self.period + error / max(taken - self._block, MEMORY_MS / self._nominal)
                least, most = self._nominal * (1 - FURTHEST), self._nominal * (1 + FURTHEST)
                self.period = min(max(period, least), most)
            self._at, self._block = guess + error, taken

    def moment(self, block: float) -> float:
        """Return when the block with this number will be taken, ms; `see` must have been called before."""
        assert self._at is not None
        return self._at + (block - self._block) * self.period

    def starved(self, now_ms: float, written: float) -> bool:
        """Whether the block after the `written` ones is due already, so that it comes too late for the device."""
        return self._at is not None and now_ms > self.moment(written)

    def rest(self) -> None:
        """Forget the phase: the queue runs dry on purpose."""
        self._at = None
        self.sharp = False
