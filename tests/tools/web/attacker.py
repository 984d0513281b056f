"""Somebody in the same Wi-Fi who wants a seat, a secret, or to keep others out. Run with the companion's packages.

    python -m tests.tools.web.attacker URL

It comes from several addresses of this machine, asks for every seat and under names, guesses codes and sessions, and
answers prompts, until its standard input is closed. Then it prints one line of JSON: how often it asked, the seats that
it got, and what it saw that is a seat's own.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import select
import socket
import sys
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

PLACES = tuple(f"127.0.0.{n}" for n in range(60, 72))
NAMES = ("Ana", "Bo", "Cy", "Zoé", "Mallory", "Eve")
BETWEEN_S = 0.2
PATIENCE_S = 20.0


def come(url: str, place: str, pages: contextlib.ExitStack) -> ClientConnection:
    """Open a page from that address.

    :raises OSError: if nobody serves it.
    """
    where = urlsplit(url)
    line = socket.create_connection((where.hostname, where.port), PATIENCE_S, source_address=(place, 0))
    live = f"ws://{where.netloc}/table"
    made = connect(live, sock=line, origin=Origin(f"http://{where.netloc}"), compression=None, proxy=None)
    return pages.enter_context(made)


def attack(url: str) -> dict[str, object]:
    """All of it, until standard input is closed."""
    with contextlib.ExitStack() as pages:
        return _attack(url, pages)


def _attack(url: str, pages: contextlib.ExitStack) -> dict[str, object]:
    asked, seats, own = 0, set(), 0
    lines: dict[str, ClientConnection] = {}
    for number in itertools.count():
        if select.select([sys.stdin], [], [], BETWEEN_S)[0]:
            break
        place, name = PLACES[number % len(PLACES)], NAMES[number % len(NAMES)]
        try:
            if place not in lines:
                lines[place] = come(url, place, pages)
            for request in (
                {"join": {"name": name, "id": "j"}},
                {"pair": {"token": f"guess-{number}", "id": "p"}},
                {"resume": {"session": f"guess-{number}", "id": "r"}},
                {"choose": {"key": "end", "number": "x-1", "id": "c"}},
            ):
                lines[place].send(json.dumps(request))
                asked += 1
            while True:
                frame = json.loads(lines[place].recv(0.01))
                own += "own" in frame or "session" in frame
                if frame.get("seat") and frame["state"] == "table":
                    seats.add(frame["seat"])
        except ConnectionClosed:  # it spoke too much: it comes again
            lines.pop(place, None)
        except OSError:  # no frame more
            continue
    return {"asked": asked, "seats": sorted(seats), "own": own}


if __name__ == "__main__":
    print(json.dumps(attack(sys.argv[1])))
