"""A card in memory, for games without a clock."""

from __future__ import annotations

from kiosk.sound.cache import Sounds
from kiosk.sound.mixer import Mixer, ms
from kiosk.sound.profile import CUES

BETWEEN_MS = 1500
"""What is heard of each move."""
BLOCK_MS = 20
"""A cue that waited begins with a block."""


class Ear:
    """Plays what the director sounds."""

    def __init__(self, sounds: Sounds) -> None:
        self._mixer = Mixer()
        self._mixer.sounds = sounds
        self.named: list[tuple[str, int | None]] = []
        self.heard: list[bytes] = []

    def cue(self, name: str, count: int | None = None) -> None:
        assert name in CUES
        self.named.append((name, count))
        self._mixer.cue(name, count)

    def clock(self, running: bool, elapsed_ms: float, at_ms: float, length_ms: int = 420_000) -> None:
        assert not running, "this game has no clock"

    def stop(self) -> None: ...
    def silence(self, on: bool) -> None: ...
    def set_language(self, language: str) -> None: ...
    def set_volume(self, volume: float) -> None: ...

    def set_profile(self, profile: str) -> None:
        self._mixer.set_profile(profile)

    def plays(self) -> None:
        """A move's time goes by."""
        blocks = (self._mixer.render(ms(BLOCK_MS), None) for _ in range(BETWEEN_MS // BLOCK_MS))
        self.heard.append(b"".join(block.tobytes() for block in blocks))
