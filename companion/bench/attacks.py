"""Attacks of a stranger in the same Wi-Fi: `python -m companion.bench.attacks SOCKET`, beside a kiosk under measure.

It starts the pages' server and says `{"web": PID}`. For each line that comes in, the name of an attack, it stops the
one before and begins that one, in a process of its own; a line says when it is under way.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from companion.bench.phones import page_line, pages_server

PATIENCE_S = 10.0
CONNECTIONS = 1_000
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


def connections(port: int) -> None:
    lines: list[socket.socket] = []
    with suppress(OSError):
        for _ in range(CONNECTIONS):
            lines.append(_connected(port))
    time.sleep(1)
    for line in lines:
        line.close()


ATTACKS: dict[str, Callable[[int], None]] = {
    attack.__name__: attack
    for attack in (
        nothing, wrong_tokens, wrong_host, wrong_origin, flood, too_long, garbage, slow_readers, connections,
    )
}  # fmt: skip
"""Each is made again and again, until it is stopped."""


@contextmanager
def under_way(name: str, port: int) -> Iterator[None]:
    command = [sys.executable, "-m", "companion.bench.attacks", name, str(port)]
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
        name = sys.stdin.readline().strip()
        while name:
            with under_way(name, port):
                print(json.dumps({"begun": name}), flush=True)
                name = sys.stdin.readline().strip()


if __name__ == "__main__":
    main()
