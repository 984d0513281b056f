"""A cue: the name of an event for sound and light. Each game has a closed vocabulary; the configuration says how."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MOST = 3
"""Cues of one step: the first sounds, two may wait for it."""


class Cue(Struct, frozen=True):
    """`name` is the cue's id (`match`, `thuds`, `A6`, `tick` ...), `n` its count where it has one."""

    name: str
    n: int | None = None


def weightiest(made: Sequence[Cue], order: Sequence[str]) -> tuple[Cue, ...]:
    """Return the `MOST` cues that come first in `order`, as they came. A cue that is not in it weighs least."""
    rank = {name: place for place, name in enumerate(order)}
    kept = sorted(made, key=lambda cue: rank.get(cue.name, len(rank)))[:MOST]
    return tuple(cue for cue in made if cue in kept)
