"""When the time cues sound and how far the bed steps back for them (sound.md section 2, rule matrix 6.2). Data."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.sound.kit import RATE, db
from kiosk.sound.score import BED_SECONDS


class Sounding(NamedTuple):
    """A buffer at an offset (s) inside its cue. `voice` stands for the voice of the language."""

    offset: float
    buffer: str


TIME_CUES: dict[str, tuple[float, tuple[Sounding, ...]]] = {
    "A0": (0.0, (Sounding(0, "A0_blast"), Sounding(1.5, "A0_whistle"))),
    "A1": (60.0, (Sounding(0, "bell1"), Sounding(0, "rumble"))),
    "A2": (120.0, (Sounding(0, "bell2"),)),
    "A3": (180.0, (Sounding(0, "bell3"), Sounding(0, "stones"))),
    "A3h": (210.0, (Sounding(0, "whistle_long"),)),
    "A4": (240.0, (Sounding(0, "bell4"),)),
    "A5": (300.0, (Sounding(0, "bell5"), Sounding(0, "timber"))),
    "A5h": (330.0, (Sounding(0, "rumble_long"),)),
    "A6": (360.0, (Sounding(0, "alarm"), Sounding(2.2, "voice"))),
    "A630": (390.0, (Sounding(0, "whistle_2"),)),
    "A645": (405.0, ()),
    **{f"A65{i}": (410.0 + i, (Sounding(0, f"tick{10 - i}"),)) for i in range(7)},
    **{f"A65{i}": (410.0 + i, (Sounding(0, f"tick{10 - i}"), Sounding(0.5, f"tick{10 - i}_half"))) for i in (7, 8, 9)},
    "A7": (420.0, (Sounding(0, "explosion7"),)),
}
"""Cue id -> (elapsed s of the printed seven minutes, what sounds). A645 is the drum roll of the bed itself."""
BELLS = ("A1", "A2", "A3", "A4", "A5")
HALF = "A3h"


def moment_of(cue: str, seconds: int) -> float | None:
    """When a cue sounds in a countdown of so many seconds, s from its start; None: it is left out.

    The departure and the bells tell the time gone, the half lies where it says, all others the time that is left. A
    bell in the last minute is left out, and whatever falls together with the half.
    """
    at = TIME_CUES[cue][0]
    if cue == HALF:
        return seconds / 2
    if cue in BELLS and at >= seconds - 60:
        return None
    moment = at if cue in BELLS or not at else at + seconds - BED_SECONDS
    return None if moment == seconds / 2 else moment


class Start(NamedTuple):
    """One buffer of one time cue at its sample of the game clock. `words`: it is spoken."""

    sample: int
    cue: str
    buffer: str
    words: bool


def schedule(language: str, seconds: int = BED_SECONDS) -> list[Start]:
    """All starts (29 in seven minutes) of a countdown of so many seconds, by sample, with the voice in `language`."""
    starts = []
    for cue, (_, sounds) in TIME_CUES.items():
        second = moment_of(cue, seconds)
        if second is None:
            continue
        for sound in sounds:
            words = sound.buffer == "voice"
            buffer = f"voice_{language}" if words else sound.buffer
            starts.append(Start(round((second + sound.offset) * RATE), cue, buffer, words))
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
