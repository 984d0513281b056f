"""A finger on the glass while a stranger in the same Wi-Fi attacks the pages' server: does the window still answer?"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.web.desk.host import SESSIONS
from companion.web.desk.pairing import Pairings
from tests.tools.bench.kiosk.presses import Presses

SEAT, SECRET = "Ana", "the secret of a phone of the bench"
SETTLE_S = 27.0
"""Until the fire sleeps."""


def seat(data: Path) -> None:
    """A phone has a seat at the table of this folder."""
    Pairings(data / SESSIONS, time.time, lambda: SECRET).begin(SEAT)


class Attacked:
    """`report` gets {attack: {"flipped": [ms from the finger's bytes to the flipped frame ...]}}, with what
    `tests.tools.bench.engine.attacks` says of it."""

    def __init__(
        self,
        kiosk: Any,
        path: Path,
        panel: int,
        count: int,
        report: Callable[[dict[str, Any]], None],
        stop: Callable[[], None],
    ) -> None:
        self._kiosk, self._path, self._panel, self._count = kiosk, path, panel, count
        self._report, self._stop = report, stop
        self._now = ""
        self._presses: Presses | None = None
        self.found: dict[str, Any] = {}
        kiosk.runtime.pages.switch(True)
        Clock.schedule_once(self._begin, SETTLE_S)

    def _begin(self, _dt: float) -> None:
        command = [sys.executable, "-m", "tests.tools.bench.engine.attacks", str(self._path), SECRET]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """The pages' server is there, then one attack after the other is under way."""
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self._kiosk.post(partial(self._told, json.loads(line)))
        self._kiosk.post(self._over)

    def _told(self, line: dict[str, Any]) -> None:
        if "begun" in line:
            self._now = line["begun"]
            self._press()
        elif "ended" in line:
            self.found[line.pop("ended")].update(line)
        else:
            self._next()

    def _next(self) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write("\n")

    def _over(self) -> None:
        self._child.wait()
        self._report(self.found)
        self._stop()

    def _press(self) -> None:
        gear = self._kiosk.root.screen.gear
        self._presses = Presses(self._panel, gear, self._count, self._pressed, self._next)

    def _pressed(self, found: dict[str, Any]) -> None:
        self.found[self._now] = {"flipped": found["flipped"]}
