"""The pages' server: HTTP and WebSockets on one side, the pages' socket of the table on the other.

It knows no game and keeps nothing: each WebSocket has a connection of its own to the socket, and what comes from one
goes to the other as it is. Who may see what is decided behind the socket (companion/web/desk/server.py); what is
decided here is who may connect, how much and how often.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from msgspec import Struct, json
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from companion.engine import typed
from companion.notify import notify, watchdog_s
from companion.presentation.colours import C
from companion.presentation.fonts import FontFace, face_file
from companion.web.server.door import address_place
from companion.web.server.site import (
    HEADERS,
    PICTURE_POLICY,
    Site,
    address,
    files_of,
    response,
    text_response,
    until_first,
)
from companion.web.server.words import words
from companion.web_settings import WebSettings

log = logging.getLogger(__name__)

PAGE = Path(__file__).with_name("page")
OPENS = ("font-src 'self'", "manifest-src 'self'")
FONTS: dict[str, FontFace] = {"/serif.ttf": "bold", "/text.ttf": "text", "/bold.ttf": "text_bold"}
"""The kiosk's, as style.css names them."""
LIVE = "/table"
"""Path of the WebSocket."""
FRAME = 256 * 1024
"""More than a line of the pages' socket has: pictures come there, too."""
MOST_SOCKETS = 64
"""WebSockets at once. The pages' socket takes a few more."""
MOST_OF_ONE = 24
"""WebSockets of one place (`place_of`) at once."""
BURST, A_SECOND = 30, 10
"""Messages of a page: so many at once, and so many a second in the long run."""
SLOW_S = 10.0
"""A page that does not take a frame within this is closed."""
ADDRESSES_S = 30.0
"""Whether the machine has another address now is looked up this often."""
MOST_PICTURES = 16
CODE = "/code.svg"
"""The address of the pages, to be scanned from a television."""


class _Held(Struct):
    """Of a frame, what says whether its page is a seat's."""

    seat: str = ""


class _ServerMessage(Struct):
    """A message of the table to the server itself: a picture by its name, or the places of phones with a seat
    (`Door`)."""

    picture: str = ""
    svg: str = ""
    known: list[str] | None = None


class SocketGone(Exception):
    """The table has closed the pages' socket, or there is none."""


class Visitor:
    """One WebSocket."""

    def __init__(self, place: str, page: ServerConnection) -> None:
        self.place = place
        self.page = page
        self.seated = False
        self._left = float(BURST)
        self._at = time.monotonic()

    def may_speak(self) -> bool:
        """Return whether one more message is within the rate."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _fonts() -> dict[str, tuple[str, bytes]]:
    return {path: ("font/ttf", Path(face_file(face)).read_bytes()) for path, face in FONTS.items()}


@lru_cache(maxsize=1)
def _code(words: str) -> bytes:
    """Return a square that a phone's camera reads."""
    import segno

    drawn = io.BytesIO()
    code = segno.make_qr(words, error="m")
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, dark=C.pit.hex, light=C.bone.hex)
    return drawn.getvalue()


class Web:
    """
    :param path: of the pages' socket.
    :raises OSError: if the certificate cannot be used.
    """

    def __init__(self, path: Path, settings: WebSettings) -> None:
        self._path = path
        self._site = Site(settings, files_of(PAGE, words) | _fonts(), LIVE, OPENS)
        self._visitors: list[Visitor] = []
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

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
        async with self._site.served(self._visit, self._may, self._picture):
            ready(self._site.port)
            try:
                await until_first(self._hear(reader), self._tell_addresses(writer), _give_signs_of_life())
            finally:
                writer.close()

    async def _tell_addresses(self, writer: asyncio.StreamWriter) -> None:
        said: list[str] = []
        while True:
            urls = self._site.urls()
            if urls != said:
                writer.write(json.encode({"serve": {"urls": urls}}) + b"\n")
                try:
                    await writer.drain()
                except ConnectionError:  # the table is gone
                    return
                said = urls
            await asyncio.sleep(ADDRESSES_S)

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            told = typed.from_json(line, _ServerMessage)
            if told.known is not None:
                self._site.door.known = frozenset(told.known)
                continue
            self._pictures[told.picture] = told.svg.encode()
            while len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)

    # -- who may connect --------------------------------------------------------------------------------------------

    def _may(self, connection: ServerConnection) -> Response | None:
        if self._make_room(address_place(address(connection))):
            return None
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open.")

    def _make_room(self, place: str) -> bool:
        """Return whether one more page may come. Pages without a seat leave first, the oldest first: strangers cannot
        keep the players out."""
        there = [visitor for visitor in self._visitors if visitor.place == place]
        full = there if len(there) >= MOST_OF_ONE else self._visitors if len(self._visitors) >= MOST_SOCKETS else []
        if not full:
            return True
        gone = next((visitor for visitor in full if not visitor.seated), None)
        if gone is None:
            return False
        self._visitors.remove(gone)
        gone.page.transport.abort()
        return True

    def _picture(self, path: str, _request: Request) -> Response | None:
        if path == CODE:
            return response(HTTPStatus.OK, "image/svg+xml", _code(self._site.urls()[0]), HEADERS)
        if not path.startswith("/picture/"):
            return None
        picture = self._pictures.get(path[len("/picture/") :].removesuffix(".svg"))
        if picture is None:
            return text_response(HTTPStatus.NOT_FOUND, "There is no such picture.")
        headers = {**HEADERS, "Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "max-age=600, immutable"}
        return response(HTTPStatus.OK, "image/svg+xml", picture, headers)

    # -- a page -------------------------------------------------------------------------------------------------------

    async def _visit(self, page: ServerConnection) -> None:
        visitor = Visitor(address_place(address(page)), page)
        self._visitors.append(visitor)
        try:
            reader, writer = await asyncio.open_unix_connection(str(self._path), limit=FRAME)
        except OSError:
            self._gone(visitor)
            await page.close(1012)
            return
        down = asyncio.create_task(self._down(visitor, reader))
        try:
            writer.write(json.encode({"page": {"address": visitor.place}}) + b"\n")
            async for message in page:
                if not isinstance(message, str) or not visitor.may_speak():
                    page.transport.abort()  # without waiting for a WebSocket close handshake
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
        """Forward the table's lines to the page."""
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
    """Notify the parent process as long as this loop runs; for ever."""
    period = watchdog_s()
    if period is None:
        await asyncio.Event().wait()
    while period is not None:
        notify("WATCHDOG=1")
        await asyncio.sleep(period)
