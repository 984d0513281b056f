"""The pages' socket: frames for phones and televisions, and the answers of phones. One thread, one Unix socket.

It sends the public view until a connection hands over a token or the secret of a session; then it sends the view of
that one seat, and takes that seat's answers. Each update of the table sends one frame to every connection,
whatever changed; each request is answered by one frame. All frames are of one size (`frame.SIZE`).

The program at the other end is the pages' server (companion/web/server). Its first line says what a connection is for:
`{"serve": {"urls": [...]}}` for itself, `{"page": {"address": "..."}}` for a page. docs/protocol.md has the requests.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import logging
import queue
import selectors
import socket
import threading
import time
from collections.abc import Callable
from copy import copy
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from companion.engine.audience import Seat
from companion.engine.codec import public_json, strict_json, to_kind
from companion.engine.correction import moved
from companion.engine.engine_thread import EngineThread
from companion.engine.hearing import check_seen
from companion.engine.message import Messages
from companion.engine.player_names import plain, seats_of
from companion.engine.prompt import Keys, Prompt, follow
from companion.engine.refused import BadInput, PrivateRefusal, Refused
from companion.engine.requests import Choose, Correct, Leave, SeatSight, Undo, Watch, Watched
from companion.engine.unix_socket import listen
from companion.engine.update import Update
from companion.presentation.i18n import LANGUAGES, Catalogue, Language
from companion.presentation.scene import Scene
from companion.presentation.svg import to_svg
from companion.web.desk.arrivals import MOST_OF_PLACE, Pace, new_name, signs_for, who_leaves
from companion.web.desk.frame import (
    SIZE,
    PageAnswer,
    PageArrival,
    PageFrame,
    PageHost,
    PageLobby,
    PageTaking,
    Painter,
    padded,
    seat_of,
)
from companion.web.desk.games import is_setting_up, page_of
from companion.web.desk.lines import PageKey, of_corrections, of_set_up
from companion.web.desk.pairing import Pairings, PhoneSession, made_secret
from companion.web.desk.state import TABLE, WISHES, Arrival, PagesState, Phone, SetUpTable, Wish

log = logging.getLogger(__name__)

LONGEST_LINE = 4096
"""Bytes of one request."""
MOST_CONNECTIONS = 96
MOST_WAITING = 16
"""Frames that a connection has not taken; then it is closed, and may come back."""
PATIENCE = 5.0
"""s that the engine is waited for."""
AGAIN_S = 1.0
"""After so long an engine that did not answer is asked again."""

SessionSecret = Annotated[str, Meta(min_length=1, max_length=64)]
LONGEST_ID = 40
Id = Annotated[str, Meta(max_length=LONGEST_ID)]


class _Serve(Struct, forbid_unknown_fields=True):
    urls: list[Annotated[str, Meta(max_length=200)]]


class _Page(Struct, forbid_unknown_fields=True):
    """`address`: from which the page came, as the pages' server counts them."""

    language: str = "fr"
    address: Annotated[str, Meta(max_length=64)] = ""


class _Pair(Struct, forbid_unknown_fields=True):
    """`session`: the secret that the phone has already, if it has one."""

    token: SessionSecret
    session: Annotated[str, Meta(max_length=64)] = ""
    id: Id = ""


class _Join(Struct, forbid_unknown_fields=True):
    """`name`: of a seat, or what a new player is called. `session`: as in `_Pair`."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    session: Annotated[str, Meta(max_length=64)] = ""
    id: Id = ""


class _TakeUp(Struct, forbid_unknown_fields=True):
    session: SessionSecret
    id: Id = ""


class _Choose(Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(max_length=200)]
    number: Annotated[str, Meta(max_length=40)]
    id: Id
    seen_ms: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """How long the touched option had been shown at its place; None: no finger chose."""


class _Step(Struct, forbid_unknown_fields=True):
    number: Annotated[str, Meta(max_length=40)]
    id: Id


class _Plain(Struct, forbid_unknown_fields=True):
    id: Id = ""


class _Host(Struct, forbid_unknown_fields=True):
    """What the host asks: `admit`, `away` (of the arrival `key`), `revoke` (of the seat), `everybody`, `alone`;
    `set_up` (`key`: of a line, and its value), `look` (at the page `key` of what can be put right), `close`,
    `correct`, `leave`."""

    do: Literal["admit", "away", "revoke", "everybody", "alone", "set_up", "look", "close", "correct", "leave"]
    key: Annotated[str, Meta(max_length=200)] = ""
    number: Annotated[str, Meta(max_length=40)] = ""
    id: Id = ""


class _Speak(Struct, forbid_unknown_fields=True):
    language: str
    id: Id = ""


KINDS: dict[str, type[Struct]] = {
    "pair": _Pair,
    "join": _Join,
    "resume": _TakeUp,
    "choose": _Choose,
    "back": _Plain,
    "undo": _Step,
    "agree": _Step,
    "disagree": _Plain,
    "host": _Host,
    "look": _Plain,
    "language": _Speak,
    "leave": _Plain,
    "hand_on": _Plain,
}
"""Requests of a page. Everything else that the table protocol has is refused here."""

ALL_RIGHTS = frozenset({"", "hold", "resume", "give_up"})
"""The host's."""
RIGHTS = ALL_RIGHTS - {"give_up"}
"""Rights of a player's phone (`Option.right`); docs/phones.md lists them. The table may do everything."""


class _Drawn(NamedTuple):
    """A picture: its name, which follows from what is on it, and the line that sends it to the pages' server."""

    name: str
    line: bytes


_NOTHING_DRAWN = _Drawn("", b"")


def _drawn(draw: Callable[[Any], Scene | None], view: Any, game: str | None, own: str = "") -> _Drawn:
    try:
        scene = draw(view) if game is not None and view is not None else None
        svg = to_svg(scene, own) if scene is not None else ""
    except Exception:
        log.exception("no picture of %s", game)
        svg = ""
    if not svg:
        return _NOTHING_DRAWN
    name = hashlib.sha256(svg.encode()).hexdigest()[:24]
    return _Drawn(name, public_json({"picture": name, "svg": svg}) + b"\n")


class _Waits(NamedTuple):
    """A page that waits. `scanned`: it came by a code that the table showed, so it does not leave for others. `own`:
    the session that it gives up for this seat."""

    id: int
    name: str
    signs: tuple[str, str]
    place: str
    scanned: bool = False
    own: PhoneSession | None = None


class _Connection:
    """One program or page at the other end."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.read = bytearray()
        self.waiting = bytearray()
        self.serves = False
        self.page = False
        self.language: Language = "fr"
        self.address = ""
        self.session: PhoneSession | None = None
        self.seat = ""
        """Of its session, while that player is in the game that is open; "" for a spectator."""
        self.elsewhere = False
        """Its session is in use on another page of the same phone."""
        self.token = ""
        """What its next frame hands over (`_hand_on`)."""
        self.waits: _Waits | None = None
        """What it waits to be let in for."""
        self.puts_right: str | None = None
        """Which page of corrections a host has open."""
        self.path: Keys = ()
        self.since = 0
        """Clock ms of the last step on its path."""
        self.shown: Prompt | None = None
        self.shown_from = 0
        """`Watched.acts` since which it has been shown, unchanged."""


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
        path.parent.mkdir(parents=True, exist_ok=True)
        self._server = listen(path, 64, shared)
        self._server.setblocking(False)
        self._table = table
        self._path = path
        self._changed, self._failed = changed, failed
        self._pairings = Pairings(kept, wall, made)
        self._epoch = made()[:8].replace("-", "_")
        """Numbers of an earlier process are none of this one's."""
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._connections: dict[socket.socket, _Connection] = {}
        self._painters = {language: Painter(Catalogue(language)) for language in LANGUAGES}
        self._lots = Random(made())
        self._pace = Pace()
        self._arrivals = itertools.count(1)
        self._everybody = False
        """Whether phones are let in without a touch; the begin of a game ends it."""
        self._let_in: dict[str, str] = {}
        """Seat -> place of a phone that was let in so."""
        self._named: list[str] = []
        """New names that were let in, until the set-up has a seat for them."""
        self._set_up = SetUpTable()
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        """Called on the pages' thread with what the host chooses before a game."""
        self._taking: tuple[str, int] | None = None
        """Who wants to take back what was seen, and `Watched.acts` then."""
        self._setting_up = True
        """Whether no game has begun."""
        self._urls: tuple[str, ...] = ()
        self._state = PagesState()
        self._game: int | None = None
        self._playing: tuple[str, ...] = ()
        self._acts = 0
        self._last: Update | None = None
        self._news = Messages()
        self._saved = True
        self._acted: dict[str, int] = {}
        """Seat -> `Watched.acts` after its last answer."""
        self._known = b""
        self._picture, self._figure = _NOTHING_DRAWN, _NOTHING_DRAWN
        self._drawn: Any = None
        self._closed = False
        self._behind = False
        """Whether pages wait for a frame that the engine did not answer."""
        self._selector = selectors.DefaultSelector()
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._selector.register(self._server, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    # -- for the table, from any thread ---------------------------------------------------------------------------

    @property
    def state(self) -> PagesState:
        return self._state

    def start(self) -> None:
        self._thread.start()
        self._do(self._broadcast)

    def hear(self, update: Update) -> None:
        """Hand an update over and return: a listener of the table."""
        self._do(lambda: self._updated(update))

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        """Make a token for a seat and hand it to `then` on the pages' thread; "" if no player has that name."""
        self._do(lambda: self._mint(seat, then))

    def admit(self, arrival: int, yes: bool) -> None:
        """Let a phone in that waits (`Arrival.id`), in the place of one that is there; or send it away."""
        self._do(lambda: self._admit(arrival, yes))

    def admit_everybody(self, yes: bool) -> None:
        """Let all phones in that want a free seat or a new name, now and until a game begins; or no longer."""
        self._do(lambda: self._admit_everybody(yes))

    def name_host(self, seat: str) -> None:
        """Have this seat's phone do what the table may; "": none."""
        self._do(lambda: self._name_host(seat))

    def prepare(self, table: SetUpTable) -> None:
        """Take over how the table is set up."""
        self._do(lambda: self._prepare(table))

    def revoke(self, seat: str) -> None:
        """End the session of a seat: its phone shows nothing more."""
        self._do(lambda: self._revoke(seat))

    def forget(self, name: str) -> None:
        """End the session of a forgotten name, unless it plays just now."""
        self._do(lambda: None if name in self._playing else self._forget(name))

    def end_all(self) -> None:
        """End all sessions, as the evening is over."""
        self._do(self._end_all)

    def close(self) -> None:
        """Close all connections; the socket is gone from the file system."""
        if self._closed:
            return
        self._closed = True
        self._path.unlink(missing_ok=True)  # first: a closed client must find no socket to come back to
        self._jobs.put(None)
        self._poke()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def _do(self, job: Callable[[], object]) -> None:
        self._jobs.put(job)
        self._poke()

    def _poke(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):  # full: it is awake already
            self._wake.send(b".")

    # -- the loop -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except BaseException as fault:
            log.exception("the pages have ended")
            self._failed(fault)
            raise
        finally:
            for connection in list(self._connections.values()):
                self._drop(connection)
            self._selector.close()
            for line in (self._server, self._wake, self._woken):
                line.close()

    def _turn(self) -> bool:
        for key, events in self._selector.select(AGAIN_S if self._behind else None):
            if key.fileobj is self._woken:
                with contextlib.suppress(BlockingIOError):
                    self._woken.recv(4096)
            elif key.fileobj is self._server:
                self._accept()
            else:
                self._serve(key.data, events)
        if self._behind:
            self._try(self._broadcast)
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return True
            if job is None:
                return False
            self._try(job)

    def _try(self, job: Callable[[], object]) -> None:
        """Do it; its fault is its own. Where the engine did not answer, what the pages show is made up for later."""
        try:
            job()
        except TimeoutError:
            if not self._behind:
                log.warning("the engine does not answer")
            self._behind = True
        except Exception:
            log.exception("a fault of the pages")

    def _serve(self, connection: _Connection, events: int) -> None:
        try:
            if events & selectors.EVENT_READ and connection.line in self._connections:
                self._receive(connection)
            if events & selectors.EVENT_WRITE and connection.line in self._connections:
                self._flush(connection)
        except Exception:
            log.exception("a fault of the pages on a connection")
            self._drop(connection)

    def _accept(self) -> None:
        try:
            line, _address = self._server.accept()
        except OSError:
            return
        if len(self._connections) >= MOST_CONNECTIONS:
            line.close()
            return
        line.setblocking(False)
        connection = _Connection(line)
        self._connections[line] = connection
        self._selector.register(line, selectors.EVENT_READ, connection)

    def _receive(self, connection: _Connection) -> None:
        try:
            came = connection.line.recv(65536)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            came = b""
        if not came:
            self._drop(connection)
            return
        connection.read += came
        while (end := connection.read.find(b"\n")) >= 0:
            line = bytes(connection.read[:end])
            del connection.read[: end + 1]
            if len(line) > LONGEST_LINE:
                break
            self._answer(connection, line)
            if connection.line not in self._connections:
                return
        if len(connection.read) > LONGEST_LINE:
            self._drop(connection)

    def _send(self, connection: _Connection, data: bytes) -> None:
        connection.waiting += data
        self._flush(connection)

    def _flush(self, connection: _Connection) -> None:
        try:
            while connection.waiting:
                sent = connection.line.send(connection.waiting)
                del connection.waiting[:sent]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._drop(connection)
            return
        if len(connection.waiting) > MOST_WAITING * SIZE:
            self._drop(connection)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.waiting else 0)
        self._selector.modify(connection.line, events, connection)

    def _drop(self, connection: _Connection) -> None:
        if self._connections.pop(connection.line, None) is None:
            return
        self._selector.unregister(connection.line)
        connection.line.close()
        if connection.serves:
            self._urls = ()
        self._note()

    # -- requests -------------------------------------------------------------------------------------------------

    def _answer(self, connection: _Connection, line: bytes) -> None:
        if not connection.page:
            self._introduce(connection, line)
            return
        id = secret = ""
        try:
            name, body = _parsed(line)
            id = _id_in(body)
            request = to_kind(body, _kind(name))
            secret = self._request(connection, name, request)
            answer = self._painter(connection).answer(id)
            answer.saved = self._saved
            self._show((connection,), answer, secret)
            return
        except Refused as refused:
            game = self._last.game if self._last is not None else None
            answer = self._painter(connection).answer(id, refused.code, dict(refused.facts), game)
        except TimeoutError:
            answer = self._painter(connection).answer(id, "journal_slow")
        except Exception as fault:
            log.exception("a fault of the pages on a request")
            answer = self._painter(connection).answer(id, "internal", {"fault": type(fault).__name__})
        try:
            self._show((connection,), answer)
        except TimeoutError:
            self._behind = True
            self._send_bare(connection, "slow", answer, secret)

    def _introduce(self, connection: _Connection, line: bytes) -> None:
        """Take a connection's first line; the pages' server sends it again when its addresses change."""
        try:
            value = strict_json(line)
            if isinstance(value, dict) and set(value) == {"serve"}:
                self._urls = tuple(to_kind(value["serve"], _Serve).urls)
                if not connection.serves:
                    connection.serves = True
                    self._send(connection, self._known_line())
                    for drawn in (self._picture, self._figure):
                        if drawn.name:
                            self._send(connection, drawn.line)
            elif isinstance(value, dict) and set(value) == {"page"} and not connection.serves:
                page = to_kind(value["page"], _Page)
                connection.language, connection.address = _language(page.language), page.address
                connection.page = True
                self._show((connection,))
            else:
                raise BadInput(reason="the first line says what the connection is for")
        except Refused:
            self._drop(connection)
        except TimeoutError:
            self._behind = True
            self._send_bare(connection, "slow")
        self._note()

    def _request(self, connection: _Connection, name: str, request: Any) -> str:
        """Do what a page asks; the secret of its session, where one begins."""
        match name:
            case "language":
                connection.language = _language(request.language)
            case "pair":
                return self._pair(connection, request.token, request.session)
            case "join":
                return self._join(connection, request.name, request.session)
            case "resume":
                self._seat_at(connection, self._pairings.take_up(request.session, connection.address))
            case "leave":
                if connection.session is not None:
                    self._pairings.end(connection.session)
                    connection.session, connection.seat = None, ""
            case "choose":
                self._choose(connection, self._need(connection), request)
            case "back":
                self._need(connection)
                connection.path = connection.path[:-1]
            case "hand_on":
                self._hand_on(connection)
            case "undo":
                self._undo(self._need(connection), request)
            case "agree":
                self._agree(self._need(connection), request)
            case "disagree":
                self._need(connection)
                self._taking = None
                self._do(self._broadcast)
            case "host":
                self._host(connection, request)
            case _:  # look
                pass
        return ""

    def _pair(self, connection: _Connection, token: str, secret: str) -> str:
        spent = self._pairings.spend(token)
        seat = spent.seat
        if seat not in self._seats() and not spent.moves:
            raise PrivateRefusal("token_expired")
        own = self._pairings.session_of(secret)
        if own is not None and own.seat == seat:  # scanned again
            self._seat_at(connection, self._pairings.take_up(secret, connection.address))
            return ""
        if self._pairings.is_taken(seat) and not spent.moves:
            self._wait(connection, seat, own, scanned=True)
            return ""
        return self._begin(connection, seat, own, bool(spent.moves))

    def _hand_on(self, connection: _Connection) -> None:
        """Have the next frame hold a token by which this session goes to another storage of the same phone."""
        session = connection.session
        if session is None or not self._pairings.holds(session):
            raise PrivateRefusal("not_paired")
        connection.token = self._pairings.mint_to_move(session)

    def _join(self, connection: _Connection, typed: str, secret: str) -> str:
        """Have a page wait for a seat, or for a seat of the set-up under a new name."""
        self._watch(())
        same = plain(typed).casefold()
        name = next((seat for seat in self._seats() if plain(seat).casefold() == same), "")
        if not name:
            name = new_name(typed)
            if not self._setting_up:
                raise PrivateRefusal("game_begun")
            if not self._room():
                raise PrivateRefusal("seats_full")
        own = self._pairings.session_of(secret)
        if own is not None and own.seat == name:
            self._seat_at(connection, self._pairings.take_up(secret, connection.address))
            return ""
        self._wait(connection, name, own)
        if self._everybody and self._may_enter(connection):
            self._let_in[name] = connection.address
            return self._enter(connection)
        return ""

    def _seats(self) -> tuple[str, ...]:
        """Return the names of the seats that a phone can have: of the open game, else of the set-up."""
        return self._playing or tuple(seat.name for seat in self._set_up.seats)

    def _room(self) -> int:
        """Return how many more new names the set-up can take."""
        spare = sum(1 for seat in self._set_up.seats if seat.spare and not self._pairings.is_taken(seat.name))
        return spare + max(0, self._set_up.most - len(self._set_up.seats)) - len(self._named)

    def _waiting(self) -> list[_Waits]:
        found = (connection.waits for connection in self._connections.values())
        return sorted(one for one in found if one is not None)

    def _wait(self, connection: _Connection, name: str, own: PhoneSession | None, scanned: bool = False) -> None:
        """Have a page wait to be let in, in the place of another one where there is no room (`arrivals`)."""
        connection.waits = None
        waiting = self._waiting()
        if not scanned:
            if not self._pace.may(connection.address, self._table.engine.clock.now_ms()):
                raise PrivateRefusal("door_full")
            leaves = who_leaves([one for one in waiting if not one.scanned], connection.address, self._lots)
            for other in [] if leaves is None else self._connections_of(leaves.id):
                self._send_away(other, "door_full")
        signs = signs_for(waiting, self._lots)
        connection.waits = _Waits(next(self._arrivals), name, signs, connection.address, scanned, own)

    def _connections_of(self, arrival: int) -> list[_Connection]:
        return [one for one in self._connections.values() if one.waits is not None and one.waits.id == arrival]

    def _send_away(self, connection: _Connection, code: str) -> None:
        """Tell a page that waits no longer why."""
        waits, connection.waits = connection.waits, None
        answer = self._painter(connection).answer("", code, {"name": waits.name if waits is not None else ""})
        self._show((connection,), answer)

    def _wish(self, waits: _Waits) -> Wish:
        if self._pairings.is_taken(waits.name):
            return Wish.TAKEN
        if not self._setting_up:
            return Wish.PLAYING
        if waits.name not in self._seats():
            return Wish.NEW
        return Wish.HAD if self._pairings.was_had(waits.name) else Wish.FREE

    def _may_enter(self, connection: _Connection) -> bool:
        """Return whether a page that waits is let in with everybody."""
        waits = connection.waits
        if waits is None or self._wish(waits) not in (Wish.FREE, Wish.NEW):
            return False
        if waits.name not in self._seats() and not self._room():
            return False
        held = {session.seat for session in self._pairings.sessions}
        return sum(place == waits.place for seat, place in self._let_in.items() if seat in held) < MOST_OF_PLACE

    def _enter(self, connection: _Connection) -> str:
        """Let a page in that waits; the secret of its session."""
        waits = connection.waits
        assert waits is not None
        if waits.name not in self._seats():
            self._named.append(waits.name)
        return self._begin(connection, waits.name, waits.own)

    def _begin(self, connection: _Connection, seat: str, own: PhoneSession | None = None, moves: bool = False) -> str:
        """Begin a session on a page; a phone has one seat, so `own` ends. `moves`: it is the same phone's as before."""
        if own is not None and own.seat != seat:
            self._pairings.end(own)
            self._end_seats(lambda session: session.hash == own.hash)
        secret, session = self._pairings.begin(seat, connection.address, moves)
        self._end_seats(lambda other: other.seat == seat)
        self._seat_at(connection, session)
        return secret

    def _seat_at(self, connection: _Connection, session: PhoneSession) -> None:
        """Give this connection the seat; another one of the same session shows that it is in use elsewhere."""
        for other in list(self._connections.values()):
            if other is not connection and other.session is not None and other.session.hash == session.hash:
                other.session, other.seat, other.path, other.elsewhere = None, "", (), True
                self._send_bare(other, "elsewhere")
        connection.session, connection.path, connection.shown = session, (), None
        connection.elsewhere, connection.waits = False, None

    def _mint(self, seat: str, then: Callable[[str], object]) -> None:
        token = self._pairings.mint(seat) if seat in self._seats() else ""
        self._note()
        then(token)

    def _prepare(self, table: SetUpTable) -> None:
        self._set_up = table
        names = {seat.name for seat in table.seats}
        self._named = [name for name in self._named if name not in names]
        self._broadcast()

    def _admit(self, arrival: int, yes: bool) -> None:
        for connection in self._connections_of(arrival):
            waits = connection.waits
            assert waits is not None
            there = waits.name in self._seats() or (self._setting_up and self._room() > 0)
            if yes and there:
                self._show((connection,), secret=self._enter(connection))
            else:
                self._send_away(connection, "seats_full" if yes else "not_admitted")
        self._note()

    def _admit_everybody(self, yes: bool) -> None:
        self._watch(())
        self._everybody = yes and self._setting_up
        self._let_in.clear()
        for waits in self._waiting() if self._everybody else ():
            for connection in self._connections_of(waits.id):
                if self._may_enter(connection):
                    self._let_in[waits.name] = waits.place
                    self._show((connection,), secret=self._enter(connection))
        self._note()

    def _revoke(self, seat: str) -> None:
        self._pairings.revoke(seat)
        self._without(seat)

    def _forget(self, seat: str) -> None:
        self._pairings.forget(seat)
        self._without(seat)

    def _without(self, seat: str) -> None:
        self._named = [name for name in self._named if name != seat]
        self._end_seats(lambda session: session.seat == seat)
        self._note()

    def _end_all(self) -> None:
        self._pairings.end_all()
        self._everybody = False
        self._named.clear()
        self._end_seats(lambda _session: True)
        self._note()

    def _end_seats(self, which: Callable[[PhoneSession], bool]) -> None:
        for connection in list(self._connections.values()):
            if connection.session is not None and which(connection.session):
                self._end(connection)

    def _end(self, connection: _Connection) -> None:
        """Notify a connection that its session has ended; it becomes a spectator."""
        connection.session, connection.seat, connection.waits, connection.path = None, "", None, ()
        self._send_bare(connection, "over")

    def _need(self, connection: _Connection) -> str:
        """Return the seat of a connection whose session holds.

        :raises PrivateRefusal: `not_paired`.
        """
        session = connection.session
        if session is None or not self._pairings.holds(session) or session.seat not in self._playing:
            raise PrivateRefusal("not_paired")
        return session.seat

    def _choose(self, connection: _Connection, seat: str, request: _Choose) -> None:
        check_seen(request.seen_ms)
        path, id = connection.path, f"{seat}:{request.id}"
        watched = self._watch(((seat, path),))
        sight = watched.seen[0]
        if sight is None or sight.prompt is None:
            raise PrivateRefusal("not_allowed_now")
        known = self._number(watched)
        if request.number != known and not self._same(connection, sight, seat, request.number):
            # Once more with an id that was answered: the engine gives the first answer again.
            self._ask(Choose(request.key, path, Seat(seat), number=-1, id=id))
            return
        if sight.prompt.who not in ("", seat):
            raise PrivateRefusal("not_asked", name=sight.prompt.who)
        option = sight.prompt.option(request.key)
        if option is None:
            raise PrivateRefusal("not_allowed_now")
        if option.right not in (ALL_RIGHTS if seat == self._pairings.host else RIGHTS):
            raise PrivateRefusal("table_only")
        if option.move is None:
            connection.path = follow(sight.path, option)
            connection.since = self._table.engine.clock.now_ms()
            self._check(seat, connection)
            return
        since = connection.since if connection.path else None
        number = watched.now.number
        self._ask(Choose(request.key, sight.path, Seat(seat), number=number, id=id, since=since))
        connection.path = ()
        self._acted[seat] = self._watch(()).acts
        if connection.session is not None:
            self._pairings.answered(connection.session)

    def _check(self, seat: str, connection: _Connection) -> None:
        """Check that the path that was just entered leads to a prompt, and that this seat is asked there."""
        seen = self._watch(((seat, connection.path),)).seen[0]
        if seen is None or seen.path != connection.path or seen.prompt is None:
            connection.path = ()
            raise PrivateRefusal("not_allowed_now")
        if seen.prompt.who not in ("", seat):
            connection.path = connection.path[:-1]
            raise PrivateRefusal("not_asked", name=seen.prompt.who)

    def _same(self, connection: _Connection, sight: SeatSight, seat: str, number: str) -> bool:
        """Return whether the question is still the one that was shown, though another player has acted meanwhile: one
        of this seat alone, that no other player can have answered."""
        epoch, _, acts = number.partition("-")
        if epoch != self._epoch or not acts.isdecimal():
            return False
        if not max(self._acted.get(seat, 0), connection.shown_from) <= int(acts) <= self._acts:
            return False
        prompt = sight.prompt
        return prompt is not None and prompt.who == seat and prompt == connection.shown

    def _undo(self, seat: str, request: _Step) -> None:
        watched = self._watch(())
        if request.number != self._number(watched):
            self._ask(Undo(Seat(seat), number=-1, id=f"{seat}:{request.id}"))
            return
        if not self._may_undo(seat, watched):
            raise PrivateRefusal("nothing_to_undo", reason="phone")
        if watched.now.undo_at_table and seat == self._pairings.host:
            self._taking = seat, watched.acts
            self._do(self._broadcast)
            return
        self._ask(Undo(Seat(seat), number=watched.now.number, id=f"{seat}:{request.id}"))

    def _may_undo(self, seat: str, watched: Watched) -> bool:
        """Let a phone take back its own answer, as long as nothing came after it; the host whatever was last."""
        own = self._acted.get(seat) == watched.acts or (seat == self._pairings.host and watched.now.undo is not None)
        return own and not watched.now.path

    def _agree(self, seat: str, request: _Step) -> None:
        """Take back an act that showed something, agreed to by a second seat; its news go to all pages."""
        watched = self._at(request.number)
        if self._taking is None:
            raise PrivateRefusal("stale")
        if seat == self._taking[0]:
            raise PrivateRefusal("not_asked", name=seat)
        self._taking = None
        self._ask(Undo(number=watched.now.number, id=f"{seat}:{request.id}"))

    # -- the host -------------------------------------------------------------------------------------------------

    def _name_host(self, seat: str) -> None:
        self._pairings.name_host(seat)
        self._broadcast()

    def _is_host(self, connection: _Connection) -> bool:
        session = connection.session
        return session is not None and self._pairings.holds(session) and session.seat == self._pairings.host

    def _host(self, connection: _Connection, request: _Host) -> None:
        """Do what otherwise the table's screen alone does."""
        if not self._is_host(connection):
            raise PrivateRefusal("table_only")
        match request.do:
            case "admit" | "away":
                if request.key.isdecimal():
                    self._admit(int(request.key), request.do == "admit")
            case "revoke":
                self._do(lambda: self._revoke(request.key))
            case "everybody" | "alone":
                self._admit_everybody(request.do == "everybody")
            case "set_up":
                key, _, value = request.key.partition(":")
                if not self._setting_up:
                    raise PrivateRefusal("not_allowed_now")
                self.set_up(key, value)
            case "look":
                connection.puts_right = request.key
            case "close":
                connection.puts_right = None
            case "correct":
                self._correct(connection, request)
            case "leave":
                self._at(request.number)
                self._ask(Leave())

    def _at(self, number: str) -> Watched:
        """Return what is now, if the page has seen it.

        :raises PrivateRefusal: `stale`.
        """
        watched = self._watch(())
        if number != self._number(watched):
            raise PrivateRefusal("stale")
        return watched

    def _correct(self, connection: _Connection, request: _Host) -> None:
        watched = self._at(request.number)
        place, _, key = request.key.partition(":")
        for page in watched.now.corrections.made():
            if page.seat == connection.puts_right and place.isdecimal() and int(place) < len(page.lines):
                patch = moved(page.lines[int(place)], key)
                if patch is not None:
                    self._ask(Correct(patch, number=watched.now.number, id=request.id))
                    return
        raise PrivateRefusal("not_allowed_now")

    def _host_page(self, connection: _Connection, watched: Watched, painter: Painter) -> PageHost:
        arrivals = [
            PageArrival(one.id, one.name, painter.signs(one.signs), painter.say(WISHES[self._wish(one)]))
            for one in self._waiting()
        ]
        page = PageHost(self._setting_up, watched.now.game is not None, self._everybody, arrivals)
        if self._setting_up and watched.now.game is None:
            page.lines = of_set_up(self._set_up.lines, painter.text)
        if watched.now.game is not None and not self._setting_up:
            for one in watched.now.corrections.made():
                chosen = one.seat == connection.puts_right
                page.tabs.append(PageKey(one.seat, one.seat or painter.say(TABLE), chosen=chosen))
                if chosen:
                    page.lines = of_corrections(one.lines, painter.text)
        return page

    # -- showing --------------------------------------------------------------------------------------------------

    def _updated(self, update: Update) -> None:
        if update.game is not None and update.view is not None and not update.notices:
            before = self._last.view if self._last is not None and self._last.game == update.game else None
            told = page_of(update.game).messages(update, before)
            if told.news or told.order is not None or told.line is not None or update.anew:
                self._news = told
        elif update.game is None:
            self._news = Messages()
        self._last = update
        self._broadcast()

    def _broadcast(self) -> None:
        self._show(tuple(self._connections.values()))
        if self._setting_up:
            return
        for connection in list(self._connections.values()):
            if connection.waits is not None and connection.waits.name not in self._seats():
                self._send_away(connection, "game_begun")

    def _show_lobby(self) -> None:
        """Show to all that have no seat which seats have a phone."""
        self._show(tuple(one for one in self._connections.values() if not one.seat))

    def _show_host(self) -> None:
        """Show to the host who waits now."""
        self._show(tuple(one for one in self._connections.values() if self._is_host(one)))

    def _watch(self, places: tuple[tuple[str, Keys], ...]) -> Watched:
        watched = self._ask(Watch(places))
        assert isinstance(watched, Watched)
        if watched.id != self._game:
            self._game = watched.id
            self._acted.clear()
        self._playing = tuple(seat.name for seat in seats_of(watched.now.view))
        self._acts = watched.acts
        if self._taking is not None and self._taking[1] != watched.acts:
            self._taking = None
        self._setting_up = is_setting_up(watched.now.game, watched.now.view)
        if not self._setting_up and (self._everybody or self._let_in or self._named):
            self._everybody = False
            self._let_in.clear()
            self._named.clear()
        return watched

    def _ask(self, request: Any) -> Any:
        reply = self._table.ask(request, PATIENCE)
        self._saved = reply.saved
        return reply.answer

    def _number(self, watched: Watched) -> str:
        return f"{self._epoch}-{watched.acts}"

    def _show(self, connections: tuple[_Connection, ...], answer: PageAnswer | None = None, secret: str = "") -> None:
        """Send one frame to each of these connections, all of one moment."""
        pages = [connection for connection in connections if connection.page]
        for connection in pages:
            if connection.session is not None and not self._pairings.holds(connection.session):
                self._end(connection)
        own = [connection.session.seat if connection.session is not None else "" for connection in pages]
        watched = self._watch(tuple((name, page.path) for name, page in zip(own, pages, strict=True)))
        self._behind = False
        if pages:
            self._draw(watched)
        clock = self._table.engine.clock.now_ms()
        now = watched.now.at + clock - watched.now.stamp
        number = self._number(watched)
        shared: dict[Language, PageFrame] = {}
        """Return the public frame in each language that is asked for."""
        for connection, name, sight in zip(pages, own, watched.seen, strict=True):
            if connection.elsewhere:
                self._send_bare(connection, "elsewhere", answer)
                continue
            connection.seat = name if sight is not None else ""
            connection.path = sight.path if sight is not None else ()
            prompt = sight.prompt if sight is not None else None
            if prompt != connection.shown:
                connection.shown, connection.shown_from = prompt, watched.acts
            painter = self._painter(connection)
            if connection.language not in shared:
                pictures = self._picture.name, self._figure.name
                shared[connection.language] = painter.table(watched, number, self._news, now, *pictures)
            frame = copy(shared[connection.language])
            frame.seat, frame.absent = connection.seat, name if sight is None else ""
            if connection.seat and sight is not None:
                undo = watched.now.undo if self._may_undo(connection.seat, watched) else None
                hosts = connection.seat == self._pairings.host
                at_table = watched.now.undo_at_table and not hosts
                painter.add_own(frame, sight, undo, at_table, now, ALL_RIGHTS if hosts else RIGHTS)
            if not connection.seat:
                frame.lobby = self._lobby(watched)
            if self._is_host(connection):
                frame.host = self._host_page(connection, watched, painter)
            if self._taking is not None and watched.now.undo is not None:
                by = self._taking[0]
                what = painter.undo(watched.now.undo)
                frame.taking = PageTaking(by, what, bool(connection.seat) and connection.seat != by)
            if connection.waits is not None:
                frame.state, frame.seat, frame.absent = "wait", connection.waits.name, ""
                frame.signs = painter.signs(connection.waits.signs)
            if answer is not None:
                frame.answer = answer
            frame.session = secret
            frame.token, connection.token = connection.token, ""
            self._send(connection, padded(frame))
        self._note()

    def _lobby(self, watched: Watched) -> PageLobby:
        """Return the seats that a page without one can ask for."""
        there = seats_of(watched.now.view) or self._set_up.seats
        seats = [seat_of(seat, self._pairings.is_taken(seat.name)) for seat in there]
        return PageLobby(seats, self._setting_up, self._setting_up and self._room() > 0)

    def _send_bare(
        self, connection: _Connection, state: str, answer: PageAnswer | None = None, secret: str = ""
    ) -> None:
        """Send a frame that shows nothing of the table."""
        frame = PageFrame(state, language=connection.language, session=secret)
        if answer is not None:
            frame.answer = answer
        self._send(connection, padded(frame))

    def _draw(self, watched: Watched) -> None:
        """Draw the pictures of the table, once for all pages; the pages' server hands them out by their names."""
        view, game = watched.now.view, watched.now.game
        if view == self._drawn:
            return
        self._drawn = view
        page = page_of(game or "")
        before = self._picture, self._figure
        self._picture, self._figure = _drawn(page.picture, view, game), _drawn(page.figure, view, game, "f-")
        for drawn in (self._picture, self._figure):
            if drawn.name and drawn not in before:
                for connection in list(self._connections.values()):
                    if connection.serves:
                        self._send(connection, drawn.line)

    def _known_line(self) -> bytes:
        """Return where phones with a seat were: there is room for these at the door."""
        places = {session.address for session in self._pairings.sessions}
        return public_json({"known": sorted(places - {""})}) + b"\n"

    def _painter(self, connection: _Connection) -> Painter:
        return self._painters[connection.language]

    def _note(self) -> None:
        """Tell the table, and the pages' server, if what they know of the phones has changed."""
        known = self._known_line()
        if known != self._known:
            self._known = known
            for connection in list(self._connections.values()):
                if connection.serves:
                    self._send(connection, known)
        there = {connection.seat for connection in self._connections.values() if connection.seat}
        seats = [session.seat for session in self._pairings.sessions]
        if seats != [phone.seat for phone in self._state.phones]:
            self._do(self._show_lobby)
        asking = tuple(Arrival(one.id, one.name, one.signs, self._wish(one)) for one in self._waiting())
        screens = sum(1 for c in self._connections.values() if c.page and not c.seat)
        phones = tuple(Phone(seat, seat in there) for seat in seats)
        if asking != self._state.asking:
            self._do(self._show_host)
        state = PagesState(
            self._urls,
            phones,
            asking,
            screens,
            self._pairings.minted,
            everybody=self._everybody,
            named=tuple(self._named),
            host=self._pairings.host,
            taking=self._taking[0] if self._taking is not None else "",
        )
        if state != self._state:
            self._state = state
            self._changed()


def _parsed(line: bytes) -> tuple[str, Any]:
    """Return the one request of a line, and what it holds, still unchecked.

    :raises BadInput: for what is no request at all.
    """
    value = strict_json(line)
    if not isinstance(value, dict) or len(value) != 1:
        raise BadInput(reason="a request is an object with one key")
    ((name, body),) = value.items()
    return name, body


def _kind(name: str) -> type[Struct]:
    if name not in KINDS:
        raise BadInput(reason="a page cannot ask that")
    return KINDS[name]


def _id_in(body: Any) -> str:
    """Return the id to answer with, also where the rest of the request cannot be understood."""
    id = body.get("id", "") if isinstance(body, dict) else ""
    return id if isinstance(id, str) and len(id) <= LONGEST_ID else ""


def _language(name: str) -> Language:
    return next((language for language in LANGUAGES if language == name), "en")
