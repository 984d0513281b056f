"""Turns the events of the table into sound. `companion.lights` does the same for the lamps."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from companion.engine.update import Update
from kiosk.sound.messages import SEVEN_MINUTES_MS
from kiosk.storage.settings import VOLUME_STEPS


class CuePlayer(Protocol):
    """The part of `kiosk.sound.remote.RemotePlayer` that the director uses."""

    def cue(self, name: str, count: int | None = None) -> None: ...
    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = SEVEN_MINUTES_MS) -> None: ...
    def stop(self) -> None: ...
    def silence(self, on: bool) -> None: ...
    def set_profile(self, profile: str) -> None: ...
    def set_volume(self, volume: float) -> None: ...
    def set_language(self, language: str) -> None: ...


class Mute:
    """No sound at all: tests, gallery."""

    def cue(self, name: str, count: int | None = None) -> None: ...
    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = SEVEN_MINUTES_MS) -> None: ...
    def stop(self) -> None: ...
    def silence(self, on: bool) -> None: ...
    def set_profile(self, profile: str) -> None: ...
    def set_volume(self, volume: float) -> None: ...
    def set_language(self, language: str) -> None: ...
    def phrases(self, language: str, texts: Sequence[str]) -> None: ...
    def speak(self, texts: Sequence[str]) -> None: ...
    def sample(self, texts: Sequence[str]) -> None: ...


ShowLight = Callable[[str, int | None], None]
"""Lights a cue of that name and count."""
TIME_UP = {"A7": "explosion7"}
"""A time cue that ends the game -> the end cue that stops everything."""


class Director:
    """Receives every update (`hear`, on the engine thread) and every touch (`touched`, on the screen's).

    :param profile: the owner's choice; a game without a clock plays `calm` instead of `timed`.
    :param light: lights a cue that a screen plays itself.
    """

    def __init__(
        self, sounds: CuePlayer, profile: str = "timed", volume: int = 7, light: ShowLight = lambda _name, _n: None
    ) -> None:
        self._sounds = sounds
        self._light = light
        self._kept: frozenset[str] = frozenset()
        self._wanted = profile
        self._calm = False
        self._silence = False
        self._open = False
        self._volume = volume
        self._last: Update | None = None
        self._lock = threading.Lock()  # the sound may come while something is heard
        self.set_sound(profile, volume)

    def use(self, sounds: CuePlayer) -> None:
        """Use the sound, which is loaded after the first screen: it starts at the table's present state."""
        with self._lock:
            self._sounds = sounds
            self._sounds.set_volume(self._volume / VOLUME_STEPS)
            self._set_profile()
            self._sounds.silence(self._silence)
            if self._last is not None:
                self._follow(self._last)

    def set_sound(self, profile: str, volume: int) -> None:
        """Set the profile and the volume (0 to 10)."""
        self._wanted = profile
        self._volume = volume
        self._sounds.set_volume(volume / VOLUME_STEPS)
        self._set_profile()

    def set_language(self, language: str) -> None:
        """Set the language of the voice."""
        self._sounds.set_language(language)

    def _set_profile(self) -> None:
        self._sounds.set_profile("calm" if self._calm and self._wanted == "timed" else self._wanted)

    @property
    def audible(self) -> bool:
        """Whether the sound track can be heard (exploit IW-137)."""
        return bool(getattr(self._sounds, "audible", False))

    def touched(self) -> None:
        """Answer a finger on a key at once."""
        self._sounds.cue("tap")

    def play(self, name: str, count: int | None = None) -> None:
        """Play a cue at a moment of the screen's own, as sealed cars are opened one by one. Sound and light."""
        self._sounds.cue(name, count)
        self._light(name, count)

    def keep(self, *names: str) -> None:
        """Leave these cues of the table out from now on: the screen will `play` them. None: all sound again."""
        self._kept = frozenset(names)

    def sample(self) -> None:
        """Play a sample at the present volume."""
        self._sounds.cue("match")

    def hear(self, update: Update) -> None:
        with self._lock:
            self._last = update
            self._follow(update)
            self._cues(update)

    def _follow(self, update: Update) -> None:
        """Set the clock, the calm and the Silence of the table."""
        face = update.face
        if face is None:
            if self._open:
                self._open = False
                self._sounds.stop()
            self._close_silence(False)
            return
        self._open = True
        calm = face.length_ms is None
        if calm != self._calm:
            self._calm = calm
            self._set_profile()
        self._close_silence(bool(getattr(update.view, "silence", False)) and face.running)
        at = update.stamp + face.at - update.at
        self._sounds.clock(face.running, face.elapsed_ms, at, face.length_ms or SEVEN_MINUTES_MS)

    def _close_silence(self, on: bool) -> None:
        if on != self._silence:
            self._silence = on
            self._sounds.silence(on)

    def _cues(self, update: Update) -> None:
        for cue in update.cues:
            if cue.name not in self._kept:
                self._sounds.cue(TIME_UP.get(cue.name, cue.name), cue.n)
