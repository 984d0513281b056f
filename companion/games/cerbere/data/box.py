"""Which tag is on which piece: Action cards, Survival and Betrayal cards, pawns, boats."""

from __future__ import annotations

from msgspec import Struct


class ActionTag(Struct, frozen=True, tag="action"):
    """One tag, two faces: the player's side decides (CB-Q31). `index` 1..4."""

    colour: str
    index: int


class CardTag(Struct, frozen=True, tag="card"):
    """A Survival or Betrayal card, by the id of its kind."""

    card: str


class PawnTag(Struct, frozen=True, tag="pawn"):
    """A pawn by its colour; `cerberus` is Cerberus's own."""

    colour: str


class BoatTag(Struct, frozen=True, tag="boat"):
    """A boat by its number of seats."""

    seats: int


Piece = ActionTag | CardTag | PawnTag | BoatTag


class Tags(Struct, frozen=True):
    """UID -> piece. `demo`: invented tags of the virtual table."""

    pieces: dict[str, Piece] = {}
    demo: bool = False
