"""Limits on TCP connections: each is counted when it is accepted, before anything is read or encrypted.

One neighbour, or a thousand addresses of one, may fill the room for strangers; phones that had a seat this evening find
the rest of it. Where there is no room for one more, one that is no WebSocket yet leaves, drawn by lot: idle
connections keep no client out, not even from their own address, and a client that opens many quickly loses mostly its
own. (OpenSSH's MaxStartups drops by lot for the same reason.)
"""

from __future__ import annotations

import contextlib
import gc
import ipaddress
import socket
from collections import Counter
from collections.abc import Callable, Collection
from random import Random
from typing import Any

MOST_OPEN = 160
"""TCP connections at once: with TLS each takes some 0.3 MB, and the unit has 120 MB."""
AT_ONCE = 16
"""Connections that are accepted in one turn of the loop: those that leave for them are closed in the next one."""
QUEUE = 256
"""Connections that wait in the kernel meanwhile; what comes above that is tried again by the other end after 1 s."""
SWEEP = 64
"""After so many connections what is left of earlier ones is collected. Each of asyncio's TLS connections is a cycle of
objects, and Python's collector finds them so late that some thousand took 500 MB."""
KEPT = 48
"""Of these, for places where a phone with a seat was."""
MOST_OF_ONE = 48
"""Of one place: all phones may be behind one repeater, and a browser opens up to six to load a page."""


Address = tuple[Any, ...]
"""Of the other end: an address and a port come first."""


def address_place(address: str) -> str:
    """Return what counts as one place: an IPv4 address, or the 64 bits of a network in which a machine makes addresses
    of its own.

    >>> address_place("::ffff:192.168.1.20"), address_place("fe80::1%wlan0"), address_place("2001:db8:1:2:3::4")
    ('192.168.1.20', 'fe80::', '2001:db8:1:2::')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64))


class Door:
    """The connections that are open. `known`: places where a phone with a seat was this evening.

    :param lots: draws who leaves.
    :param sweep: collects what is left of earlier connections.
    """

    def __init__(self, lots: Random | None = None, sweep: Callable[[], object] = gc.collect) -> None:
        self._sweep = sweep
        self.known: Collection[str] = ()
        self._lots = lots or Random()
        self._count: Counter[str] = Counter()
        self._open: dict[Address, Entered] = {}
        self._waiting: dict[Address, Entered] = {}
        """Of these, those that are no WebSocket yet."""
        self._entered = 0

    @property
    def open(self) -> int:
        return len(self._open)

    def count(self, place: str) -> int:
        """Return how many of a place are open."""
        return self._count[place]

    def enter(self, line: Entered) -> bool:
        """Count a connection, if there is room for it, or if one that waits can leave."""
        if (before := self._open.get(line.address)) is not None:
            self.leave(before)  # it has ended, which is not noticed yet
        known = line.place in self.known
        if self.count(line.place) >= MOST_OF_ONE:
            entered = self._make_room(lambda other: other.place == line.place)
        elif len(self._open) >= (MOST_OPEN if known else MOST_OPEN - KEPT):
            entered = self._make_room(lambda other: other.place not in self.known) or (
                known and self._make_room(lambda _other: True)
            )
        else:
            entered = True
        if entered:
            self._count[line.place] += 1
            self._open[line.address] = self._waiting[line.address] = line
            self._entered += 1
            if self._entered % SWEEP == 0:
                self._sweep()
        return entered

    def _make_room(self, which: Callable[[Entered], bool]) -> bool:
        """Have one of those that wait leave."""
        found = [line for line in self._waiting.values() if which(line)]
        if not found:
            return False
        gone = self._lots.choice(found)
        self.leave(gone)
        gone.end()
        return True

    def settle(self, address: Address) -> None:
        """Note that a connection is a WebSocket now: it does not leave for another one."""
        self._waiting.pop(address[:2], None)

    def leave(self, line: Entered) -> None:
        if self._open.get(line.address) is not line:
            return  # it has left before
        del self._open[line.address]
        self._waiting.pop(line.address, None)
        self._count[line.place] -= 1
        if not self._count[line.place]:
            del self._count[line.place]


class ListeningSocket(socket.socket):
    """A listening socket that accepts what its door lets in, and closes the rest at once."""

    door: Door

    def listen(self, backlog: int = AT_ONCE, /) -> None:
        """Listen with a longer queue: asyncio has one number for how many wait and how many are accepted at once."""
        super().listen(max(backlog, QUEUE))

    def accept(self) -> tuple[socket.socket, Any]:
        """
        :raises BlockingIOError: if no connection waits any more.
        """
        while True:
            accepted, address = super().accept()
            line = Entered(accepted, self.door, address)
            if self.door.enter(line):
                return line, address
            line.close()


class Entered(socket.socket):
    """A connection that leaves the count when it is closed."""

    def __init__(self, line: socket.socket, door: Door, address: Address) -> None:
        super().__init__(line.family, line.type, line.proto, fileno=line.detach())
        self._door = door
        self.address: Address = address[:2]
        self.place = address_place(str(address[0]))

    def end(self) -> None:
        """Shut both directions down; the reader closes the socket."""
        with contextlib.suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        super().close()
        self._door.leave(self)


def listen_on(host: str, port: int, door: Door) -> ListeningSocket:
    """
    :raises OSError: if that cannot be listened at.
    """
    both = not host and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both or ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family, backlog=128, dualstack_ipv6=both)
    listening = ListeningSocket(made.family, made.type, made.proto, fileno=made.detach())
    listening.door = door
    return listening
