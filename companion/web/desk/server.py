"""The pages' socket: frames for phones and televisions, and the answers of phones. One thread, one Unix socket.

It sends the public view until a connection hands over a token or the secret of a session; then it sends the view of
that one seat, and takes that seat's answers. Each update of the table sends one frame to every connection,
whatever changed; each request is answered by one frame. All frames are of one size (`frame.SIZE`).

The program at the other end is the pages' server (companion/web/server). Its first line says what a connection is for:
`{"serve": {"urls": [...]}}` for itself, `{"page": {"address": "..."}}` for a page. docs/protocol.md has the requests.

What is behind it: `socket_loop` (the thread), `requests` (what may be asked), `watching` (the table), `pairing` and
`seating` (sessions), `lobby` (who comes in), `answering` (what a seat does), `hosting` (what a host does), `showing`
(frames).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.codec import public_json
from companion.engine.engine_thread import EngineThread
from companion.engine.refused import Refused
from companion.engine.update import Update
from companion.web.desk.answering import SeatAnswers
from companion.web.desk.connection import Connection
from companion.web.desk.frame import PageAnswer
from companion.web.desk.hosting import Hosting
from companion.web.desk.lobby import Lobby
from companion.web.desk.pairing import Pairings, made_secret
from companion.web.desk.requests import OpenPageLine, ServeLine, first_line, id_in, language_of, parsed, parsed_request
from companion.web.desk.seating import Seating
from companion.web.desk.showing import FrameSender, Showing
from companion.web.desk.socket_loop import SocketLoop
from companion.web.desk.state import PagesState, Phone, SetUpTable
from companion.web.desk.watching import TableWatch

log = logging.getLogger(__name__)


class PagesServer:
    """
    :param path: of the socket.
    :param kept: the file that keeps sessions over a restart; None: they end with the process.
    :param changed: called on the thread of the pages whenever `state` is another one.
    :param failed: called on that thread if it ends by a fault.
    :param wall: s since 1970.
    :param made: makes a secret.
    :param shared: whether our group may connect, too; else our own user alone.
    :raises OSError: if the socket cannot be opened.
    """

    def __init__(
        self,
        table: EngineThread,
        path: Path,
        kept: Path | None,
        changed: Callable[[], object] = lambda: None,
        failed: Callable[[BaseException], object] = lambda _fault: None,
        wall: Callable[[], float] = time.time,
        made: Callable[[], str] = made_secret,
        shared: bool = False,
    ) -> None:
        self._loop = SocketLoop(path, shared, self._answer, self._gone, self._broadcast, failed)
        self._changed = changed
        self._urls: tuple[str, ...] = ()
        self._known = b""
        self._state = PagesState()
        self._frames = FrameSender(self._loop.send)
        # Numbers of an earlier process are none of this one's.
        self._watch = TableWatch(table, made()[:8].replace("-", "_"))
        self._pairings = Pairings(kept, wall, made)
        self._seating = Seating(self._pairings, self._connections, self._frames.send_bare)
        self._lobby = Lobby(
            self._watch,
            self._pairings,
            self._seating,
            self._connections,
            self._frames.painter,
            lambda connection, answer, secret: self._show((connection,), answer, secret),
            Random(made()),
        )
        self._answering = SeatAnswers(
            self._watch, self._pairings, self._seating, lambda: self._loop.do(self._broadcast)
        )
        self._hosting = Hosting(self._watch, self._seating, self._lobby, self._do)
        self._showing = Showing(
            self._frames,
            self._watch,
            self._pairings,
            self._seating,
            self._lobby,
            self._answering,
            self._hosting,
            self._send_served,
        )

    # -- for the table, from any thread ---------------------------------------------------------------------------

    @property
    def state(self) -> PagesState:
        return self._state

    @property
    def set_up(self) -> Callable[[str, str], object]:
        """Called on the pages' thread with what the host chooses before a game: a line's key, and a value of it."""
        return self._hosting.set_up

    @set_up.setter
    def set_up(self, chosen: Callable[[str, str], object]) -> None:
        self._hosting.set_up = chosen

    def start(self) -> None:
        self._loop.start()
        self._loop.do(self._broadcast)

    def hear(self, update: Update) -> None:
        """Hand an update over and return: a listener of the table."""
        self._loop.do(lambda: self._updated(update))

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        """Make a token for a seat and hand it to `then` on the pages' thread; "" if no player has that name."""
        self._loop.do(lambda: self._mint(seat, then))

    def admit(self, arrival: int, yes: bool) -> None:
        """Let a phone in that waits (`Arrival.id`), in the place of one that is there; or send it away."""
        self._do(lambda: self._lobby.admit(arrival, yes))

    def admit_everybody(self, yes: bool) -> None:
        """Let all phones in that want a free seat or a new name, now and until a game begins; or no longer."""
        self._do(lambda: self._lobby.admit_everybody(yes))

    def name_host(self, seat: str) -> None:
        """Have this seat's phone do what the table may; "": none."""
        self._loop.do(lambda: self._name_host(seat))

    def prepare(self, table: SetUpTable) -> None:
        """Take over how the table is set up."""
        self._loop.do(lambda: self._prepare(table))

    def revoke(self, seat: str) -> None:
        """End the session of a seat: its phone shows nothing more."""
        self._do(lambda: self._lobby.revoke(seat))

    def forget(self, name: str) -> None:
        """End the session of a forgotten name, unless it plays just now."""
        self._do(lambda: None if name in self._watch.playing else self._lobby.forget(name))

    def end_all(self) -> None:
        """End all sessions, as the evening is over."""
        self._do(self._lobby.end_all)

    def close(self) -> None:
        """Close all connections; the socket is gone from the file system."""
        self._loop.close()

    def _do(self, job: Callable[[], object]) -> None:
        """Do something on the pages' thread, and tell what it has changed."""

        def done() -> None:
            job()
            self._note()

        self._loop.do(done)

    def _mint(self, seat: str, then: Callable[[str], object]) -> None:
        token = self._lobby.mint(seat)
        self._note()
        then(token)

    def _name_host(self, seat: str) -> None:
        self._pairings.name_host(seat)
        self._broadcast()

    def _prepare(self, table: SetUpTable) -> None:
        self._lobby.prepare(table)
        self._broadcast()

    def _updated(self, update: Update) -> None:
        self._watch.updated(update)
        self._broadcast()

    # -- requests -------------------------------------------------------------------------------------------------

    def _connections(self) -> tuple[Connection, ...]:
        return self._loop.connections

    def _gone(self, connection: Connection) -> None:
        if connection.serves:
            self._urls = ()
        self._note()

    def _answer(self, connection: Connection, line: bytes) -> None:
        if not connection.page:
            self._introduce(connection, line)
            return
        id = secret = ""
        painter = self._frames.painter(connection)
        try:
            name, body = parsed(line)
            id = id_in(body)
            secret = self._request(connection, name, parsed_request(name, body))
            answer = self._frames.painter(connection).answer(id)
            answer.saved = self._watch.saved
            self._show((connection,), answer, secret)
            return
        except Refused as refused:
            answer = painter.answer(id, refused.code, dict(refused.facts), self._watch.game)
        except TimeoutError:
            answer = painter.answer(id, "journal_slow")
        except Exception as fault:
            log.exception("a fault of the pages on a request")
            answer = painter.answer(id, "internal", {"fault": type(fault).__name__})
        try:
            self._show((connection,), answer)
        except TimeoutError:
            self._loop.behind = True
            self._frames.send_bare(connection, "slow", answer, secret)

    def _introduce(self, connection: Connection, line: bytes) -> None:
        """Take a connection's first line; the pages' server sends it again when its addresses change."""
        try:
            match first_line(line):
                case ServeLine(urls=urls):
                    self._urls = tuple(urls)
                    if not connection.serves:
                        connection.serves = True
                        self._loop.send(connection, self._known_line())
                        for drawn in self._showing.pictures.lines:
                            self._loop.send(connection, drawn)
                case OpenPageLine() as page if not connection.serves:
                    connection.language, connection.address = language_of(page.language), page.address
                    connection.page = True
                    self._show((connection,))
                case OpenPageLine():
                    self._loop.drop(connection)
        except Refused:
            self._loop.drop(connection)
        except TimeoutError:
            self._loop.behind = True
            self._frames.send_bare(connection, "slow")
        self._note()

    def _request(self, connection: Connection, name: str, request: Any) -> str:
        """Do what a page asks; the secret of its session, where one begins."""
        match name:
            case "language":
                connection.language = language_of(request.language)
            case "pair":
                return self._lobby.pair(connection, request.token, request.session)
            case "join":
                return self._lobby.join(connection, request.name, request.session)
            case "resume":
                self._seating.take_up(connection, request.session)
            case "leave":
                self._seating.leave(connection)
            case "hand_on":
                self._seating.hand_on(connection)
            case "choose":
                self._answering.choose(connection, request)
            case "back":
                self._answering.back(connection)
            case "undo":
                self._answering.undo(connection, request)
            case "agree":
                self._answering.agree(connection, request)
            case "disagree":
                self._answering.disagree(connection)
            case "host":
                self._hosting.act(connection, request)
            case _:  # look
                pass
        return ""

    # -- showing --------------------------------------------------------------------------------------------------

    def _broadcast(self) -> None:
        self._show(self._connections())
        self._lobby.close_names()

    def _show_lobby(self) -> None:
        """Show to all that have no seat which seats have a phone."""
        self._show(tuple(one for one in self._connections() if not one.seat))

    def _show_host(self) -> None:
        """Show to the host who waits now."""
        self._show(tuple(one for one in self._connections() if self._seating.is_host(one)))

    def _show(self, connections: tuple[Connection, ...], answer: PageAnswer | None = None, secret: str = "") -> None:
        self._showing.show(connections, answer, secret)
        self._loop.behind = False
        self._note()

    def _send_served(self, line: bytes) -> None:
        """Send the pages' server a line."""
        for connection in self._connections():
            if connection.serves:
                self._loop.send(connection, line)

    def _known_line(self) -> bytes:
        """Return where phones with a seat were: there is room for these at the door."""
        places = {session.address for session in self._pairings.sessions}
        return public_json({"known": sorted(places - {""})}) + b"\n"

    def _note(self) -> None:
        """Tell the table, and the pages' server, if what they know of the phones has changed."""
        known = self._known_line()
        if known != self._known:
            self._known = known
            self._send_served(known)
        pages = [connection for connection in self._connections() if connection.page]
        there = {connection.session.seat for connection in pages if connection.session is not None}
        seats = [session.seat for session in self._pairings.sessions]
        if seats != [phone.seat for phone in self._state.phones]:
            self._loop.do(self._show_lobby)
        asking = self._lobby.asking()
        if asking != self._state.asking:
            self._loop.do(self._show_host)
        state = PagesState(
            self._urls,
            tuple(Phone(seat, seat in there) for seat in seats),
            asking,
            sum(1 for connection in pages if not connection.seat),
            self._pairings.minted,
            everybody=self._lobby.everybody,
            named=tuple(self._lobby.named),
            host=self._pairings.host,
            taking=self._watch.taking[0] if self._watch.taking is not None else "",
        )
        if state != self._state:
            self._state = state
            self._changed()
