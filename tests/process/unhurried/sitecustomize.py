"""Give a real process the patience of a test: it and its children have this folder first on PYTHONPATH.

What people are given three seconds for, and what is left out when it comes a second late, depends on how busy the
machine is. Here there is time enough, and a sound card that is a file stands still while its player waits for a
processor. Nobody looks at its window, unless the test says so: no frame is drawn (a picture draws by itself), and
nothing is painted ahead.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

LONG_MS = 3_600_000
LOOK_S = 0.02
"""So often the player looks at its card, so that the file grows in silence, too."""


class Served:
    """The monotonic clock without the time in which the first thread of this process was ready and had no processor.

    See Documentation/scheduler/sched-stats.rst of Linux.
    """

    def __init__(self) -> None:
        self._last = 0

    def monotonic_ns(self) -> int:
        now = time.monotonic_ns() - int(Path("/proc/self/schedstat").read_text().split()[1])
        self._last = max(self._last, now)  # it may have waited between both
        return self._last


def _answers(timing: Any) -> None:
    timing.MATCHED_MS = timing.SPECIAL_MS = LONG_MS


def _hearing(hearing: Any) -> None:
    """A test knows what it presses, and presses at once."""
    hearing.DEAF_MS = 0


def _cues(messages: Any) -> None:
    messages.STALE_MS = LONG_MS


def _card(file_card: Any) -> None:
    file_card.time = Served()


def _player(player: Any) -> None:
    step = player.SoundPlayer.step

    def looking(self: Any) -> float | None:
        wait: float | None = step(self)
        if self._device is None:
            return wait
        _ = self._device.queued
        return LOOK_S if wait is None else min(wait, LOOK_S)

    player.SoundPlayer.step = looking


def _heartbeat(heartbeat: Any) -> None:
    heartbeat.MISSED = heartbeat.STARTING = LONG_MS // heartbeat.BEAT_MS


def _quick_heartbeat(heartbeat: Any) -> None:
    """One that hangs is found within a second; on a busy machine one that does not may be taken for it, too."""
    heartbeat.BEAT_MS = 200
    heartbeat.STARTING = LONG_MS // heartbeat.BEAT_MS


def _restarts(supervised: Any) -> None:
    supervised.RESTARTS = 1_000


def _window(window: Any) -> None:
    window.Window.on_draw = lambda: None


def _paint_ahead(paint_ahead: Any) -> None:
    paint_ahead.QUIET_S = paint_ahead.PLAYED_QUIET_S = LONG_MS / 1000


def _child(child: Any) -> None:
    """What a test has killed comes back at once."""
    child.AGAIN_S = 0.1


CHANGES: dict[str, Callable[[Any], None]] = {
    "companion.child": _child,
    "companion.games.infernal_wagon.rules.timing": _answers,
    "companion.engine.hearing": _hearing,
    "kiosk.sound.messages": _cues,
    "kiosk.sound.file_card": _card,
    "kiosk.sound.player": _player,
}
"""Module -> what is changed in it once it is imported."""
if "COMPANION_TEST_HANGS" in os.environ:
    CHANGES |= {"kiosk.sound.heartbeat": _quick_heartbeat, "companion.engine.supervised": _restarts}
else:
    CHANGES |= {"kiosk.sound.heartbeat": _heartbeat}
if "COMPANION_TEST_SEEN" not in os.environ:
    CHANGES |= {"kivy.core.window": _window}
if "COMPANION_TEST_SEEN" not in os.environ or "COMPANION_TEST_NOT_AHEAD" in os.environ:
    CHANGES |= {"kiosk.widgets.paint_ahead": _paint_ahead}


def _next() -> None:
    """Another folder of the path may have a `sitecustomize`, too."""
    here = Path(__file__).resolve().parent
    spec = PathFinder.find_spec("sitecustomize", [place for place in sys.path if Path(place).resolve() != here])
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(module_from_spec(spec))


def _change() -> None:
    """The limits of `tests/unhurried.py`, and these changes: the tests are no package for this process."""
    spec = spec_from_file_location("unhurried", Path(__file__).resolve().parents[2] / "unhurried.py")
    assert spec is not None and spec.loader is not None
    unhurried = module_from_spec(spec)
    spec.loader.exec_module(unhurried)
    unhurried.change(CHANGES)


_change()
_next()
