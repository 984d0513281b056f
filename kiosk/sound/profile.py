"""Sound profiles and the kinds of cues, as data."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.sound.bank import RECIPES
from kiosk.sound.kit import db
from kiosk.sound.recipe import CueKind, Recipe

_TICKS = frozenset(f"A65{i}" for i in range(10))


class SoundProfile(NamedTuple):
    """What a profile lets through. `time` None = every time cue."""

    bed: bool
    time: frozenset[str] | None
    events: bool
    companion: bool
    ends: bool
    gain: float = 1.0
    phrases: bool = True


PROFILES: dict[str, SoundProfile] = {
    "timed": SoundProfile(bed=True, time=None, events=True, companion=True, ends=True),
    "quiet": SoundProfile(False, frozenset({"A0", "A6", "A7"}) | _TICKS, False, False, True, db(-4)),
    "calm": SoundProfile(bed=False, time=frozenset(), events=True, companion=True, ends=True),
    "silent": SoundProfile(bed=False, time=frozenset(), events=False, companion=False, ends=False, phrases=False),
}


def cue_of(buffer: str, recipe: Recipe) -> str:
    """The cue that a buffer belongs to."""
    return buffer if recipe.n is None else buffer.removesuffix(str(recipe.n))


CUES: dict[str, Recipe] = {
    cue_of(buffer, recipe): recipe for buffer, recipe in RECIPES.items() if recipe.kind is not CueKind.TIME
}
"""Every cue that can be asked for by name; of one with a buffer for each count, the recipe of one of them."""

EVENTS_WAITING = 2
"""Event cues that may wait; the rest drop."""
HEARTBEAT_MS = 10_000
"""The heart beats at most this often."""


_COUNTS = {
    cue: [one.n for buffer, one in RECIPES.items() if one.n is not None and cue_of(buffer, one) == cue] for cue in CUES
}
COUNTED: dict[str, tuple[int, int]] = {cue: (min(counts), max(counts)) for cue, counts in _COUNTS.items() if counts}
"""Cues with a buffer for each count: the smallest and the largest there is."""


def buffer_of(name: str, count: int | None) -> str:
    """The buffer of a cue, with its count where it has one (without it: the smallest)."""
    if name not in COUNTED:
        return name
    least, most = COUNTED[name]
    return f"{name}{min(max(count or least, least), most)}"
