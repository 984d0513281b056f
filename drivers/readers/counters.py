"""What a reader has sent since the start; kept by its loop, looked at by the diagnostics."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.readers.read import Read


class ReaderCounters:
    """Written on the loop's thread, read from any: single numbers that need not fit together to the byte.

    `received`: bytes; `reads`: readings that were understood; `unread`: bytes since the last of them; `lost`: times
    the port went away; `last`: the last UID, "" before the first.
    """

    __slots__ = ("last", "lost", "reads", "received", "unread")

    def __init__(self) -> None:
        self.received = self.reads = self.unread = self.lost = 0
        self.last = ""

    def count(self, size: int, reads: Sequence[Read]) -> None:
        """`size` bytes came, and these readings with them."""
        self.received += size
        if reads:
            self.reads += len(reads)
            self.last = reads[-1].uid
            self.unread = 0
        else:
            self.unread += size
