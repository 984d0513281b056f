"""The seven minutes as data: sections, gains, breakpoints. No sound is made here."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.sound.kit import RATE

SCORE_VERSION = 1
BED_SECONDS = 420
BED_SAMPLES = BED_SECONDS * RATE
"""Sample 20 160 000: 7:00, the explosion. The bed has nothing from there on."""

D4, E4, F4, G4, A4 = 293.66, 329.63, 349.23, 392.0, 440.0


class ScoreSection(NamedTuple):
    """A stretch of one tempo: start and end s, beats a minute, root Hz, ostinato's brightness p."""

    start: float
    end: float
    bpm: int
    root: float
    p: float

    @property
    def beats(self) -> int:
        return round((self.end - self.start) * self.bpm / 60)

    def second(self, beat: float) -> float:
        """Return the time of a beat (and part of a beat), s from the track's start."""
        return self.start + 60.0 * beat / self.bpm


SECTIONS = (
    ScoreSection(0, 120, 80, D4, 0.5),
    ScoreSection(120, 240, 90, D4, 0.5),
    ScoreSection(240, 300, 104, E4, 0.6),
    ScoreSection(300, 360, 120, F4, 0.68),
    ScoreSection(360, 408, 140, G4, 0.75),
)
"""S1 to S5. The break (408..410 s) and S6 (410..420 s, one beat a second, root A4) follow the clock."""
BREAK, FINAL, ROLL = 408.0, 410.0, 405.0
FINAL_P = 0.78


class Struck(NamedTuple):
    """The figures of the layers struck note by note, one a section."""

    wheels: float
    wheel_strokes: tuple[float, ...]
    every_beat: bool
    chuff: float
    chuff_strokes: int
    chuff_set: str
    drum: float
    ostinato: float
    anvil: float


STRUCK = (
    Struck(0.16, (0, 0.25), False, 0.12, 1, "S1", 0.0, 0.0, 0.06),
    Struck(0.17, (0, 0.25), False, 0.14, 2, "S2", 0.17, 0.15, 0.0),
    Struck(0.17, (0, 0.25), True, 0.16, 2, "S2", 0.21, 0.19, 0.12),
    Struck(0.16, (0, 0.25), True, 0.20, 4, "S4", 0.23, 0.22, 0.13),
    Struck(0.20, (0, 0.25, 0.5), True, 0.24, 4, "S4", 0.26, 0.24, 0.16),
)

WHEELS = (1320.0, 1180.0, 1250.0, 1110.0)
"""Pitch of the four wheels, Hz."""
CHUFFS = {
    "S1": (0.22, 401, (0.7, 0.64, 0.74, 0.67)),
    "S2": (0.22, 401, (1.0, 0.92, 1.06, 0.96)),
    "S4": (0.10, 411, (1.3, 1.2, 1.38, 1.25)),
}
"""Set -> (length s, first seed, brightness of its four breaths)."""

TURN8 = (0, 0, 1, 0, 0, 7, 8, 7)
TURN16 = (0, 0, 1, 0, 3, 1, 0, 1, 0, 0, 1, 0, 7, 8, 7, 5)
RISERS = (0.10, 0.13, 0.16, 0.19)
"""Gain of the riser in the last two seconds of S1 to S4."""
BREAK_RISER, BREAK_DRUM = 0.30, 0.30
BREAK_HAMMER = (0.0, 0.5, 1.0, 1.25, 1.5, 1.75)

Points = tuple[float, ...]
"""Breakpoints s, gain, s, gain, ...; linear between, held outside."""

DRONES: dict[str, tuple[float, float, int, Points]] = {
    "drone_D": (D4, 1.05, 510, (0, 0, 4, 0.008, 60, 0.014, 61, 0.022, 120, 0.024, 180, 0.028, 239.9, 0.03, 240.1, 0)),
    "drone_E": (E4, 0.85, 511, (239.9, 0, 240.1, 0.032, 299.9, 0.036, 300.1, 0)),
    "drone_F": (F4, 0.75, 512, (299.9, 0, 300.1, 0.042, 359.9, 0.046, 360.1, 0)),
    "drone_G": (G4, 0.65, 513, (359.9, 0, 360.1, 0.05, 408, 0.062, 408.4, 0)),
    "drone_A": (A4, 0.55, 514, (408, 0, 410, 0.065, 419.9, 0.1, 420, 0)),
}
"""Name -> (root Hz, steepness x, seed, gain)."""

Vowel = tuple[tuple[float, float, float], ...]
OO: Vowel = ((320, 90, 1), (720, 110, 0.35), (2300, 250, 0.03))
AH: Vowel = ((680, 120, 1), (1120, 150, 0.7), (2500, 250, 0.12))
FIFTH: tuple[float, ...] = (1, 1.5)
SIXTH: tuple[float, ...] = (1, 1.5, 2 ** (8 / 12))
FLAT_SECOND: tuple[float, ...] = (1, 2 ** (1 / 12), 1.5)

CHOIRS: dict[str, tuple[float, Vowel, tuple[float, ...], int, Points]] = {
    "oo_D": (D4, OO, FIFTH, 520, (180, 0, 186, 0.016, 239.9, 0.022, 240.1, 0)),
    "oo_E": (E4, OO, FIFTH, 521, (239.9, 0, 241, 0.026, 270, 0.026, 276, 0)),
    "ah_E": (E4, AH, SIXTH, 531, (270, 0, 276, 0.024, 299.9, 0.03, 300.1, 0)),
    "ah_F": (F4, AH, SIXTH, 532, (299.9, 0, 301, 0.03, 359.9, 0.042, 360.1, 0)),
    "ah_G": (G4, AH, SIXTH, 533, (359.9, 0, 361, 0.044, 408, 0.062, 409, 0)),
    "ah_A": (A4, AH, FLAT_SECOND, 535, (408, 0, 411, 0.05, 419.9, 0.115, 420, 0)),
}
"""Name -> (root Hz, vowel, ratios of the voices, seed, gain)."""

WIND: Points = (0, 0, 2, 0.02, 60, 0.026, 120, 0.026, 240, 0.034, 360, 0.045, 410, 0.05, 419.9, 0.06, 420, 0)
FUSE: Points = (390, 0, 390.3, 0.008, 405, 0.022, 419.95, 0.085, 420, 0)
BED: Points = (0, 0.8, 60, 0.85, 240, 0.8, 300, 0.7, 360, 0.6, 405, 0.64, 408, 0.62, 410, 0.5, 420, 0.47)
"""Gain of the whole bed."""
