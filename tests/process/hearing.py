"""What left the sound card, as SDL's disk driver writes it down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.sound import cache
from kiosk.sound.device import CHANNELS
from kiosk.sound.kit import RATE
from kiosk.sound.measure import place
from tests.process.machine import until

FRAME = 4 * CHANNELS
"""Bytes of a sample."""
CLEAR = 0.45
"""Correlation from which on a cue is there, whatever else sounds; what is not there stays below 0.32."""


class Ear:
    """Listens to the file that the card writes. Positions are samples from its beginning."""

    def __init__(self, card: Path, sounds: Path) -> None:
        self._card = card
        self._bank: dict[str, Any] = cache.load(sounds).bank

    def now(self) -> int:
        """The position of what is played now."""
        return self._card.stat().st_size // FRAME

    def length(self, cue: str) -> int:
        """Samples of a cue."""
        return len(self._bank[cue])

    def samples(self, since: int = 0) -> NDArray[np.float64]:
        """What was played since then, one channel."""
        with self._card.open("rb") as file:
            file.seek(since * FRAME)
            data = file.read()
        return np.frombuffer(data[: len(data) // FRAME * FRAME], "<f4")[::CHANNELS].astype(np.float64)

    def place(self, cue: str, since: int = 0, until_then: int | None = None, seconds: float = 0.3) -> tuple[int, float]:
        """Where the beginning of a cue lies best, and how well (-1..1). The low drone of the bed is left out."""
        sound = np.diff(np.asarray(self._bank[cue][: round(seconds * RATE)], np.float64), 2)
        played = np.diff(self.samples(since)[: None if until_then is None else until_then - since], 2)
        if len(played) < len(sound):
            return since, 0.0
        there, score = place(sound, played)
        return since + there, score

    def heard(self, *cues: str, since: int) -> str:
        """Wait until one of these cues was played since then; which."""
        found: list[str] = []

        def listen() -> bool:
            found.extend(cue for cue in cues if self.place(cue, since)[1] > CLEAR)
            return bool(found)

        until(listen, f"the sound of {' or '.join(cues)}", pause=0.1)
        return found[0]

    def waits(self, until_then: int) -> None:
        """Wait until the card is there."""
        until(lambda: self.now() >= until_then, "the sound to go on", pause=0.02)
