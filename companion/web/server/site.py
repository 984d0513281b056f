"""A small web site: files, one WebSocket path, and limits on connections. No cookie, no external resource.

A page comes only by a name or address of this machine, and its WebSocket only from a page of this site, so that no
other site can have a browser talk to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import mimetypes
import re
import socket
import ssl
from asyncio import sslproto
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from msgspec import json
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from companion.presentation.i18n import LANGUAGES, Language
from companion.presentation.icon_shapes import SOURCE
from companion.web.server.door import AT_ONCE, Door, listen_on
from companion.web_settings import WebSettings

LONGEST_MESSAGE = 4096
"""Bytes of a message of a page."""
TLS_BUFFER = 16 * 1024
"""Bytes that an encrypted connection reads at once: a record of TLS. asyncio takes 256 KB for each connection."""
WAIT_S = 10.0
"""A connection that has not asked for anything within this is closed, its TLS included."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
ENCRYPTED = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Only with TLS: without it browsers warn about the header and ignore it."""
PICTURE_POLICY = "default-src 'none'; sandbox"

Visit = Callable[[ServerConnection], Awaitable[None]]
May = Callable[[ServerConnection], Response | None]


NOT_OURS = "This is not the address of this table.\nCe n’est pas l’adresse de cette table.\n"
"""No page is there yet that knows a language."""


class Site:
    """
    :param files: path -> type and content.
    :param live: the path of the WebSocket.
    :param opens: what its pages may load besides scripts, styles and pictures of their own: directives of the policy.
    :raises OSError: if the certificate cannot be used.
    """

    def __init__(
        self,
        settings: WebSettings,
        files: Mapping[str, tuple[str, bytes]],
        live: str,
        opens: tuple[str, ...] = (),
    ) -> None:
        self.settings = settings
        self._policy = "; ".join((POLICY, *opens))
        self._files, self._live = files, live
        self._names = {"localhost", host_name(), f"{host_name()}.local", *settings.names}
        self._tls = _tls(settings)
        self.door = Door()
        self.port = 0

    @property
    def scheme(self) -> str:
        return "https" if self.settings.certificate else "http"

    @contextlib.asynccontextmanager
    async def served(
        self, visit: Visit, may: May, other: Callable[[str, Request], Response | None] = lambda _path, _request: None
    ) -> AsyncIterator[None]:
        """Serve as long as it is entered; `port` is known then.

        :param visit: what a WebSocket does.
        :param may: why one may not begin; None: it may.
        :param other: further paths; None for those that it does not know.
        :raises OSError: if the port cannot be opened.
        """

        def asked(connection: ServerConnection, request: Request) -> Response | None:
            return self._asked(connection, request, may, other)

        async def settled(connection: ServerConnection) -> None:
            self.door.settle(connection.remote_address)
            await visit(connection)

        async with serve(
            settled,
            sock=listen_on(self.settings.host, self.settings.port, self.door),
            backlog=AT_ONCE,
            ssl=self._tls,
            ssl_handshake_timeout=WAIT_S if self._tls is not None else None,
            process_request=asked,
            compression=None,
            max_size=LONGEST_MESSAGE,
            max_queue=8,
            write_limit=64 * 1024,
            open_timeout=WAIT_S,
            ping_interval=20,
            ping_timeout=40,
            server_header=None,
        ) as server:
            self.port = _port(server)
            yield

    def urls(self) -> list[str]:
        """Return the addresses by which other devices in the house reach it."""
        hosts = [*self.settings.names, *_addresses(), f"{host_name()}.local"]
        return [f"{self.scheme}://{_bracketed(host)}:{self.port}/" for host in dict.fromkeys(hosts)]

    def _asked(
        self,
        connection: ServerConnection,
        request: Request,
        may: May,
        other: Callable[[str, Request], Response | None],
    ) -> Response | None:
        """Return what a request for a file gets; None lets a WebSocket begin."""
        if request.method != "GET":
            return text_response(HTTPStatus.METHOD_NOT_ALLOWED, "Pages are read with GET.")
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not self._is_ours(hosts[0], connection):
            return text_response(HTTPStatus.MISDIRECTED_REQUEST, NOT_OURS)
        path = request.path.split("?", 1)[0]
        if path != self._live:
            return other(path, request) or self._file(path)
        origins = request.headers.get_all("Origin")
        if len(origins) != 1 or origins[0].lower() != f"{self.scheme}://{hosts[0].lower()}":
            return text_response(HTTPStatus.FORBIDDEN, "This page is not from this table.")
        return may(connection)

    def _is_ours(self, host: str, connection: ServerConnection) -> bool:
        """Return whether a page asked for this machine by a name or address of its own: not by one that another site
        made point here."""
        name, _, port = host.rpartition(":") if re.search(r":\d+$", host) else (host, "", "")
        if port and port != str(self.port):
            return False
        name = name.strip("[]").lower().rstrip(".")
        if name in self._names:
            return True
        try:
            here = ipaddress.ip_address(connection.local_address[0].partition("%")[0])
            asked = ipaddress.ip_address(name)
        except ValueError:
            return False
        if isinstance(here, ipaddress.IPv6Address) and here.ipv4_mapped is not None:
            here = here.ipv4_mapped
        return asked == here

    def _file(self, path: str) -> Response:
        found = self._files.get(path)
        if found is None:
            return text_response(HTTPStatus.NOT_FOUND, "There is no such page.")
        kind, data = found
        more = ENCRYPTED if self.settings.certificate else {}
        headers = {**HEADERS, **more, "Content-Security-Policy": self._policy}
        kept = "max-age=86400" if kind.startswith("font/") else "no-cache"
        return response(HTTPStatus.OK, kind, data, {**headers, "Cache-Control": kept})


async def until_first(*work: Coroutine[Any, Any, object]) -> None:
    """Run all until the first of them ends, by a fault as well, and cancel the others."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        ended, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def files_of(folder: Path, words: Callable[[Language], dict[str, str]]) -> dict[str, tuple[str, bytes]]:
    """Return path -> type and content: a folder with its `index.html`, the icons in it, and words in each language."""
    icons = SOURCE.read_text(encoding="utf-8")
    symbols = "".join(re.findall(r"<symbol .*?</symbol>", icons, re.S))
    found: dict[str, tuple[str, bytes]] = {}
    for path in sorted(folder.iterdir()):
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        found[f"/{path.name}"] = (kind, path.read_bytes())
    for language in LANGUAGES:
        found[f"/words.{language}.json"] = ("application/json", json.encode(words(language)))
    kind, index = found.pop("/index.html")
    found["/"] = (kind, index.replace(b"<!-- icons -->", symbols.encode()))
    return found


def response(status: HTTPStatus, kind: str, body: bytes, headers: dict[str, str]) -> Response:
    given = Headers()
    given["Content-Type"] = kind
    given["Content-Length"] = str(len(body))
    given["Connection"] = "close"
    for name, value in headers.items():
        given[name] = value
    return Response(status.value, status.phrase, given, body)


def text_response(status: HTTPStatus, words: str) -> Response:
    return response(status, "text/plain; charset=utf-8", words.encode(), HEADERS)


def address(connection: ServerConnection) -> str:
    where = connection.remote_address
    return str(where[0]) if where else ""


def _port(server: Server) -> int:
    return int(next(iter(server.sockets)).getsockname()[1])


def host_name() -> str:
    return socket.gethostname().partition(".")[0].lower()


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _addresses() -> list[str]:
    """Return the address by which others in the house reach this machine. Nothing is sent to find it."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(str(probe.getsockname()[0]))
    return found or ["127.0.0.1"]


def _tls(settings: WebSettings) -> ssl.SSLContext | None:
    if not settings.certificate:
        return None
    sslproto.SSLProtocol.max_size = TLS_BUFFER
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(settings.certificate, settings.key or None)
    return context
