"""The real pages' server as a process, beside a table in this one; and pages over HTTP and WebSockets."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.pages.desk import AnyPage, PagesDesk
from tests.patience import PATIENCE_S, until

ROOT = Path(__file__).parents[2]


class Response(NamedTuple):
    status: int
    headers: Message
    body: bytes


class Served:
    """A table and `companion web` for it.

    :param settings: text of web.toml.
    """

    def __init__(self, desk: PagesDesk, settings: str = "") -> None:
        self.desk = desk
        (desk.folder / "web.toml").write_text(settings)
        self.log = desk.folder / "web.log"
        self.pages: list[WebPage] = []
        self.said = ""
        """Its log, once it has ended."""
        self.begin()

    def begin(self) -> None:
        """Start the process, and wait until it serves."""
        command = [sys.executable, "-P", "-m", "companion", "web", "--socket", str(self.desk.path), "--port", "0"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--config", str(self.desk.folder)], stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT)}
            )
        until(lambda: self.desk.server.state.urls or self.process.poll() is not None, "pages are served")
        assert self.process.poll() is None, self.log.read_text()
        self.port = int(self.desk.server.state.urls[0].rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End the process without a word."""
        self.process.kill()
        self.process.wait(PATIENCE_S)
        until(lambda: not self.desk.server.state.urls, "the table notices it")

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    def get(self, path: str, host: str | None = None, method: str = "GET") -> Response:
        """The response to one request.

        :raises OSError: if the line is closed without one.
        """
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            line.putrequest(method, path, skip_host=True)
            if host != "":
                line.putheader("Host", host or self.host)
            line.endheaders()
            response = line.getresponse()
            return Response(response.status, response.headers, response.read())
        except http.client.HTTPException as fault:
            raise ConnectionError from fault
        finally:
            line.close()

    def page(self, **how: Any) -> WebPage:
        """A page with a WebSocket of its own."""
        page = WebPage(self.port, **how)
        self.pages.append(page)
        return page

    def close(self) -> int:
        """Close the table; the exit status of the pages' server."""
        for page in self.pages:
            page.close()
        self.desk.server.close()
        status = self.process.wait(PATIENCE_S)
        self.said = self.log.read_text()
        self.desk.close()
        return status


class WebPage(AnyPage):
    """A page over a WebSocket.

    :raises OSError: if nobody serves it.
    """

    def __init__(self, port: int, origin: str | None = None, host: str | None = None) -> None:
        super().__init__()
        given = host or f"localhost:{port}"
        self._open = ExitStack()
        self.line: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{given}/table",
                sock=socket.create_connection(("127.0.0.1", port), PATIENCE_S),
                origin=None if origin == "" else Origin(origin or f"http://{given}"),
                compression=None,
                proxy=None,
                open_timeout=PATIENCE_S,
                max_queue=(2, 1),
                close_timeout=1,
            )
        )
        self.read()

    def send(self, request: Mapping[str, Any]) -> None:
        self.line.send(json.dumps(request))

    def hear(self) -> bytes:
        text = self.line.recv(PATIENCE_S)
        assert isinstance(text, str)
        return text.encode() + b"\n"

    def close(self) -> None:
        self._open.close()
