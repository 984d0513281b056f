"""What a host's phone does in the place of the table's screen, and what it shows for that."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.correction import touch_move
from companion.engine.refused import PrivateRefusal
from companion.engine.requests import Correct, Leave, Watched
from companion.web.desk.connection import Connection
from companion.web.desk.frame import PageHost, Painter
from companion.web.desk.lines import PageKey, of_corrections, of_set_up
from companion.web.desk.lobby import Lobby
from companion.web.desk.requests import HostRequest
from companion.web.desk.seating import Seating
from companion.web.desk.state import TABLE
from companion.web.desk.watching import TableWatch


class Hosting:
    """
    :param later: does something after what is answered now.
    """

    def __init__(
        self, watch: TableWatch, seating: Seating, lobby: Lobby, later: Callable[[Callable[[], object]], object]
    ) -> None:
        self._watch, self._seating, self._lobby, self._later = watch, seating, lobby, later
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        """Called with what the host chooses before a game: a line's key, and a value of it."""

    def act(self, connection: Connection, request: HostRequest) -> None:
        """Do what otherwise the table's screen alone does.

        :raises PrivateRefusal: `table_only` to anybody else.
        """
        if not self._seating.is_host(connection):
            raise PrivateRefusal("table_only")
        match request.do:
            case "admit" | "away":
                if request.key.isdecimal():
                    self._lobby.admit(int(request.key), request.do == "admit")
            case "revoke":
                self._later(lambda: self._lobby.revoke(request.key))
            case "everybody" | "alone":
                self._lobby.admit_everybody(request.do == "everybody")
            case "set_up":
                key, _, value = request.key.partition(":")
                if not self._watch.setting_up:
                    raise PrivateRefusal("not_allowed_now")
                self.set_up(key, value)
            case "look":
                connection.puts_right = request.key
            case "close":
                connection.puts_right = None
            case "correct":
                self._correct(connection, request)
            case "leave":
                self._watch.at(request.number)
                self._watch.ask(Leave())

    def _correct(self, connection: Connection, request: HostRequest) -> None:
        watched = self._watch.at(request.number)
        place, _, key = request.key.partition(":")
        for page in watched.now.corrections.made():
            if page.seat == connection.puts_right and place.isdecimal() and int(place) < len(page.lines):
                patch = touch_move(page.lines[int(place)], key)
                if patch is not None:
                    self._watch.ask(Correct(patch, number=watched.now.number, id=request.id))
                    return
        raise PrivateRefusal("not_allowed_now")

    def page(self, connection: Connection, watched: Watched, painter: Painter) -> PageHost:
        """Return what its page shows for that."""
        opens, game = self._watch.setting_up, watched.now.game
        page = PageHost(opens, game is not None, self._lobby.everybody, self._lobby.arrivals(painter))
        if opens and game is None:
            page.lines = of_set_up(self._lobby.set_up.lines, painter.text)
        if game is not None and not opens:
            for one in watched.now.corrections.made():
                chosen = one.seat == connection.puts_right
                page.tabs.append(PageKey(one.seat, one.seat or painter.say(TABLE), chosen=chosen))
                if chosen:
                    page.lines = of_corrections(one.lines, painter.text)
        return page
