"""What sounds at the time cues and how far the bed steps back for it (rule matrix 6.2). Data; when
a cue comes is said by the rules."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.infernal_wagon.rules.timing import time_cues
from kiosk.sound.kit import RATE, db
from kiosk.sound.score import BED_SECONDS


class Sounding(NamedTuple):
    """A buffer at an offset (s) inside its cue. `voice` is replaced by the voice of the language."""

    offset: float
    buffer: str


TIME_CUES: dict[str, tuple[Sounding, ...]] = {
    "A0": (Sounding(0, "A0_blast"), Sounding(1.5, "A0_whistle")),
    "A1": (Sounding(0, "bell1"), Sounding(0, "rumble")),
    "A2": (Sounding(0, "bell2"),),
    "A3": (Sounding(0, "bell3"), Sounding(0, "stones")),
    "A3h": (Sounding(0, "whistle_long"),),
    "A4": (Sounding(0, "bell4"),),
    "A5": (Sounding(0, "bell5"), Sounding(0, "timber")),
    "A5h": (Sounding(0, "rumble_long"),),
    "A6": (Sounding(0, "alarm"), Sounding(2.2, "voice")),
    "A630": (Sounding(0, "whistle_2"),),
    "A645": (),
    **{f"A65{i}": (Sounding(0, f"tick{10 - i}"),) for i in range(7)},
    **{f"A65{i}": (Sounding(0, f"tick{10 - i}"), Sounding(0.5, f"tick{10 - i}_half")) for i in (7, 8, 9)},
    "A7": (Sounding(0, "explosion7"),),
}
"""Cue id -> what sounds. A645 is the drum roll of the bed itself."""


class CueStart(NamedTuple):
    """One buffer of one time cue at its sample of the game clock. `words`: it is spoken."""

    sample: int
    cue: str
    buffer: str
    words: bool


def schedule(language: str, seconds: int = BED_SECONDS) -> list[CueStart]:
    """All starts (29 in seven minutes) of a countdown, by sample.

    :param language: of the voice; `seconds`: of the countdown, whole minutes.
    """
    starts = []
    for at_ms, cue in time_cues(seconds // 60):
        for sound in TIME_CUES[cue]:
            words = sound.buffer == "voice"
            buffer = f"voice_{language}" if words else sound.buffer
            starts.append(CueStart(round((at_ms / 1000 + sound.offset) * RATE), cue, buffer, words))
    return sorted(starts, key=lambda start: start.sample)


class Ducking(NamedTuple):
    """How the others step back for a cue: attack before or at its start (s), share of its length held, release (s)."""

    lead: float
    attack: float
    hold: float
    release: float
    bed: float
    events: float


FOR_TIME = Ducking(lead=0.012, attack=0.012, hold=0.75, release=0.3, bed=db(-9), events=db(-6))
FOR_EVENT = Ducking(lead=0.0, attack=0.008, hold=0.75, release=0.25, bed=db(-6), events=1.0)
FOR_PHRASE = Ducking(lead=0.0, attack=0.02, hold=1.0, release=0.3, bed=db(-12), events=db(-9))
