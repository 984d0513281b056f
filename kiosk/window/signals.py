"""Ends the kiosk at SIGTERM and Ctrl-C as closing its window does: at once, whatever the main loop sleeps in."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import TracebackType

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class LeaveOnSignal:
    """While it is entered, a signal calls `leave` on a thread of its own. Afterwards signals are ignored.

    A handler in Python runs on the main thread only, between two steps of the interpreter: not while SDL sleeps, and
    an exception out of it may come up in the middle of Kivy's own. So the signal's number goes through a pipe.
    """

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave

    def __enter__(self) -> LeaveOnSignal:
        self._reading_end, self._writing_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._writing_end, False)  # set_wakeup_fd refuses a blocking descriptor
        self._before = signal.set_wakeup_fd(self._writing_end, warn_on_full_buffer=False)
        for number in SIGNALS:
            signal.signal(number, lambda *_: None)  # the pipe is written only for a signal with a Python handler
        self._thread = threading.Thread(target=self._listen, name="signals", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        signal.set_wakeup_fd(self._before)
        os.close(self._writing_end)
        self._thread.join()
        os.close(self._reading_end)

    def _listen(self) -> None:
        while received := os.read(self._reading_end, 1):
            if received[0] in SIGNALS:
                self._leave()
