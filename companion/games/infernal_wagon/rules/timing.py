"""The seven minutes: their length, the time cues of section 6.2, and how long questions and windows last. All ms."""

from __future__ import annotations

from typing import Final

LENGTH_MS: Final = 420_000
"""IW-009."""
MATCHED_MS: Final = 3_000
SPECIAL_MS: Final = 3_000
CURSES_MS: Final = 5_000
"""How long the questions of section 3.2 stand open."""
REJUDGE_MS: Final = 5_000
"""How long the companion's judgement can be corrected (L2); the last millisecond counts."""
AFTER_END_MS: Final = 10_000
"""How long after the end undo, *Hit* and the appeal are open (IW-065, Q32); the last millisecond counts."""

TIME_CUES: Final[tuple[tuple[int, str], ...]] = (
    (0, "A0"),
    (60_000, "A1"),
    (120_000, "A2"),
    (180_000, "A3"),
    (210_000, "A3h"),
    (240_000, "A4"),
    (300_000, "A5"),
    (330_000, "A5h"),
    (360_000, "A6"),
    (390_000, "A630"),
    (405_000, "A645"),
    *((410_000 + 1000 * second, f"A65{second}") for second in range(10)),
    (LENGTH_MS, "A7"),
)
"""(elapsed, id), in order."""
NO_CUE_LEFT: Final = len(TIME_CUES)


def cue_after(elapsed: int) -> int:
    """The index of the first cue that comes later than `elapsed`."""
    return next((i for i, (moment, _) in enumerate(TIME_CUES) if moment > elapsed), NO_CUE_LEFT)
