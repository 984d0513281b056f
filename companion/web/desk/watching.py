"""The table as the pages see it: what is now, what was told last, and who acted."""

from __future__ import annotations

from typing import Any

from companion.engine.engine_thread import EngineThread
from companion.engine.message import Messages
from companion.engine.player_names import seats_of
from companion.engine.prompt import Keys
from companion.engine.refused import PrivateRefusal
from companion.engine.requests import Watch, Watched
from companion.engine.update import Update
from companion.web.desk.games import is_setting_up, page_of

PATIENCE = 5.0
"""s that the engine is waited for."""


class TableWatch:
    """
    :param epoch: tells the numbers of this process from those of an earlier one.
    """

    def __init__(self, table: EngineThread, epoch: str) -> None:
        self._table = table
        self.epoch = epoch
        self.setting_up = True
        """Whether no game has begun."""
        self.playing: tuple[str, ...] = ()
        """The players of the game that is open."""
        self.acts = 0
        """Of the last look (`Watched.acts`)."""
        self.acted: dict[str, int] = {}
        """Seat -> `Watched.acts` after its last answer."""
        self.taking: tuple[str, int] | None = None
        """Who wants to take back what was seen, and `Watched.acts` then."""
        self.news = Messages()
        """What was told last."""
        self.saved = True
        """Whether the last answer of the engine is durable."""
        self._game: int | None = None
        self._last: Update | None = None

    @property
    def game(self) -> str | None:
        """The game of the last update."""
        return self._last.game if self._last is not None else None

    def now_ms(self) -> int:
        """Return ms of the table's clock."""
        return self._table.engine.clock.now_ms()

    def updated(self, update: Update) -> None:
        """Take over what an update tells."""
        if update.game is not None and update.view is not None and not update.notices:
            before = self._last.view if self._last is not None and self._last.game == update.game else None
            told = page_of(update.game).messages(update, before)
            if told.news or told.order is not None or told.line is not None or update.anew:
                self.news = told
        elif update.game is None:
            self.news = Messages()
        self._last = update

    def ask(self, request: Any) -> Any:
        """Return the engine's answer.

        :raises TimeoutError: if it does not come.
        """
        reply = self._table.ask(request, PATIENCE)
        self.saved = reply.saved
        return reply.answer

    def watch(self, places: tuple[tuple[str, Keys], ...] = ()) -> Watched:
        """Return what is now, and what these seats see at these paths."""
        watched = self.ask(Watch(places))
        assert isinstance(watched, Watched)
        if watched.id != self._game:
            self._game = watched.id
            self.acted.clear()
        self.playing = tuple(seat.name for seat in seats_of(watched.now.view))
        self.acts = watched.acts
        if self.taking is not None and self.taking[1] != watched.acts:
            self.taking = None
        self.setting_up = is_setting_up(watched.now.game, watched.now.view)
        return watched

    def number(self, watched: Watched) -> str:
        """Return the number that a page sends with what it asks of this moment."""
        return f"{self.epoch}-{watched.acts}"

    def at(self, number: str) -> Watched:
        """Return what is now, if the page has seen it.

        :raises PrivateRefusal: `stale`.
        """
        watched = self.watch()
        if number != self.number(watched):
            raise PrivateRefusal("stale")
        return watched
