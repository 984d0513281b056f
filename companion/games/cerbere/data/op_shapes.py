"""The shape of each op in a data file, by its place: what is paid, what a card does, what a space does.

A shape has just the keys that count for its op, so a key that would do nothing is an error. `Op` is what they become.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field

from companion.engine.config import BadValue, KeyPath
from companion.engine.text import N_, Text
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.names import DeckKind, From, OpName, Who

Count = Annotated[int, Meta(ge=1, le=9)]
DieFaces = Annotated[int, Meta(ge=1, le=5)]
"""Steps on the Speed die: from 3 to 8."""
Spaces = Annotated[int, Meta(ge=-9, le=9)]
Letter = Annotated[str, Meta(pattern="^[a-z]$")]


class OpShape(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """An op as it is written."""


class RageForwardOp(OpShape, frozen=True, tag="rage_forward"):
    """CB-188: framed die with the green arrow."""

    n: Count = 1


class RageBackOp(OpShape, frozen=True, tag="rage_back"):
    """CB-188: framed die with the red arrow."""

    n: Count = 1


class SpeedUpOp(OpShape, frozen=True, tag="speed_up"):
    """CB-189: die with +."""

    n: DieFaces = 1


class SpeedDownOp(OpShape, frozen=True, tag="speed_down"):
    """CB-189: die with -."""

    n: DieFaces = 1


class TakeBackOp(OpShape, frozen=True, tag="take_back_actions"):
    """CB-191: cards with the round arrow."""


class BoatOp(OpShape, frozen=True, tag="peek_or_swap_boat"):
    """CB-190: boat with eye and double arrow."""


class HuntOp(OpShape, frozen=True, tag="hunt"):
    """CB-187: die above the green arrow; on spaces only."""


class CerberusForwardOp(OpShape, frozen=True, tag="cerberus_forward"):
    """CB-183: the black dog."""

    n: Count = 1
    who: Literal["cerberus_pawn"] = "cerberus_pawn"


class PerAheadOp(OpShape, frozen=True, tag="advance_per_ahead"):
    max: Count


class MoveOp(OpShape, frozen=True, tag="move"):
    """CB-186: arrows, green towards the boat, red towards the den; CB-180..182 say whose."""

    who: Literal["self", "other_adventurer", "all_adventurers"]
    n: Spaces
    slot: Letter | None = None


class DrawOp(OpShape, frozen=True, tag="draw"):
    """CB-184: yellow and black cards; CB-180, CB-181 say whose."""

    who: Literal["self", "other_adventurer", "other_cerberus"]
    deck: DeckKind
    n: Count = 1
    slot: Letter | None = None


class DiscardOp(OpShape, frozen=True, tag="discard"):
    """CB-185: cards struck through, as an effect: out of the hand of `who` alone."""

    who: Literal["self", "other_adventurer"]
    deck: DeckKind
    n: Count = 1
    source: Literal["self"] = field(name="from", default="self")
    slot: Letter | None = None


class MoveCost(OpShape, frozen=True, tag="move"):
    """CB-154."""

    who: Literal["self", "other_adventurer"]
    n: Spaces
    slot: Letter | None = None


class DiscardCost(OpShape, frozen=True, tag="discard"):
    """CB-050, CB-051: `pool` may be paid by others, too. It has to be said which."""

    deck: DeckKind
    source: Literal["self", "pool"] = field(name="from")
    n: Count = 1
    who: Literal["self"] = "self"


class OwnMoveOp(OpShape, frozen=True, tag="move"):
    """Where no pawn can be chosen: on a space, and when each adventurer chooses."""

    n: Spaces
    who: Literal["self"] = "self"


class OwnDrawOp(OpShape, frozen=True, tag="draw"):
    """As above; an adventurer draws nothing but Survival (CB-044)."""

    deck: Literal["survival"]
    n: Count = 1
    who: Literal["self"] = "self"


class OwnDiscardOp(OpShape, frozen=True, tag="discard"):
    """As above."""

    deck: Literal["survival"]
    n: Count = 1
    who: Literal["self"] = "self"
    source: Literal["self"] = field(name="from", default="self")


Listed = (
    RageForwardOp
    | RageBackOp
    | SpeedUpOp
    | SpeedDownOp
    | MoveOp
    | DrawOp
    | DiscardOp
    | TakeBackOp
    | BoatOp
    | CerberusForwardOp
    | PerAheadOp
)
"""The ops of a list of `choose_one`."""
Own = RageForwardOp | RageBackOp | SpeedUpOp | SpeedDownOp | OwnMoveOp | OwnDrawOp | OwnDiscardOp
"""What each adventurer may choose for himself."""


class ChooseOneOp(OpShape, frozen=True, tag="choose_one"):
    of: tuple[Annotated[tuple[Listed, ...], Meta(min_length=1)], Annotated[tuple[Listed, ...], Meta(min_length=1)]]


class EachChoosesOp(OpShape, frozen=True, tag="each_adventurer_chooses"):
    """CB-182 with a choice. `fallback`: 0-based number of the list for an adventurer who cannot do the other one."""

    of: tuple[Annotated[tuple[Own, ...], Meta(min_length=1)], Annotated[tuple[Own, ...], Meta(min_length=1)]]
    fallback: Annotated[int, Meta(ge=0, le=1)]


CostShape = RageForwardOp | SpeedUpOp | SpeedDownOp | MoveCost | DiscardCost
EffectShape = Listed | ChooseOneOp | EachChoosesOp
SymbolShape = Own | TakeBackOp | BoatOp | HuntOp | CerberusForwardOp


def op_name(shape: OpShape | type[OpShape]) -> OpName:
    return OpName(str(shape.__struct_config__.tag))


SYMBOLS = frozenset(map(op_name, get_args(SymbolShape)))
"""What a printed symbol can do."""


def check_steps(key: KeyPath, op: OpShape) -> None:
    """
    :raises BadValue: if a move goes nowhere.
    """
    if isinstance(op, (MoveOp, MoveCost, OwnMoveOp)) and op.n == 0:
        wrong = Text(N_("a move is 1 to 9 spaces towards the boat, or -1 to -9 towards the den"))
        raise BadValue((*key, "n"), wrong)


def op_of(shape: OpShape) -> Op:
    """Return what a written op means."""
    told: dict[str, Any] = {name: getattr(shape, name) for name in shape.__struct_fields__}
    for name, kind in (("who", Who), ("deck", DeckKind), ("source", From)):
        if name in told:
            told[name] = kind(told[name])
    if "of" in told:
        told["of"] = tuple(ops_of(shapes) for shapes in told["of"])
    return Op(op=op_name(shape), **told)


def ops_of(shapes: Iterable[OpShape]) -> tuple[Op, ...]:
    return tuple(op_of(shape) for shape in shapes)
