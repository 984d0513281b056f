"""Sound profiles (sound.md section 2, "Profiles") and the kinds of cues, as data."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from kiosk.sound.cues_cb import FASTEST, MOST_LINKS, SLOWEST
from kiosk.sound.cues_hr import MOST_CHUFFS
from kiosk.sound.cues_iw import MOST_THUDS
from kiosk.sound.kit import db

_TICKS = frozenset(f"A65{i}" for i in range(10))


class Profile(NamedTuple):
    """What a profile lets through. `time` None = every time cue."""

    bed: bool
    time: frozenset[str] | None
    events: bool
    companion: bool
    ends: bool
    gain: float = 1.0
    phrases: bool = True


PROFILES: dict[str, Profile] = {
    "timed": Profile(bed=True, time=None, events=True, companion=True, ends=True),
    "quiet": Profile(False, frozenset({"A0", "A6", "A7"}) | _TICKS, False, False, True, db(-4)),
    "calm": Profile(bed=False, time=frozenset(), events=True, companion=True, ends=True),
    "silent": Profile(bed=False, time=frozenset(), events=False, companion=False, ends=False, phrases=False),
}


class Kind(Enum):
    """Who speaks. One cue of a kind at a time; events wait, the companion answers at once, an end stops all."""

    EVENT = "event"
    COMPANION = "companion"
    END = "end"


class Cue(NamedTuple):
    """How a named cue behaves. `ducks`: does the bed step back for it?"""

    kind: Kind
    ducks: bool = True


_EVENTS = (
    "thuds plank echo_on echo_off blast silence_on silence_off uturn_on uturn_off curse curse_last last_cards "
    "exit_drawn heartbeat "
    "growl chain_up chain_down bark chase whimper capture oars peek doors "
    "toot coupling fire chuffs ram derail delivery gong heresy toll riffle spike reveal_roll reveal"
)
CUES: dict[str, Cue] = {
    "match": Cue(Kind.EVENT, ducks=False),
    **{name: Cue(Kind.EVENT) for name in _EVENTS.split()},
    "tap": Cue(Kind.COMPANION, ducks=False),
    **{name: Cue(Kind.COMPANION) for name in ("knock", "refused", "undo", "hold", "resume", "count")},
    **{name: Cue(Kind.END) for name in ("won", "collapse", "explosion7", "howl", "escape", "crown")},
}
"""Every cue that can be asked for by name; time cues follow the clock."""

EVENTS_WAITING = 2
"""Event cues that may wait; the rest drop."""
HEARTBEAT_MS = 10_000
"""The heart beats at most this often."""


COUNTED: dict[str, tuple[int, int]] = {
    "thuds": (1, MOST_THUDS),
    "growl": (SLOWEST, FASTEST),
    "chase": (SLOWEST, FASTEST),
    "chain_up": (1, MOST_LINKS),
    "chain_down": (1, MOST_LINKS),
    "chuffs": (1, MOST_CHUFFS),
}
"""Cues with a buffer for each count: the smallest and the largest there is."""


def buffer_of(name: str, n: int | None) -> str:
    """The buffer of a cue; `n` is its count, where it has one (without it: the smallest)."""
    if name not in COUNTED:
        return name
    least, most = COUNTED[name]
    return f"{name}{min(max(n or least, least), most)}"
