"""The wall of a café: one page that shows every linked table, behind a password. What it shows is public.

A page says the password once and gets a session, which is good while this process runs. Then it is sent all tables
whenever one of them has changed, a few times a second at most. It may say that a call for help was seen, and ask for
the evenings that are over.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import hmac
import logging
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path

import msgspec
from msgspec import Struct, json
from msgspec.structs import asdict
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from companion.engine import typed
from companion.engine.text import N_
from companion.hub.figures import Past
from companion.hub.settings import WallSettings
from companion.hub.words import words
from companion.presentation.i18n import LANGUAGES, Catalogue
from companion.uplink.link.wire import WallState
from companion.web.server import site
from companion.web.server.site import HEADERS, Site, address, files_of, response, text_response, until_first

log = logging.getLogger(__name__)

PAGE = Path(__file__).with_name("page")
ICON = Path(site.__file__).parent / "page" / "icon.svg"
LIVE = "/wall"
MOST_PAGES = 32
PAUSE_S = 0.3
"""Between two pictures of all tables."""
TRY_S = 2.0
"""After a wrong password no client at that address may try another for so long."""
SLOW_S = 10.0
MOST_SESSIONS = 256
CLASH_S = 900.0
"""So long the wall says that two tables have one name."""
CLASH = N_("Two tables have this name")
FULL = N_("The hub has no room left for this table")
MOST_RUNS = 8
"""Links of a table that are remembered."""


class _Said(Struct, forbid_unknown_fields=True):
    """A message of a page: one of these."""

    password: str = ""
    session: str = ""
    seen: str = ""
    evenings: bool = False


class WallTable(WallState, frozen=True):
    """A table on the wall. `table`: its name. `clock_age_ms`: how old its clock is. `here`: whether its link is."""

    table: str = ""
    clock_age_ms: int = 0
    seen: bool = False
    here: bool = True


class _Known(Struct):
    """`run`: the link that spoke last; `runs`: those before it. `clash_at`: when one of these came back."""

    state: WallState
    at: float
    here: bool = True
    seen: bool = False
    run: bytes = b""
    runs: tuple[bytes, ...] = ()
    clash_at: float | None = None
    full: bool = False


class Tables:
    """The states of all tables; written on one thread, read on another."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}
        self.changed: Callable[[], object] = lambda: None
        self.answer: Callable[[str, int], object] = lambda _table, _call: None
        """Called with a table and the number of its call that was seen."""

    def on_state(self, table: str, state: WallState) -> None:
        with self._lock:
            known = self._known.setdefault(table, _Known(state, self._now()))
            known.seen = known.seen and state.help
            known.state, known.at = state, self._now()
        self.changed()

    def online(self, table: str, run: bytes) -> bool:
        """Note that a link has come (`run` identifies it) or gone (b""); return whether two share the name: one that
        had been replaced is there again."""
        with self._lock:
            known = self._known.setdefault(table, _Known(WallState(table), self._now()))
            known.here = bool(run)
            clash = run != known.run and run in known.runs
            if run and run != known.run:
                known.runs = (*known.runs[-MOST_RUNS + 1 :], known.run) if known.run else known.runs
                known.run = run
            if clash:
                known.clash_at = self._now()
        self.changed()
        return clash

    def full(self, tables: Collection[str]) -> None:
        """Note the tables that have no room left at the hub."""
        with self._lock:
            changed = [known for table, known in self._known.items() if known.full is not (table in tables)]
            for known in changed:
                known.full = not known.full
        if changed:
            self.changed()

    def seen(self, table: str) -> None:
        with self._lock:
            known = self._known.get(table)
            call = known.state.call if known is not None and known.state.help else None
            if known is not None and call is not None:
                known.seen = True
        if call is not None:
            self.answer(table, call)
        self.changed()

    def shown(self) -> list[WallTable]:
        """Return the tables that call for help first, then the others by name."""
        with self._lock:
            found = [_shown(table, known, self._now()) for table, known in self._known.items()]
        return sorted(found, key=_first)


def _first(shown: WallTable) -> tuple[bool, bool, list[tuple[bool, int, str]]]:
    """Return the sort key: table 2 comes before table 10."""
    parts = re.findall(r"\d+|\D+", shown.title.casefold())
    title = [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]
    return (not shown.help or shown.seen, not shown.trouble and shown.here, title)


def _shown(table: str, known: _Known, now: float) -> WallTable:
    age = int((now - known.at) * 1000)
    clash = known.clash_at is not None and now - known.clash_at < CLASH_S
    ours = (*((_in_all(CLASH),) if clash else ()), *((_in_all(FULL),) if known.full else ()))
    state = asdict(known.state) | {"trouble": (*ours, *known.state.trouble)}
    return WallTable(**state, table=table, clock_age_ms=age, seen=known.seen, here=known.here)


@cache
def _in_all(text: str) -> dict[str, str]:
    """Return words by language."""
    return {language: Catalogue(language).gettext(text) for language in LANGUAGES}


Tell = Callable[[Past | None], object]
"""Takes the evenings that are over; None while they cannot be read."""


class Wall:
    """
    :param metrics: figures of the hub, by name.
    :param evenings: finds those that are over, and hands them over, also on another thread.
    """

    def __init__(
        self,
        settings: WallSettings,
        tables: Tables,
        metrics: Callable[[], dict[str, int]],
        evenings: Callable[[Tell], object],
    ) -> None:
        self._settings, self._tables, self._metrics, self._evenings = settings, tables, metrics, evenings
        files = files_of(PAGE, words) | {"/icon.svg": ("image/svg+xml", ICON.read_bytes())}
        self._site = Site(settings, files, LIVE)
        self._pages: set[ServerConnection] = set()
        self._sessions: list[str] = []
        self._wrong: Counter[str] = Counter()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._changed = asyncio.Event()
        self._stop = asyncio.Event()
        self._fault: OSError | None = None
        self._thread = threading.Thread(target=self._run, name="wall", daemon=True)

    # -- from any thread -------------------------------------------------------------------------------------------

    def start(self) -> int:
        """Serve; the port.

        :raises OSError: if it cannot be opened.
        """
        self._tables.changed = lambda: self._loop.call_soon_threadsafe(self._changed.set)
        self._thread.start()
        self._ready.wait()
        if self._fault is not None:
            raise self._fault
        return self._site.port

    def close(self) -> None:
        self._tables.changed = lambda: None
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()

    # -- its thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except OSError as fault:
            self._fault = fault
        finally:
            self._ready.set()
            self._loop.close()

    async def _serve(self) -> None:
        async with self._site.served(self._visit, self._may, self._figures):
            self._ready.set()
            await until_first(self._push(), self._stop.wait())

    async def _push(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            picture = self._picture()
            for page in list(self._pages):
                await self._send(page, picture)
            await asyncio.sleep(PAUSE_S)

    async def _send(self, page: ServerConnection, text: str) -> None:
        with contextlib.suppress(ConnectionClosed):
            try:
                async with asyncio.timeout(SLOW_S):
                    await page.send(text)
            except TimeoutError:
                page.transport.abort()

    def _picture(self) -> str:
        return json.encode({"tables": self._tables.shown()}).decode()

    def _may(self, _connection: ServerConnection) -> Response | None:
        if len(self._pages) < MOST_PAGES:
            return None
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open.")

    async def _visit(self, page: ServerConnection) -> None:
        try:
            with contextlib.suppress(ConnectionClosed):
                async for message in page:
                    await self._take(page, message)
        finally:
            self._pages.discard(page)

    async def _take(self, page: ServerConnection, message: str | bytes) -> None:
        """Handle a page's message; an invalid one ends the page."""
        try:
            said = typed.from_json(message, _Said)
        except (msgspec.MsgspecError, ValueError):
            page.transport.abort()
            return
        if page not in self._pages:
            await self._let_in(page, said)
            return
        if said.seen:
            self._tables.seen(said.seen)
        if said.evenings:
            self._evenings(partial(self._over, page))

    def _over(self, page: ServerConnection, past: Past | None) -> None:
        """Send the evenings to a page; on any thread."""
        text = json.encode({"evenings": past}).decode()
        asyncio.run_coroutine_threadsafe(self._send(page, text), self._loop)

    async def _let_in(self, page: ServerConnection, said: _Said) -> None:
        who = address(page)
        if said.session in self._sessions and said.session:
            session = said.session
        elif not self._wrong[who] and self._right(said.password):
            session = secrets.token_hex(16)
            self._sessions = [*self._sessions[-MOST_SESSIONS + 1 :], session]
        else:
            if said.password and not self._wrong[who]:
                self._wrong[who] += 1
                self._loop.call_later(TRY_S, self._wrong.pop, who, None)
            await self._send(page, '{"wrong":true}')
            return
        self._pages.add(page)
        await self._send(page, json.encode({"session": session}).decode())
        await self._send(page, self._picture())

    def _right(self, password: str) -> bool:
        return hmac.compare_digest(password.encode(), self._settings.password.encode())

    def _figures(self, path: str, request: Request) -> Response | None:
        """Return what Prometheus reads, with the password (any user)."""
        if path != "/metrics":
            return None
        _basic, _, given = request.headers.get("Authorization", "").partition(" ")
        try:
            password = base64.b64decode(given, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            password = ""
        if not self._right(password):
            asked = {**HEADERS, "WWW-Authenticate": 'Basic realm="companion hub"'}
            return response(HTTPStatus.UNAUTHORIZED, "text/plain; charset=utf-8", b"The wall's password.", asked)
        shown = self._tables.shown()
        figures = {
            "tables": len(shown),
            "tables_here": sum(one.here for one in shown),
            "tables_playing": sum(bool(one.game) and not one.over for one in shown),
            "tables_in_trouble": sum(bool(one.trouble) for one in shown),
            "help_wanted": sum(one.help for one in shown),
            "wall_pages": len(self._pages),
            **self._metrics(),
        }
        text = "".join(f"companion_{name} {value}\n" for name, value in figures.items())
        return response(HTTPStatus.OK, "text/plain; version=0.0.4; charset=utf-8", text.encode(), HEADERS)
