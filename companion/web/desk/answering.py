"""What a seat does from its phone: it answers, and takes back, alone or by two."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.audience import Seat
from companion.engine.hearing import check_seen
from companion.engine.prompt import follow
from companion.engine.refused import PrivateRefusal
from companion.engine.requests import Choose, SeatSight, Undo, Watched
from companion.web.desk.connection import Connection
from companion.web.desk.pairing import Pairings
from companion.web.desk.requests import ChooseRequest, StepRequest
from companion.web.desk.seating import Seating
from companion.web.desk.watching import TableWatch

ALL_RIGHTS = frozenset({"", "hold", "resume", "give_up"})
"""The host's."""
RIGHTS = ALL_RIGHTS - {"give_up"}
"""Rights of a player's phone (`Option.right`); docs/phones.md lists them. The table may do everything."""


class SeatAnswers:
    """
    :param soon: has all pages shown anew.
    """

    def __init__(self, watch: TableWatch, pairings: Pairings, seating: Seating, soon: Callable[[], object]) -> None:
        self._watch, self._pairings, self._seating, self._soon = watch, pairings, seating, soon

    def need(self, connection: Connection) -> str:
        """Return the seat of a connection whose session holds and whose player plays.

        :raises PrivateRefusal: `not_paired`.
        """
        session = self._seating.held(connection)
        if session.seat not in self._watch.playing:
            raise PrivateRefusal("not_paired")
        return session.seat

    def rights(self, seat: str) -> frozenset[str]:
        """Return what it may do beside what it is asked."""
        return ALL_RIGHTS if seat == self._pairings.host else RIGHTS

    def choose(self, connection: Connection, request: ChooseRequest) -> None:
        """Choose an option of the question that its seat is asked, or follow where it leads."""
        seat = self.need(connection)
        check_seen(request.seen_ms)
        path, id = connection.path, f"{seat}:{request.id}"
        watched = self._watch.watch(((seat, path),))
        sight = watched.seen[0]
        if sight is None or sight.prompt is None:
            raise PrivateRefusal("not_allowed_now")
        known = self._watch.number(watched)
        if request.number != known and not self._same(connection, sight, seat, request.number):
            # Once more with an id that was answered: the engine gives the first answer again.
            self._watch.ask(Choose(request.key, path, Seat(seat), number=-1, id=id))
            return
        if sight.prompt.who not in ("", seat):
            raise PrivateRefusal("not_asked", name=sight.prompt.who)
        option = sight.prompt.option(request.key)
        if option is None:
            raise PrivateRefusal("not_allowed_now")
        if option.right not in self.rights(seat):
            raise PrivateRefusal("table_only")
        if option.move is None:
            connection.path = follow(sight.path, option)
            connection.since = self._watch.now_ms()
            self._check(seat, connection)
            return
        since = connection.since if connection.path else None
        number = watched.now.number
        self._watch.ask(Choose(request.key, sight.path, Seat(seat), number=number, id=id, since=since))
        connection.path = ()
        self._watch.acted[seat] = self._watch.watch().acts
        if connection.session is not None:
            self._pairings.answered(connection.session)

    def _check(self, seat: str, connection: Connection) -> None:
        """Check that the path that was just entered leads to a prompt, and that this seat is asked there."""
        seen = self._watch.watch(((seat, connection.path),)).seen[0]
        if seen is None or seen.path != connection.path or seen.prompt is None:
            connection.path = ()
            raise PrivateRefusal("not_allowed_now")
        if seen.prompt.who not in ("", seat):
            connection.path = connection.path[:-1]
            raise PrivateRefusal("not_asked", name=seen.prompt.who)

    def _same(self, connection: Connection, sight: SeatSight, seat: str, number: str) -> bool:
        """Return whether the question is still the one that was shown, though another player has acted meanwhile: one
        of this seat alone, that no other player can have answered."""
        epoch, _, acts = number.partition("-")
        if epoch != self._watch.epoch or not acts.isdecimal():
            return False
        if not max(self._watch.acted.get(seat, 0), connection.shown_from) <= int(acts) <= self._watch.acts:
            return False
        prompt = sight.prompt
        return prompt is not None and prompt.who == seat and prompt == connection.shown

    def back(self, connection: Connection) -> None:
        """Go one step back to where its question came from."""
        self.need(connection)
        connection.path = connection.path[:-1]

    def undo(self, connection: Connection, request: StepRequest) -> None:
        """Take back; what was seen, with a second seat."""
        seat = self.need(connection)
        watched = self._watch.watch()
        if request.number != self._watch.number(watched):
            self._watch.ask(Undo(Seat(seat), number=-1, id=f"{seat}:{request.id}"))
            return
        if not self.may_undo(seat, watched):
            raise PrivateRefusal("nothing_to_undo", reason="phone")
        if watched.now.undo_at_table and seat == self._pairings.host:
            self._watch.taking = seat, watched.acts
            self._soon()
            return
        self._watch.ask(Undo(Seat(seat), number=watched.now.number, id=f"{seat}:{request.id}"))

    def may_undo(self, seat: str, watched: Watched) -> bool:
        """Let a phone take back its own answer, as long as nothing came after it; the host whatever was last."""
        own = self._watch.acted.get(seat) == watched.acts or (
            seat == self._pairings.host and watched.now.undo is not None
        )
        return own and not watched.now.path

    def agree(self, connection: Connection, request: StepRequest) -> None:
        """Take back an act that showed something, agreed to by a second seat; its news go to all pages."""
        seat = self.need(connection)
        watched = self._watch.at(request.number)
        if self._watch.taking is None:
            raise PrivateRefusal("stale")
        if seat == self._watch.taking[0]:
            raise PrivateRefusal("not_asked", name=seat)
        self._watch.taking = None
        self._watch.ask(Undo(number=watched.now.number, id=f"{seat}:{request.id}"))

    def disagree(self, connection: Connection) -> None:
        """Refuse the undo that another seat asked for."""
        self.need(connection)
        self._watch.taking = None
        self._soon()
