"""One frame to each page: what its connection may see of one moment, in its language. All frames are of one size."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from companion.presentation.i18n import LANGUAGES, Catalogue, Language
from companion.web.desk.answering import SeatAnswers
from companion.web.desk.connection import Connection
from companion.web.desk.frame import PageAnswer, PageFrame, PageTaking, Painter, padded
from companion.web.desk.hosting import Hosting
from companion.web.desk.lobby import Lobby
from companion.web.desk.pairing import Pairings
from companion.web.desk.pictures import Pictures
from companion.web.desk.seating import Seating
from companion.web.desk.watching import TableWatch


class FrameSender:
    """
    :param send: sends a connection what it is to be sent.
    """

    def __init__(self, send: Callable[[Connection, bytes], object]) -> None:
        self._send = send
        self._painters = {language: Painter(Catalogue(language)) for language in LANGUAGES}

    def painter(self, connection: Connection) -> Painter:
        """Return the painter in its language."""
        return self._painters[connection.language]

    def send(self, connection: Connection, frame: PageFrame) -> None:
        self._send(connection, padded(frame))

    def send_bare(self, connection: Connection, state: str, answer: PageAnswer | None = None, secret: str = "") -> None:
        """Send a frame that shows nothing of the table."""
        frame = PageFrame(state, language=connection.language, session=secret)
        if answer is not None:
            frame.answer = answer
        self.send(connection, frame)


class Showing:
    """
    :param drawn: sends the pages' server a picture.
    """

    def __init__(
        self,
        frames: FrameSender,
        watch: TableWatch,
        pairings: Pairings,
        seating: Seating,
        lobby: Lobby,
        answering: SeatAnswers,
        hosting: Hosting,
        drawn: Callable[[bytes], object],
    ) -> None:
        self._frames, self._watch, self._pairings, self._seating = frames, watch, pairings, seating
        self._lobby, self._answering, self._hosting = lobby, answering, hosting
        self._drawn = drawn
        self.pictures = Pictures()

    def show(self, connections: tuple[Connection, ...], answer: PageAnswer | None = None, secret: str = "") -> None:
        """Send one frame to each of these connections, all of one moment.

        :raises TimeoutError: if the engine does not answer.
        """
        pages = [connection for connection in connections if connection.page]
        for connection in pages:
            if connection.session is not None and not self._pairings.holds(connection.session):
                self._seating.end(connection)
        own = [connection.session.seat if connection.session is not None else "" for connection in pages]
        watched = self._watch.watch(tuple((name, page.path) for name, page in zip(own, pages, strict=True)))
        self._lobby.watched()
        if pages:
            for line in self.pictures.draw(watched.now.game, watched.now.view):
                self._drawn(line)
        now = watched.now.at + self._watch.now_ms() - watched.now.stamp
        number = self._watch.number(watched)
        shared: dict[Language, PageFrame] = {}
        """The public frame in each language that is asked for."""
        for connection, name, sight in zip(pages, own, watched.seen, strict=True):
            if connection.elsewhere:
                self._frames.send_bare(connection, "elsewhere", answer)
                continue
            connection.seat = name if sight is not None else ""
            connection.path = sight.path if sight is not None else ()
            prompt = sight.prompt if sight is not None else None
            if prompt != connection.shown:
                connection.shown, connection.shown_from = prompt, watched.acts
            painter = self._frames.painter(connection)
            if connection.language not in shared:
                pictures = self.pictures.picture.name, self.pictures.figure.name
                shared[connection.language] = painter.table(watched, number, self._watch.news, now, *pictures)
            frame = copy(shared[connection.language])
            frame.seat, frame.absent = connection.seat, name if sight is None else ""
            if connection.seat and sight is not None:
                undo = watched.now.undo if self._answering.may_undo(connection.seat, watched) else None
                hosts = connection.seat == self._pairings.host
                at_table = watched.now.undo_at_table and not hosts
                painter.add_own(frame, sight, undo, at_table, now, self._answering.rights(connection.seat))
            if not connection.seat:
                frame.lobby = self._lobby.page(watched)
            if self._seating.is_host(connection):
                frame.host = self._hosting.page(connection, watched, painter)
            if self._watch.taking is not None and watched.now.undo is not None:
                by = self._watch.taking[0]
                what = painter.undo(watched.now.undo)
                frame.taking = PageTaking(by, what, bool(connection.seat) and connection.seat != by)
            if connection.waits is not None:
                frame.state, frame.seat, frame.absent = "wait", connection.waits.name, ""
                frame.signs = painter.signs(connection.waits.signs)
            if answer is not None:
                frame.answer = answer
            frame.session = secret
            frame.token, connection.token = connection.token, ""
            self._frames.send(connection, frame)
