"""The kiosk's one door to the sound. Every method returns at once; one thread plays, another one renders.

player = Player(cache_dir, "fr", "timed", 0.7, RealClock())
player.start()
player.clock(running=True, elapsed_ms=0, at_ms=clock.now_ms())
player.cue("thuds", 3)
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.engine.clock import Clock
from companion.engine.update import Notice
from kiosk.sound import own_file
from kiosk.sound.cache import Sounds, render_in_memory
from kiosk.sound.config import SoundConfig
from kiosk.sound.device import Device, NoDevice
from kiosk.sound.kit import RATE
from kiosk.sound.mixer import Mixer
from kiosk.sound.pace import Pace
from kiosk.sound.prepare import Preparation
from kiosk.sound.profile import CUES, HEARTBEAT_MS, PROFILES, Kind
from kiosk.sound.timeline import TIME_CUES
from kiosk.sound.voice import WORDS

log = logging.getLogger(__name__)

WARM_UP_S = 0.1
"""Before a time cue out of stillness the queue runs this long, so that the device's pace is known."""
RETRY_MS = 5_000
"""After a card was lost, it is looked for at most this often, when there is something to play."""
BLOCKS_AT_ONCE = 2
"""While the clock runs the queue is long, and filled by so many blocks at a time."""
RELEASE_AFTER = 500
"""Writes (5 s of bed) after which the bed's pages are let go."""
PROBLEMS = ("no_sound", "sound_late", "own_file", "sound_not_saved")
"""Codes of notices, the gravest first."""


class Anchor(NamedTuple):
    """The game clock: `elapsed_ms` at the table's moment `at_ms`, running."""

    elapsed_ms: float
    at_ms: float

    def samples(self, at_ms: float) -> float:
        """The position at another moment, samples."""
        return (self.elapsed_ms + at_ms - self.at_ms) * RATE / 1000


class Player:
    """Plays the seven minutes beside the game clock, and the cues.

    :param cache_dir: where the rendered sound is kept (about 45 MB).
    :param language: `fr` or `en`, for the one thing that is said.
    :param profile: `timed`, `quiet`, `calm` (a game without a clock) or `silent`.
    :param volume: 0..1.
    :param clock: the table's clock, the one that `at_ms` of `clock()` comes from.
    :param told: called with every notice that comes or goes, on a thread of the sound.
    """

    def __init__(
        self,
        cache_dir: Path,
        language: str,
        profile: str,
        volume: float,
        clock: Clock,
        config: SoundConfig | None = None,
        told: Callable[[Notice], None] | None = None,
    ) -> None:
        _known("language", language, WORDS)
        _known("profile", profile, PROFILES)
        self._config = config or SoundConfig()
        self._clock = clock
        self._told = told
        self._profile = profile
        self._volume = min(max(volume, 0.0), 1.0)
        self._mixer = Mixer(language, profile, self._volume, self._config.voice)
        self._block_s = self._config.block / RATE
        self._pace = Pace(self._block_s * 1000)
        self._preparation = Preparation(cache_dir)
        self._anchor: Anchor | None = None
        self._device: Device | None = None
        self._tried_ms: float | None = None
        self._beat_ms = -float("inf")
        self._unknown: set[str] = set()
        self._problems: dict[str, Notice] = {}
        self._ready = False
        self._open = False
        self._closing = False
        self._lock = threading.Lock()
        self._posted: deque[Callable[[], None]] = deque()
        self._wake = threading.Event()
        self._threads = [threading.Thread(target=self._play, name="sound", daemon=True)]
        self._threads += [threading.Thread(target=self._prepare, name="sound-render", daemon=True)]
        self._late = threading.Timer(self._config.render_limit_s, self._say_late)
        self._late.daemon = True
        self._still_since_ms: float | None = None
        self._written = 0
        self.underruns = 0
        """Times the device starved while something played."""

    # --- life --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the card and get the sound ready, both in the background. Call it when the window is there (one SDL)."""
        for thread in self._threads:
            thread.start()
        self._late.start()
        if self._config.own_file:
            self.own_file(Path(self._config.own_file))

    def close(self) -> None:
        """Give the card back. After this nothing sounds any more."""
        self._late.cancel()
        self._preparation.cancel()
        self._post(self._close)
        for thread in (*self._threads, self._late):
            if thread.is_alive():
                thread.join(timeout=5)

    @property
    def ready(self) -> bool:
        """The sound is rendered and loaded."""
        return self._ready

    @property
    def problem(self) -> Notice | None:
        """What is wrong, the gravest of it; None if all is well. The table plays on in silence."""
        with self._lock:
            return next((self._problems[code] for code in PROBLEMS if code in self._problems), None)

    @property
    def audible(self) -> bool:
        """The sound track can be heard (IW-137): a card, resting or not, sound ready, profile `timed`, volume > 0."""
        return self._open and self._ready and self._profile == "timed" and self._volume > 0

    # --- the game ----------------------------------------------------------------------------------------

    def clock(self, running: bool, elapsed_ms: float, at_ms: float) -> None:
        """The game clock: at the table's moment `at_ms`, which may lie ahead, it stood at `elapsed_ms`.

        May be told as often as one likes; only what differs is heard. Not running: held, the bed fades.
        """
        anchor = Anchor(elapsed_ms, at_ms) if running else None
        self._post(lambda: setattr(self, "_anchor", anchor))

    def cue(self, name: str, n: int | None = None) -> None:
        """Sound a cue by its name. Time cues are ignored: they follow the clock. So is a name without a sound."""
        if name in TIME_CUES:
            return
        if name not in CUES:
            if name not in self._unknown:
                self._unknown.add(name)
                log.info("no sound for the cue %r", name)
            return
        if CUES[name].kind is Kind.END:
            self.end(name)
            return
        if name == "heartbeat":
            now = self._clock.now_ms()
            if now - self._beat_ms < HEARTBEAT_MS:
                return
            self._beat_ms = now
        self._post(partial(self._mixer.cue, name, n))

    def end(self, name: str) -> None:
        """The game is over: all stops within 200 ms, then `won`, `collapse`, `explosion7`, `howl` or `escape`."""
        _known("end", name, [cue for cue, how in CUES.items() if how.kind is Kind.END])
        self._post(lambda: self._end(name))

    def stop(self) -> None:
        """All fades; the next clock begins afresh."""
        self._post(lambda: self._end(None))

    def silence(self, on: bool) -> None:
        """The Silence module closes or opens: the bed steps back by 12 dB, nobody speaks."""
        self._post(partial(self._mixer.silence, on))

    # --- the owner ---------------------------------------------------------------------------------------

    def set_profile(self, profile: str) -> None:
        """`timed`, `quiet`, `calm` or `silent`."""
        _known("profile", profile, PROFILES)
        self._profile = profile
        self._post(partial(self._mixer.set_profile, profile))

    def set_volume(self, volume: float) -> None:
        """0..1; outside of that it is cut."""
        self._volume = min(max(volume, 0.0), 1.0)
        self._post(partial(self._mixer.set_volume, self._volume))

    def set_language(self, language: str) -> None:
        """The language of the voice."""
        _known("language", language, WORDS)
        self._post(partial(self._mixer.set_language, language))

    def set_voice(self, on: bool) -> None:
        """Whether anything is said at all."""
        self._post(lambda: setattr(self._mixer, "voice", on))

    def own_file(self, path: Path | None) -> None:
        """Play this file from 0:00 at Start instead of bed and time cues; None: ours again. Read in the background."""
        if path is None:
            self._solve("own_file")
            self._post(lambda: setattr(self._mixer, "own", None))
        else:
            threading.Thread(target=self._read_own, args=(path,), name="sound-own-file", daemon=True).start()

    # --- the background ----------------------------------------------------------------------------------

    def _post(self, what: Callable[[], None]) -> None:
        with self._lock:
            self._posted.append(what)
        self._wake.set()

    def _play(self) -> None:
        self._try_device()
        while not self._closing:
            wait = self._step()
            if wait is None or wait > 0:
                self._wake.wait(wait)
            self._wake.clear()
            self._obey()
        self._shut()
        self._open = False

    def _obey(self) -> None:
        """Do what was posted, in order."""
        while True:
            with self._lock:
                if not self._posted:
                    return
                what = self._posted.popleft()
            what()

    def _step(self) -> float | None:
        """Play a block if there is room. Returns the seconds to wait, None = until something is posted."""
        now = float(self._clock.now_ms())
        gap = self._mixer.idle(None if self._anchor is None else self._anchor.samples(now))
        if gap is not None and gap / RATE > WARM_UP_S:
            self._pace.rest()
            return self._rest(now) if gap == float("inf") else gap / RATE - WARM_UP_S
        self._still_since_ms = None
        device = self._device or self._try_device()
        if device is None:
            self._mixer.clear()
            return None
        queued = device.queued
        blocks = 1 if self._anchor is None else BLOCKS_AT_ONCE
        room = (self._config.ahead_idle if self._anchor is None else self._config.ahead) - queued
        if room < blocks:
            return max(blocks - room, 0.5) * self._block_s
        self.underruns += self._pace.starved(now, queued)
        latency = device.latency_ms + self._config.extra_latency_ms
        heard = self._pace.leaves(now, queued, blocks) + latency
        elapsed = None if self._anchor is None else self._anchor.samples(heard)
        block = self._mixer.render(blocks * self._config.block, elapsed)
        try:
            if device.lost:
                raise NoDevice("the sound card was unplugged")
            device.write(block)
        except NoDevice as error:
            self._shut()
            self._open = False
            self._say("no_sound", detail=str(error))
        self._written += 1
        if self._written % RELEASE_AFTER == 0 and self._mixer.sounds is not None:
            self._mixer.sounds.release()
        return 0.0

    def _rest(self, now: float) -> float | None:
        """Nothing to play until told: the seconds until the card is closed, None when it is."""
        if self._device is None or self._anchor is not None or not self._config.rest_after_s:
            return None
        if self._still_since_ms is None:
            self._still_since_ms = now
        left = self._config.rest_after_s - (now - self._still_since_ms) / 1000
        if left <= 0:
            self._shut()
            self._tried_ms = None
            return None
        return left

    def _shut(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None

    def _try_device(self) -> Device | None:
        now = self._clock.now_ms()
        if self._tried_ms is not None and now - self._tried_ms < RETRY_MS:
            return None
        self._tried_ms = now
        try:
            self._device = Device(self._config.device or None, self._config.block)
        except NoDevice as error:
            self._open = False
            self._say("no_sound", detail=str(error))
            return None
        self._open = True
        self._solve("no_sound")
        log.info("sound through %s, blocks of %d samples", self._device.driver, self._config.block)
        return self._device

    def _end(self, name: str | None) -> None:
        self._anchor = None
        if name is None:
            self._mixer.stop()
        else:
            self._mixer.end(name)

    def _close(self) -> None:
        self._closing = True

    def _prepare(self) -> None:
        try:
            sounds = self._preparation.run()
        except OSError as error:
            if self._closing:
                return
            self._say("sound_not_saved", detail=str(error))
            sounds = render_in_memory()
        self._post(partial(self._take, sounds))

    def _take(self, sounds: Sounds) -> None:
        self._mixer.sounds = sounds
        self._ready = True
        self._late.cancel()
        self._solve("sound_late")

    def _read_own(self, path: Path) -> None:
        try:
            sound = own_file.read(path)
        except own_file.OwnFileError as error:
            self._say("own_file", why=error.code, file=str(path), detail=error.detail)
            return
        self._solve("own_file")
        self._post(lambda: setattr(self._mixer, "own", sound))

    def _say_late(self) -> None:
        if not self._ready:
            self._say("sound_late", seconds=round(self._config.render_limit_s))

    def _say(self, code: str, **facts: str | int) -> None:
        """Log one line and tell, once for each trouble."""
        notice = Notice(code, facts)
        with self._lock:
            known = self._problems.get(code) == notice
            self._problems[code] = notice
        if not known:
            log.warning("%s: %s", code, ", ".join(str(fact) for fact in facts.values()))
            if self._told is not None:
                self._told(notice)

    def _solve(self, code: str) -> None:
        with self._lock:
            notice = self._problems.pop(code, None)
        if notice is not None and self._told is not None:
            self._told(Notice(code, notice.facts, gone=True))


def _known(what: str, name: str, names: Iterable[str]) -> None:
    """:raises ValueError: if `name` is not one of `names`."""
    known = list(names)
    if name not in known:
        raise ValueError(f"{what} {name!r} is none of {', '.join(known)}")
