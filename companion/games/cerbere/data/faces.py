"""The board file: faces and presets as they are written, what cannot be right in them; four faces one after the other.

path = load_faces(config_dir).path("S2", ("BRIDGE", "PROMONTORY"), "E3", Rulings())
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from pathlib import Path as File
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.config import BadValue, KeyPath, load_toml
from companion.engine.packaged import data_file
from companion.engine.refused import Refused
from companion.engine.text import N_, Facts, Text
from companion.games.cerbere.data import op_shapes as shape
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.data.files import Meta as Head
from companion.games.cerbere.data.rulings import GatesZone, Rulings
from companion.games.cerbere.names import CaptureZone, FacePart, SpecialPlace


class Space(Struct, frozen=True):
    """One space of the path. `den`: it bears Cerberus's mark (CB-192). `capacity`: most runners on it, None: any."""

    place: SpecialPlace | None = None
    den: bool = False
    sym: tuple[Op, ...] = ()
    capacity: int | None = None


class Path(Struct, frozen=True):
    """The four faces put together. The boat is one past the last space; pairs are (den side, boat side).

    `length`: spaces before the boat. `blanks`: B, plain Rage spaces between label 1 and Hunt.
    """

    faces: tuple[str, ...]
    spaces: tuple[Space, ...]
    skulls: int
    blanks: int
    gates: int
    bonus2_last: int
    bonus1_last: int
    end_first: int
    marks: tuple[int, ...]
    bridge: tuple[int, int] | None = None
    portal: tuple[int, int] | None = None
    stele: int | None = None
    nacelle: tuple[int, int] | None = None
    funicular: tuple[int, int] | None = None
    starts: tuple[int, ...] = ()
    """Index of the first space of each face, for the drawing."""
    approximate: bool = False
    """Not entered by the owner: the table should look whether it is right."""

    @property
    def length(self) -> int:
        return len(self.spaces)

    @property
    def boat(self) -> int:
        return len(self.spaces)

    @property
    def hunt(self) -> int:
        """Index of the Hunt space of the Rage track (section 2)."""
        return 7 + self.blanks

    def zone(self, at: int) -> CaptureZone:
        """CB-092..094, CB-078: the zone of a space."""
        if at >= self.end_first:
            return CaptureZone.END
        if at <= self.bonus2_last:
            return CaptureZone.GATES
        return CaptureZone.START if at <= self.bonus1_last else CaptureZone.MIDDLE


Few = Annotated[int, Meta(ge=0, le=9)]
Index = Annotated[int, Meta(ge=0, le=99)]
Id = Annotated[str, Meta(min_length=1)]
PARTS: Final = (FacePart.START, FacePart.MID, FacePart.MID, FacePart.END)
"""The parts of the four faces of a path."""


class Confidence(StrEnum):
    """The source of a face: the owner checked it, it was read off a picture, or it is unseen."""

    OWNER = "owner"
    SCAN = "scan"
    THUMBNAIL = "thumbnail"
    GUESS = "guess"


class SpaceOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A space as it is written."""

    kind: SpecialPlace | None = None
    den: bool = False
    sym: tuple[shape.SymbolShape, ...] = ()
    capacity: Annotated[int, Meta(ge=1, le=9)] | None = None

    @property
    def marked(self) -> bool:
        """CB-192: the den counts as a mark, too."""
        return self.den or self.kind is SpecialPlace.DEN

    def space(self) -> Space:
        return Space(self.kind, self.marked, shape.ops_of(self.sym), self.capacity)


class _Face(Struct, frozen=True, cache_hash=True, tag_field="role", forbid_unknown_fields=True, kw_only=True):
    id: Id
    skulls: Few
    confidence: Confidence
    spaces: Annotated[tuple[SpaceOf, ...], Meta(min_length=1)]

    @property
    def part(self) -> FacePart:
        """The part that it plays in the path."""
        return FacePart(str(self.__struct_config__.tag))

    def at(self, place: SpecialPlace) -> list[int]:
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


BoardFace = StartFace | MidFace | EndFace


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
    face: tuple[BoardFace, ...]
    preset: tuple[Preset, ...] = ()


PAIRS: Final = (SpecialPlace.BRIDGE, SpecialPlace.PORTAL, SpecialPlace.NACELLE)
STRAIGHT: Final = ("length", "gates", "bonus2_last", "bonus1_last", "end_first", "den_marks", "rage_blanks")


def check_faces(file: FaceFile) -> None:
    """
    :raises BadValue: for the first thing that is wrong.
    """
    faces: dict[str, BoardFace] = {}
    for i, face in enumerate(file.face):
        if face.id in faces:
            raise BadValue(("face", i, "id"), Text(N_("face {word} is there twice"), {"word": face.id}))
        faces[face.id] = face
        _check_face(face, ("face", i))
    seen: set[str] = set()
    for i, preset in enumerate(file.preset):
        if preset.id in seen:
            raise BadValue(("preset", i, "id"), Text(N_("preset {word} is there twice"), {"word": preset.id}))
        seen.add(preset.id)
        if preset.faces is not None:
            _check_line(preset, preset.faces, faces, ("preset", i))
        else:
            _check_straight(preset, ("preset", i))


def _check_face(face: BoardFace, key: KeyPath) -> None:
    for i, space in enumerate(face.spaces):
        _check_space(space, (*key, "spaces", i))
    if isinstance(face, StartFace):
        _check_start(face, key)
    else:
        for place in (SpecialPlace.DEN, SpecialPlace.GATES):
            for i in face.at(place)[:1]:
                wrong = Text(N_("{place} stands on Start faces only"), {"place": place.value})
                raise BadValue((*key, "spaces", i, "kind"), wrong)
    for place in PAIRS:
        _check_count(face, key, place, (0, 2))
    _check_count(face, key, SpecialPlace.STELE, (0, 1))
    if bool(face.at(SpecialPlace.STELE)) != bool(face.at(SpecialPlace.PORTAL)):
        there, missing = (
            (SpecialPlace.STELE, SpecialPlace.PORTAL)
            if face.at(SpecialPlace.STELE)
            else (SpecialPlace.PORTAL, SpecialPlace.STELE)
        )
        wrong = Text(N_("a {place} needs a {other} on the same face"), {"place": there.value, "other": missing.value})
        raise BadValue((*key, "spaces", face.at(there)[0], "kind"), wrong)
    _check_funicular(face, key)


def _check_count(face: BoardFace, key: KeyPath, place: SpecialPlace, allowed: tuple[int, ...]) -> None:
    at = face.at(place)
    if len(at) in allowed:
        return
    if not at:
        none = Text(N_("there is no {place} on face {face}"), {"place": place.value, "face": face.id})
        raise BadValue((*key, "spaces"), none)
    wanted = max(allowed)
    if len(at) > wanted:
        facts: Facts = {"place": place.value, "n": len(at), "most": wanted}
        raise BadValue((*key, "spaces", at[wanted], "kind"), Text(N_("{place} is there {n} times, not {most}"), facts))
    once = Text(N_("{place} is there once; it takes {most}"), {"place": place.value, "most": wanted})
    raise BadValue((*key, "spaces", at[0], "kind"), once)


def _check_funicular(face: BoardFace, key: KeyPath) -> None:
    _check_count(face, key, SpecialPlace.FUNICULAR_FOOT, (0, 1))
    _check_count(face, key, SpecialPlace.FUNICULAR_TOP, (0, 1))
    feet, tops = face.at(SpecialPlace.FUNICULAR_FOOT), face.at(SpecialPlace.FUNICULAR_TOP)
    if feet and not tops:
        wrong = Text(N_("a funicular_foot needs a funicular_top on the same face"))
        raise BadValue((*key, "spaces", feet[0], "kind"), wrong)
    if tops and (not feet or feet[0] > tops[0]):
        wrong = Text(N_("a funicular_top needs a funicular_foot before it"))
        raise BadValue((*key, "spaces", tops[0], "kind"), wrong)


def _check_start(face: StartFace, key: KeyPath) -> None:
    """CB-004..CB-005, CB-009, CB-170."""
    _check_count(face, key, SpecialPlace.DEN, (1,))
    _check_count(face, key, SpecialPlace.GATES, (1,))
    if den := face.at(SpecialPlace.DEN)[0]:
        raise BadValue((*key, "spaces", den, "kind"), Text(N_("the den is the first space of the path")))
    _check_zones(key, face.at(SpecialPlace.GATES)[0], face.bonus2_last, face.bonus1_last, len(face.spaces) - 1)


def _check_zones(key: KeyPath, gates: int, bonus2: int, bonus1: int, last: int) -> None:
    if not gates <= bonus2 <= last:
        facts: Facts = {"least": gates, "most": last, "n": bonus2}
        raise BadValue((*key, "bonus2_last"), Text(N_("it is between {least}, the gates, and {most}, not {n}"), facts))
    if not bonus2 <= bonus1 <= last:
        facts = {"least": bonus2, "most": last, "n": bonus1}
        wrong = Text(N_("it is between {least}, the bonus2_last, and {most}, not {n}"), facts)
        raise BadValue((*key, "bonus1_last"), wrong)


def _check_space(space: SpaceOf, key: KeyPath) -> None:
    if space.kind is SpecialPlace.STILT and space.capacity is None:
        wrong = Text(N_("a stilt says how many runners it holds: capacity = 1"))
        raise BadValue((*key, "capacity"), wrong)
    if space.kind is SpecialPlace.GATES and space.capacity is not None:
        raise BadValue((*key, "capacity"), Text(N_("the gates hold every pawn")))
    if space.kind is SpecialPlace.PROMONTORY and not any(isinstance(op, shape.BoatOp) for op in space.sym):
        raise BadValue((*key, "sym"), Text(N_("a promontory has the symbol peek_or_swap_boat")))
    for i, op in enumerate(space.sym):
        shape.check_steps((*key, "sym", i), op)


def _check_line(preset: Preset, ids: tuple[str, ...], faces: dict[str, BoardFace], key: KeyPath) -> None:
    for i, (id, part) in enumerate(zip(ids, PARTS, strict=True)):
        known = [face.id for face in faces.values() if face.part is part]
        if id not in known:
            facts: Facts = {"part": part.value, "face": id, "words": ", ".join(known)}
            raise BadValue((*key, "faces", i), Text(N_("there is no {part} face {face}; known are {words}"), facts))
    if ids[1] == ids[2]:
        raise BadValue((*key, "faces", 2), Text(N_("{face} cannot be used twice"), {"face": ids[2]}))
    for name in (*STRAIGHT, "skulls"):
        if getattr(preset, name) is not None:
            raise BadValue((*key, name), Text(N_("a preset with faces takes this from its faces")))


def _check_straight(preset: Preset, key: KeyPath) -> None:
    for name in STRAIGHT:
        if getattr(preset, name) is None:
            msgid = N_("this key is missing: {word} has no faces, so it says all of a path")
            raise BadValue((*key, name), Text(msgid, {"word": preset.id}))
    length, gates, bonus2, bonus1, end_first = (
        preset.length or 0,
        preset.gates or 0,
        preset.bonus2_last or 0,
        preset.bonus1_last or 0,
        preset.end_first or 0,
    )
    if not 1 <= gates < length:
        facts: Facts = {"least": 1, "most": length - 1, "n": gates}
        raise BadValue((*key, "gates"), Text(N_("they are between {least} and {most}, not {n}"), facts))
    if not gates < end_first < length:
        facts = {"least": gates + 1, "most": length - 1, "n": end_first}
        raise BadValue((*key, "end_first"), Text(N_("it is between {least} and {most}, not {n}"), facts))
    _check_zones(key, gates, bonus2, bonus1, end_first - 1)
    for i, mark in enumerate(preset.den_marks or ()):
        if mark >= length:
            wrong = Text(N_("a mark is between 0 and {most}, not {n}"), {"most": length - 1, "n": mark})
            raise BadValue((*key, "den_marks", i), wrong)


class BoardFaces(Struct, frozen=True):
    """All faces and presets by id."""

    faces: dict[str, BoardFace]
    presets: dict[str, Preset] = {}

    def of(self, part: FacePart) -> tuple[str, ...]:
        """Return the faces that can play this part."""
        return tuple(id for id, face in self.faces.items() if face.part is part)

    def path(self, start: str, mids: tuple[str, str], end: str, rulings: Rulings) -> Path:
        """CB-002: Start, two different middle faces, End, one after the other.

        :raises Refused: `bad_setup`; `reason`: same_face_twice, unknown_face, wrong_part (facts face, part, known) or
            place_twice (an owner's faces that cannot go together; fact place).
        """
        if mids[0] == mids[1]:
            raise Refused("bad_setup", reason="same_face_twice", face=mids[0])
        ids = (start, *mids, end)
        line = (self._face(id, part) for id, part in zip(ids, PARTS, strict=True))
        return _laid(tuple(line), rulings)

    def preset(self, name: str, rulings: Rulings) -> Path:
        """Return a line-up by its name; GENERIC is a straight path, for those who have entered nothing.

        :raises Refused: `bad_setup`; `reason`: unknown_preset (facts preset, known), or as `path`.
        """
        preset = self.presets.get(name)
        if preset is None:
            raise Refused("bad_setup", reason="unknown_preset", preset=name, known=", ".join(self.presets))
        if preset.faces is not None:
            start, first, second, end = preset.faces
            path = self.path(start, (first, second), end, rulings)
            return replace(path, approximate=path.approximate or preset.approximate)
        return _straight(preset, rulings)

    def _face(self, id: str, part: FacePart) -> BoardFace:
        face = self.faces.get(id)
        if face is None or face.part is not part:
            reason = "unknown_face" if face is None else "wrong_part"
            raise Refused("bad_setup", reason=reason, face=id, part=str(part), known=", ".join(self.of(part)))
        return face


@lru_cache(maxsize=16)
def _laid(line: tuple[BoardFace, ...], rulings: Rulings) -> Path:
    """:raises Refused: `bad_setup`, place_twice."""
    first = line[0]
    assert isinstance(first, StartFace)
    starts = tuple(sum(len(face.spaces) for face in line[:i]) for i in range(4))
    spaces = tuple(space.space() for face in line for space in face.spaces)
    gates = first.at(SpecialPlace.GATES)[0]
    return Path(
        faces=tuple(face.id for face in line),
        spaces=spaces,
        skulls=sum(face.skulls for face in line),
        blanks=first.rage_blanks,
        gates=gates,
        bonus2_last=_zone_end(first.bonus2_last, gates, rulings),
        bonus1_last=first.bonus1_last,
        end_first=starts[3],
        marks=_marks(spaces),
        bridge=_pair(spaces, SpecialPlace.BRIDGE),
        portal=_pair(spaces, SpecialPlace.PORTAL),
        stele=next(iter(_where(spaces, SpecialPlace.STELE)), None),
        nacelle=_pair(spaces, SpecialPlace.NACELLE),
        funicular=_funicular(spaces),
        starts=starts,
        approximate=any(face.confidence is Confidence.GUESS for face in line),
    )


def load_faces(config_dir: File | None) -> BoardFaces:
    """Return the owner's boards, or those that come along.

    :raises ConfigError: naming file, line and key.
    """
    file = load_toml(data_file("cerbere", "boards.toml", config_dir), FaceFile, check_faces)
    return BoardFaces({face.id: face for face in file.face}, {preset.id: preset for preset in file.preset})


def _straight(preset: Preset, rulings: Rulings) -> Path:
    """Return a path without places but den and Gates; `face_checks` made sure that nothing is missing."""
    told = (preset.length, preset.gates, preset.bonus2_last, preset.bonus1_last, preset.end_first, preset.rage_blanks)
    assert preset.den_marks is not None
    length, gates, bonus2, bonus1, end_first, blanks = (value for value in told if value is not None)
    spaces = tuple(
        Space(
            SpecialPlace.DEN if i == 0 else SpecialPlace.GATES if i == gates else None, i == 0 or i in preset.den_marks
        )
        for i in range(length)
    )
    return Path(
        faces=(preset.id,),
        spaces=spaces,
        skulls=preset.skulls or 0,
        blanks=blanks,
        gates=gates,
        bonus2_last=_zone_end(bonus2, gates, rulings),
        bonus1_last=bonus1,
        end_first=end_first,
        marks=_marks(spaces),
        starts=(0,),
        approximate=preset.approximate,
    )


def _zone_end(printed: int, gates: int, rulings: Rulings) -> int:
    """CB-Q12: the last space of the zone of two bonus cards."""
    return printed if rulings.gates_zone is GatesZone.PRINTED else gates


def _marks(spaces: Iterable[Space]) -> tuple[int, ...]:
    return tuple(i for i, space in enumerate(spaces) if space.den)


def _where(spaces: Iterable[Space], place: SpecialPlace) -> list[int]:
    return [i for i, space in enumerate(spaces) if space.place is place]


def _pair(spaces: Iterable[Space], place: SpecialPlace) -> tuple[int, int] | None:
    """Return the two spaces of a link.

    :raises Refused: `bad_setup` if two faces bring one each: a game has one of a kind.
    """
    match _where(spaces, place):
        case []:
            return None
        case [first, second]:
            return first, second
        case _:
            raise _twice(place)


def _funicular(spaces: tuple[Space, ...]) -> tuple[int, int] | None:
    feet, tops = _where(spaces, SpecialPlace.FUNICULAR_FOOT), _where(spaces, SpecialPlace.FUNICULAR_TOP)
    if len(feet) > 1:
        raise _twice(SpecialPlace.FUNICULAR_FOOT)
    return (feet[0], tops[0]) if feet else None


def _twice(place: SpecialPlace) -> Refused:
    return Refused("bad_setup", reason="place_twice", place=str(place))
