"""A phone that plays: when does the kiosk's window show it, and when another page? And what do phones cost at rest?"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.engine.requests import Undo
from companion.engine.update import Update
from kiosk.measure.moments import watch_frames
from kiosk.measure.probe import cpu_of
from tests.tools.bench.kiosk.pss import pss_mb

REST_S = 10.0
SETTLE_S = 27.0
"""Until the fire sleeps."""
PAUSE_S = 0.5
KEY, BACK = "act1_adv:a", Undo()
"""What the phone answers, and what takes it back at the table."""


class PhoneTaps:
    """`report` gets {"flipped": [ms from the phone's message to the flipped frame], "page": [ms by which a page without
    a seat shows it after the window], "rest": % of a core of kiosk and pages' server with all phones, without any,
    "memory": MB of both, without any}."""

    def __init__(
        self,
        kiosk: Any,
        path: Path,
        count: int,
        phones: int,
        report: Callable[[dict[str, Any]], None],
        stop: Callable[[], None],
    ) -> None:
        self._kiosk, self._path, self._count, self._phones = kiosk, path, count, phones
        self._report, self._stop = report, stop
        self._told = kiosk.link._deliver
        kiosk.link._deliver = self._deliver
        self._waits = self._drawn = False
        self._flipped_at = 0.0
        self.flipped: list[float] = []
        self.page: list[float] = []
        self._found: dict[str, Any] = {}
        self._came: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        watch_frames(lambda: self._drawn, self._flipped)
        Clock.schedule_once(lambda _dt: self._rest(self._switch_on), SETTLE_S)

    # -- rest ----------------------------------------------------------------------------------------------------

    def _rest(self, then: Callable[[float, float], None], *pids: int) -> None:
        """Watch the processor for a while; `then` gets percent of a core, and MB."""
        everybody = (os.getpid(), *pids)
        used, at = sum(map(cpu_of, everybody)), time.monotonic()

        def done(_dt: float) -> None:
            busy = 100 * (sum(map(cpu_of, everybody)) - used) / (time.monotonic() - at)
            then(busy, sum(map(pss_mb, everybody)))

        Clock.schedule_once(done, REST_S)

    def _switch_on(self, busy: float, memory: float) -> None:
        self._found |= {"rest_without": busy, "memory_without": memory}
        pages = self._kiosk.runtime.pages
        pages.switch(True)
        Clock.schedule_once(lambda _dt: pages.mint("Ana", self._minted), 1.0)

    def _minted(self, token: str) -> None:
        command = [sys.executable, "-m", "tests.tools.bench.engine.phones", str(self._path), token, str(self._phones)]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._child.stdout is not None
        web = json.loads(self._child.stdout.readline())["web"]
        self._kiosk.post(lambda: Clock.schedule_once(lambda _dt: self._rest(self._rested, web), SETTLE_S))
        for line in self._child.stdout:
            self._came.put(json.loads(line))

    def _rested(self, busy: float, memory: float) -> None:
        self._found |= {"rest": busy, "memory": memory}
        self._next(0)

    # -- taps ------------------------------------------------------------------------------------------------------

    def _next(self, _dt: float) -> None:
        if len(self.flipped) >= self._count:
            self._child.terminate()
            self._report({"flipped": self.flipped, "page": self.page, **self._found})
            self._stop()
            return
        self._waits = True
        assert self._child.stdin is not None
        self._child.stdin.write(KEY + "\n")

    def _deliver(self, updates: Sequence[Update]) -> None:
        self._told(updates)
        if self._waits and any(update.events for update in updates):
            self._waits, self._drawn = False, True

    def _flipped(self) -> None:
        self._drawn, self._flipped_at = False, time.monotonic()
        Clock.schedule_once(self._take, PAUSE_S)

    def _take(self, _dt: float) -> None:
        try:
            came = self._came.get_nowait()
        except queue.Empty:
            Clock.schedule_once(self._take, PAUSE_S)
            return
        self.flipped.append((self._flipped_at - came["sent"]) * 1e3)
        self.page.append((came["seen"] - self._flipped_at) * 1e3)
        self._kiosk.link.send(BACK)
        Clock.schedule_once(self._next, PAUSE_S)
