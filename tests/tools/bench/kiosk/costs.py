"""Where a tap's time goes on the UI thread: a sample of its Python stack each tenth of a millisecond.

In the guest of `tests.tools.bench.counted` that is each hundred thousand instructions, whatever else the host does.
"""

from __future__ import annotations

import signal
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

EACH_S = 0.0001
ROOT = f"{Path(__file__).resolve().parents[4]}/"
OURS = tuple(ROOT + folder for folder in ("kiosk/", "companion/", "drivers/"))
LIBRARY = "Kivy and GL"
BENEATH = "kiosk/measure/"
"""What calls the measured part: of no interest."""


class Costs:
    """`taps` has ms by stacks for each tap: functions of this project from the outermost to the innermost, `;` between
    them. What a library does is its caller's; while it does, there is no sample, so the next one counts for all."""

    def __init__(self) -> None:
        self.taps: list[dict[str, float]] = []
        self._now: defaultdict[str, float] | None = None
        self._last = 0.0
        self._names: dict[CodeType, str | None] = {}
        signal.signal(signal.SIGALRM, self._sample)

    def watch(self, deliver: Callable[[Any], None], waited: Callable[[], bool]) -> Callable[[Any], None]:
        """Return `deliver`, which begins to sample if an answer is waited for."""

        def delivered(updates: Any) -> None:
            if waited() and self._now is None:
                self._now = defaultdict(float)
                self._last = time.perf_counter()
                signal.setitimer(signal.ITIMER_REAL, EACH_S)
            deliver(updates)

        return delivered

    def end(self) -> None:
        """Sample no more; what was sampled is a tap's."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._now is not None:
            self._now[LIBRARY] += 1e3 * (time.perf_counter() - self._last)
            self.taps.append(self._now)
            self._now = None

    def _sample(self, _signal: int, frame: FrameType | None) -> None:
        names: list[str] = []
        while frame is not None:
            name = self._names.get(frame.f_code, "")
            if name == "":
                name = self._names[frame.f_code] = self._name(frame.f_code)
            if name is not None and name[:1] != "<":
                names.append(name)
            frame = frame.f_back
        if self._now is not None:
            now = time.perf_counter()
            self._now[";".join(reversed(names)) or LIBRARY] += 1e3 * (now - self._last)
            self._last = time.perf_counter()
            signal.setitimer(signal.ITIMER_REAL, EACH_S)  # from here on: a sample may take longer than that

    @staticmethod
    def _name(code: CodeType) -> str | None:
        file = code.co_filename
        if not file.startswith(OURS) or file.startswith(ROOT + BENEATH):
            return None
        return f"{file.removeprefix(ROOT)} {code.co_qualname}"
