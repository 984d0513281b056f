"""The sound's process: `python -m kiosk.sound.process DESCRIPTOR`, started by `kiosk.sound.remote` only.

It has an interpreter, a priority and a memory of its own, so nothing that the window does can make it wait. It ends
when the kiosk's end of the socket is closed, and by no signal that is meant for the kiosk.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import socket
import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.engine import supervised
from companion.engine.clock import Clock, RealClock
from kiosk.sound.messages import (
    LARGEST,
    STALE_MS,
    Again,
    Begin,
    Phrases,
    PlayCue,
    SignOfLife,
    SoundMessage,
    SoundReport,
    SoundState,
    Speak,
    Stop,
    decode,
    encode,
)
from kiosk.sound.player import SoundPlayer
from kiosk.sound.profile import CUES
from kiosk.sound.recipe import CueKind

log = logging.getLogger(__name__)

PRIORITY = -10
"""Niceness, where the system allows it (LimitNICE in the kiosk's unit)."""


def pass_changes(player: SoundPlayer, before: SoundState, state: SoundState) -> None:
    """Pass the changes of the state to the player."""
    if state.profile != before.profile:
        player.set_profile(state.profile)
    if state.volume != before.volume:
        player.set_volume(state.volume)
    if state.language != before.language:
        player.set_language(state.language)
    if state.silence != before.silence:
        player.silence(state.silence)
    player.clock(state.elapsed_ms is not None, state.elapsed_ms or 0.0, state.at_ms, state.length_ms)


class Server:
    """One player at the end of a socket.

    :param line: a packet socket; its first messages are `Begin` and `SoundState`.
    """

    def __init__(self, line: socket.socket, clock: Clock) -> None:
        self._line = line
        self._clock = clock
        self._off: tuple[str, ...] = ()
        """The services that stay off, as last reported."""
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def run(self) -> None:
        """Play until the other end is closed."""
        begin, state = self._first(), self._first()
        if not isinstance(begin, Begin) or not isinstance(state, SoundState):
            return
        player = SoundPlayer(
            Path(begin.cache_dir), state.language, state.profile, state.volume, self._clock, begin.config,
            report=self._tell, wake=lambda: os.eventfd_write(self._bell, 1),
        )  # fmt: skip
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        poll.register(self._bell, select.POLLIN)
        remove = supervised.supervise_threads(lambda _names: os.eventfd_write(self._bell, 1))
        player.start()
        self._state = SoundState(state.profile, state.volume, state.language)
        self._obey(player, state)
        try:
            while True:
                wait = player.step()
                for descriptor, _ in poll.poll(None if wait is None else wait * 1000):
                    if descriptor == self._bell:
                        os.eventfd_read(self._bell)
                        player.obey()
                        if supervised.off() != self._off:
                            self._tell(player.report)
                    elif not self._read(player):
                        return
        finally:
            remove()
            player.close()

    def close(self) -> None:
        """Give back what it holds, not the line."""
        os.close(self._bell)

    def _first(self) -> SoundMessage | None:
        data = self._line.recv(LARGEST)
        return decode(data) if data else None

    def _read(self, player: SoundPlayer) -> bool:
        """Obey all that has come; False when the other end is closed."""
        with contextlib.suppress(BlockingIOError):
            while data := self._line.recv(LARGEST, socket.MSG_DONTWAIT):
                try:
                    self._obey(player, decode(data))
                except (msgspec.MsgspecError, ValueError) as error:
                    log.error("the sound was told something that it does not know: %s", error)
            return False
        return True

    def _obey(self, player: SoundPlayer, message: SoundMessage) -> None:
        match message:
            case SoundState():
                pass_changes(player, self._state, message)
                self._state = message
            case PlayCue(name, n, at_ms):
                ends = name in CUES and CUES[name].kind is CueKind.END
                if ends or self._clock.now_ms() - at_ms < STALE_MS:
                    player.cue(name, n)
            case Phrases(language, texts):
                player.phrases(language, texts)
            case Speak(texts, _at_ms, True):
                player.sample(texts)
            case Speak(texts, at_ms):
                player.speak(texts, at_ms)
            case Stop():
                player.stop()
            case SignOfLife():
                self._tell(player.report)
            case Again():
                supervised.try_again()

    def _tell(self, report: SoundReport) -> None:
        self._off = supervised.off()
        with contextlib.suppress(OSError):  # the other end is closed: the end of the line says so, too
            self._line.send(encode(replace(report, off=self._off)), socket.MSG_NOSIGNAL)


def main() -> int:
    """Serve the socket whose descriptor is the first argument."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    logging.basicConfig(stream=sys.stderr, format="%(message)s")
    with contextlib.suppress(ConnectionResetError), socket.socket(fileno=int(sys.argv[1])) as line:
        server = Server(line, RealClock())
        server.run()
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
