"""Cuts a byte stream into frames whose length is written in them; shared by the protocols with a binary frame."""

from __future__ import annotations

from collections.abc import Callable

MORE = 0
"""A frame may begin here, but its end has not come yet."""
NO_FRAME = -1
"""No frame begins here."""

Measure = Callable[[bytes, int], int]
"""`measure(data, at)`: the length of the whole and sound frame that begins at `at`, or MORE, or NO_FRAME."""


class FrameFinder:
    """Finds the frames that begin with `start`.

    A start that `measure` refuses was noise: the search goes on one byte further, so a cut frame never hides
    the next one. What is kept is never longer than the longest frame that `measure` waits for.
    """

    def __init__(self, start: bytes, measure: Measure) -> None:
        self._start = start
        self._measure = measure
        self._rest = b""
        self._noisy = False

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that end in `data`, in order; how the bytes are split over calls makes no difference."""
        held = self._rest + data
        frames: list[bytes] = []
        ended = 0
        at = held.find(self._start)
        while at >= 0:
            size = self._measure(held, at)
            if size == MORE:
                self._skip(held[ended:at])
                self._rest = held[at:]
                return frames
            if size > 0:
                frames.append(held[at : at + size])
                self._noisy = False
                ended = at + size
            at = held.find(self._start, at + max(size, 1))
        self._skip(held[ended:])
        last = self._start[:-1]  # the beginning of a start, if it has several bytes
        self._rest = last if last and held.endswith(last) else b""
        return frames

    def reset(self) -> None:
        self._rest = b""
        self._noisy = False

    @property
    def clean(self) -> bool:
        """Whether nothing but zeros has come since the last frame; not even the beginning of another."""
        return not self._noisy and not self._rest.strip(b"\x00")

    def _skip(self, data: bytes) -> None:
        if data.strip(b"\x00"):
            self._noisy = True
