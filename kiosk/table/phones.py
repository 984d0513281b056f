"""Pages for phones and televisions, as the screens see them: on or off, who is here, codes to scan."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Any

from companion.engine.config import ConfigError
from companion.engine.text import N_, Text
from companion.engine.update import Notice
from companion.web.desk.state import PagesState, SetUpTable
from kiosk.table.runtime import Pages
from kiosk.table.worker import Worker

log = logging.getLogger(__name__)

LATE_S = 20.0
"""A server that has not come by then does not come."""
NO_SERVER = Text(N_("The pages’ server does not come. `companion doctor` says more."))
HERE_S = 10.0
"""How long the notice of an arriving phone is shown."""


class Phones:
    """
    :param post: hands a call to the UI thread.
    :param tell: shows a notice at the table.
    :param later: calls something on the UI thread after so many seconds.
    """

    def __init__(
        self,
        pages: Pages,
        post: Callable[[Callable[[], object]], object],
        tell: Callable[[Notice], object],
        later: Callable[[Callable[[], None], float], Any],
    ) -> None:
        self._pages, self._post, self._tell, self._later = pages, post, tell, later
        self.state = PagesState()
        self.changed: Callable[[], None] = lambda: None
        """Called on the UI thread when `state` or `on` has changed."""
        self.seat_named: Callable[[str, Collection[str]], bool] = lambda _name, _taken: False
        """Gives a new name a seat of the set-up, none of those that have a phone; whether there was one."""
        self._announced = ""
        self._due = False
        self._worker = Worker("phones")
        self._wanted = pages.on
        self._late = False
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        """Called on the UI thread with what the host chooses before a game: a line's key, and a value of it."""
        pages.changed = self._note
        pages.set_up = lambda key, value: post(lambda: self.set_up(key, value))

    @property
    def on(self) -> bool:
        return self._pages.on

    @property
    def fault(self) -> Text | None:
        """Why there are no pages though they are wanted; None if they are there, or may still come."""
        if self.state.urls or not self._wanted:
            return None
        return self._pages.state.fault or (NO_SERVER if self._late else None)

    def switch(self, on: bool) -> None:
        """Switch the pages on or off in the background. Of several wishes the last one holds."""
        self._wanted, self._late = on, False
        self._worker.do(self._switch)
        if on:
            self._later(self._look_late, LATE_S)

    def _look_late(self) -> None:
        if self._wanted and not self.state.urls:
            self._late = True
            self.changed()

    def _switch(self) -> None:
        try:
            self._pages.switch(self._wanted)
        except ConfigError as fault:
            log.error("no pages: %s", fault)
            self._tell(Notice("config", fault.facts))
        except OSError as fault:
            log.error("no pages: %s", fault)
            self._tell(Notice("no_pages", {"detail": fault.strerror or str(fault)}))
        else:
            self._tell(Notice("no_pages", gone=True))
        self._post(self._news)

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        """Make a token for a seat and hand it to `then` on the UI thread; "" if no player has that name."""
        self._pages.mint(seat, lambda token: self._post(lambda: then(token)))

    def admit(self, arrival: int, yes: bool) -> None:
        """Let a phone in that waits, or send it away."""
        self._pages.admit(arrival, yes)

    def admit_everybody(self, yes: bool) -> None:
        """Let phones in without a touch until the game begins, or no longer."""
        self._pages.admit_everybody(yes)

    def name_host(self, seat: str) -> None:
        """Have this seat's phone do what the table may; "": none."""
        self._pages.name_host(seat)

    def prepare(self, table: SetUpTable) -> None:
        """Tell the pages how the table is set up."""
        self._pages.prepare(table)

    def revoke(self, seat: str) -> None:
        """Cut the phone of a seat off."""
        self._pages.revoke(seat)

    def end_all(self) -> None:
        """End the evening: no phone has a seat any more."""
        self._pages.end_all()

    def _note(self) -> None:
        """Look at the state soon, once for many changes. From any thread."""
        if not self._due:
            self._due = True
            self._post(self._news)

    def _news(self) -> None:
        self._due = False  # first: a change from now on is looked at again
        before, self.state = self.state, self._pages.state
        were = {phone.seat for phone in before.phones}
        for phone in self.state.phones:
            if phone.here and phone.seat not in were:
                self._come(phone.seat)
        if self.state.asking and len(self.state.asking) != len(before.asking):
            self._tell(Notice("phone_asks", {"n": len(self.state.asking)}))
        if before.asking and not self.state.asking:
            self._tell(Notice("phone_asks", gone=True))
        if self.state.taking != before.taking:
            name = self.state.taking or before.taking
            self._tell(Notice("phone_takes", {"name": name}, gone=not self.state.taking))
        taken = {phone.seat for phone in self.state.phones}
        for name in self.state.named:
            if name not in before.named and not self.seat_named(name, taken):
                self.revoke(name)
        self.changed()

    def _come(self, seat: str) -> None:
        self._announced = seat
        self._tell(Notice("phone_here", {"name": seat}))
        self._later(lambda: self._over(seat), HERE_S)

    def _over(self, seat: str) -> None:
        if self._announced == seat:
            self._announced = ""
            self._tell(Notice("phone_here", gone=True))
