"""What a box file of Infernal Wagon looks like (schema in section 4.3), and how it is said that one cannot be used."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.refused import Refused
from companion.engine.text import Text
from companion.games.infernal_wagon.names import Kind, PenaltyKind, Special


class BoxError(Refused, ValueError):
    """A box file cannot be used. Facts: `file`, `line` (from 1; 0: not known), `slot` (or another place in the file),
    `field`, `reason` (`what` in English)."""

    def __init__(self, what: Text, slot: str = "", field: str = "", file: str = "", line: int = 0) -> None:
        where = f"{file}:{line}" if file and line else file
        super().__init__("bad_box", file=file, line=line or "", slot=slot, field=field, reason=str(what))
        self.what, self.slot, self.field, self.file, self.line = what, slot, field, file, line
        self.where = where

    def __str__(self) -> str:
        return ": ".join(part for part in (self.where, self.slot, self.field, str(self.what)) if part)


class Header(Struct, forbid_unknown_fields=True):
    game: Literal["infernal-wagon"]
    label: str = ""
    edition: str = ""
    tag_ends: bool = False
    demo: bool = False


class SymbolRow(Struct, forbid_unknown_fields=True):
    id: str
    name: str = ""
    icon: Annotated[int, Meta(ge=0, le=999)] = 0
    colour: str = ""


class PenaltyRow(Struct, forbid_unknown_fields=True):
    kind: PenaltyKind
    n: Annotated[int, Meta(ge=-99, le=99)] | None = None


class TagRow(Struct, forbid_unknown_fields=True):
    uid: str
    end: Annotated[int, Meta(ge=-99, le=99)] | None = None


class SlotRow(Struct, forbid_unknown_fields=True):
    slot: str
    kind: Kind
    ends: tuple[str, ...] = ()
    intersection: bool = False
    directional: bool = False
    penalty: PenaltyRow | None = None
    special: Special | None = None
    tags: tuple[TagRow, ...] = ()
    state: Literal["bound", "described", "checked"] | None = None
    """None: an empty slot, to which no tag is bound yet."""


class BoxFile(Struct, forbid_unknown_fields=True):
    box: Header
    symbols: tuple[SymbolRow, ...] = ()
    joker: Literal["*"] = "*"
    cards: tuple[SlotRow, ...] = ()
