"""Inputs that come faster than frames are drawn: how much memory the process keeps of them, ten seconds later.

In a window of a real X server, as `tests.tools.soak.memory`, and offscreen, where no swap waits for the frames.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tests.process.machine import TABLE, Kiosk
from tests.process.xorg import Xorg
from tests.tools.soak.memory import NOWHERE, resident_mb, unit_limit_mb
from tests.tools.soak.report import Finding

DIAL = """
[[encoders]]
name = "rage"
a = 5
b = 6
"""
SEATS = ["Ana", "Bo", "Cy", "Di"]
AFTER_S = 10.0
"""When it is measured after a burst."""
MOST_MB = 20.0
"""So much more than before, at most."""
SLOW_S = 0.3
"""Between two inputs before the burst: what is made once is made then."""

Say = Callable[[Kiosk], object]
Opening = tuple[dict[str, Any], ...]
CERBERE: Opening = ({"game": "cerbere", "seats": SEATS},)
GAMES_OPENED: Opening = (
    {"game": "infernal_wagon", "seats": SEATS[:2], "options": {"box": "demo", "timer": "calm"}},
    {"game": "cerbere", "seats": SEATS},
    {"game": "hellrail", "seats": SEATS},
)


def _turns() -> Iterator[Say]:
    for steps in cycle([1] * 5 + [-1] * 5):
        yield lambda kiosk, steps=steps: kiosk.say(turn={"rage": steps})  # type: ignore[misc]


def _steps() -> Iterator[Say]:
    for name in cycle(("undo", "redo")):
        yield lambda kiosk, name=name: kiosk.line(b'{"%s": {}}' % name.encode())  # type: ignore[misc]


def _opens() -> Iterator[Say]:
    for opening in cycle(GAMES_OPENED):
        yield lambda kiosk, opening=opening: kiosk.say(open=opening)  # type: ignore[misc]


def soak_bursts(quick: bool) -> list[Finding]:
    """The dial, steps back and forth, and games opened, on both kinds of window; quick: a second of the dial on one."""
    return [finding for driver in ("x11", "offscreen")[: 1 if quick else None] for finding in _bursts(quick, driver)]


def _bursts(quick: bool, driver: str) -> list[Finding]:
    wanted: tuple[tuple[str, Callable[[], Iterator[Say]], float, float], ...] = (
        ("the dial, 100 steps a second", _turns, 100, 10),
        ("back and forth, 40 a second", _steps, 40, 10),
        ("games opened, 5 a second", _opens, 5, 4),
    )
    return [
        _burst(name, makes(), rate, 1 if quick else seconds, driver)
        for name, makes, rate, seconds in wanted[: 1 if quick else None]
    ]


def _burst(what: str, inputs: Iterator[Say], rate: float, seconds: float, driver: str) -> Finding:
    name = f"memory after a burst, {driver}: {what}"
    with (
        tempfile.TemporaryDirectory(prefix="companion-soak-") as folder,
        Xorg(Path(folder) / "x") as server,
        Kiosk(
            Path(folder), TABLE + DIAL, env={"SDL_VIDEODRIVER": driver, "DISPLAY": server.display}, seen=True
        ) as kiosk,
    ):
        for opening in CERBERE:
            kiosk.say(open=opening)
        for turn in islice(_turns(), 2):
            turn(kiosk)
        for say in islice(inputs, 12):
            say(kiosk)
            _drawn(kiosk)
            time.sleep(SLOW_S)
        time.sleep(AFTER_S)
        before, peak, made = resident_mb(kiosk.process.pid), 0.0, 0
        begun = time.monotonic()
        while (now := time.monotonic() - begun) < seconds:
            if made < now * rate:
                next(inputs)(kiosk)
                made += 1
                peak = max(peak, resident_mb(kiosk.process.pid))
            else:
                time.sleep(made / rate - now)
        rate_made = made / (time.monotonic() - begun)
        _drawn(kiosk)
        answered = time.monotonic() - begun - seconds
        time.sleep(AFTER_S)
        after = resident_mb(kiosk.process.pid)
    figures = {
        "inputs": made,
        "a second": round(rate_made),
        "MB before": round(before),
        "at most": round(peak),
        "after": round(after),
        "last one drawn after s": round(answered, 1),
    }
    broken = None
    if peak > unit_limit_mb():
        broken = f"{peak:.0f} MB are more than the unit's limit"
    elif after - before > MOST_MB:
        broken = f"{after - before:.0f} MB stayed"
    return Finding(name, figures, broken)


def _drawn(kiosk: Kiosk) -> None:
    """Wait until what came before is drawn."""
    kiosk.say(touch=list(NOWHERE))
