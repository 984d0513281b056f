"""A board face and a preset as they are written in `cerbere/boards.toml`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from companion.games.cerbere.data import op_shapes as shape
from companion.games.cerbere.data.boards import Space
from companion.games.cerbere.data.files import Meta as Head
from companion.games.cerbere.names import Part, Place

Few = Annotated[int, Meta(ge=0, le=9)]
Index = Annotated[int, Meta(ge=0, le=99)]
Id = Annotated[str, Meta(min_length=1)]
PARTS: Final = (Part.START, Part.MID, Part.MID, Part.END)
"""The parts of the four faces of a path."""


class Confidence(StrEnum):
    """How the companion knows of a face: the owner checked it, or it was read off a picture, or nobody saw it."""

    OWNER = "owner"
    SCAN = "scan"
    THUMBNAIL = "thumbnail"
    GUESS = "guess"


class SpaceOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A space as it is written."""

    kind: Place | None = None
    den: bool = False
    sym: tuple[shape.SymbolShape, ...] = ()
    capacity: Annotated[int, Meta(ge=1, le=9)] | None = None

    @property
    def marked(self) -> bool:
        """CB-192: the den counts as a mark, too."""
        return self.den or self.kind is Place.DEN

    def space(self) -> Space:
        return Space(self.kind, self.marked, shape.ops_of(self.sym), self.capacity)


class _Face(Struct, frozen=True, cache_hash=True, tag_field="role", forbid_unknown_fields=True, kw_only=True):
    id: Id
    skulls: Few
    confidence: Confidence
    spaces: Annotated[tuple[SpaceOf, ...], Meta(min_length=1)]

    @property
    def part(self) -> Part:
        """The part that it plays in the path."""
        return Part(str(self.__struct_config__.tag))

    def at(self, place: Place) -> list[int]:
        """Local indices of the spaces of a kind."""
        return [i for i, space in enumerate(self.spaces) if space.kind is place]


class StartFace(_Face, frozen=True, tag="start", kw_only=True):
    """With den, Gates, and the markers of the bonus zones (CB-170)."""

    rage_blanks: Few
    bonus2_last: Index
    bonus1_last: Index


class MidFace(_Face, frozen=True, tag="mid", kw_only=True):
    pass


class EndFace(_Face, frozen=True, tag="end", kw_only=True):
    boat_slots: Literal[3]


Face = StartFace | MidFace | EndFace


class Preset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line-up with a name: four faces, or a straight path without places."""

    id: Id
    faces: tuple[str, str, str, str] | None = None
    approximate: bool = False
    length: Annotated[int, Meta(ge=4, le=99)] | None = None
    gates: Index | None = None
    bonus2_last: Index | None = None
    bonus1_last: Index | None = None
    end_first: Index | None = None
    den_marks: tuple[Index, ...] | None = None
    rage_blanks: Few | None = None
    skulls: Few | None = None


class FaceFile(Struct, frozen=True, forbid_unknown_fields=True):
    meta: Head
    face: tuple[Face, ...]
    preset: tuple[Preset, ...] = ()
