"""A sound card that is a file, for measuring: what a real one would have played, to the sample.

SDL's disk driver is as late as the system wakes it: on a busy machine a second of it lasts 1.3. This one takes its
blocks exactly by the machine's monotonic clock, as a crystal does, and writes silence where its queue was empty.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.kit import RATE

PREFIX = "file:"
"""Such a `device` in sound.toml names the file: float32, mono, `RATE`; beside it NAME.begun has the moment (ms of the
monotonic clock) at which its first sample was played."""


class FileCard:
    """See `kiosk.sound.device.Device`."""

    latency_ms = 0.0
    driver = "file"
    lost = False

    def __init__(self, path: Path, block: int) -> None:
        self.block = block
        self.written = 0
        self._waiting = np.zeros(0, np.float32)
        self._file = path.open("wb")
        self._begun_ns = time.monotonic_ns()
        self._played = 0
        path.with_name(path.name + ".begun").write_text(repr(self._begun_ns / 1e6), encoding="utf-8")

    @property
    def queued(self) -> float:
        """Blocks that wait to be taken."""
        self._play()
        return len(self._waiting) / self.block

    def write(self, samples: NDArray[np.float32]) -> None:
        """Queue whole blocks."""
        self._play()
        self._waiting = np.concatenate([self._waiting, samples])
        self.written += len(samples) // self.block

    def replace(self, blocks: int, samples: NDArray[np.float32]) -> None:
        """Take back the last blocks that wait and queue others in their place."""
        self._play()
        late = max(blocks - len(self._waiting) // self.block, 0)
        kept = self._waiting[: len(self._waiting) - (blocks - late) * self.block]
        self._waiting = np.concatenate([kept, samples[late * self.block :]])
        self.written += len(samples) // self.block - blocks

    def close(self) -> None:
        """Drop what waits: it is never played."""
        self._play()
        self._file.close()

    def _play(self) -> None:
        """Write down what was played since the last time."""
        now = (time.monotonic_ns() - self._begun_ns) * RATE // 1_000_000_000
        due = now // self.block * self.block + self.block  # the first block is taken at once
        n = due - self._played
        self._played = due
        part, self._waiting = self._waiting[:n], self._waiting[n:]
        self._file.write(part.astype("<f4", copy=False).tobytes())
        self._file.write(bytes(4 * (n - len(part))))
        self._file.flush()
