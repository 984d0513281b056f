"""What cannot be right on a board face or in a preset (section 5, loader rules)."""

from __future__ import annotations

from typing import Final

from companion.engine.config import BadValue, Key
from companion.engine.text import N_, Facts, Text
from companion.games.cerbere.data import op_shapes as shape
from companion.games.cerbere.data.face_file import PARTS, Face, FaceFile, Preset, SpaceOf, StartFace
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


def _check_face(face: Face, key: Key) -> None:
    for i, space in enumerate(face.spaces):
        _check_space(space, (*key, "spaces", i))
    if isinstance(face, StartFace):
        _check_start(face, key)
    else:
        for place in (Place.DEN, Place.GATES):
            for i in face.at(place)[:1]:
                wrong = Text(N_("{place} stands on Start faces only"), {"place": place.value})
                raise BadValue((*key, "spaces", i, "kind"), wrong)
    for place in PAIRS:
        _check_count(face, key, place, (0, 2))
    _check_count(face, key, Place.STELE, (0, 1))
    if bool(face.at(Place.STELE)) != bool(face.at(Place.PORTAL)):
        there, missing = (Place.STELE, Place.PORTAL) if face.at(Place.STELE) else (Place.PORTAL, Place.STELE)
        wrong = Text(N_("a {place} needs a {other} on the same face"), {"place": there.value, "other": missing.value})
        raise BadValue((*key, "spaces", face.at(there)[0], "kind"), wrong)
    _check_funicular(face, key)


def _check_count(face: Face, key: Key, place: Place, allowed: tuple[int, ...]) -> None:
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


def _check_funicular(face: Face, key: Key) -> None:
    _check_count(face, key, Place.FUNICULAR_FOOT, (0, 1))
    _check_count(face, key, Place.FUNICULAR_TOP, (0, 1))
    feet, tops = face.at(Place.FUNICULAR_FOOT), face.at(Place.FUNICULAR_TOP)
    if feet and not tops:
        wrong = Text(N_("a funicular_foot needs a funicular_top on the same face"))
        raise BadValue((*key, "spaces", feet[0], "kind"), wrong)
    if tops and (not feet or feet[0] > tops[0]):
        wrong = Text(N_("a funicular_top needs a funicular_foot before it"))
        raise BadValue((*key, "spaces", tops[0], "kind"), wrong)


def _check_start(face: StartFace, key: Key) -> None:
    """CB-004..CB-005, CB-009, CB-170."""
    _check_count(face, key, Place.DEN, (1,))
    _check_count(face, key, Place.GATES, (1,))
    if den := face.at(Place.DEN)[0]:
        raise BadValue((*key, "spaces", den, "kind"), Text(N_("the den is the first space of the path")))
    _check_zones(key, face.at(Place.GATES)[0], face.bonus2_last, face.bonus1_last, len(face.spaces) - 1)


def _check_zones(key: Key, gates: int, bonus2: int, bonus1: int, last: int) -> None:
    if not gates <= bonus2 <= last:
        facts: Facts = {"least": gates, "most": last, "n": bonus2}
        raise BadValue((*key, "bonus2_last"), Text(N_("it is between {least}, the gates, and {most}, not {n}"), facts))
    if not bonus2 <= bonus1 <= last:
        facts = {"least": bonus2, "most": last, "n": bonus1}
        wrong = Text(N_("it is between {least}, the bonus2_last, and {most}, not {n}"), facts)
        raise BadValue((*key, "bonus1_last"), wrong)


def _check_space(space: SpaceOf, key: Key) -> None:
    if space.kind is Place.STILT and space.capacity is None:
        wrong = Text(N_("a stilt says how many runners it holds: capacity = 1"))
        raise BadValue((*key, "capacity"), wrong)
    if space.kind is Place.GATES and space.capacity is not None:
        raise BadValue((*key, "capacity"), Text(N_("the gates hold every pawn")))
    if space.kind is Place.PROMONTORY and not any(isinstance(op, shape.Boat) for op in space.sym):
        raise BadValue((*key, "sym"), Text(N_("a promontory has the symbol peek_or_swap_boat")))
    for i, op in enumerate(space.sym):
        shape.check_steps((*key, "sym", i), op)


def _check_line(preset: Preset, ids: tuple[str, ...], faces: dict[str, Face], key: Key) -> None:
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


def _check_straight(preset: Preset, key: Key) -> None:
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
