"""Who may open a TCP connection: counted when it is accepted, before anything is read or encrypted.

One neighbour, or a thousand addresses of one, may fill the room for strangers; phones that had a seat this evening find
the rest of it.
"""

from __future__ import annotations

import ipaddress
import socket
from collections import Counter
from collections.abc import Collection
from typing import Any

MOST_OPEN = 160
"""TCP connections at once: with TLS each takes some 0.3 MB, and the unit has 120 MB."""
KEPT = 48
"""Of these, for places where a phone with a seat was."""
MOST_OF_ONE = 48
"""Of one place: all phones may stand behind one repeater, and a browser opens up to six to load a page."""


def place_of(address: str) -> str:
    """What counts as one place: an IPv4 address, or the 64 bits of a network in which a machine makes addresses of its
    own.

    >>> place_of("::ffff:192.168.1.20"), place_of("fe80::1%wlan0"), place_of("2001:db8:1:2:3::4")
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
    """The connections that are open. `known`: places where a phone with a seat was this evening."""

    def __init__(self) -> None:
        self.known: Collection[str] = ()
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    def enter(self, place: str) -> bool:
        """Count a connection, if there is room for it."""
        room = MOST_OPEN if place in self.known else MOST_OPEN - KEPT
        if self.open >= room or self._open[place] >= MOST_OF_ONE:
            return False
        self._open[place] += 1
        return True

    def leave(self, place: str) -> None:
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]


class ListeningSocket(socket.socket):
    """A listening socket that accepts what its door lets in, and closes the rest at once."""

    door: Door

    def accept(self) -> tuple[socket.socket, Any]:
        """
        :raises BlockingIOError: if nobody waits any more.
        """
        while True:
            line, address = super().accept()
            place = place_of(str(address[0]))
            if self.door.enter(place):
                return _Entered(line, self.door, place), address
            line.close()


class _Entered(socket.socket):
    """A connection that leaves the count when it is closed."""

    def __init__(self, line: socket.socket, door: Door, place: str) -> None:
        super().__init__(line.family, line.type, line.proto, fileno=line.detach())
        self._door: Door | None = door
        self._place = place

    def close(self) -> None:
        super().close()
        if self._door is not None:
            self._door.leave(self._place)
            self._door = None


def listen(host: str, port: int, door: Door) -> ListeningSocket:
    """
    :raises OSError: if that cannot be listened at.
    """
    both = not host and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both or ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family, backlog=128, dualstack_ipv6=both)
    listening = ListeningSocket(made.family, made.type, made.proto, fileno=made.detach())
    listening.door = door
    return listening
