"""The host's half of a reader that must be asked: what to write now, and what the silence means.

No I/O and no clock: the serial loop brings bytes and moments (milliseconds) and takes bytes away.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence

from msgspec import Struct

from drivers.readers.read import Read

UhfRegion = typing.Literal["eu", "us"]
"""Whose UHF band may be used."""


class ReaderWishes(Struct, frozen=True):
    """What the owner wants of the reader. `frame_ms`: how often to look for a card that is there.

    `single`: one tag at a time. `region`: None leaves it to the reader. `power_dbm`: of a UHF reader, None
    leaves it to the protocol. `label`: what a sketch prints before a tag's number.
    """

    single: bool = True
    frame_ms: int = 65
    region: UhfRegion | None = None
    power_dbm: int | None = None
    label: str = ""


class PolledReader(typing.Protocol):
    """One conversation; `start` begins it anew."""

    @property
    def hearing(self) -> bool:
        """Whether the reader is set up and answers. If not, nothing is known of its tags."""
        ...

    @property
    def trouble(self) -> str:
        """What does not go well, in words; "" if nothing."""
        ...

    @property
    def broken(self) -> frozenset[int]:
        """The antennas of a board that say nothing, though it does."""
        ...

    def start(self, now: int) -> None:
        """The port has just been opened: nothing is known of the reader."""
        ...

    def feed(self, data: bytes, now: int) -> list[Read]:
        """The reads completed by `data`."""
        ...

    def turn(self, now: int) -> bytes:
        """What to write at `now`, often nothing. To be called after `feed` and at `due()`; sooner does no harm."""
        ...

    def due(self) -> int | None:
        """The moment at which `turn` will have something to do if nothing is heard before; None: never."""
        ...

    @property
    def mark(self) -> int | None:
        """A byte of every tag's frame, near its beginning, that no other frame has which may come now; None: none.
        Where no tag is, what comes without it may wait until `due()`."""
        ...

    def sure(self, now: int) -> bool:
        """Whether a tag that has not been read for long is known to be gone: the reader has looked just now."""
        ...


class SetUpStep(Struct, frozen=True):
    """One command of a set-up: `answered` knows the frame that lets the set-up go on; `wait_ms` is given to it.

    `optional`: goes on without it, too; a clone may not know the command.
    """

    name: str
    send: bytes
    answered: Callable[[bytes], bool]
    wait_ms: int = 150
    optional: bool = False


class SetUpSteps:
    """Sends the steps one by one, each as often as `TRIES`, then all of them anew after `REST_MS`, for ever."""

    TRIES = 2
    REST_MS = 250

    def __init__(self, steps: Sequence[SetUpStep]) -> None:
        self._steps = steps
        self._at = 0
        self._tries = 0
        self._until = 0
        self.trouble = ""

    @property
    def done(self) -> bool:
        return self._at == len(self._steps)

    def start(self, now: int) -> None:
        """From the first step, at once."""
        self._at, self._tries, self._until = 0, 0, now

    def heard(self, frame: bytes, now: int) -> None:
        """A whole frame came."""
        if not self.done and self._tries and self._steps[self._at].answered(frame):
            self._next(now)

    def turn(self, now: int) -> bytes:
        """What to write at `now`."""
        if self.done or now < self._until:
            return b""
        if self._tries == self.TRIES and self._steps[self._at].optional:
            self._next(now)
            if self._at == len(self._steps):
                return b""
        step = self._steps[self._at]
        if self._tries == self.TRIES:
            self.trouble = f"no answer to {step.name}"
            self.start(now + self.REST_MS)
            return b""
        self._tries += 1
        self._until = now + step.wait_ms
        return step.send

    def _next(self, now: int) -> None:
        self._at, self._tries, self._until = self._at + 1, 0, now
        if self._at == len(self._steps):
            self.trouble = ""

    def due(self) -> int | None:
        """When `turn` has something to do; None once all steps are done."""
        return None if self.done else self._until


class Resets(typing.Protocol):
    """What cuts the stream into frames."""

    def reset(self) -> None:
        """Forget a half-received frame."""
        ...


class SetUpTalker:
    """The base of every talker with a set-up: it reports no tags before all steps are done."""

    broken: frozenset[int] = frozenset()

    def __init__(self, cutter: Resets, steps: Sequence[SetUpStep]) -> None:
        self._cutter = cutter
        self._setup = SetUpSteps(steps)

    @property
    def hearing(self) -> bool:
        return self._setup.done

    @property
    def trouble(self) -> str:
        return self._setup.trouble

    @property
    def mark(self) -> int | None:
        return None

    def _set_up(self, now: int) -> bytes:
        words = self._setup.turn(now)
        if words:
            self._cutter.reset()  # half a frame before it must not swallow the answer
        return words
