"""Pairing of phones with seats: tokens that the table shows once, and the sessions that they become.

A token is good for one use within `TOKEN_S`. A session belongs to a player of this evening, in whichever games that
player is: it ends when the table ends it or lets another phone have the seat, and `SESSION_S` after its last answer.
Only its hash is kept, in a file that outlives the process.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from companion.engine.atomic_file import read_whole, write_whole
from companion.engine.config import ConfigError
from companion.engine.refused import PrivateRefusal

log = logging.getLogger(__name__)

BYTES = 16
"""Of tokens and of session secrets: 128 random bits."""
TOKEN_S = 300
SESSION_S = 12 * 3600
WRITTEN_S = 600
"""So much the end of a session in the file may be too early, so that not every answer is written."""
MOST_SPENT = 64
"""So many tokens are known as spent; older ones are unknown."""


class PhoneSession(Struct, frozen=True):
    """`hash`: of its secret. `seat`: a player's name. `until`: s since 1970. `address`: from which it was seen last."""

    hash: str
    seat: str
    until: float
    address: str = ""


class PairingToken(Struct, frozen=True):
    """Of a seat. `moves`: hash of the session that ends where this token is spent; "": the table has shown it."""

    seat: str
    until: float
    moves: str = ""


class _Kept(Struct, frozen=True):
    """The file. `had`: seats whose session has ended -> until when (s since 1970) it counts as this evening's."""

    sessions: list[PhoneSession] = []
    had: dict[str, float] = {}
    host: str = ""


def made_secret() -> str:
    """Return a random secret."""
    return secrets.token_urlsafe(BYTES)


class Pairings:
    """Not thread-safe: one thread uses it.

    :param path: the file that the sessions are kept in; None: they end with the process.
    :param now: s since 1970. A clock that is put right meanwhile ends sessions sooner or later, no more.
    :param made: makes a secret.
    """

    def __init__(
        self,
        path: Path | None,
        now: Callable[[], float],
        made: Callable[[], str] = made_secret,
    ) -> None:
        self._path = path
        self._now = now
        self._made = made
        self._tokens: dict[str, PairingToken] = {}
        self._spent: list[str] = []
        kept = self._read()
        self._sessions = {session.hash: session for session in kept.sessions}
        self._had = dict(kept.had)
        self._host = kept.host
        self._written = {session.hash: session.until for session in self._sessions.values()}
        """What the file says of their ends."""
        self._had = {seat: until for seat, until in self._had.items() if self._now() < until}
        self._drop(lambda session: self._now() >= session.until)

    @property
    def sessions(self) -> tuple[PhoneSession, ...]:
        """Those that can be taken up."""
        return tuple(session for session in self._sessions.values() if self.holds(session))

    def mint(self, seat: str) -> str:
        """Return a token for a seat; an unused one for the same seat becomes invalid."""
        return self._mint(PairingToken(seat, self._now() + TOKEN_S))

    def mint_to_move(self, session: PhoneSession) -> str:
        """Return a token by which a session goes to another storage of the same phone."""
        return self._mint(PairingToken(session.seat, self._now() + TOKEN_S, session.hash))

    def _mint(self, made: PairingToken) -> str:
        same = made.seat, bool(made.moves)
        kept = {key: one for key, one in self._tokens.items() if (one.seat, bool(one.moves)) != same}
        token = self._made()
        self._tokens = {**kept, _hash(token): made}
        return token

    @property
    def minted(self) -> tuple[str, ...]:
        """The seats whose token the table shows and is not spent."""
        return tuple(token.seat for token in self._tokens.values() if not token.moves)

    def spend(self, token: str) -> PairingToken:
        """Return what a token is good for, and spend it.

        :raises PrivateRefusal: `token_used`, `token_expired`, `token_unknown`.
        """
        key = _hash(token)
        found = self._tokens.pop(key, None)
        if found is None:
            raise PrivateRefusal("token_used" if key in self._spent else "token_unknown")
        self._spent = [*self._spent[-MOST_SPENT + 1 :], key]
        if self._now() >= found.until:
            raise PrivateRefusal("token_expired")
        if found.moves and not any(session.hash == found.moves for session in self.sessions):
            raise PrivateRefusal("token_expired")
        return found

    def begin(self, seat: str, address: str = "", moves: bool = False) -> tuple[str, PhoneSession]:
        """Return a new session and its secret. A seat has one: the one before ends. A host that `moves` stays it."""
        host = self._host if moves else ""
        self._drop(lambda session: session.seat == seat)
        self._host = self._host or host
        secret = self._made()
        session = PhoneSession(_hash(secret), seat, self._now() + SESSION_S, address)
        self._sessions[session.hash] = session
        self._write()
        return secret, session

    def is_taken(self, seat: str) -> bool:
        return any(session.seat == seat for session in self.sessions)

    @property
    def host(self) -> str:
        """The seat whose phone may do what the table may, as long as it has a session; "": none."""
        return self._host if self._host and self.is_taken(self._host) else ""

    def name_host(self, seat: str) -> None:
        """Have this seat be the host; "": none."""
        self._host = seat
        self._write()

    def was_had(self, seat: str) -> bool:
        """Return whether a phone had this seat earlier this evening."""
        return self._now() < self._had.get(seat, 0)

    def session_of(self, secret: str) -> PhoneSession | None:
        """Return the session of a secret, if it has not ended."""
        session = self._sessions.get(_hash(secret))
        return session if session is not None and self.holds(session) else None

    def take_up(self, secret: str, address: str = "") -> PhoneSession:
        """Return the session of a secret, which is seen at this address.

        :raises PrivateRefusal: `session_over`.
        """
        session = self.session_of(secret)
        if session is None:
            raise PrivateRefusal("session_over")
        if address and session.address != address:
            session = self._sessions[session.hash] = replace(session, address=address)
            self._write()
        return session

    def holds(self, session: PhoneSession) -> bool:
        """Return whether it has not ended."""
        known = self._sessions.get(session.hash)
        return known is not None and self._now() < known.until

    def answered(self, session: PhoneSession) -> None:
        """Prolong a session, as its player has played: it ends `SESSION_S` from now."""
        known, until = self._sessions.get(session.hash), self._now() + SESSION_S
        if known is None:
            return
        self._sessions[session.hash] = replace(known, until=until)
        if until - self._written.get(session.hash, 0) > WRITTEN_S:
            self._write()

    def revoke(self, seat: str) -> None:
        """End the sessions of a seat, and take back its token."""
        self._tokens = {key: token for key, token in self._tokens.items() if token.seat != seat}
        self._drop(lambda session: session.seat == seat)

    def end(self, session: PhoneSession) -> None:
        self._drop(lambda known: known.hash == session.hash)

    def end_all(self) -> None:
        """End all sessions: the evening is over."""
        self._tokens.clear()
        self._had.clear()
        self._host = ""
        self._sessions.clear()
        self._write()

    def forget(self, seat: str) -> None:
        """End the sessions of a seat, and keep nothing of it."""
        self.revoke(seat)
        self._had.pop(seat, None)
        self._write()

    def _drop(self, ended: Callable[[PhoneSession], bool]) -> None:
        gone = [session for session in self._sessions.values() if ended(session)]
        if not gone:
            return
        self._sessions = {key: session for key, session in self._sessions.items() if session not in gone}
        if any(session.seat == self._host for session in gone):
            self._host = ""
        self._had |= {session.seat: session.until for session in gone if self._now() < session.until}
        self._write()

    def _read(self) -> _Kept:
        if self._path is None:
            return _Kept()
        try:
            return read_whole(self._path, _Kept) or _Kept()
        except ConfigError as fault:
            log.warning("%s: phones are paired anew", fault)
            return _Kept()

    def _write(self) -> None:
        if self._path is None:
            return
        self._written = {session.hash: session.until for session in self._sessions.values()}
        try:
            write_whole(self._path, json.encode(_Kept(list(self._sessions.values()), self._had, self.host)), 0o600)
        except OSError as fault:
            log.warning("sessions are not kept (%s): after a restart phones are paired anew", fault)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
