"""The pages' server: HTTP and WebSockets on one side, the pages' socket of the table on the other.

It knows no game and keeps nothing: each WebSocket has a connection of its own to the socket, and what comes from one
goes to the other as it is. Who may see what is decided behind the socket (companion/pages/server.py); what is decided
here is who may connect, how much and how often.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import mimetypes
import re
import socket
import ssl
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from msgspec import Struct, json
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from companion.engine import typed
from companion.network.settings import WebSettings
from companion.network.words import words
from companion.notify import notify, watchdog_s
from companion.presentation.i18n import LANGUAGES
from companion.presentation.icon_shapes import SOURCE

log = logging.getLogger(__name__)

PAGE = Path(__file__).with_name("page")
LIVE = "/table"
"""Path of the WebSocket."""
LONGEST_MESSAGE = 4096
"""Bytes of a message of a page."""
FRAME = 256 * 1024
"""More than a line of the pages' socket has: pictures come there, too."""
MOST_SOCKETS = 64
"""WebSockets at once. The pages' socket takes a few more."""
MOST_OF_ONE = 24
"""WebSockets of one address at once."""
MOST_OPEN = 256
"""TCP connections at once, whatever they ask for."""
BURST, A_SECOND = 30, 10
"""Messages of a page: so many at once, and so many a second in the long run."""
SLOW_S = 10.0
"""A page that does not take a frame within this is closed."""
WAIT_S = 30.0
"""A connection that has not asked for anything within this is closed."""
ADDRESSES_S = 30.0
"""Whether the machine has another address now is looked up this often."""
MOST_PICTURES = 8

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
"""Only with TLS: without it browsers complain of it and heed it not."""
PICTURE_POLICY = "default-src 'none'; sandbox"


class _Held(Struct):
    """Of a frame, what says whether its page is a seat's."""

    seat: str = ""


class _Picture(Struct):
    picture: str
    svg: str


class SocketGone(Exception):
    """The table has closed the pages' socket, or there is none."""


class Visitor:
    """One WebSocket."""

    def __init__(self, address: str, page: ServerConnection) -> None:
        self.address = address
        self.page = page
        self.seated = False
        self._left = float(BURST)
        self._at = time.monotonic()

    def may_speak(self) -> bool:
        """Whether one more message is within the rate."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Web:
    """
    :param path: of the pages' socket.
    """

    def __init__(self, path: Path, settings: WebSettings) -> None:
        self._path = path
        self._settings = settings
        self._visitors: list[Visitor] = []
        self._open = 0
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._files = _files()
        self._names = {"localhost", _host_name(), f"{_host_name()}.local", *settings.names}
        self.port = 0

    async def run(self, ready: Callable[[int], object] = lambda _port: None) -> None:
        """Serve until the table closes the pages' socket.

        :param ready: called with the port once pages are served.
        :raises SocketGone: if there is no such socket.
        :raises OSError: if the port cannot be opened.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._path), limit=FRAME * 8)
        except OSError as fault:
            raise SocketGone(str(self._path)) from fault
        tls = _tls(self._settings)
        async with serve(
            self._visit,
            sock=_listen(self._settings.host, self._settings.port),
            ssl=tls,
            process_request=self._asked,
            compression=None,
            max_size=LONGEST_MESSAGE,
            max_queue=8,
            write_limit=64 * 1024,
            open_timeout=WAIT_S,
            ping_interval=20,
            ping_timeout=40,
            server_header=None,
            create_connection=self._connection_kind(),
        ) as server:
            self.port = _port(server)
            ready(self.port)
            told = asyncio.create_task(self._tell_addresses(writer, "https" if tls is not None else "http"))
            alive = asyncio.create_task(_give_signs_of_life())
            try:
                await self._take_pictures(reader)
            finally:
                told.cancel()
                alive.cancel()
                writer.close()

    async def _tell_addresses(self, writer: asyncio.StreamWriter, scheme: str) -> None:
        said: list[str] = []
        while True:
            hosts = [*self._settings.names, *_addresses(), f"{_host_name()}.local"]
            urls = [f"{scheme}://{_bracketed(host)}:{self.port}/" for host in dict.fromkeys(hosts)]
            if urls != said:
                writer.write(json.encode({"serve": {"urls": urls}}) + b"\n")
                await writer.drain()
                said = urls
            await asyncio.sleep(ADDRESSES_S)

    async def _take_pictures(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            found = typed.from_json(line, _Picture)
            self._pictures[found.picture] = found.svg.encode()
            while len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)

    # -- who may connect --------------------------------------------------------------------------------------------

    def _connection_kind(self) -> type[ServerConnection]:
        web = self

        class Counted(ServerConnection):
            """A connection that is refused before it costs anything where there are too many."""

            counted = False

            def connection_made(self, transport: Any) -> None:
                super().connection_made(transport)
                web._open += 1
                self.counted = True
                if web._open > MOST_OPEN:
                    transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                if self.counted:
                    web._open -= 1
                    self.counted = False
                super().connection_lost(exc)

        return Counted

    def _asked(self, connection: ServerConnection, request: Request) -> Response | None:
        """What a request for a file gets; None lets a WebSocket begin."""
        if request.method != "GET":
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED, "Pages are read with GET.")
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not self._is_ours(hosts[0], connection):
            return _plain(HTTPStatus.MISDIRECTED_REQUEST, "This is not the address of this table.")
        path = request.path.split("?", 1)[0]
        if path != LIVE:
            return self._file(path)
        origins = request.headers.get_all("Origin")
        scheme = "https" if self._settings.certificate else "http"
        if len(origins) != 1 or origins[0].lower() != f"{scheme}://{hosts[0].lower()}":
            return _plain(HTTPStatus.FORBIDDEN, "This page is not from this table.")
        if not self._make_room(_address(connection)):
            return _plain(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open.")
        return None

    def _is_ours(self, host: str, connection: ServerConnection) -> bool:
        """Whether a page asked for this machine by a name or address of its own: not by one that another site made
        point here."""
        name, _, port = host.rpartition(":") if re.search(r":\d+$", host) else (host, "", "")
        if port and int(port) != self.port:
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

    def _make_room(self, address: str) -> bool:
        """Whether one more page may come. Pages without a seat leave first: nobody can keep the players out."""
        if Counter(visitor.address for visitor in self._visitors)[address] >= MOST_OF_ONE:
            return False
        if len(self._visitors) < MOST_SOCKETS:
            return True
        gone = next((visitor for visitor in self._visitors if not visitor.seated), None)
        if gone is None:
            return False
        self._visitors.remove(gone)
        gone.page.transport.abort()
        return True

    def _file(self, path: str) -> Response:
        if path.startswith("/picture/"):
            picture = self._pictures.get(path[len("/picture/") :].removesuffix(".svg"))
            if picture is None:
                return _plain(HTTPStatus.NOT_FOUND, "There is no such picture.")
            headers = {**HEADERS, "Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "max-age=600, immutable"}
            return _response(HTTPStatus.OK, "image/svg+xml", picture, headers)
        found = self._files.get(path)
        if found is None:
            return _plain(HTTPStatus.NOT_FOUND, "There is no such page.")
        kind, data = found
        more = ENCRYPTED if self._settings.certificate else {}
        return _response(HTTPStatus.OK, kind, data, {**HEADERS, **more, "Cache-Control": "no-cache"})

    # -- a page -------------------------------------------------------------------------------------------------------

    async def _visit(self, page: ServerConnection) -> None:
        visitor = Visitor(_address(page), page)
        self._visitors.append(visitor)
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._path), limit=FRAME)
        except OSError:
            self._gone(visitor)
            await page.close(1012)
            return
        down = asyncio.create_task(self._down(visitor, reader))
        try:
            writer.write(b'{"page":{}}\n')
            async for message in page:
                if not isinstance(message, str) or not visitor.may_speak():
                    page.transport.abort()  # nothing is waited for, nothing is told
                    return
                writer.write(message.replace("\n", " ").encode() + b"\n")
                await writer.drain()
        except (ConnectionClosed, ConnectionError):
            pass
        finally:
            self._gone(visitor)
            down.cancel()
            writer.close()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await down

    async def _down(self, visitor: Visitor, reader: asyncio.StreamReader) -> None:
        """What the table sends, to the page."""
        page = visitor.page
        try:
            while line := await reader.readline():
                visitor.seated = bool(typed.from_json(line, _Held).seat)
                async with asyncio.timeout(SLOW_S):
                    await page.send(line[:-1].decode())
            await page.close(1012)
        except TimeoutError:
            page.transport.abort()
        except (ConnectionClosed, ConnectionError):
            pass

    def _gone(self, visitor: Visitor) -> None:
        if visitor in self._visitors:
            self._visitors.remove(visitor)


async def _give_signs_of_life() -> None:
    """To systemd, as long as this loop turns."""
    period = watchdog_s()
    while period is not None:
        notify("WATCHDOG=1")
        await asyncio.sleep(period)


def _files() -> dict[str, tuple[str, bytes]]:
    """Path -> type and content: all that can be asked for but pictures. Read once."""
    icons = SOURCE.read_text(encoding="utf-8")
    symbols = "".join(re.findall(r"<symbol .*?</symbol>", icons, re.S))
    found: dict[str, tuple[str, bytes]] = {}
    for path in sorted(PAGE.iterdir()):
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        found[f"/{path.name}"] = (kind, path.read_bytes())
    for language in LANGUAGES:
        found[f"/words.{language}.json"] = ("application/json", json.encode(words(language)))
    kind, index = found.pop("/index.html")
    found["/"] = (kind, index.replace(b"<!-- icons -->", symbols.encode()))
    return found


def _response(status: HTTPStatus, kind: str, body: bytes, headers: dict[str, str]) -> Response:
    given = Headers()
    given["Content-Type"] = kind
    given["Content-Length"] = str(len(body))
    given["Connection"] = "close"
    for name, value in headers.items():
        given[name] = value
    return Response(status.value, status.phrase, given, body)


def _plain(status: HTTPStatus, words: str) -> Response:
    return _response(status, "text/plain; charset=utf-8", words.encode(), HEADERS)


def _address(connection: ServerConnection) -> str:
    where = connection.remote_address
    return str(where[0]) if where else ""


def _port(server: Server) -> int:
    return int(next(iter(server.sockets)).getsockname()[1])


def _listen(host: str, port: int) -> socket.socket:
    """
    :raises OSError: if that cannot be listened at.
    """
    both = not host and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both or ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=64, dualstack_ipv6=both)


def _host_name() -> str:
    return socket.gethostname().partition(".")[0].lower()


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _addresses() -> list[str]:
    """The address by which others in the house reach this machine. Nothing is sent to find it."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(str(probe.getsockname()[0]))
    return found or ["127.0.0.1"]


def _tls(settings: WebSettings) -> ssl.SSLContext | None:
    if not settings.certificate:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(settings.certificate, settings.key or None)
    return context
