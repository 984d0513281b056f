"""`companion measure`: a bare Kivy window and ours in one run, on the screen that is there, offscreen without one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.typed import from_json
from kiosk.measure.figure import Measurement, percentile
from kiosk.measure.openings import OPENINGS

Get = Callable[[str], dict[str, Any]]  # a mode of the probe -> what it found
MOMENTS = {"issued": "commands issued", "flipped": "frame flipped"}
"""What the probe calls the moments of a frame, and their names in figures."""
AIMS = {0.5: 0.7, 0.99: 1.0}
"""Of a tap to each of them, as multiples of a bare window's: the share of taps that are to reach it."""


def environment() -> dict[str, str]:
    """Return the environment of a kiosk under measure: its sound card is a silent one unless one is named."""
    seen = os.environ.get("DISPLAY") or os.environ.get("SDL_VIDEODRIVER")
    return {"SDL_AUDIODRIVER": "dummy", **os.environ, **({} if seen else {"SDL_VIDEODRIVER": "offscreen"})}


def probe(module: str, mode: str, data: Path, taps: int, env: dict[str, str]) -> dict[str, Any]:
    """Return what a process measured of itself, with its journal and textures in `data`.

    :raises ChildProcessError: if it failed; its error output is in the message.
    """
    command = [sys.executable, "-m", module, mode, str(data), repr(time.monotonic()), str(taps)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1_800, check=False, env=env)
    if done.returncode != 0:
        raise ChildProcessError(f"probe {mode} ended with {done.returncode}: {done.stderr[-800:]}")
    return from_json(done.stdout.splitlines()[-1])


@cache
def once(mode: str) -> dict[str, Any]:
    """Run each mode once."""
    with tempfile.TemporaryDirectory(prefix="companion-measure-") as data:
        return probe("kiosk.measure.probe", mode, Path(data), 60, environment())


def start(get: Get) -> Iterator[Measurement]:
    """Measure the cold start to a home screen that can be touched, and memory."""
    bare, home = get("bare"), get("home")
    first, ours = bare["first_flipped_ms"], home["first_flipped_ms"]
    yield Measurement("kiosk: cold start, bare Kivy", first, "ms")
    yield Measurement("kiosk: cold start to home", ours, "ms", 1.2 * first, note="1.2 x bare")
    yield Measurement("kiosk: RSS, bare Kivy", bare["rss_mb"], "MB")
    yield Measurement("kiosk: RSS, home", home["rss_mb"], "MB", bare["rss_mb"] + 40, note="bare + 40 MB")


def idle(get: Get) -> Iterator[Measurement]:
    """Measure the CPU of the whole process, in percent of one core, while the screen is not touched."""
    bare, home, clock = (get(mode)["idle_cpu"] for mode in ("bare", "home", "clock"))
    note = "0.8 x bare; with the sound's process, dummy device"
    yield Measurement("kiosk: idle CPU, bare Kivy", bare, "%")
    yield Measurement("kiosk: idle CPU, home", home, "%", 0.2, note="20 s after the last touch")
    yield Measurement("kiosk: CPU, game clock running, sound track", clock, "%", 0.8 * bare, note=note)


def taps(get: Get) -> Iterator[Measurement]:
    """Measure from just before the serial bytes, journal on, to the UI thread and to both moments of the frame."""
    bare = get("bare-taps")
    for key, label in MOMENTS.items():
        for part in AIMS:
            name = f"kiosk: thread to {label}, bare Kivy, p{part * 100:g}"
            yield Measurement(name, percentile(bare[key], part), "ms")
    for mode, opening in list(OPENINGS.items())[1:]:
        found = get(f"{mode}-taps")
        note = f"{len(found['view'])} taps"
        for part, most in ((0.5, None), (0.99, 5.0)):
            name = f"{opening.name}: serial byte to UI thread, p{part * 100:g}"
            yield Measurement(name, percentile(found["view"], part), "ms", most, note=note)
        for key, label in MOMENTS.items():
            for part, times in AIMS.items():
                name = f"{opening.name}: serial byte to {label}, p{part * 100:g}"
                aim = times * percentile(bare[key], part)
                yield Measurement(name, percentile(found[key], part), "ms", aim, note=f"{note}, {times} x bare")
