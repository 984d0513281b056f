"""What leaves the sound card while the real kiosk is busy: a whole game against the clock, and an evening of Cerbère.

The kiosk runs in a process of its own, its card is a file (`kiosk.sound.file_card`), and it is played over its control
channel; another process keeps a core busy meanwhile. Everything is spoken, where espeak-ng is installed.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.engine.clock import RealClock
from companion.options import PACKAGED_CONFIG
from kiosk.measure.run import environment
from kiosk.sound import cache, voice_store
from kiosk.sound.config import SoundConfig
from kiosk.sound.file_card import PREFIX
from kiosk.sound.kit import RATE
from kiosk.sound.measure import Samples
from kiosk.sound.remote import RemotePlayer
from kiosk.sound.timeline import schedule
from kiosk.sound.voice_box import VoiceBox
from tests.correlation import best_place

WHOLE_S = 420.0
"""The seven minutes."""
EVENING_S = 120.0
"""Of Cerbère, with a move every half second."""
STEP_S = 0.5
"""Between two moves of the players."""
PICTURE_S = 10.0
TAPS = 100
PHRASES = 40
SAID = ("Retire 3", "Cerbère court, 5 cases", "À Bo")
AROUND = round(0.08 * RATE)
"""A cue is looked for so many samples around its time."""
HOLE = 48
"""Samples of nothing in the midst of the bed are a hole from so many on (1 ms)."""
SURE = 0.8
"""Correlation from which on a place was found: a cue may lie over the bed."""
START_S = 60.0
HEARD_MS = 50.0
"""A tap is to be heard by then."""
SPOKEN_MS = 150.0
"""The same for words."""


def onset_ms(x: Samples) -> float:
    """Milliseconds to 10 % of the peak."""
    size = np.abs(x)
    return float(np.argmax(size >= 0.1 * size.max())) / RATE * 1000


class Sounding(msgspec.Struct, frozen=True):
    """What was found.

    holes: stretches without any sound in the midst of the bed. starved: times the player found its queue empty (the
    largest power of two up to it). bed_ms, answers_ms: errors of the bed against the clock, and times from a request
    to the first sample of its answer.
    """

    seconds: float
    moves: int
    holes: int
    starved: int
    bed_ms: tuple[float, ...]
    answers_ms: tuple[float, ...]

    @property
    def underruns(self) -> int:
        """By whichever of both ways more were found."""
        return max(self.holes, self.starved)


def whole_game(seconds: float = WHOLE_S, seed: int = 1) -> Sounding:
    """Infernal Wagon with its sound track: cards and their undoing, pictures, and a refusal after each."""
    with _Kiosk() as kiosk:
        kiosk.ask(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}})
        kiosk.ask(move={"type": "confirm"})
        started = _now_ms()  # the line is stamped when it is read
        kiosk.ask(move={"type": "start"})
        sent, moves = kiosk.play(seconds - 3.0, random.Random(seed), undoes=True)
        return kiosk.found(seconds, moves, sent, started)


def cerbere_evening(seconds: float = EVENING_S, seed: int = 1) -> Sounding:
    """Random games of Cerbère; only cues, no bed."""
    with _Kiosk() as kiosk:
        sent, moves = kiosk.play(seconds, random.Random(seed), undoes=False)
        return kiosk.found(seconds, moves, sent, None)


class _Kiosk:
    """The kiosk on a captured card, and a process that keeps a core busy."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="companion-bench-"))
        self._card = self._folder / "card.raw"
        self._errors = self._folder / "errors.txt"

    def __enter__(self) -> _Kiosk:
        config, control = self._folder / "config", self._folder / "control"
        shutil.copytree(PACKAGED_CONFIG, config)
        (self._folder / "data").mkdir()
        (self._folder / "data/settings.json").write_text('{"voice": "all"}', encoding="utf-8")
        (config / "sound.toml").write_text(f'device = "{PREFIX}{self._card}"\nrest_after_s = 0.0\n', encoding="utf-8")
        self.sounds = cache.load_or_render(self._folder / "data" / "sound")
        words = ["--data", self._folder / "data", "--config", config, "--control", control, "--size", "800x480"]
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "companion", "kiosk", *map(str, words)],
                stdin=subprocess.DEVNULL, stdout=errors, stderr=errors,
                env=environment(),
            )  # fmt: skip
        self._busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        self._line = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + START_S
        while not self._card.exists() or self._line.connect_ex(str(control)):
            if self._process.poll() is not None or time.monotonic() > end:
                self._end()
                raise RuntimeError(self._errors.read_text(encoding="utf-8", errors="replace")[-800:])
            time.sleep(0.05)
        self._lines = self._line.makefile("rb")
        self._begun_ms = float(self._card.with_name("card.raw.begun").read_text(encoding="utf-8"))
        time.sleep(2.0)  # the sound is loaded
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lines.close()
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self) -> None:
        self._line.close()
        for process in (self._busy, self._process):
            process.kill()
            process.wait()

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request of the protocol."""
        self._line.sendall(json.dumps(request).encode() + b"\n")
        return dict(json.loads(self._lines.readline()))

    def play(self, seconds: float, rng: random.Random, undoes: bool) -> tuple[list[float], int]:
        """Play for so long: when each refusal was asked for (ms), and how many moves were made."""
        sent, moves, end, picture = [], 0, time.monotonic() + seconds, time.monotonic() + PICTURE_S
        while (now := time.monotonic()) < end:
            if now >= picture:
                self.ask(picture=str(self._folder / "picture.png"))
                picture += PICTURE_S
            legal = self.ask(legal={}).get("legal") or []
            cards = [move for move in legal if move["type"] == "card"] if undoes else legal
            if cards:
                moves += 1
                self.ask(move=rng.choice(cards))
                time.sleep(STEP_S)
            elif not undoes:
                self.ask(open={"game": "cerbere", "seats": ["Ana", "Bo", "Cy", "Di"], "seed": moves})
            if undoes:
                self.ask(undo={})
                time.sleep(STEP_S)
            if not cards or rng.random() < 0.5:
                sent.append(_now_ms())
                self.ask(**({"move": {"type": "start"}} if undoes else {"redo": {}}))
                time.sleep(STEP_S)
        time.sleep(1.0)
        return sent, moves

    def found(self, seconds: float, moves: int, sent: list[float], started_ms: float | None) -> Sounding:
        """What the captured card tells."""
        samples = np.fromfile(self._card, "<f4").astype(np.float64)
        said = self._errors.read_text(encoding="utf-8", errors="replace")
        starved = [int(n) for n in re.findall(r"the sound card starved (\d+) times", said)]
        holes, bed = 0, tuple[float, ...]()
        if started_ms is not None:
            first, last = (round(self._sample_at(started_ms + 1000 * s)) for s in (0.5, seconds - 4.0))
            holes = count_holes(samples[first:last])
            bed = tuple(self._bed_errors(samples, started_ms, seconds))
        answers = [error for at in sent if (error := self._answer(samples, at)) is not None]
        return Sounding(seconds, moves, holes, max(starved, default=0), bed, tuple(answers))

    def _bed_errors(self, samples: NDArray[np.float64], started_ms: float, seconds: float) -> list[float]:
        """How late the bed is (ms), wherever it is heard by itself."""
        errors, around, length = [], round(0.1 * RATE), round(0.02 * RATE)
        first, last = (round(self._sample_at(started_ms + 1000 * s)) for s in (2.0, seconds - 4.0))
        for at in range(first, last, RATE // 5):
            due = round((self._left_ms(at) - started_ms) * RATE / 1000)
            if due - around < 0:
                continue
            bed = np.asarray(self.sounds.bed[due - around : due + around + length], np.float64)
            there, sure = best_place(np.diff(samples[at : at + length]), np.diff(bed))
            if sure > SURE:
                errors.append(round((around - there) * 1000 / RATE, 2))
        return errors

    def _answer(self, samples: NDArray[np.float64], sent_ms: float) -> float | None:
        """From a request to its answer, ms; None where it was not found."""
        found = onset_of(samples[round(self._sample_at(sent_ms)) :], self.sounds.bank["refused"])
        return None if found is None else round(found * 1000 / RATE, 2)

    def _sample_at(self, at_ms: float) -> float:
        """Which sample left at that moment."""
        return (at_ms - self._begun_ms) * RATE / 1000

    def _left_ms(self, sample: float) -> float:
        """When a sample left."""
        return self._begun_ms + sample * 1000 / RATE


class Alone:
    """The player's process without a kiosk, and a core that is busy, until the end of the `with`."""

    def __init__(self, cache_dir: Path | None = None, language: str = "fr") -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="companion-bench-"))
        self._card = self._folder / "card.raw"
        self.cache_dir = cache_dir or self._folder
        self.sounds = cache.load_or_render(self.cache_dir)
        config = SoundConfig(device=f"{PREFIX}{self._card}")
        self.player = RemotePlayer(self.cache_dir, language, "timed", 1.0, RealClock(), config)

    def __enter__(self) -> Alone:
        self._busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        self.player.start()
        while not self.player.report.ready:
            time.sleep(0.05)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.player.close()
        self._busy.kill()
        self._busy.wait()
        shutil.rmtree(self._folder)

    def played(self) -> tuple[NDArray[np.float64], float]:
        """What was played up to now, and the moment (ms) of its first sample. Nothing sounds after this."""
        self.player.close()
        begun = self._card.with_name("card.raw.begun").read_text(encoding="utf-8")
        return np.fromfile(self._card, "<f4").astype(np.float64), float(begun)


def taps(times: int = TAPS, seed: int = 1, cache_dir: Path | None = None) -> tuple[list[float], int]:
    """From each tap to its first sample (ms), beside the bed; and holes in the bed meanwhile.

    :param cache_dir: where the sound was rendered before.
    """
    rng, sent = random.Random(seed), []
    with Alone(cache_dir) as alone:
        alone.player.clock(True, 30_000, RealClock().now_ms())
        for _ in range(times):
            time.sleep(0.15 + rng.random() / 20)
            sent.append(_now_ms())
            alone.player.cue("tap")
        time.sleep(0.5)
        samples, begun = alone.played()
        tap = alone.sounds.bank["tap"]
    first = [round((at - begun) * RATE / 1000) for at in sent]
    onsets = (onset_of(samples[i : i + round(0.15 * RATE)], tap) for i in first)
    found = count_holes(samples[first[0] + round(0.1 * RATE) : first[-1] + round(0.2 * RATE)])
    return [round(onset * 1000 / RATE, 2) for onset in onsets if onset is not None], found


def phrases(times: int = PHRASES, seed: int = 1, cache_dir: Path | None = None) -> tuple[list[float], int]:
    """The same for phrases that the voice says, each before the one before it has ended; none without espeak-ng."""
    rng, sent = random.Random(seed), []
    with Alone(cache_dir) as alone:
        try:
            voice_store.render_phrases(alone.cache_dir, "fr", SAID)
        except OSError:
            return [], 0
        box = VoiceBox(alone.cache_dir, lambda _wrong: None)
        words = [sound for text in SAID if (sound := box.get([text])) is not None]
        alone.player.phrases("fr", SAID)
        alone.player.clock(True, 30_000, RealClock().now_ms())
        time.sleep(0.5)
        for n in range(times):
            sent.append(_now_ms())
            alone.player.speak([SAID[n % len(SAID)]])
            time.sleep(0.45 + rng.random() / 20)
        samples, begun = alone.played()
    first = [round((at - begun) * RATE / 1000) for at in sent]
    onsets = (onset_of(samples[at : at + round(0.45 * RATE)], words[n % len(words)]) for n, at in enumerate(first))
    holes = count_holes(samples[first[0] + round(0.1 * RATE) : first[-1]])
    return [round(onset * 1000 / RATE, 2) for onset in onsets if onset is not None], holes


def onset_errors(
    start_s: float = 416.8, seconds: float = 3.6, cache_dir: Path | None = None, language: str = "fr"
) -> list[float]:
    """Errors (ms) of the time cues that begin within `seconds` of a clock that starts at `start_s`; late is positive.

    By default the last ticks and the explosion: seven cues in 3.6 s.
    """
    errors = []
    with Alone(cache_dir, language) as alone:
        started = RealClock().now_ms() + 100
        alone.player.clock(True, start_s * 1000, started)
        time.sleep(seconds + 0.4)
        samples, begun = alone.played()
        for start in schedule(language):
            if not 0 <= start.sample / RATE - start_s < seconds - 0.1:
                continue
            sound = alone.sounds.bank[start.buffer][: RATE // 4].astype(np.float64)
            due = round((started - begun - start_s * 1000) * RATE / 1000) + start.sample
            there, _ = best_place(sound, samples[due - AROUND : due + AROUND + len(sound)])
            errors.append(round((there - AROUND) * 1000 / RATE, 2))
    return errors


def _now_ms() -> float:
    """The machine's monotonic clock."""
    return time.monotonic_ns() / 1e6


def onset_of(samples: NDArray[np.float64], sound: NDArray[np.int16]) -> int | None:
    """Where a cue begins within the next .4 s or these samples; None where it was not found."""
    cue = sound[: round(0.3 * RATE)].astype(np.float64)
    heard = np.diff(samples[: round(0.4 * RATE) + len(cue)], 2)
    if len(heard) < len(cue):
        return None
    there, sure = best_place(np.diff(cue, 2), heard)
    return there + round(onset_ms(cue) * RATE / 1000) if sure > SURE / 2 else None


def count_holes(samples: NDArray[np.float64]) -> int:
    """Stretches of nothing."""
    edges = np.diff(np.concatenate([[0], (samples == 0.0).astype(np.int8), [0]]))
    lengths = np.flatnonzero(edges == -1) - np.flatnonzero(edges == 1)
    return int(np.count_nonzero(lengths >= HOLE))


def main() -> None:
    """`python -m tests.tools.bench.kiosk.sound [SECONDS]`: both, as JSON."""
    from kiosk.measure.figure import percentile

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else WHOLE_S
    for name, (values, holes) in (("taps", taps()), ("phrases", phrases())):
        parts = [percentile(values, part) for part in (0.5, 0.95, 1.0) if values]
        print(json.dumps({name: parts, "holes": holes}), flush=True)
    for measure in (lambda: cerbere_evening(min(seconds, EVENING_S)), lambda: whole_game(seconds)):
        sounding = measure()
        told = {name: getattr(sounding, name) for name in ("seconds", "moves", "holes", "starved")}
        for name in ("bed_ms", "answers_ms"):
            values = [abs(value) for value in getattr(sounding, name)]
            told[name] = [len(values), *(percentile(values, part) for part in (0.5, 0.95, 1.0) if values)]
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
