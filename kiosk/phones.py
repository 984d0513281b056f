"""Pages for phones and televisions, as the screens see them: on or off, who is here, codes to scan."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from companion.engine.update import Notice
from companion.pages.state import PagesState
from kiosk.runtime import Pages

log = logging.getLogger(__name__)

HERE_S = 10.0
"""So long it is told that a phone has come."""


class Phones:
    """
    :param post: hands a call to the UI thread.
    :param tell: tells the table a notice.
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
        """Called on the UI thread when `state` or `on` is another one."""
        self._told = ""
        pages.changed = lambda: post(self._news)

    @property
    def on(self) -> bool:
        return self._pages.on

    def switch(self, on: bool) -> None:
        """On or off; the screen does not wait for it."""
        threading.Thread(target=self._switch, args=(on,), name="phones", daemon=True).start()

    def _switch(self, on: bool) -> None:
        try:
            self._pages.switch(on)
        except OSError as fault:
            log.error("no pages: %s", fault)
            self._tell(Notice("no_pages", {"detail": fault.strerror or str(fault)}))
        else:
            self._tell(Notice("no_pages", gone=True))
        self._post(self._news)

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        """A token for a seat ("": for a television), handed to `then` on the UI thread."""
        self._pages.mint(seat, lambda token: self._post(lambda: then(token)))

    def admit(self, seat: str, yes: bool) -> None:
        """Let the second phone of a seat in, or send it away."""
        self._pages.admit(seat, yes)

    def revoke(self, seat: str) -> None:
        """The phone of a seat shows nothing more."""
        self._pages.revoke(seat)

    def end_all(self) -> None:
        """The evening is over: no phone has a seat any more."""
        self._pages.end_all()

    def _news(self) -> None:
        before, self.state = self.state, self._pages.state
        were = {phone.seat for phone in before.phones}
        for phone in self.state.phones:
            if phone.here and phone.seat not in were:
                self._come(phone.seat)
        for seat in self.state.asking:
            if seat not in before.asking:
                self._tell(Notice("phone_asks", {"name": seat}))
        if before.asking and not self.state.asking:
            self._tell(Notice("phone_asks", gone=True))
        self.changed()

    def _come(self, seat: str) -> None:
        self._told = seat
        self._tell(Notice("phone_here", {"name": seat}))
        self._later(lambda: self._over(seat), HERE_S)

    def _over(self, seat: str) -> None:
        if self._told == seat:
            self._told = ""
            self._tell(Notice("phone_here", gone=True))
