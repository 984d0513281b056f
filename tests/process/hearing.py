"""What left the sound card, which is a file (kiosk.sound.file_card)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.options import PACKAGED_CONFIG
from kiosk.sound import cache
from kiosk.sound.config import SoundConfig
from kiosk.sound.kit import RATE
from kiosk.sound.profile import buffer_of
from tests.correlation import best_place
from tests.patience import WHOLE_S, until
from tests.process.machine import TABLE, Kiosk, capture

SAMPLE = 4
"""Bytes of one."""
CLEAR = 0.45
"""Correlation from which on a cue is there, whatever else sounds; what is not there stays below 0.32."""
SEARCH = 0.5
"""Seconds of a cue that are looked for."""
BLOCK = SoundConfig().block
"""A cue that waited begins with a block of the card."""

Cue = tuple[str, int | None]


class Ear:
    """Listens to the file that the card writes. Positions are samples from its beginning."""

    def __init__(self, card: Path, sounds: Path) -> None:
        self._card = card
        self._bank: dict[str, Any] = cache.load_sounds(sounds).bank

    def now(self) -> int:
        """The position of what is played now."""
        return self._card.stat().st_size // SAMPLE

    def length(self, cue: str) -> int:
        """Samples of a cue."""
        return len(self._bank[cue])

    def samples(self, since: int = 0) -> NDArray[np.float64]:
        """What was played since then."""
        with self._card.open("rb") as file:
            file.seek(since * SAMPLE)
            data = file.read()
        return np.frombuffer(data[: len(data) // SAMPLE * SAMPLE], "<f4").astype(np.float64)

    def place(self, cue: str, since: int = 0, until_then: int | None = None, seconds: float = 0.3) -> tuple[int, float]:
        """Where the beginning of a cue lies best, and how well (-1..1). The low drone of the bed is left out."""
        sound = np.diff(np.asarray(self._bank[cue][: round(seconds * RATE)], np.float64), 2)
        played = np.diff(self.samples(since)[: None if until_then is None else until_then - since], 2)
        if len(played) < len(sound):
            return since, 0.0
        there, score = best_place(sound, played)
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


def captured(config: Path, table: str = TABLE) -> None:
    """A config whose card is a file."""
    shutil.copytree(PACKAGED_CONFIG, config)
    (config / "table.toml").write_text(table, encoding="utf-8")
    capture(config)


def awake(kiosk: Kiosk, ear: Ear) -> int:
    """Once the sound is loaded: what cannot be taken back is refused until that is heard. Where it ends."""
    begun = ear.now()

    def answered() -> bool:
        assert not kiosk.line(b'{"undo":{}}')["ok"]
        return ear.place("refused", begun)[1] > CLEAR

    until(answered, "the first sound", WHOLE_S, pause=0.5)
    length, end = ear.length("refused"), begun
    while True:  # until the last of them was heard
        at, sure = ear.place("refused", end, end + 3 * length)
        if sure < CLEAR:
            return end
        end = at + length
        ear.waits(end + 3 * length)


def hears(ear: Ear, cues: tuple[Cue, ...], since: int) -> int:
    """The cues come one after another, each where the one before ends; the position after the last."""
    end: int | None = None
    for name, n in cues:
        buffer = buffer_of(name, n)
        earliest = since if end is None else end - BLOCK
        ear.heard(buffer, since=earliest)
        length = ear.length(buffer)
        ear.waits(ear.place(buffer, earliest)[0] + length)
        start, sure = ear.place(buffer, earliest, seconds=SEARCH)
        assert sure > CLEAR, (buffer, sure)
        if end is not None:
            assert 0 <= start - end < BLOCK, f"{buffer} came {(start - end) / RATE * 1000:.1f} ms after its moment"
        end = start + length
    return since if end is None else end
