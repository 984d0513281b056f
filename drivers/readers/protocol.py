"""What the serial loop needs to know of a wire protocol."""

from __future__ import annotations

import typing
from collections.abc import Callable

from msgspec import Struct

from drivers.readers.polled_reader import PolledReader, ReaderWishes
from drivers.readers.read import Read


class Decoder(typing.Protocol):
    """Bytes in, reads out. No I/O, no clock, never an exception, and a buffer with a bound."""

    def feed(self, data: bytes) -> list[Read]:
        """The reads completed by `data`, in order; how the bytes are split over calls makes no difference."""
        ...

    def reset(self) -> None:
        """Forget a half-received frame (the line was silent for long, or the port was reopened)."""
        ...


class Protocol(Struct, frozen=True):
    """A decoder and the defaults of the readers that speak it; `config/table.toml` may override them.

    `baud`: bits per second, 8N1. `repeats`: sends again and again while a tag is there. `frame_ms`: the
    time from one frame to the next of a repeating reader. `ghost_reads`: equal reads in a row before an
    unknown tag is believed. `duplicate_ms`: a tag read again within this time is not a new placement.
    `single`: at most one tag at a time (no anti-collision). `checked`: its frames carry a checksum. `tells_going`:
    it reports when a tag goes, and is silent meanwhile.
    `talker`: makes the host's half of a protocol that must be asked; None if the reader talks by itself.
    """

    decoder: Callable[[], Decoder]
    baud: int
    repeats: bool
    frame_ms: int
    ghost_reads: int
    duplicate_ms: int
    single: bool = True
    checked: bool = True
    tells_going: bool = False
    talker: Callable[[ReaderWishes], PolledReader] | None = None
