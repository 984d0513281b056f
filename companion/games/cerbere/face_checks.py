"""What cannot be right on a board face or in a preset (section 5, loader rules)."""

from __future__ import annotations

from typing import Final

from companion.engine.config import BadValue, Key
from companion.games.cerbere import op_shapes as shape
from companion.games.cerbere.face_file import PARTS, Face, FaceFile, Preset, SpaceOf, StartFace
from companion.games.cerbere.names import Place

PAIRS: Final = (Place.BRIDGE, Place.PORTAL, Place.NACELLE)
STRAIGHT: Final = ("length", "gates", "bonus2_last", "bonus1_last", "end_first", "den_marks", "rage_blanks")


def check(file: FaceFile) -> None:
    """
    :raises BadValue: for the first thing that is wrong.
    """
    faces: dict[str, Face] = {}
    for i, face in enumerate(file.face):
        if face.id in faces:
            raise BadValue(("face", i, "id"), f"face {face.id} is there twice")
        faces[face.id] = face
        _check_face(face, ("face", i))
    seen: set[str] = set()
    for i, preset in enumerate(file.preset):
        if preset.id in seen:
            raise BadValue(("preset", i, "id"), f"preset {preset.id} is there twice")
        seen.add(preset.id)
        if preset.faces is not None:
            _check_line(preset, preset.faces, faces, ("preset", i))
        else:
            _check_straight(preset, ("preset", i))


def _check_face(face: Face, key: Key) -> None:
    for i, space in enumerate(face.spaces):
        _check_space(space, (*key, "spaces", i))
    if isinstance(face, StartFace):
        _check_start(face, key)
    else:
        for place in (Place.DEN, Place.GATES):
            for i in face.at(place)[:1]:
                raise BadValue((*key, "spaces", i, "kind"), f"{place} stands on Start faces only")
    for place in PAIRS:
        _check_count(face, key, place, (0, 2))
    _check_count(face, key, Place.STELE, (0, 1))
    if bool(face.at(Place.STELE)) != bool(face.at(Place.PORTAL)):
        there, missing = (Place.STELE, Place.PORTAL) if face.at(Place.STELE) else (Place.PORTAL, Place.STELE)
        raise BadValue((*key, "spaces", face.at(there)[0], "kind"), f"a {there} needs a {missing} on the same face")
    _check_funicular(face, key)


def _check_count(face: Face, key: Key, place: Place, allowed: tuple[int, ...]) -> None:
    at = face.at(place)
    if len(at) in allowed:
        return
    if not at:
        raise BadValue((*key, "spaces"), f"there is no {place} on face {face.id}")
    wanted = max(allowed)
    if len(at) > wanted:
        raise BadValue((*key, "spaces", at[wanted], "kind"), f"{place} is there {len(at)} times, not {wanted}")
    raise BadValue((*key, "spaces", at[0], "kind"), f"{place} is there once; it takes {wanted}")


def _check_funicular(face: Face, key: Key) -> None:
    _check_count(face, key, Place.FUNICULAR_FOOT, (0, 1))
    _check_count(face, key, Place.FUNICULAR_TOP, (0, 1))
    feet, tops = face.at(Place.FUNICULAR_FOOT), face.at(Place.FUNICULAR_TOP)
    if feet and not tops:
        raise BadValue((*key, "spaces", feet[0], "kind"), "a funicular_foot needs a funicular_top on the same face")
    if tops and (not feet or feet[0] > tops[0]):
        raise BadValue((*key, "spaces", tops[0], "kind"), "a funicular_top needs a funicular_foot before it")


def _check_start(face: StartFace, key: Key) -> None:
    """CB-004..CB-005, CB-009, CB-170."""
    _check_count(face, key, Place.DEN, (1,))
    _check_count(face, key, Place.GATES, (1,))
    if den := face.at(Place.DEN)[0]:
        raise BadValue((*key, "spaces", den, "kind"), "the den is the first space of the path")
    _check_zones(key, face.at(Place.GATES)[0], face.bonus2_last, face.bonus1_last, len(face.spaces) - 1)


def _check_zones(key: Key, gates: int, bonus2: int, bonus1: int, last: int) -> None:
    if not gates <= bonus2 <= last:
        raise BadValue((*key, "bonus2_last"), f"it is between {gates}, the gates, and {last}, not {bonus2}")
    if not bonus2 <= bonus1 <= last:
        raise BadValue((*key, "bonus1_last"), f"it is between {bonus2}, the bonus2_last, and {last}, not {bonus1}")


def _check_space(space: SpaceOf, key: Key) -> None:
    if space.kind is Place.STILT and space.capacity is None:
        raise BadValue((*key, "capacity"), "a stilt says how many runners it holds: capacity = 1")
    if space.kind is Place.GATES and space.capacity is not None:
        raise BadValue((*key, "capacity"), "the gates hold every pawn")
    if space.kind is Place.PROMONTORY and not any(isinstance(op, shape.Boat) for op in space.sym):
        raise BadValue((*key, "sym"), "a promontory has the symbol peek_or_swap_boat")
    for i, op in enumerate(space.sym):
        shape.check_steps((*key, "sym", i), op)


def _check_line(preset: Preset, ids: tuple[str, ...], faces: dict[str, Face], key: Key) -> None:
    for i, (id, part) in enumerate(zip(ids, PARTS, strict=True)):
        known = [face.id for face in faces.values() if face.part is part]
        if id not in known:
            raise BadValue((*key, "faces", i), f"there is no {part} face {id}; known are {', '.join(known)}")
    if ids[1] == ids[2]:
        raise BadValue((*key, "faces", 2), f"{ids[2]} cannot be used twice")
    for name in (*STRAIGHT, "skulls"):
        if getattr(preset, name) is not None:
            raise BadValue((*key, name), "a preset with faces takes this from its faces")


def _check_straight(preset: Preset, key: Key) -> None:
    for name in STRAIGHT:
        if getattr(preset, name) is None:
            raise BadValue((*key, name), f"this key is missing: {preset.id} has no faces, so it says all of a path")
    length, gates, bonus2, bonus1, end_first = (
        preset.length or 0,
        preset.gates or 0,
        preset.bonus2_last or 0,
        preset.bonus1_last or 0,
        preset.end_first or 0,
    )
    if not 1 <= gates < length:
        raise BadValue((*key, "gates"), f"they are between 1 and {length - 1}, not {gates}")
    if not gates < end_first < length:
        raise BadValue((*key, "end_first"), f"it is between {gates + 1} and {length - 1}, not {end_first}")
    _check_zones(key, gates, bonus2, bonus1, end_first - 1)
    for i, mark in enumerate(preset.den_marks or ()):
        if mark >= length:
            raise BadValue((*key, "den_marks", i), f"a mark is between 0 and {length - 1}, not {mark}")
