"""A cue: the name of something worth sounding and lighting. A closed vocabulary for each game; config says how."""

from __future__ import annotations

from msgspec import Struct


class Cue(Struct, frozen=True):
    """`name` is the cue's id (`match`, `thuds`, `A6`, `tick` ...), `n` its count where it has one."""

    name: str
    n: int | None = None
