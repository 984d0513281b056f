"""The keys of a position, and how a wrong one is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import Meta, Struct

from companion.engine.refused import BadInput
from companion.engine.strict import joined, to_struct
from companion.games.hellrail.board.layout import Laid
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.names import CARDS, GATES, MARKERS, MOST_LOADED, Effect, Level, Phase, Variant
from companion.games.hellrail.state import Score, Tally, Task

DOWN = "down"
"""An effect token that lies face down: that one is there, not which (secret variant)."""
PLENTY = 99_999
"""More than any number in a game."""

Name = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0, le=CARDS)]
Number = Annotated[int, Meta(ge=0, le=PLENTY)]


class CoveredIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A car that came back by Undo: nobody may say which it is."""

    covered: Literal[True]


class SeatIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat. `delivered`: the cards, or how many; `held`: an effect, or `down`."""

    seat: Name
    colour: str | None = None
    hand: Count | None = None
    known: tuple[str, ...] = ()
    loaded: tuple[Name | CoveredIn, ...] = ()
    delivered: Count | tuple[str, ...] = ()
    tender: bool = False
    boatman: bool = False
    soul_catcher: bool = False
    heresy: Literal["heresy_cancel", "heresy_redirect"] | None = None
    held: str | None = None
    at: str = GATES
    heading: str | None = None
    circles: tuple[str, ...] = ()
    loaded_worth: Annotated[int, Meta(ge=0, le=MOST_LOADED)] | None = None


class TurnIn(Struct, frozen=True, forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=1, le=PLENTY)] = 1
    drawn: bool = False
    returned: bool = False
    tender: bool = False
    gluttony: bool = False
    still: tuple[str, ...] | None = None


class LaidIn(Struct, frozen=True, forbid_unknown_fields=True):
    card: str
    cell: str
    q: Annotated[int, Meta(ge=0, le=3)] = 0

    @property
    def laid(self) -> Laid:
        return Laid(self.card, self.q)


class GridIn(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards`: of one cell the undermost first."""

    circles: dict[str, str] | None = None
    cards: tuple[LaidIn, ...] = ()


class PositionData(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person writes. `agenda`, `tally`, `scores` have the form of the state's own structs."""

    level: Level | None = None
    layout: str | None = None
    variants: tuple[Variant, ...] | None = None
    deck: Any = None
    rulings: Any = None
    readers: dict[str, str] | None = None
    phase: Phase = Phase.ACTIONS
    seats: tuple[SeatIn, ...] | None = None
    active: str | None = None
    first: str | None = None
    placer: str | None = None
    turn: TurnIn = TurnIn()
    draw: Count | None = None
    discard: tuple[str, ...] = ()
    limbo: str | None = None
    table: tuple[str, ...] = ()
    grid: GridIn = GridIn()
    effects: dict[str, str] = {}
    unused: Count | tuple[Effect, ...] | None = None
    in_use: Effect | None = None
    markers: Annotated[int, Meta(ge=0, le=MARKERS)] | tuple[str, ...] | None = None
    cerberus: str | None = None
    recharges: Number = 0
    reason: str | None = None
    toll: tuple[str, ...] = ()
    looked: str | None = None
    strangers: dict[str, Card] = {}
    sealed: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    agenda: tuple[Task, ...] = ()
    tally: Tally = Tally()
    scores: tuple[Score, ...] | None = None
    opened: tuple[tuple[str, ...], ...] = ()


def read(given: Mapping[str, Any]) -> PositionData:
    """The position as a struct.

    :raises BadInput: naming the key of which the form is wrong.
    """
    found: PositionData = to_struct(dict(given), PositionData)
    for key, value in (("tally", found.tally), ("scores", found.scores), ("agenda", found.agenda)):
        _small(msgspec.to_builtins(value), key)
    _small(msgspec.to_builtins(found.strangers), "strangers")
    return found


def wrong(field: str, reason: str, **facts: Any) -> NoReturn:
    """:raises BadInput: always."""
    raise BadInput(field=field or "position", reason=reason, **facts)


def _small(value: Any, key: str) -> None:
    """Numbers in the state's own structs are counts, turns, seats: none is negative, none is huge."""
    match value:
        case bool():
            pass
        case int() if not 0 <= value <= PLENTY:
            wrong(key, f"a number from 0 to {PLENTY}", value=str(value))
        case Mapping():
            for name, inner in value.items():
                _small(inner, joined(key, str(name)))
        case list() | tuple():
            for i, inner in enumerate(value):
                _small(inner, f"{key}[{i}]")
        case _:
            pass
