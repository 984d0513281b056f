"""The keys of a position, for `position.py` (out) and `join.py` (in)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.games.infernal_wagon.cards import Way
from companion.games.infernal_wagon.names import Phase, Reason, Special
from companion.games.infernal_wagon.state import Ask, Join, Last, Offer, Tally, Turn, WagonState

Cards = Annotated[int, Meta(ge=0, le=96)]
"""More than 96 cards no box has."""
SeatIndex = Annotated[int, Meta(ge=0, le=4)]
Ms = Annotated[int, Meta(ge=0, le=10**10)]
"""A clock that nobody stopped for months."""


class OnTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the track with what is known of how it lies."""

    card: str
    ways: tuple[Way, ...] | None = None
    join: Join | None = None
    special: Special | None = None


class Tunnel(Struct, frozen=True, forbid_unknown_fields=True):
    owner: str | None = None


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    elapsed_ms: Ms
    reason: Reason | None = None
    appeal: bool = False
    at: Ms = 0


class More(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Not for people."""

    play: Annotated[int, Meta(ge=1, le=100_000)] = 1
    unnamed: Cards | None = None
    used: tuple[str, ...] = ()
    shown: Cards | None = None
    correction: Annotated[int, Meta(ge=-1_000, le=1_000)] | None = None
    drawn: bool | None = None
    drawer: SeatIndex | None = None
    streak: tuple[SeatIndex, Cards] | None = None
    turn: Turn | None = None
    asks: tuple[Ask, ...] = ()
    last: Last | None = None
    fresh_last_cards: bool | None = None
    cursed: tuple[SeatIndex, ...] | None = None
    empty_other: bool | None = False
    tally: Tally | None = None
    before_end: WagonState | None = None
    offer: Offer = Offer()
    cue: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person writes."""

    phase: Phase = Phase.OPEN
    track: tuple[str | OnTrack, ...] | None = None
    exit: tuple[str, ...] | None = None
    exit_any_of: bool | None = None
    pile: Cards | None = None
    hands: tuple[Cards, ...] | dict[str, Cards] | None = None
    total: Annotated[int, Meta(ge=0, le=500)] | None = None
    discarded: Cards | None = None
    silence: bool = False
    uturn: bool = False
    curses_left: Cards | tuple[str, ...] | None = None
    tunnel: Tunnel | None = None
    elapsed_ms: Ms = 0
    held: bool = False
    paused: bool = False
    corrected: bool = False
    result: Ended | None = None
    more: More = More()


KEYS = frozenset(field.name for field in msgspec.structs.fields(Written))
