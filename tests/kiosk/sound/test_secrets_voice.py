"""What is secret is not heard, whatever is spoken: twin games that differ in nothing else give the same samples.

Every game's own twins (`Subject.secret_pairs`) are played at each setting of the voice. What a voice says is another
sound for other words here, and a phrase that comes for the first time is not ready, as at the table.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.engine.audience import Seat
from companion.engine.requests import LookAt
from kiosk.sound.cache import Sounds
from kiosk.sound.director import Director
from kiosk.sound.mixer import ms
from kiosk.sound.profile import CUES
from kiosk.sound.speaker import Speaker, names_in_view
from kiosk.storage.settings import VOICES, VoiceSetting
from kiosk.table.game_uis import spoken_of
from tests.engine.driver import Driver
from tests.engine.subjects import Moves, SecretPair, Subject, names, subject
from tests.kiosk.sound.ear import Ear

PAIRS = [(game, number) for game in names() for number in range(len(subject(game).secret_pairs))]


class Room(Ear):
    """An ear that hears words, too. The clock's own sound is left out: it follows no secret."""

    def __init__(self, sounds: Sounds) -> None:
        super().__init__(sounds)
        self.ready: set[str] = set()
        self.said: list[tuple[str, ...]] = []

    def cue(self, name: str, count: int | None = None) -> None:
        if name in CUES:
            super().cue(name, count)

    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = 420_000) -> None: ...

    def silence(self, on: bool) -> None:
        self._mixer.silence(on)

    def phrases(self, language: str, texts: Sequence[str]) -> None:
        self.ready.update(texts)

    def sample(self, texts: Sequence[str]) -> None: ...

    def speak(self, texts: Sequence[str]) -> None:
        self.said.append(tuple(texts))
        self._mixer.hush()
        parts = [_sound(text) for text in texts if text in self.ready]
        self.ready.update(texts)
        if parts:
            self._mixer.say(np.concatenate(parts))


def _sound(text: str) -> NDArray[np.int16]:
    """A phrase: other words, another level."""
    return np.full(ms(150), 1_000 + zlib.crc32(text.encode()) % 20_000, np.int16)


def play(game: Subject, pair: SecretPair, moves: Moves, voice: VoiceSetting, sounds: Sounds) -> Room:
    """The moves; after each, every seat looks at what only it may see."""
    room = Room(sounds)
    director, speaker = Director(room), Speaker(lambda: voice, spoken_of)
    speaker.use(room)
    driver = Driver(game, pair.open)
    for update in driver.heard:
        director.hear(update)
        speaker.hear(update)
    driver.engine.listen(director.hear)
    driver.engine.listen(speaker.hear)
    room.plays()
    for move in moves:
        driver.step(move)
        for name in names_in_view(driver.heard[-1].view):
            driver.engine.handle(LookAt(Seat(name)))
        room.plays()
    return room


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize(("game", "number"), PAIRS)
def test_twins_sound_the_same_at_every_setting(game: str, number: int, voice: VoiceSetting, sounds: Sounds) -> None:
    found = subject(game)
    pair = found.secret_pairs[number]
    one, other = (play(found, pair, moves, voice, sounds) for moves in (pair.one, pair.other))
    assert one.heard == other.heard
    assert one.said == other.said
    assert bool(one.said) == (voice == "all" or (voice == "orders" and bool(one.ready))), "it is spoken at all"


@pytest.mark.parametrize("voice", ["orders", "all"])
def test_words_are_in_what_is_heard(voice: VoiceSetting, sounds: Sounds) -> None:
    """So that the same samples mean the same words."""
    found = subject("cerbere")
    pair = found.secret_pairs[0]
    silent, spoken = (play(found, pair, pair.one, setting, sounds) for setting in ("off", voice))
    assert silent.named == spoken.named
    assert silent.heard != spoken.heard
