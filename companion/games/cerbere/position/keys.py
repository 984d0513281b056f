"""The keys of a position, and how a wrong one is named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.engine.refused import BadInput
from companion.engine.strict import to_struct
from companion.games.cerbere.data.rulings import GatesZone
from companion.games.cerbere.names import FASTEST, SLOWEST, Boating, Level, Side, Winner

Count = Annotated[int, Meta(ge=0, le=999)]
Seats = Annotated[int, Meta(ge=1, le=3)]
"""Seats of a boat, or a slot for one."""
Face = Annotated[int, Meta(ge=SLOWEST, le=FASTEST)]
"""A face of the Speed die."""
Action = Annotated[int, Meta(ge=1, le=4)]
BLOCKED = "blocked"
"""A Rage space under the pawn of a colour that nobody plays."""


class PlayerIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat. What is None follows from the rest: the colour from those that are free, the side from the track."""

    seat: Annotated[str, Meta(min_length=1)]
    colour: str | None = None
    side: Side | None = None
    actions_in_hand: tuple[Action, ...] | None = None
    survival: Count = 0
    betrayal: Count = 0


class PileIn(Struct, frozen=True, forbid_unknown_fields=True):
    draw: Count | None = None
    discard: Count | None = None


class PilesIn(Struct, frozen=True, forbid_unknown_fields=True):
    survival: PileIn = PileIn()
    betrayal: PileIn = PileIn()


class BoatsIn(Struct, frozen=True, forbid_unknown_fields=True):
    """`hidden`: seats of the boat in slot 1, 2, 3, null where it is not known; `laid`: tagged boats tapped so far."""

    boating: Boating | None = None
    hidden: tuple[Seats | None, Seats | None, Seats | None] | None = None
    revealed: Seats | None = None
    slot: Seats = 1
    seated: tuple[str, ...] | None = None
    laid: Annotated[int, Meta(ge=0, le=3)] | None = None
    shown: bool = False
    show_in_ms: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class TurnIn(Struct, frozen=True, forbid_unknown_fields=True):
    active: str | None = None
    action_done: bool = False
    bonus_done: bool = False
    moved: bool = False
    n: Annotated[int, Meta(ge=1, le=99_999)] = 1


class OverIn(Struct, frozen=True, forbid_unknown_fields=True):
    side: Winner
    winners: tuple[str, ...] = ()


class PeekIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may look at which slot on the screen just now."""

    seat: str
    slot: Seats


class PositionData(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person writes. `play`, `agenda` and `tally` have the form of the state's own structs."""

    level: Level | None = None
    players: tuple[str | PlayerIn, ...] | None = None
    faces: tuple[str, ...] | None = None
    preset: str | None = None
    m: Face | None = None
    speed: Face | None = None
    die: Count | None = None
    B: Count | None = None
    track: tuple[str | None, ...] | None = None
    piles: PilesIn = PilesIn()
    boats: BoatsIn = BoatsIn()
    turn: TurnIn = TurnIn()
    bridge_intact: bool = True
    pos: dict[str, Any] | None = None
    cerberus: Count | None = None
    over: OverIn | None = None
    peek: PeekIn | None = None
    play: Any = None
    agenda: Any = ()
    tally: Any = None
    box: str | UnsetType = UNSET
    fast_die: bool | UnsetType = UNSET
    gates_zone: GatesZone | UnsetType = UNSET
    follow_cards: bool | UnsetType = UNSET

    @property
    def corrected(self) -> bool:
        """The table set some value by hand, and it is right: then what the rules lead to is not insisted on."""
        return isinstance(self.tally, Mapping) and self.tally.get("corrected") is True


CHOSEN = ("box", "fast_die", "gates_zone", "follow_cards")
"""Options of the opening that a position may hold, too."""


def read(given: Mapping[str, Any]) -> PositionData:
    """The position as a struct.

    :raises BadInput: naming the key of which the form is wrong.
    """
    try:
        found: PositionData = to_struct(dict(given), PositionData)
    except BadInput as error:
        field = _named(str(error.facts["field"]), given)
        raise BadInput(**{**error.facts, "field": field}) from None
    return found


def _named(key: str, value: Any) -> str:
    """`players[0].side` as the corrections call it: `players.Ana.side`."""
    match = re.match(r"players\[(\d+)\]\.(.+)", key)
    if match is None or not isinstance(value, Mapping):
        return key
    player = value["players"][int(match[1])]
    name = player.get("seat") if isinstance(player, Mapping) else None
    return f"players.{name}.{match[2]}" if isinstance(name, str) and name else key
