"""Which connection has the seat of which session: where sessions begin, are taken up, go elsewhere and end."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.refused import PrivateRefusal
from companion.web.desk.connection import Connection
from companion.web.desk.pairing import Pairings, PhoneSession


class Seating:
    """
    :param connections: those that are open now.
    :param tell: sends a connection a frame of a state that shows nothing of the table.
    """

    def __init__(
        self,
        pairings: Pairings,
        connections: Callable[[], tuple[Connection, ...]],
        tell: Callable[[Connection, str], object],
    ) -> None:
        self._pairings, self._connections, self._tell = pairings, connections, tell

    def begin(self, connection: Connection, seat: str, own: PhoneSession | None = None, moves: bool = False) -> str:
        """Begin a session on a page; its secret. A phone has one seat, so `own` ends. `moves`: it is the same phone's
        as before."""
        if own is not None and own.seat != seat:
            self._pairings.end(own)
            self.end_those(lambda session: session.hash == own.hash)
        secret, session = self._pairings.begin(seat, connection.address, moves)
        self.end_those(lambda other: other.seat == seat)
        self._sit(connection, session)
        return secret

    def take_up(self, connection: Connection, secret: str) -> None:
        """Give a connection the seat of a secret's session.

        :raises PrivateRefusal: `session_over`.
        """
        self._sit(connection, self._pairings.take_up(secret, connection.address))

    def _sit(self, connection: Connection, session: PhoneSession) -> None:
        """Give a connection the seat; another one of the same session shows that it is in use elsewhere."""
        for other in self._connections():
            if other is not connection and other.session is not None and other.session.hash == session.hash:
                other.session, other.seat, other.path, other.elsewhere = None, "", (), True
                self._tell(other, "elsewhere")
        connection.session, connection.path, connection.shown = session, (), None
        connection.elsewhere, connection.waits = False, None

    def leave(self, connection: Connection) -> None:
        """End the session of a page whose player leaves."""
        if connection.session is not None:
            self._pairings.end(connection.session)
            connection.session, connection.seat = None, ""

    def end_those(self, which: Callable[[PhoneSession], bool]) -> None:
        """Notify the connections of these sessions that they have ended."""
        for connection in self._connections():
            if connection.session is not None and which(connection.session):
                self.end(connection)

    def end(self, connection: Connection) -> None:
        """Notify a connection that its session has ended; it becomes a spectator."""
        connection.session, connection.seat, connection.waits, connection.path = None, "", None, ()
        self._tell(connection, "over")

    def hand_on(self, connection: Connection) -> None:
        """Have the next frame hold a token by which this session goes to another storage of the same phone.

        :raises PrivateRefusal: `not_paired`.
        """
        connection.token = self._pairings.mint_to_move(self.held(connection))

    def held(self, connection: Connection) -> PhoneSession:
        """Return the session of a connection.

        :raises PrivateRefusal: `not_paired`: it has none that holds.
        """
        session = connection.session
        if session is None or not self._pairings.holds(session):
            raise PrivateRefusal("not_paired")
        return session

    def is_host(self, connection: Connection) -> bool:
        """Return whether its player may do what the table may."""
        session = connection.session
        return session is not None and self._pairings.holds(session) and session.seat == self._pairings.host
