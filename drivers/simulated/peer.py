"""The reader's half of a line: what it sends for the tags on it, and what it answers. No I/O, no clock.

Moments are milliseconds. A peer plans what it will send; `turn(now)` gives what is due.
"""

from __future__ import annotations

import typing

from drivers.readers import protocol as known_protocol
from drivers.simulated.encoders import encode


class Peer(typing.Protocol):
    """A reader without its wire."""

    def power(self, now: int) -> None:
        """Lose the power until `now` and with it all memory, also of the tags on it; it may have to boot."""
        ...

    def lay(self, uids: tuple[str, ...], now: int) -> None:
        """Put these tags on it now, the oldest first."""
        ...

    def hear(self, data: bytes, now: int) -> None:
        """The host has written `data`."""
        ...

    def turn(self, now: int) -> bytes:
        """What it sends by `now`."""
        ...

    def due(self) -> int | None:
        """When it will send something if nothing happens before; None: never."""
        ...


class ByteSchedule:
    """Bytes to be sent later, in the order of their moments."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, bytes]] = []

    def add(self, at: int, data: bytes) -> None:
        self._waiting.append((at, data))
        self._waiting.sort(key=lambda entry: entry[0])

    def clear(self) -> None:
        self._waiting.clear()

    def take(self, now: int) -> bytes:
        """Return what is due by `now`."""
        ready = b"".join(data for at, data in self._waiting if at <= now)
        self._waiting = [entry for entry in self._waiting if entry[0] > now]
        return ready

    def due(self) -> int | None:
        return self._waiting[0][0] if self._waiting else None


def earliest(*moments: int | None) -> int | None:
    """The first of the moments that come at all."""
    return min((moment for moment in moments if moment is not None), default=None)


class Beacon:
    """A reader that talks by itself: again and again while a tag is there, or once when it arrives."""

    def __init__(self, protocol: str, frame_ms: int) -> None:
        self._protocol = protocol
        self._repeats = known_protocol(protocol).repeats
        self._frame_ms = frame_ms
        self._lying: tuple[str, ...] = ()
        self._next: int | None = None
        self._plan = ByteSchedule()

    def power(self, now: int) -> None:
        self._plan.clear()
        self._lying, self._next = (), None  # it sees anew what is there

    def lay(self, uids: tuple[str, ...], now: int) -> None:
        if self._repeats:
            self._next = None if not uids else now if uids != self._lying or self._next is None else self._next
        else:
            for uid in uids:
                if uid not in self._lying:
                    self._plan.add(now, encode(self._protocol, uid))
        self._lying = uids

    def hear(self, data: bytes, now: int) -> None:
        pass  # it does not listen

    def turn(self, now: int) -> bytes:
        sent = self._plan.take(now)
        if self._next is not None and now >= self._next:
            sent += b"".join(encode(self._protocol, uid) for uid in self._lying)
            self._next = now + self._frame_ms
        return sent

    def due(self) -> int | None:
        return earliest(self._plan.due(), self._next)
