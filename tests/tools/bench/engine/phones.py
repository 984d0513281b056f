"""Phones of the bench, beside a kiosk that measures itself.

`python -m tests.tools.bench.engine.phones SOCKET TOKEN PAGES`.

It starts the pages' server, opens PAGES pages, one of them a phone for the seat of TOKEN, and says
`{"web": PID}`. For each line that comes in, a key, the phone chooses it once it is offered, and a line says when it was
`sent`, and `seen` in a frame of a page without a seat (seconds of the machine's monotonic clock).
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

PATIENCE_S = 60.0
Json = dict[str, Any]


def free_port() -> int:
    """One that nobody listens at."""
    with socket.create_server(("", 0)) as found:
        return int(found.getsockname()[1])


def page_line(port: int, timeout: float) -> ClientConnection:
    """The WebSocket of a page, from this machine; also where /etc/hosts has no `localhost`.

    :param timeout: s.
    :raises OSError: if nobody listens there.
    """
    line = socket.create_connection(("127.0.0.1", port), timeout)
    url, origin = f"ws://localhost:{port}/table", Origin(f"http://localhost:{port}")
    return connect(url, sock=line, origin=origin, compression=None, proxy=None)


class Page:
    """A page that reads all its frames on a thread. `frame`: the last one, `at` when it came."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.frame: Json = {}
        self.at = 0.0
        self._came = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for text in self.line:
                at, frame = time.monotonic(), json.loads(text)
                with self._came:
                    self.frame, self.at = frame, at
                    self._came.notify_all()

    def until(self, condition: Any) -> tuple[Json, float]:
        """The first frame for which it is so, and when it came."""
        with self._came:
            if not self._came.wait_for(lambda: condition(self.frame), PATIENCE_S):
                raise TimeoutError("no such frame")
            return self.frame, self.at

    def send(self, request: Json) -> None:
        self.line.send(json.dumps(request))


def offered(key: str) -> Any:
    """Whether a frame's prompt can be answered with a key."""
    return lambda frame: any(
        option["key"] == key and not option.get("why") for option in frame.get("prompt", {}).get("options", ())
    )


@contextmanager
def pages_server(path: Path) -> Iterator[tuple[int, int]]:
    """The pages' server of the kiosk at a socket: its port, once somebody listens there, and its process."""
    port = free_port()
    with tempfile.TemporaryDirectory() as config:
        command = [sys.executable, "-m", "companion", "web", "--socket", str(path), "--config", config]
        web = subprocess.Popen([*command, "--port", str(port)])
        try:
            end = time.monotonic() + PATIENCE_S
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), PATIENCE_S).close()
                    break
                except OSError:
                    if time.monotonic() > end:
                        raise
                    time.sleep(0.05)
            yield port, web.pid
        finally:
            web.terminate()
            web.wait()


def main() -> None:
    path, token, pages = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    with pages_server(path) as (port, web), ExitStack() as opened:
        play(opened, port, token, pages, web)


def play(opened: ExitStack, port: int, token: str, pages: int, web: int) -> None:
    lines = [opened.enter_context(page_line(port, PATIENCE_S)) for _ in range(max(2, pages))]
    phone, watching, *_others = map(Page, lines)
    phone.send({"pair": {"token": token, "id": "pair"}})
    phone.until(lambda frame: frame.get("seat"))
    print(json.dumps({"web": web}), flush=True)
    for number, line in enumerate(sys.stdin):
        key = line.strip()
        frame, _at = phone.until(offered(key))
        before = frame["number"]
        sent = time.monotonic()
        phone.send({"choose": {"key": key, "number": before, "id": f"a{number}"}})
        _frame, seen = watching.until(lambda frame, before=before: frame["number"] != before)
        print(json.dumps({"sent": sent, "seen": seen}), flush=True)


if __name__ == "__main__":
    main()
