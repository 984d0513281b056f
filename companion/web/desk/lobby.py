"""Who comes in: phones that wait for a seat or under a new name, are let in, one by one or all, or sent off."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random

from companion.engine.player_names import plain, seats_of
from companion.engine.refused import PrivateRefusal
from companion.engine.requests import Watched
from companion.web.desk.arrivals import MOST_OF_PLACE, Pace, new_name, signs_for, who_leaves
from companion.web.desk.connection import Connection, WaitingPage
from companion.web.desk.frame import PageAnswer, PageArrival, PageLobby, Painter, page_seat
from companion.web.desk.pairing import Pairings, PhoneSession
from companion.web.desk.seating import Seating
from companion.web.desk.state import WISHES, Arrival, SetUpTable, Wish
from companion.web.desk.watching import TableWatch

ShowFrame = Callable[[Connection, PageAnswer | None, str], object]
"""Sends a connection a frame, with an answer and the secret of its session."""


class Lobby:
    """
    :param connections: those that are open now.
    :param painter: in the language of a connection.
    """

    def __init__(
        self,
        watch: TableWatch,
        pairings: Pairings,
        seating: Seating,
        connections: Callable[[], tuple[Connection, ...]],
        painter: Callable[[Connection], Painter],
        show: ShowFrame,
        lots: Random,
    ) -> None:
        self._watch, self._pairings, self._seating = watch, pairings, seating
        self._connections, self._painter, self._show = connections, painter, show
        self._lots = lots
        self._pace = Pace()
        self._numbers = itertools.count(1)
        self.everybody = False
        """Whether phones are let in without a touch; the begin of a game ends it."""
        self._let_in: dict[str, str] = {}
        """Seat -> place of a phone that was let in so."""
        self.named: list[str] = []
        """New names that were let in, until the set-up has a seat for them."""
        self.set_up = SetUpTable()

    # -- seats ----------------------------------------------------------------------------------------------------

    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats that a phone can have: of the open game, else of the set-up."""
        return self._watch.playing or tuple(seat.name for seat in self.set_up.seats)

    def room(self) -> int:
        """Return how many more new names the set-up can take."""
        spare = sum(1 for seat in self.set_up.seats if seat.spare and not self._pairings.is_taken(seat.name))
        return spare + max(0, self.set_up.most - len(self.set_up.seats)) - len(self.named)

    def prepare(self, table: SetUpTable) -> None:
        """Take over how the table is set up."""
        self.set_up = table
        names = {seat.name for seat in table.seats}
        self.named = [name for name in self.named if name not in names]

    def mint(self, seat: str) -> str:
        """Return a token for a seat; "" if no player has that name."""
        return self._pairings.mint(seat) if seat in self.seats() else ""

    # -- coming ---------------------------------------------------------------------------------------------------

    def pair(self, connection: Connection, token: str, secret: str) -> str:
        """Seat a page by a code that it has scanned, or have it wait; the secret of a session that begins."""
        spent = self._pairings.spend(token)
        seat = spent.seat
        if seat not in self.seats() and not spent.moves:
            raise PrivateRefusal("token_expired")
        own = self._pairings.session_of(secret)
        if own is not None and own.seat == seat:  # scanned again
            self._seating.take_up(connection, secret)
            return ""
        if self._pairings.is_taken(seat) and not spent.moves:
            self._wait(connection, seat, own, scanned=True)
            return ""
        return self._seating.begin(connection, seat, own, bool(spent.moves))

    def join(self, connection: Connection, typed: str, secret: str) -> str:
        """Have a page wait for a seat, or for a seat of the set-up under a new name; the secret of a session that
        begins."""
        self._watch.watch()
        same = plain(typed).casefold()
        name = next((seat for seat in self.seats() if plain(seat).casefold() == same), "")
        if not name:
            name = new_name(typed)
            if not self._watch.setting_up:
                raise PrivateRefusal("game_begun")
            if not self.room():
                raise PrivateRefusal("seats_full")
        own = self._pairings.session_of(secret)
        if own is not None and own.seat == name:
            self._seating.take_up(connection, secret)
            return ""
        self._wait(connection, name, own)
        if self.everybody and self._may_enter(connection):
            self._let_in[name] = connection.address
            return self._enter(connection)
        return ""

    def _wait(self, connection: Connection, name: str, own: PhoneSession | None, scanned: bool = False) -> None:
        """Have a page wait to be let in, in the place of another one where there is no room (`arrivals`)."""
        connection.waits = None
        waiting = self.waiting()
        if not scanned:
            if not self._pace.may(connection.address, self._watch.now_ms()):
                raise PrivateRefusal("door_full")
            leaves = who_leaves([one for one in waiting if not one.scanned], connection.address, self._lots)
            for other in [] if leaves is None else self._connections_of(leaves.id):
                self._send_away(other, "door_full")
        signs = signs_for(waiting, self._lots)
        connection.waits = WaitingPage(next(self._numbers), name, signs, connection.address, scanned, own)

    def waiting(self) -> list[WaitingPage]:
        """Return those that wait, the first one first."""
        found = (connection.waits for connection in self._connections())
        return sorted(one for one in found if one is not None)

    def _connections_of(self, arrival: int) -> list[Connection]:
        return [one for one in self._connections() if one.waits is not None and one.waits.id == arrival]

    def _send_away(self, connection: Connection, code: str) -> None:
        """Tell a page that waits no longer why."""
        waits, connection.waits = connection.waits, None
        answer = self._painter(connection).answer("", code, {"name": waits.name if waits is not None else ""})
        self._show(connection, answer, "")

    def _wish(self, waits: WaitingPage) -> Wish:
        if self._pairings.is_taken(waits.name):
            return Wish.TAKEN
        if not self._watch.setting_up:
            return Wish.PLAYING
        if waits.name not in self.seats():
            return Wish.NEW
        return Wish.HAD if self._pairings.was_had(waits.name) else Wish.FREE

    # -- let in, or sent off --------------------------------------------------------------------------------------

    def _may_enter(self, connection: Connection) -> bool:
        """Return whether a page that waits is let in with everybody."""
        waits = connection.waits
        if waits is None or self._wish(waits) not in (Wish.FREE, Wish.NEW):
            return False
        if waits.name not in self.seats() and not self.room():
            return False
        held = {session.seat for session in self._pairings.sessions}
        return sum(place == waits.place for seat, place in self._let_in.items() if seat in held) < MOST_OF_PLACE

    def _enter(self, connection: Connection) -> str:
        """Let a page in that waits; the secret of its session."""
        waits = connection.waits
        assert waits is not None
        if waits.name not in self.seats():
            self.named.append(waits.name)
        return self._seating.begin(connection, waits.name, waits.own)

    def admit(self, arrival: int, yes: bool) -> None:
        """Let a phone in that waits, in the place of one that is there; or send it away."""
        for connection in self._connections_of(arrival):
            waits = connection.waits
            assert waits is not None
            there = waits.name in self.seats() or (self._watch.setting_up and self.room() > 0)
            if yes and there:
                self._show(connection, None, self._enter(connection))
            else:
                self._send_away(connection, "seats_full" if yes else "not_admitted")

    def admit_everybody(self, yes: bool) -> None:
        """Let all phones in that want a free seat or a new name, now and until a game begins; or no longer."""
        self._watch.watch()
        self.everybody = yes and self._watch.setting_up
        self._let_in.clear()
        for waits in self.waiting() if self.everybody else ():
            for connection in self._connections_of(waits.id):
                if self._may_enter(connection):
                    self._let_in[waits.name] = waits.place
                    self._show(connection, None, self._enter(connection))

    def watched(self) -> None:
        """End *Everybody in*, once a game has begun."""
        if not self._watch.setting_up and (self.everybody or self._let_in or self.named):
            self.everybody = False
            self._let_in.clear()
            self.named.clear()

    def close_names(self) -> None:
        """Send those away that wait under a new name, once a game has begun."""
        if self._watch.setting_up:
            return
        for connection in self._connections():
            if connection.waits is not None and connection.waits.name not in self.seats():
                self._send_away(connection, "game_begun")

    def revoke(self, seat: str) -> None:
        """End the session of a seat."""
        self._pairings.revoke(seat)
        self._without(seat)

    def forget(self, seat: str) -> None:
        """End the session of a seat, and keep nothing of it."""
        self._pairings.forget(seat)
        self._without(seat)

    def _without(self, seat: str) -> None:
        self.named = [name for name in self.named if name != seat]
        self._seating.end_those(lambda session: session.seat == seat)

    def end_all(self) -> None:
        """End all sessions, as the evening is over."""
        self._pairings.end_all()
        self.everybody = False
        self.named.clear()
        self._seating.end_those(lambda _session: True)

    # -- as it is shown -------------------------------------------------------------------------------------------

    def asking(self) -> tuple[Arrival, ...]:
        """Return those that wait, as the table's screen knows them."""
        return tuple(Arrival(one.id, one.name, one.signs, self._wish(one)) for one in self.waiting())

    def arrivals(self, painter: Painter) -> list[PageArrival]:
        """Return those that wait, as the host's page knows them."""
        return [
            PageArrival(one.id, one.name, painter.signs(one.signs), painter.say(WISHES[one.wish]))
            for one in self.asking()
        ]

    def page(self, watched: Watched) -> PageLobby:
        """Return the seats that a page without one can ask for."""
        there = seats_of(watched.now.view) or self.set_up.seats
        seats = [page_seat(seat, self._pairings.is_taken(seat.name)) for seat in there]
        opens = self._watch.setting_up
        return PageLobby(seats, opens, opens and self.room() > 0)
