"""The kiosk's one door to the sound, which plays in a process of its own (`kiosk.sound.process`).

No method waits, and none raises when the process is gone: it is a service, begun again, and takes up the bed where the
clock is. One that hangs is ended (`kiosk.sound.heartbeat`). numpy is not imported here.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.engine.clock import Clock
from companion.engine.supervised import Service, ServiceEnded, no_longer_off, stays_off
from companion.engine.update import Notice
from kiosk.sound.config import SoundConfig
from kiosk.sound.heartbeat import BEAT_MS, Heartbeat
from kiosk.sound.messages import (
    LARGEST,
    SEVEN_MINUTES_MS,
    Again,
    Begin,
    Phrases,
    PlayCue,
    SignOfLife,
    SoundReport,
    SoundState,
    Speak,
    Stop,
    decode_report,
    encode,
)

log = logging.getLogger(__name__)

END_S = 2.0
"""How long the process may take to end when its line is closed."""
LOOK_MS = BEAT_MS
"""Between two looks whether the process is to be asked for a sign of life, while it says nothing."""


class RemotePlayer:
    """Plays the countdown beside the game clock, and the cues, in another process.

    :param cache_dir: where the rendered sound is kept (about 45 MB).
    :param language: `fr` or `en`, of the voice.
    :param profile: `timed`, `quiet`, `calm` (a game without a clock) or `silent`.
    :param volume: 0..1; outside of that it is cut.
    :param clock: the table's clock; it gives the machine's monotonic time.
    :param told: called with every notice that comes or goes, on a thread of the sound.
    :param command: the process; a descriptor's number is put behind it.
    """

    def __init__(
        self,
        cache_dir: Path,
        language: str,
        profile: str,
        volume: float,
        clock: Clock,
        config: SoundConfig | None = None,
        report: Callable[[Notice], None] = lambda _notice: None,
        command: tuple[str, ...] = (sys.executable, "-m", "kiosk.sound.process"),
    ) -> None:
        self._begin = Begin(str(cache_dir), config or SoundConfig())
        self._clock = clock
        self._on_report = report
        self._command = command
        self._state = SoundState(profile, min(max(volume, 0.0), 1.0), language)
        self._phrases = Phrases(language, ())
        self._report = SoundReport()
        self._line: socket.socket | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._full = False
        """A message found no room, and the state was not sent since."""
        self._service = Service("sound", self._serve)
        self.dropped = 0
        """Messages that found no room on the way to the process."""

    # --- life --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the process, in the background."""
        self._service.start()

    def close(self) -> None:
        """End the process, which closes the card."""
        self._closing.set()
        with self._lock:
            if self._line is not None:
                with contextlib.suppress(OSError):  # it has ended already
                    self._line.shutdown(socket.SHUT_RDWR)
        self._service.end(2 * END_S)
        self._follow(())

    @property
    def pid(self) -> int | None:
        """The process that plays now."""
        with self._lock:
            return None if self._child is None else self._child.pid

    @property
    def report(self) -> SoundReport:
        """The last report of the process."""
        return self._report

    @property
    def audible(self) -> bool:
        """The sound track can be heard (IW-137): a card, resting or not, sound ready, profile `timed`, volume > 0."""
        return self._report.open and self._report.ready and self._state.profile == "timed" and self._state.volume > 0

    # --- the game ----------------------------------------------------------------------------------------

    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = SEVEN_MINUTES_MS) -> None:
        """Set the game clock: at the table's moment `at_ms`, which may be ahead, it shows `elapsed_ms` of `length_ms`.

        May be called as often as one likes; only a difference has an effect. Not running: held, the bed fades.
        """
        with self._lock:
            elapsed, at = (elapsed_ms, at_ms) if running else (None, 0.0)
            self._set(replace(self._state, elapsed_ms=elapsed, at_ms=at, length_ms=length_ms))

    def cue(self, name: str, count: int | None = None) -> None:
        """Sound a cue by its name. Time cues are ignored: they follow the clock. So is a name without a sound."""
        with self._lock:
            self._send(PlayCue(name, count, self._clock.now_ms()))

    def stop(self) -> None:
        """Fade everything; the next clock begins afresh."""
        with self._lock:
            self._state = replace(self._state, elapsed_ms=None, at_ms=0.0)
            self._send(Stop())

    def silence(self, on: bool) -> None:
        """Close or open the Silence module: the bed becomes quieter by 12 dB, no voice speaks."""
        with self._lock:
            self._set(replace(self._state, silence=on))

    def phrases(self, language: str, texts: Sequence[str]) -> None:
        """What the open game may say is made ready; none: the voice is off. What is too much for one message is left
        out: it is ready when it was asked for once."""
        with self._lock:
            self._phrases = Phrases(language, tuple(texts))
            while len(encode(self._phrases)) > LARGEST:
                self._phrases = Phrases(language, self._phrases.texts[: len(self._phrases.texts) * 3 // 4])
            self._send(self._phrases)

    def speak(self, texts: Sequence[str]) -> None:
        """Say these phrases in a row, those that are ready; whatever is being said ends. None: it only ends."""
        with self._lock:
            self._send(Speak(tuple(texts), self._clock.now_ms()))

    def sample(self, texts: Sequence[str]) -> None:
        """Say these phrases once they are ready, unless something else is said before."""
        with self._lock:
            self._send(Speak(tuple(texts), self._clock.now_ms(), wait=True))

    # --- the owner ---------------------------------------------------------------------------------------

    def set_profile(self, profile: str) -> None:
        """`timed`, `quiet`, `calm` or `silent`."""
        with self._lock:
            self._set(replace(self._state, profile=profile))

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0..1; outside of that it is cut."""
        with self._lock:
            self._set(replace(self._state, volume=min(max(volume, 0.0), 1.0)))

    def set_language(self, language: str) -> None:
        """The language of the voice."""
        with self._lock:
            self._set(replace(self._state, language=language))

    # --- the line: call these with the lock ------------------------------------------------------------------

    def _set(self, state: SoundState) -> None:
        if state != self._state:
            self._state = state
            self._send(state)

    def _send(self, message: SoundState | PlayCue | Phrases | Speak | Stop | Again) -> None:
        """Send without waiting: what finds no room is dropped. The state is sent again as soon as there is room."""
        if self._line is None:
            return
        try:
            if self._full:
                self._put_all()
                self._full = False
            self._put(message)
        except BlockingIOError:
            self.dropped += 1
            if not self._full:
                self._full = True
                log.warning("the sound's process does not keep up: what it is told is left out")
        except OSError:  # it has ended: the thread sees that, too, and sends the state to the next one
            pass

    def _put_all(self) -> None:
        """Send the whole state."""
        self._put(self._state)
        if self._phrases.texts:
            self._put(self._phrases)

    def _put(self, message: Begin | SoundState | PlayCue | Phrases | Speak | Stop | SignOfLife | Again) -> None:
        assert self._line is not None
        self._line.send(encode(message), socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)

    # --- the thread --------------------------------------------------------------------------------------

    def _serve(self) -> None:
        """Keep a process running until it ends."""
        how = self._one()
        if not self._closing.is_set():
            self._take(SoundReport(problems=(Notice("no_sound", {"detail": f"the sound's process ended ({how})"}),)))
            raise ServiceEnded(how)

    def _one(self) -> str:
        """One process from its start to its end; how it ended."""
        try:
            child = self._open()
        except OSError as error:
            return str(error)
        hangs = not self._listen()
        with self._lock:
            if self._line is not None:
                self._line.close()
            self._line = self._child = None
        if hangs:
            child.kill()
            child.wait()
            return "it gave no sign of life"
        try:
            status = child.wait(END_S)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        return f"signal {-status}" if status < 0 else f"status {status}"

    def _open(self) -> subprocess.Popen[bytes]:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        root = str(Path(__file__).resolve().parents[2])
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
        with theirs:
            words = [*self._command, str(theirs.fileno())]
            try:
                child = subprocess.Popen(words, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=env)
            except OSError:
                ours.close()
                raise
        with self._lock:
            self._line, self._child, self._full = ours, child, False
            with contextlib.suppress(OSError):
                self._put(self._begin)
                self._put_all()
            if self._closing.is_set():
                ours.shutdown(socket.SHUT_RDWR)
        return child

    def _listen(self) -> bool:
        """Take reports until the process has ended; False: it hangs."""
        line = self._line
        assert line is not None
        heartbeat = Heartbeat(self._clock.now_ms())
        poll = select.poll()
        poll.register(line, select.POLLIN)
        with contextlib.suppress(OSError):
            while not heartbeat.hangs:
                if poll.poll(LOOK_MS):
                    data = line.recv(LARGEST)
                    if not data:
                        return True
                    heartbeat.heard()
                    self._hear(data)
                elif heartbeat.due(self._clock.now_ms()):
                    self._ask()
            return False
        return True

    def _ask(self) -> None:
        with self._lock, contextlib.suppress(OSError):  # full: it is left unanswered, as it should be
            self._put(SignOfLife())

    def _hear(self, data: bytes) -> None:
        try:
            self._take(decode_report(data))
        except msgspec.MsgspecError as error:
            log.error("the sound's process said something unknown: %s", error)

    def _follow(self, off: tuple[str, ...]) -> None:
        """What stays off in the process stays off for the table, too."""
        for name in off:
            if name not in self._report.off:
                stays_off(name, self._try_again)
        for name in self._report.off:
            if name not in off:
                no_longer_off(name, self._try_again)

    def _try_again(self) -> None:
        with self._lock:
            self._send(Again())

    def _take(self, report: SoundReport) -> None:
        """Log a card when it comes; log and announce each problem once when it comes, and announce its end."""
        before = {notice.code: notice for notice in self._report.problems}
        if report.open and not self._report.open:
            log.info("sound through %s, blocks of %d samples", report.driver, self._begin.config.block)
        if report.underruns > self._report.underruns and report.underruns.bit_count() == 1:  # the 1st, 2nd, 4th, 8th
            log.warning("the sound card starved %d times", report.underruns)
        self._follow(report.off)
        self._report = report
        for notice in report.problems:
            if before.pop(notice.code, None) != notice:
                log.warning("%s: %s", notice.code, ", ".join(str(fact) for fact in notice.facts.values()))
                self._on_report(notice)
        for notice in before.values():
            self._on_report(Notice(notice.code, notice.facts, gone=True))
