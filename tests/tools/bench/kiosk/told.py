"""A bare Kivy, with the clock that it brings: how long until it shows what a thread has told it?"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

GAP_S = 0.12


class Told:
    """A thread tells a label other words, `count` times; `report` gets {"frame": [ms ...]}, to the flipped frame."""

    def __init__(
        self, shown: Any, count: int, report: Callable[[dict[str, Any]], None], stop: Callable[[], None]
    ) -> None:
        self._shown, self._count, self._report, self._stop = shown, count, report, stop
        self._sent: float | None = None
        self._seen = threading.Event()
        self.frame: list[float] = []
        Window.bind(on_flip=self._flipped)
        threading.Thread(target=self._tell, daemon=True).start()

    def _tell(self) -> None:
        time.sleep(2.0)
        for number in range(self._count):
            self._seen.clear()
            self._sent = time.monotonic()
            Clock.schedule_once(partial(self._show, f"card {number}"), -1)
            self._seen.wait()
            time.sleep(GAP_S + 0.003 * (number % 7))  # at no fixed place between two frames
        self._report({"frame": self.frame})
        Clock.schedule_once(lambda _dt: self._stop())

    def _show(self, words: str, _dt: float) -> None:
        self._shown.text = words

    def _flipped(self, _window: Any) -> None:
        if self._sent is not None and self._shown.text == f"card {len(self.frame)}":
            self.frame.append((time.monotonic() - self._sent) * 1e3)
            self._sent = None
            self._seen.set()
