"""Attacks of a stranger in the same Wi-Fi, beside a kiosk under measure.

`python -m tests.tools.bench.engine.attacks SOCKET SECRET`: a phone with a seat has that secret.

It starts the pages' server and says `{"web": PID}`. For each line that comes in it ends the attack before and begins
the next, in a process of its own, and says `{"begun": NAME}` once it is under way; after the last one it ends. Of each
attack that has ended it says `{"ended": NAME}` with what it cost the pages' server, and how long a phone with a seat
took to come back meanwhile (ms).
"""

from __future__ import annotations

import json
import math
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import to_builtins
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.tools.bench.engine.floods import PLACES, Cost, Flood, come_in
from tests.tools.bench.engine.phones import page_line, pages_server

PATIENCE_S = 10.0
LOOK_S = 0.05
SLOW = 20
"""Pages that read nothing."""


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE_S)


def nothing(_port: int) -> None:
    """Nobody attacks: what the others are compared with."""
    time.sleep(0.1)


def wrong_tokens(port: int) -> None:
    with page_line(port, PATIENCE_S) as line:
        while True:
            line.send(json.dumps({"pair": {"token": os.urandom(16).hex(), "id": "a"}}))
            line.recv(PATIENCE_S)


def wrong_host(port: int) -> None:
    with _connected(port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        while line.recv(4096):
            pass


def wrong_origin(port: int) -> None:
    url = f"ws://localhost:{port}/table"
    connect(url, sock=_connected(port), origin=Origin("http://evil.example"), compression=None, proxy=None).close()


def flood(port: int) -> None:
    """As many questions as the line takes."""
    with page_line(port, PATIENCE_S) as line:
        while True:
            line.send('{"look": {"id": "a"}}')


def too_long(port: int) -> None:
    with page_line(port, PATIENCE_S) as line:
        line.send("x" * 64 * 1024)
        while True:
            line.recv(PATIENCE_S)


def garbage(port: int) -> None:
    with page_line(port, PATIENCE_S) as line:
        while True:
            line.send("{[garbage")
            line.recv(PATIENCE_S)


def slow_readers(port: int) -> None:
    """Pages that are opened, ask, and take nothing of what they are told."""
    request = (
        f"GET /table HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    lines = [_connected(port) for _ in range(SLOW)]
    for line in lines:
        line.sendall(request.encode())
    time.sleep(2)
    for line in lines:
        line.close()


def flooded(kind: str, places: str) -> Callable[[int], None]:
    """Connections without end that are never finished."""

    def flood(port: int) -> None:
        made = Flood(port, kind, PLACES[places]())
        while True:
            made.step()

    return flood


ATTACKS: dict[str, Callable[[int], None]] = {
    attack.__name__: attack
    for attack in (
        nothing, wrong_tokens, wrong_host, wrong_origin, flood, too_long, garbage, slow_readers,
    )
} | {
    f"{kind}_from_{places}": flooded(kind, places) for kind in Flood.KINDS for places in PLACES
}  # fmt: skip
"""Each is made again and again, until it is stopped."""


@contextmanager
def under_way(name: str, port: int) -> Iterator[None]:
    command = [sys.executable, "-m", "tests.tools.bench.engine.attacks", name, str(port)]
    attacker = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert attacker.stdout is not None
        attacker.stdout.readline()
        yield
    finally:
        attacker.kill()
        attacker.wait()


def attack(name: str, port: int) -> None:
    print("begun", flush=True)
    while True:
        with suppress(OSError, WebSocketException):
            ATTACKS[name](port)


def main() -> None:
    if sys.argv[1] in ATTACKS:
        attack(sys.argv[1], int(sys.argv[2]))
        return
    with pages_server(Path(sys.argv[1])) as (port, web):
        print(json.dumps({"web": web}), flush=True)
        sys.stdin.readline()
        for name in ATTACKS:
            cost, came, over = Cost(), list[float](), threading.Event()
            watching = threading.Thread(target=watch, args=(port, web, sys.argv[2], cost, came, over))
            with under_way(name, port):
                watching.start()
                print(json.dumps({"begun": name}), flush=True)
                sys.stdin.readline()
                over.set()
                watching.join()
            print(json.dumps({"ended": name, **to_builtins(cost), "came_ms": came}), flush=True)


def watch(port: int, web: int, secret: str, cost: Cost, came: list[float], over: threading.Event) -> None:
    """Until it is over: a phone comes back again and again."""
    while not over.is_set():
        try:
            came.append(come_in(port, secret).ms)
        except TimeoutError:
            came.append(math.inf)
        cost.look(web)
        time.sleep(LOOK_S)


if __name__ == "__main__":
    main()
