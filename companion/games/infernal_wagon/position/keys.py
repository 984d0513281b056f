"""The keys of a position, for `write.py` (out) and `read.py` (in)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.games.infernal_wagon.data.cards import Way
from companion.games.infernal_wagon.names import Phase, Reason, Special
from companion.games.infernal_wagon.state import Ask, Join, Last, Offer, Tally, Turn, WagonState


class OnTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the track with what is known of how it lies."""

    card: str
    ways: tuple[Way, ...] | None = None
    join: Join | None = None
    special: Special | None = None


class Tunnel(Struct, frozen=True, forbid_unknown_fields=True):
    owner: str | None = None


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    elapsed_ms: int
    reason: Reason | None = None
    appeal: bool = False
    at: int = 0


class More(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Not for people."""

    play: int = 1
    unnamed: int | None = None
    used: tuple[str, ...] = ()
    shown: int | None = None
    correction: int | None = None
    drawn: bool | None = None
    drawer: int | None = None
    streak: tuple[int, int] | None = None
    turn: Turn | None = None
    asks: tuple[Ask, ...] = ()
    last: Last | None = None
    fresh_last_cards: bool | None = None
    cursed: tuple[int, ...] | None = None
    empty_other: bool | None = False
    tally: Tally | None = None
    before_end: WagonState | None = None
    offer: Offer = Offer()
    cue: int | None = None


class PositionData(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person writes."""

    phase: Phase = Phase.OPEN
    track: tuple[str | OnTrack, ...] | None = None
    exit: tuple[str, ...] | None = None
    exit_any_of: bool | None = None
    pile: int | None = None
    hands: tuple[int, ...] | dict[str, int] | None = None
    total: int | None = None
    discarded: int | None = None
    silence: bool = False
    uturn: bool = False
    curses_left: int | tuple[str, ...] | None = None
    tunnel: Tunnel | None = None
    elapsed_ms: int = 0
    held: bool = False
    paused: bool = False
    corrected: bool = False
    result: Ended | None = None
    more: More = More()


KEYS = frozenset(field.name for field in msgspec.structs.fields(PositionData))
