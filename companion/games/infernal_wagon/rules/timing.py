"""The countdown: its lengths, the time cues of section 6.2, and how long questions and windows last. All ms."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

MINUTE_MS: Final = 60_000
PRINTED_MINUTES: Final = 7
"""IW-009: the countdown of the book."""
FEWEST_MINUTES: Final = 3
MOST_MINUTES: Final = 15
"""A countdown of another length (reading 36)."""
MATCHED_MS: Final = 3_000
SPECIAL_MS: Final = 3_000
CURSES_MS: Final = 5_000
"""How long the questions of section 3.2 stand open."""
REJUDGE_MS: Final = 5_000
"""How long the companion's judgement can be corrected (L2); the last millisecond counts."""
AFTER_END_MS: Final = 10_000
"""How long after the end *Hit* and the appeal are open, and the clock of an undone end runs on (IW-R05, Q32); the last
millisecond counts."""

LAST_MINUTE: Final[tuple[tuple[int, str], ...]] = (
    (90_000, "A5h"),
    (60_000, "A6"),
    (30_000, "A630"),
    (15_000, "A645"),
    *((10_000 - 1000 * second, f"A65{second}") for second in range(10)),
    (0, "A7"),
)
"""(ms before the end, id), in order."""
BELLS: Final = 5
"""A1 to A5: a minute is gone, two, ... five."""


@lru_cache(maxsize=MOST_MINUTES)
def time_cues(minutes: int) -> tuple[tuple[int, str], ...]:
    """(elapsed, id) of a countdown, in order (reading 37): the departure and the bells by the time gone, A3h at the
    half, the others by the time left. A bell is left out from the last minute on; what falls together with the half is
    left out, too.
    """
    length = minutes * MINUTE_MS
    bells = [(n * MINUTE_MS, f"A{n}") for n in range(1, BELLS + 1) if n < minutes - 1]
    last = [(length - left, name) for left, name in LAST_MINUTE]
    half = length // 2
    others = [cue for cue in ((0, "A0"), *bells, *last) if cue[0] != half]
    return tuple(sorted([*others, (half, "A3h")]))


NO_CUE_LEFT: Final = len(time_cues(PRINTED_MINUTES))
"""No countdown has more."""


def cue_after(elapsed: int, minutes: int) -> int:
    """Return the index of the first cue of such a countdown that comes later than `elapsed`."""
    return next((i for i, (moment, _) in enumerate(time_cues(minutes)) if moment > elapsed), NO_CUE_LEFT)
