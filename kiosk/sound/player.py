"""Plays into the sound card, in the sound's process: mixes ahead, and mixes anew when something is asked for.

Use it from one thread, and call `step` whenever it wants; the rendering and the owner's file have threads of their own.

player = Player(cache_dir, "fr", "timed", 0.7, RealClock())
player.start()
player.clock(running=True, elapsed_ms=0, at_ms=clock.now_ms())
player.cue("thuds", 3)
while True:
    time.sleep(player.step() or 0.1)
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.engine.clock import Clock
from companion.engine.supervised import Service
from companion.engine.update import Notice
from kiosk.sound import own_file
from kiosk.sound.cache import Sounds, render_in_memory
from kiosk.sound.config import SoundConfig
from kiosk.sound.device import Device, NoDevice
from kiosk.sound.file_card import PREFIX, FileCard
from kiosk.sound.kit import RATE
from kiosk.sound.messages import SEVEN_MINUTES_MS, SoundReport
from kiosk.sound.mixer import Mixer
from kiosk.sound.pace import BlockPace
from kiosk.sound.prepare import SoundPreparation
from kiosk.sound.profile import CUES, HEARTBEAT_MS, PROFILES
from kiosk.sound.recipe import CueKind
from kiosk.sound.timeline import TIME_CUES
from kiosk.sound.voice import WORDS
from kiosk.sound.voice_box import VoiceBox

log = logging.getLogger(__name__)

WARM_UP_S = 1.0
"""Before a time cue out of stillness the queue runs this long, so that the device's pace is known."""
RETRY_MS = 5_000
"""After a card was lost, it is looked for at most this often, when there is something to play."""
CHUNKS = 2
"""The queue is filled by such a part of it at a time."""
RELEASE_AFTER = 13
"""Writes (10 s of bed) after which the bed's pages are let go."""
WAITING = 256
"""Samples mixed at a time while an event waits for the end of another: the most by which it is late."""
TOGETHER = 18_432
"""Samples that are mixed at a time else: .38 s, less than from one time cue to the next, which ends the first one."""
LOOK_S = 0.002
"""How often the queue is looked at until the phase of the card is known: for the length of a block."""
EDGE_MS = 2.0
"""How far from the moment at which a block is taken the queue is filled."""
OFF_MS = 4.0
"""What waits is mixed anew when it would be heard sooner or later than planned by this much."""
AGAIN_MS = 250
"""From one such time to the next, at least."""
SAME_MS = 2.0
"""A clock that is set again and differs by less is the same."""
SPEAK_LATE_MS = 100
"""A phrase that was asked for longer ago is not spoken: it has to begin within 150 ms."""
PROBLEMS = ("no_sound", "sound_late", "own_file", "sound_not_saved", "no_voice")
"""Codes of notices, the gravest first."""


class ClockAnchor(NamedTuple):
    """The game clock: `elapsed_ms` at the table's moment `at_ms`, running."""

    elapsed_ms: float
    at_ms: float

    def samples(self, at_ms: float) -> float:
        """The position at another moment, samples."""
        return (self.elapsed_ms + at_ms - self.at_ms) * RATE / 1000


OutputCard = Device | FileCard


class Chunk(NamedTuple):
    """Samples that were mixed in one go: the mixer as it was before, and the game clock at the first of them."""

    before: Mixer
    elapsed: float | None


class SoundPlayer:
    """Plays the countdown beside the game clock, and the cues.

    What is written waits for up to 1.5 s. When something is asked for, all but the first blocks of it (`lead`)
    is taken back: the mixer is reset to its state there, receives the event, and mixes on.

    :param cache_dir: where the rendered sound is kept (about 45 MB).
    :param language: `fr` or `en`, of the voice.
    :param profile: `timed`, `quiet`, `calm` (a game without a clock) or `silent`.
    :param volume: 0..1.
    :param clock: the table's clock, the one that `at_ms` of `clock()` comes from.
    :param told: called with every report that differs from the one before, on any thread of this process.
    :param wake: called, on another thread, when `step` has something to do sooner than it said.
    """

    def __init__(
        self,
        cache_dir: Path,
        language: str,
        profile: str,
        volume: float,
        clock: Clock,
        config: SoundConfig | None = None,
        report: Callable[[SoundReport], None] = lambda _report: None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        _known("language", language, WORDS)
        _known("profile", profile, PROFILES)
        self._config = config or SoundConfig()
        self._clock = clock
        self._on_report = report
        self._wake = wake
        self._mixer = Mixer(language, profile, min(max(volume, 0.0), 1.0), self._config.voice)
        self._block_s = self._config.block / RATE
        self._chunk = max(self._config.ahead // CHUNKS, 1)
        self._pace = BlockPace(self._block_s * 1000)
        self._preparation = SoundPreparation(cache_dir)
        self._voice = VoiceBox(cache_dir, self._say_voice)
        self._anchor: ClockAnchor | None = None
        self._length_ms = SEVEN_MINUTES_MS
        self._device: OutputCard | None = None
        self._chunks: deque[Chunk] = deque()
        self._back = 0
        """Blocks that wait for the card and are to be replaced by what is mixed next."""
        self._before = False
        self._mended_ms = -float("inf")
        self._tried_ms: float | None = None
        self._beat_ms = -float("inf")
        self._unknown: set[str] = set()
        self._problems: dict[str, Notice] = {}
        self._ready = False
        self._open = False
        self._driver = ""
        self._closing = False
        self._reported: SoundReport | None = None
        self._lock = threading.Lock()
        self._posted: deque[Callable[[], None]] = deque()
        self._renderer = Service("sound-render", self._prepare)
        self._late = threading.Timer(self._config.render_limit_s, self._say_late)
        self._late.daemon = True
        self._still_since_ms: float | None = None
        self._written = 0
        self.underruns = 0
        """Times the device starved while something played."""

    # --- life --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the card, and get the sound ready in the background."""
        self._try_device()
        self._renderer.start()
        self._late.start()
        if self._config.own_file:
            self.own_file(Path(self._config.own_file))

    def close(self) -> None:
        """Give the card back. After this nothing sounds any more."""
        self._closing = True
        self._late.cancel()
        self._preparation.cancel()
        self._voice.close()
        self._shut()
        self._renderer.end(5.0)
        if self._late.is_alive():
            self._late.join(timeout=5)

    @property
    def report(self) -> SoundReport:
        """The present report."""
        with self._lock:
            problems = tuple(self._problems[code] for code in PROBLEMS if code in self._problems)
            return SoundReport(self._ready, self._open, self.underruns, problems, self._driver)

    # --- the game ----------------------------------------------------------------------------------------

    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = SEVEN_MINUTES_MS) -> None:
        """Set the game clock: at the table's moment `at_ms`, which may be ahead, it shows `elapsed_ms` of `length_ms`.

        May be called as often as one likes; only a difference has an effect. Not running: held, the bed fades.
        """
        anchor = ClockAnchor(elapsed_ms, at_ms) if running else None
        if length_ms != self._length_ms:
            self._change()
            self._length_ms = length_ms
            self._mixer.set_length(length_ms // 1000)
        if not _same(anchor, self._anchor):
            self._change()
            self._anchor = anchor

    def cue(self, name: str, count: int | None = None) -> None:
        """Sound a cue by its name. Time cues are ignored: they follow the clock. So is a name without a sound."""
        if name in TIME_CUES:
            return
        if name not in CUES:
            if name not in self._unknown:
                self._unknown.add(name)
                log.info("no sound for the cue %r", name)
            return
        if CUES[name].kind is CueKind.END:
            self.end(name)
            return
        if name == "heartbeat":
            now = self._clock.now_ms()
            if now - self._beat_ms < HEARTBEAT_MS:
                return
            self._beat_ms = now
        self._change()
        self._mixer.cue(name, count)

    def end(self, name: str) -> None:
        """The game is over: all stops within 200 ms, then `won`, `collapse`, `explosion7`, `howl` or `escape`."""
        _known("end", name, [cue for cue, how in CUES.items() if how.kind is CueKind.END])
        self._change()
        self._anchor = None
        self._mixer.end(name)

    def stop(self) -> None:
        """Fade everything; the next clock begins afresh."""
        self._change()
        self._anchor = None
        self._mixer.stop()

    def silence(self, on: bool) -> None:
        """Close or open the Silence module: the bed becomes quieter by 12 dB, no voice speaks."""
        self._change()
        self._mixer.silence(on)

    def phrases(self, language: str, texts: Sequence[str]) -> None:
        """What the open game may say is made ready, in the background."""
        _known("language", language, WORDS)
        self._voice.want(language, texts if self._config.voice else ())

    def speak(self, texts: Sequence[str], at_ms: float) -> None:
        """Say these phrases in a row, as far as they are ready, unless the moment has passed; what is said ends."""
        self._voice.wait_for((), None)
        sound = self._voice.get(texts) if texts and self._config.voice else None
        self._change()
        self._mixer.hush()
        if sound is not None and self._clock.now_ms() - at_ms <= SPEAK_LATE_MS:
            self._mixer.say(sound)

    def sample(self, texts: Sequence[str]) -> None:
        """Say these phrases as soon as they are rendered, unless something else is said before."""
        if self._config.voice:
            self._voice.wait_for(texts, lambda sound: self._post(partial(self._say_sample, sound)))

    def _say_sample(self, sound: NDArray[np.int16]) -> None:
        self._change()
        self._mixer.hush()
        self._mixer.say(sound)

    # --- the owner ---------------------------------------------------------------------------------------

    def set_profile(self, profile: str) -> None:
        """`timed`, `quiet`, `calm` or `silent`."""
        _known("profile", profile, PROFILES)
        self._change()
        self._mixer.set_profile(profile)

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0..1; outside of that it is cut."""
        self._change()
        self._mixer.set_volume(min(max(volume, 0.0), 1.0))

    def set_language(self, language: str) -> None:
        """The language of the voice."""
        _known("language", language, WORDS)
        self._change()
        self._mixer.set_language(language)

    def own_file(self, path: Path | None) -> None:
        """Play this file from 0:00 at Start instead of bed and time cues, in seven minutes only; None: ours again. Read
        in the background.
        """
        if path is None:
            self._solve("own_file")
            self._take_own(None)
        else:
            threading.Thread(target=self._read_own, args=(path,), name="sound-own-file", daemon=True).start()

    # --- the card ----------------------------------------------------------------------------------------

    def obey(self) -> None:
        """Take what the threads in the background have brought."""
        while True:
            with self._lock:
                if not self._posted:
                    return
                what = self._posted.popleft()
            what()

    def _post(self, what: Callable[[], None]) -> None:
        with self._lock:
            self._posted.append(what)
        self._wake()

    def _change(self) -> None:
        """Prepare for a change: take back what waits behind the lead, and the mixer with it."""
        if self._device is None or self._back:
            return
        back = int(self._device.queued) - self._config.lead
        if back <= 0 or not self._chunks:
            return
        at = max(self._mixer.out - back * self._config.block, self._chunks[0].before.out)
        self._back = (self._mixer.out - at) // self._config.block
        while self._chunks[-1].before.out > at:
            self._chunks.pop()
        if self._back:
            self._mixer = self._chunks[-1].before.copy()
            self._render(at - self._mixer.out, self._chunks[-1].elapsed)

    def step(self) -> float | None:
        """Play some blocks if there is room. Returns the seconds to wait, None = until something is asked for."""
        now = float(self._clock.now_ms())
        waiting = 0.0 if self._device is None else self._device.queued
        end = now + waiting * self._pace.period
        gap = self._mixer.idle(None if self._anchor is None else self._anchor.samples(end))
        if gap is not None and gap / RATE > WARM_UP_S:
            if self._back:
                self._give(np.zeros(0, np.float32))
                return 0.0
            if waiting:
                return waiting * self._block_s
            self._chunks.clear()
            self._pace.rest()
            return self._rest(now) if gap == float("inf") else gap / RATE - WARM_UP_S
        self._still_since_ms = None
        device = self._device or self._try_device()
        if device is None:
            self._mixer.clear()
            return None
        if not waiting:
            if self._pace.starved(now, device.written):
                self.underruns += 1
                self._tell()
            self._pace.rest()
        self._pace.see(now, device.written - waiting)
        if now - self._mended_ms > AGAIN_MS and self._off() > OFF_MS * RATE / 1000:
            self._mended_ms = now
            self._change()
        room = int(self._config.ahead - waiting) + self._back
        if room < self._chunk:
            return LOOK_S if not self._pace.sharp else self._until_room(now)
        elapsed = self._elapsed(device.written - self._back)
        self._forget(waiting)
        self._chunks.append(Chunk(self._mixer.copy(), elapsed))
        self._give(self._render(self._chunk * self._config.block, elapsed))
        self._written += 1
        if self._written % RELEASE_AFTER == 0 and self._mixer.sounds is not None:
            self._mixer.sounds.release()
        return 0.0

    def _until_room(self, now: float) -> float:
        """Seconds until there is room for a chunk: right behind a block that is taken, and the next time right before
        one, so that both reveal the pace."""
        assert self._device is not None
        block = self._device.written - self._config.ahead + self._chunk - 1
        self._before = not self._before
        at = self._pace.moment(block + 1) - EDGE_MS if self._before else self._pace.moment(block) + EDGE_MS
        return max((at - now) / 1000, LOOK_S)

    def _elapsed(self, block: float) -> float | None:
        """The game clock when the block with this number is heard; None: it does not run."""
        if self._anchor is None or self._device is None:
            return None
        latency = self._device.latency_ms + self._config.extra_latency_ms
        return self._anchor.samples(self._pace.moment(block) + latency)

    def _off(self) -> float:
        """Return how far the end of the queue will be from the game clock, samples."""
        if self._device is None or self._back or not self._chunks:
            return 0.0
        (before, thought), now = self._chunks[-1], self._elapsed(self._device.written)
        return 0.0 if thought is None or now is None else abs(thought + self._mixer.out - before.out - now)

    def _render(self, count: int, elapsed: float | None) -> NDArray[np.float32]:
        """The mixer's next samples."""
        parts = []
        while count:
            part = min(count, WAITING if self._mixer.waits else TOGETHER)
            parts.append(self._mixer.render(part, elapsed))
            elapsed = None if elapsed is None else elapsed + part
            count -= part
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)

    def _forget(self, waiting: float) -> None:
        """Drop the chunks that were taken: the first that is kept holds the sample that is taken next."""
        played = self._mixer.out - (int(waiting) - self._back) * self._config.block
        while len(self._chunks) > 1 and self._chunks[1].before.out <= played:
            self._chunks.popleft()

    def _give(self, samples: NDArray[np.float32]) -> None:
        assert self._device is not None
        try:
            if self._device.lost:
                raise NoDevice("the sound card was unplugged")
            if self._back:
                self._device.replace(self._back, samples)
            else:
                self._device.write(samples)
        except NoDevice as error:
            self._shut()
            self._open = False
            self._say("no_sound", detail=str(error))
        self._back = 0

    def _rest(self, now: float) -> float | None:
        """Handle silence until the next event: return the seconds until the card is closed, None when it is."""
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
        self._chunks.clear()
        self._back = 0
        self._pace.rest()
        if self._device is not None:
            self._device.close()
            self._device = None

    def _try_device(self) -> OutputCard | None:
        now = self._clock.now_ms()
        if self._tried_ms is not None and now - self._tried_ms < RETRY_MS:
            return None
        self._tried_ms = now
        try:
            self._device = _opened(self._config)
        except NoDevice as error:
            self._open = False
            self._say("no_sound", detail=str(error))
            return None
        self._open = True
        self._driver = self._device.driver
        self._solve("no_sound")
        return self._device

    # --- the background ----------------------------------------------------------------------------------

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
        self._change()
        self._mixer.sounds = sounds
        self._ready = True
        self._late.cancel()
        self._solve("sound_late")

    def _read_own(self, path: Path) -> None:
        try:
            sound = own_file.read_music(path)
        except own_file.OwnFileError as error:
            self._say("own_file", why=error.code, file=str(path), detail=error.detail)
            return
        self._solve("own_file")
        self._post(partial(self._take_own, sound))

    def _take_own(self, sound: NDArray[np.int16] | None) -> None:
        self._change()
        self._mixer.own = sound

    def _say_late(self) -> None:
        if not self._ready:
            self._say("sound_late", seconds=round(self._config.render_limit_s))

    def _say_voice(self, detail: str) -> None:
        if detail:
            reason = {"reason": self._voice.reason} if self._voice.reason else {}
            self._say("no_voice", detail=detail, **reason)
        else:
            self._solve("no_voice")

    def _say(self, code: str, **facts: str | int) -> None:
        with self._lock:
            self._problems[code] = Notice(code, facts)
        self._tell()

    def _solve(self, code: str) -> None:
        with self._lock:
            self._problems.pop(code, None)
        self._tell()

    def _tell(self) -> None:
        report = self.report
        if report != self._reported:
            self._reported = report
            self._on_report(report)


def _opened(config: SoundConfig) -> OutputCard:
    """:raises NoDevice: if there is no such card."""
    if config.device.startswith(PREFIX):
        try:
            return FileCard(Path(config.device.removeprefix(PREFIX)), config.block)
        except OSError as error:
            raise NoDevice(str(error)) from error
    return Device(config.device or None, config.block)


def _same(one: ClockAnchor | None, other: ClockAnchor | None) -> bool:
    """Whether both clocks are stopped, or run and agree."""
    if one is None or other is None:
        return one is other
    return abs(one.elapsed_ms - one.at_ms - other.elapsed_ms + other.at_ms) < SAME_MS


def _known(what: str, name: str, names: Iterable[str]) -> None:
    """:raises ValueError: if `name` is not one of `names`."""
    known = list(names)
    if name not in known:
        raise ValueError(f"{what} {name!r} is none of {', '.join(known)}")
