"""What a deck file looks like (5.3). `deck_faults.py` has what a type alone cannot say."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.data.rulings import Rulings
from companion.games.hellrail.names import Effect

SCHEMA: Final = "hellrail-deck/1"
LABELS: Final = ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9")
"""What is printed on the circles; also what cards call them."""
MUST_FILL: Final = "owner_must_fill"
"""Status of a layout whose figure nobody has told."""

Label = Literal["G", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
Name = Annotated[str, Meta(min_length=1)]
Value = Annotated[int, Meta(ge=0, le=99)]
Car = Annotated[int, Meta(ge=1, le=99)]
Coordinate = Annotated[int, Meta(ge=-99, le=99)]


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    edition: str = ""
    placeholder: bool = False
    owner_verified: bool = False
    card_count: Literal[45] = 45
    generator: str = ""
    generator_seed: Annotated[int, Meta(ge=-(2**53), le=2**53)] | None = None


class Ranges(Struct, frozen=True, forbid_unknown_fields=True):
    """Beyond `car` and `brimstone` a card is remarked on, not refused. The rest is fixed."""

    car: tuple[Value, Value] = (3, 9)
    brimstone: tuple[Value, Value] = (1, 5)
    circles: tuple[Label, ...] = LABELS
    setup_hand: Literal[3] = 3
    players: tuple[Literal[2], Literal[4]] = (2, 4)


class Convention(Struct, frozen=True, forbid_unknown_fields=True):
    segments: tuple[str, ...] = SEGMENTS
    rotation: str = ""


class CircleRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Literal["CG", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"]
    label: Label | None = None
    number: Annotated[int, Meta(ge=0, le=99)] | None = None
    effect_slot: bool | None = None
    tag: str = ""


class EffectRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Effect
    tag: str = ""


class Pieces(Struct, frozen=True, forbid_unknown_fields=True):
    heresy: tuple[Literal["heresy_cancel", "heresy_redirect"], ...] = ("heresy_cancel", "heresy_redirect")
    boatman: Literal[2] = 2
    tender: Literal[2] = 2
    soul_catcher: Literal[2] = 2
    cerberus: Literal[1] = 1
    check_marker: Literal[8] = 8
    engines: tuple[Literal["blue", "green", "red", "yellow"], ...] = ("blue", "green", "red", "yellow")


class CellRow(Struct, frozen=True, forbid_unknown_fields=True):
    circle: Label
    x: Coordinate
    y: Coordinate


class LayoutRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    status: Name
    cells: tuple[CellRow, ...] = ()


class CardRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    car: Car
    pickup: Label
    setout: Label
    brimstone: Value
    rails: tuple[str, ...] = ()
    """May be empty: the Keeper needs none."""
    tag: str = ""
    name: str = ""


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `piece_tags`: tags on other pieces, as many as there are of one (a string or a list)."""

    schema: Literal["hellrail-deck/1"]
    deck: Head
    circle: tuple[CircleRow, ...]
    effect: tuple[EffectRow, ...]
    card: tuple[CardRow, ...]
    ranges: Ranges = Ranges()
    convention: Convention = Convention()
    rulings: Rulings = Rulings()
    pieces: Pieces = Pieces()
    piece_tags: dict[str, str | tuple[str, ...]] = {}
    layout: tuple[LayoutRow, ...] = ()
