"""What the diagnostics screens may ask for: findings, the hardware at this moment, its signals, a support file."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion.engine.foreign import of_system
from companion.engine.signals import Signal
from companion.presentation.i18n import spoken
from companion.tools.doctor.finding import Finding
from companion.tools.doctor.live import Live

log = logging.getLogger(__name__)

SignalTaker = Callable[[Signal], object]
Post = Callable[[Callable[[], None]], None]


class Diagnostics:
    """One for the whole app. Everything is called on the UI thread and returns at once; answers come there, too.

    :param examine: all checks; takes seconds, called on a thread of its own.
    :param live: the running hardware, None if there is none.
    :param take: sends the signals of the hardware to that taker instead of the table; None ends it.
    :param support: writes the support file; called on a thread of its own. Raises OSError.
    :param post: brings a call to the UI thread.
    """

    def __init__(
        self,
        examine: Callable[[], list[Finding]],
        live: Callable[[], Live | None],
        take: Callable[[Callable[[Signal], bool] | None], None],
        support: Callable[[list[Finding]], Path],
        post: Post,
    ) -> None:
        self._examine, self._live, self._take, self._support, self._post = examine, live, take, support, post
        self.findings: list[Finding] | None = None
        """The last findings, None before the first look."""
        self.looking = False

    @property
    def live(self) -> Live | None:
        """The running hardware."""
        return self._live()

    def look(self, done: Callable[[], object]) -> None:
        """Examine everything anew and call `done` when `findings` are there. One look at a time."""
        if self.looking:
            return
        self.looking = True

        def work() -> None:
            try:
                found = self._examine()
            except Exception as error:
                log.exception("nothing could be examined")
                found = [Finding("check_failed", {"check": "doctor", "error": f"{type(error).__name__}: {error}"})]
            self._post(lambda: arrived(found))

        def arrived(found: list[Finding]) -> None:
            self.findings, self.looking = found, False
            done()

        threading.Thread(target=work, name="doctor", daemon=True).start()

    def take(self, taker: SignalTaker | None) -> None:
        """Send tags, buttons and cables to `taker` instead of the table, until None is passed."""
        if taker is None:
            self._take(None)
            return

        def caught(signal: Signal) -> bool:
            self._post(lambda: _hand(taker, signal))
            return True

        self._take(caught)

    def support(self, done: Callable[[Path | None, str], object]) -> None:
        """Write the support file; `done` receives its path, or None and why not."""

        def work() -> None:
            try:
                path = self._support(self.findings or [])
            except OSError as error:
                log.warning("no support file: %s", error.strerror)
                reason = spoken(of_system(error))
                self._post(lambda: _said(done, None, reason))
            except Exception as error:
                log.exception("no support file")
                fault = f"{type(error).__name__}: {error}"
                self._post(lambda: _said(done, None, fault))
            else:
                self._post(lambda: _said(done, path, ""))

        threading.Thread(target=work, name="support", daemon=True).start()


def _hand(taker: SignalTaker, signal: Signal) -> None:
    taker(signal)


def _said(done: Callable[[Path | None, str], object], path: Path | None, reason: str) -> None:
    done(path, reason)
