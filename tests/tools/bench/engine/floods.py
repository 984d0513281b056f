"""Connections without end to a pages' server, from one address or from thousands, and what they cost it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

MOST_HELD = 400
"""Connections that a flood holds at once, of the 1,024 files that a shell gives it; the oldest gives way."""
PATIENCE_S = 10.0
AGAIN_S = 0.1
"""Between two tries of a phone."""
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Padding: "


def one() -> Sequence[str]:
    return ("127.0.0.1",)


def fifty() -> Sequence[str]:
    return tuple(f"127.0.0.{n}" for n in range(2, 52))


def two_thousand() -> Sequence[str]:
    return tuple(f"127.1.{n // 250}.{n % 250 + 1}" for n in range(2_000))


PLACES: dict[str, Callable[[], Sequence[str]]] = {"one": one, "fifty": fifty, "two_thousand": two_thousand}
"""Addresses that a flood comes from; all of 127.0.0.0/8 is this machine."""


def hello() -> bytes:
    """What a browser says first over TLS: the server answers it, and waits."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    came, said = ssl.MemoryBIO(), ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        context.wrap_bio(came, said).do_handshake()
    return said.read()


class Flood:
    """Connections to a port of this machine, each of which is never finished.

    :param kind: `idle` says nothing, `slow` a byte now and then, `half_open` half a request and that it is over, `tls`
        stops in the middle of the handshake.
    """

    KINDS = ("idle", "slow", "half_open", "tls")

    def __init__(self, port: int, kind: str, sources: Sequence[str], target: str = "127.0.0.1") -> None:
        self._port, self._kind, self._target = port, kind, target
        self._sources = itertools.cycle(sources)
        self._hello = hello()
        self._held: deque[socket.socket] = deque()
        self.opened = 0

    def step(self) -> None:
        """Open one more."""
        line = socket.socket(socket.AF_INET6 if ":" in self._target else socket.AF_INET)
        line.setblocking(False)
        with contextlib.suppress(OSError):
            line.bind((next(self._sources), 0))
            line.connect_ex((self._target, self._port))
            self._begin(line)
        self.opened += 1
        self._held.append(line)
        if self._kind == "slow":
            with contextlib.suppress(OSError):
                self._held[self.opened % len(self._held)].send(b"x")
        if len(self._held) > MOST_HELD:
            self._held.popleft().close()

    def _begin(self, line: socket.socket) -> None:
        if self._kind == "tls":
            line.send(self._hello)
        elif self._kind != "idle":
            line.send(REQUEST)
        if self._kind == "half_open":
            line.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        for line in self._held:
            line.close()


class Cost(Struct):
    """The most that a process took."""

    memory_mb: float = 0.0
    files: int = 0
    tasks: int = 0

    def look(self, pid: int) -> None:
        folder = Path(f"/proc/{pid}")
        pages = int((folder / "statm").read_text().split()[1])
        self.memory_mb = max(self.memory_mb, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
        self.files = max(self.files, len(list((folder / "fd").iterdir())))
        self.tasks = max(self.tasks, len(list((folder / "task").iterdir())))


class Entry(NamedTuple):
    """How a phone came in: at which try, after how many ms."""

    tries: int
    ms: float


def come_in(port: int, secret: str, tls: ssl.SSLContext | None = None, patience: float = PATIENCE_S) -> Entry:
    """A phone with a seat comes back, and tries until it is there.

    :raises TimeoutError: if it does not get in within `patience` seconds.
    """
    return asyncio.run(_come_in(port, secret, tls, patience))


async def _come_in(port: int, secret: str, tls: ssl.SSLContext | None, patience: float) -> Entry:
    """(In one thread: OpenSSL takes no reads and writes of one connection from two.)"""
    begun = time.monotonic()
    async with asyncio.timeout(patience):
        for tries in itertools.count(1):
            with contextlib.suppress(OSError, WebSocketException):
                async with page_of(port, tls, patience) as page:
                    await page.send(json.dumps({"resume": {"session": secret, "id": "back"}}))
                    async for frame in page:
                        answer = json.loads(frame).get("answer", {})
                        if answer.get("id") == "back":
                            if not answer["ok"]:
                                raise RuntimeError(f"its seat is lost: {answer}")
                            return Entry(tries, 1000 * (time.monotonic() - begun))
            await asyncio.sleep(AGAIN_S)
    raise AssertionError("unreachable")


def page_of(port: int, tls: ssl.SSLContext | None, patience: float) -> connect:
    """The WebSocket of a page; also where /etc/hosts has no `localhost`."""
    safe = "s" if tls is not None else ""
    return connect(
        f"ws{safe}://localhost:{port}/table",
        host="127.0.0.1",
        port=port,
        ssl=tls,
        server_hostname="localhost" if tls is not None else None,
        origin=Origin(f"http{safe}://localhost:{port}"),
        compression=None,
        proxy=None,
        open_timeout=patience,
        close_timeout=1,
    )
