"""Which phone is whose: tokens that the table shows once, and the sessions that they become.

A token is good for one use within `TOKEN_S`. A session is good until its game is left, `SESSION_S` at most; only its
hash is kept, also in the file that outlives a restart.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Collection
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from companion.engine.atomic_file import read_whole, write_whole
from companion.engine.config import ConfigError
from companion.engine.refused import PrivateRefusal

log = logging.getLogger(__name__)

BYTES = 16
"""Of tokens and of session secrets: 128 bits that nobody can guess."""
TOKEN_S = 300
SESSION_S = 12 * 3600
MOST_SPENT = 64
"""So many tokens are known as spent; older ones are unknown."""


class Session(Struct, frozen=True):
    """`hash`: of its secret. `seat`: a player's name, "" for whoever only looks. `until`: s since 1970."""

    hash: str
    seat: str
    game: int
    until: float


class _Token(Struct, frozen=True):
    seat: str
    game: int
    until: float


def made_secret() -> str:
    """Something that nobody can guess."""
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
        self._tokens: dict[str, _Token] = {}
        self._spent: list[str] = []
        self._sessions: dict[str, Session] = self._read()

    @property
    def sessions(self) -> tuple[Session, ...]:
        """Those that can be taken up."""
        return tuple(self._sessions.values())

    def mint(self, seat: str, game: int) -> str:
        """A token for a seat of the game; one for the same seat that nobody used is worth nothing any more."""
        self._tokens = {key: token for key, token in self._tokens.items() if token.seat != seat}
        token = self._made()
        self._tokens[_hash(token)] = _Token(seat, game, self._now() + TOKEN_S)
        return token

    def spend(self, token: str, game: int | None) -> str:
        """The seat that a token stands for; it is spent.

        :raises PrivateRefusal: `token_used`, `token_expired`, `token_unknown`.
        """
        key = _hash(token)
        found = self._tokens.pop(key, None)
        if found is None:
            raise PrivateRefusal("token_used" if key in self._spent else "token_unknown")
        self._spent = [*self._spent[-MOST_SPENT + 1 :], key]
        if self._now() >= found.until or found.game != game:
            raise PrivateRefusal("token_expired")
        return found.seat

    def begin(self, seat: str, game: int) -> tuple[str, Session]:
        """A new session and its secret. A seat has one: the one before ends."""
        if seat:
            self._drop(lambda session: session.seat == seat)
        secret = self._made()
        session = Session(_hash(secret), seat, game, self._now() + SESSION_S)
        self._sessions[session.hash] = session
        self._write()
        return secret, session

    def is_taken(self, seat: str, secret: str) -> bool:
        """Whether the seat has a session of another phone than the one with this secret."""
        return any(session.seat == seat and session.hash != _hash(secret) for session in self._sessions.values())

    def take_up(self, secret: str, game: int | None, seats: Collection[str]) -> Session:
        """The session of a secret.

        :param seats: names of those who play.
        :raises PrivateRefusal: `session_over`.
        """
        session = self._sessions.get(_hash(secret))
        if session is None or not self.holds(session, game, seats):
            raise PrivateRefusal("session_over")
        return session

    def holds(self, session: Session, game: int | None, seats: Collection[str]) -> bool:
        """Whether it has not ended, for the game that is open and who plays it."""
        known = self._sessions.get(session.hash)
        if known is None or known.game != game or self._now() >= known.until:
            return False
        return not known.seat or known.seat in seats

    def revoke(self, seat: str) -> None:
        """End the sessions of a seat, and take back its token."""
        self._tokens = {key: token for key, token in self._tokens.items() if token.seat != seat}
        self._drop(lambda session: session.seat == seat)

    def keep_only(self, game: int | None) -> None:
        """The game that is open is this one: sessions and tokens of any other end. A restart has opened none yet."""
        self._tokens = {key: token for key, token in self._tokens.items() if token.game == game}
        self._drop(lambda session: session.game != game)

    def move(self, game: int, to: int) -> None:
        """The same people play on in another game: their phones stay theirs."""
        self._tokens = {k: replace(t, game=to) if t.game == game else t for k, t in self._tokens.items()}
        self._sessions = {k: replace(s, game=to) if s.game == game else s for k, s in self._sessions.items()}
        self._write()

    def _drop(self, ended: Callable[[Session], bool]) -> None:
        kept = {key: session for key, session in self._sessions.items() if not ended(session)}
        if len(kept) < len(self._sessions):
            self._sessions = kept
            self._write()

    def _read(self) -> dict[str, Session]:
        if self._path is None:
            return {}
        try:
            found = read_whole(self._path, list[Session]) or []
        except ConfigError as fault:
            log.warning("%s: phones are paired anew", fault)
            return {}
        return {session.hash: session for session in found if self._now() < session.until}

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            write_whole(self._path, json.encode(list(self._sessions.values())), 0o600)
        except OSError as fault:
            log.warning("sessions are not kept (%s): after a restart phones are paired anew", fault)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
