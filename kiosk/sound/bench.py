"""How exactly do time cues leave the box? Captures the device of a real player in a process of its own.

SDL's disk driver writes what a card would have played. It does not run at the card's exact pace, so the process also
notes how the file grows: that tells at which moment of the table's clock each sample left.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.engine.clock import RealClock
from kiosk.sound import cache
from kiosk.sound.config import SoundConfig
from kiosk.sound.device import CHANNELS
from kiosk.sound.kit import RATE
from kiosk.sound.measure import onset_ms, place
from kiosk.sound.remote import RemotePlayer
from kiosk.sound.timeline import schedule

FRAME = 4 * CHANNELS
"""Bytes of a sample in the captured file."""
PLAYS = SoundConfig(block=240, rest_after_s=0.0)
"""SDL's disk driver waits whole milliseconds for a block: with 256 samples it would run 4 % too fast."""
SEARCH_MS = 80
"""A cue is looked for this far around its time."""


class FineClock(RealClock):
    """Also knows fractions of a millisecond, for measuring."""

    def exact_ms(self) -> float:
        """The same moment as `now_ms`, finer."""
        return time.monotonic_ns() / 1e6


class Capture(NamedTuple):
    """What left the device: mono samples, and (sample, ms) for moments at which a sample left."""

    samples: NDArray[np.float32]
    growth: list[tuple[int, float]]
    started_ms: float
    posted_ms: float
    underruns: int

    def left_ms(self, sample: float) -> float:
        """When a sample left, ms of the table's clock."""
        return float(np.interp(sample, [s for s, _ in self.growth], [t for _, t in self.growth]))

    def sample_at(self, at_ms: float) -> float:
        """Which sample left at that moment."""
        return float(np.interp(at_ms, [t for _, t in self.growth], [s for s, _ in self.growth]))


def captured_onset_errors(
    start_s: float = 416.8,
    seconds: float = 3.6,
    cache_dir: Path | None = None,
    language: str = "fr",
    lead_in_ms: int = 250,
) -> list[float]:
    """Errors (ms) of the time cues that begin within `seconds` of a clock that starts at `start_s`; late is positive.

    By default the last ticks and the explosion: seven cues in 3.6 s. `lead_in_ms`: how long before its moment the clock
    is told; 0 = at the press of Start, while the press still sounds. Takes a second more than `seconds`.
    """
    with tempfile.TemporaryDirectory() as scratch:
        place_of_sound = cache_dir or Path(scratch)
        sounds = cache.load_or_render(place_of_sound)
        capture = record(place_of_sound, Path(scratch), start_s, seconds, language, lead_in_ms)
    return _errors(capture, sounds, start_s, seconds, language)


def record(
    cache_dir: Path, scratch: Path, start_s: float, seconds: float, language: str = "fr", lead_in_ms: int = 250
) -> Capture:
    """Run a player on SDL's disk driver in a process of its own."""
    raw = scratch / "device.raw"
    env = {
        **os.environ,
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(raw),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    told = [str(cache_dir), str(start_s), str(seconds), language, str(lead_in_ms)]
    command = [sys.executable, "-m", "kiosk.sound.bench", "record", *told]
    said = subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=60 + seconds).stdout
    facts = json.loads(said)
    samples = np.fromfile(raw, "<f4")[::CHANNELS]
    growth = [(size // FRAME, at) for size, at in facts["growth"]]
    return Capture(samples, growth, facts["started_ms"], facts["posted_ms"], facts["underruns"])


def _errors(capture: Capture, sounds: cache.Sounds, start_s: float, seconds: float, language: str) -> list[float]:
    errors = []
    for start in schedule(language):
        due = capture.started_ms + start.sample * 1000 / RATE - start_s * 1000
        if not 0 <= start.sample / RATE - start_s < seconds - 0.1:
            continue
        sound = sounds.bank[start.buffer][: RATE // 4].astype(np.float64)
        guess = capture.sample_at(due)
        first = max(0, round(guess - SEARCH_MS * RATE / 1000))
        there, _ = place(sound, capture.samples[first : round(guess + SEARCH_MS * RATE / 1000) + len(sound)])
        errors.append(round(capture.left_ms(first + there) - due, 2))
    return errors


def _record(cache_dir: Path, start_s: float, seconds: float, language: str, lead_in_ms: int) -> None:
    """Inside the process of its own: play and watch the file grow; prints one JSON object."""
    clock, raw = FineClock(), Path(os.environ["SDL_DISKAUDIOFILE"])
    player = RemotePlayer(cache_dir, language, "timed", 1.0, clock, PLAYS)
    player.start()
    while not player.report.ready:
        time.sleep(0.01)
    growth: list[tuple[int, float]] = []
    done = threading.Event()

    def watch() -> None:
        size = -1
        while not done.wait(0.0004):
            now = raw.stat().st_size
            if now != size:
                size = now
                growth.append((size, clock.exact_ms()))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    player.cue("tap")
    time.sleep(0.02)
    started = clock.now_ms() + lead_in_ms
    player.clock(True, start_s * 1000, started)
    time.sleep(lead_in_ms / 1000 + seconds + 0.3)
    player.stop()
    time.sleep(0.1)
    posted = clock.exact_ms()
    player.cue("tap")
    time.sleep(0.2)
    done.set()
    watcher.join()
    player.close()
    facts = {"growth": growth, "started_ms": started, "posted_ms": posted, "underruns": player.report.underruns}
    print(json.dumps(facts))


def measure(start_s: float = 416.8, seconds: float = 3.6) -> dict[str, object]:
    """The figures for `make bench`."""
    with tempfile.TemporaryDirectory() as scratch:
        began, cpu = time.perf_counter(), time.process_time()
        cache.render(Path(scratch))
        rendered, rendered_cpu = time.perf_counter() - began, time.process_time() - cpu
        began = time.perf_counter()
        sounds = cache.load(Path(scratch))
        loaded = time.perf_counter() - began
        capture = record(Path(scratch), Path(scratch), start_s, seconds)
    errors = _errors(capture, sounds, start_s, seconds, "fr")
    tap = sounds.bank["tap"].astype(np.float64)
    tail = capture.samples[int(capture.sample_at(capture.posted_ms)) :]
    first = len(capture.samples) - len(tail) + place(tap, tail)[0] + onset_ms(tap) * RATE / 1000
    return {
        "onset_errors_ms": errors,
        "onset_error_worst_ms": max(abs(error) for error in errors),
        "tap_to_bytes_ms": round(capture.left_ms(first) - capture.posted_ms, 2),
        "render_s": round(rendered, 2),
        "render_cpu_s": round(rendered_cpu, 2),
        "load_s": round(loaded, 3),
        "underruns": capture.underruns,
    }


def main(arguments: list[str] | None = None) -> int:
    """Print the figures as JSON."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["record"]:
        _, cache_dir, start_s, seconds, language, lead_in_ms = arguments
        _record(Path(cache_dir), float(start_s), float(seconds), language, int(lead_in_ms))
    else:
        print(json.dumps(measure()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
