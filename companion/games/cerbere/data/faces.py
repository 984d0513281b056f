"""Read the board file, and lay four faces one after the other. Whatever is wrong is named by file, line and key.

path = load_faces(config_dir).path("S2", ("BRIDGE", "PROMONTORY"), "E3", Rulings())
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path as File

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.config import load_toml
from companion.engine.refused import Refused
from companion.games.cerbere.data.boards import Path, Space
from companion.games.cerbere.data.face_checks import check
from companion.games.cerbere.data.face_file import PARTS, Confidence, Face, FaceFile, Preset, StartFace
from companion.games.cerbere.data.files import data_file
from companion.games.cerbere.data.rulings import GatesZone, Rulings
from companion.games.cerbere.names import Part, Place


class Faces(Struct, frozen=True):
    """All faces and presets by id."""

    faces: dict[str, Face]
    presets: dict[str, Preset] = {}

    def of(self, part: Part) -> tuple[str, ...]:
        """The faces that can play this part."""
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
        """A line-up by its name; GENERIC is a straight path, for those who have entered nothing.

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

    def _face(self, id: str, part: Part) -> Face:
        face = self.faces.get(id)
        if face is None or face.part is not part:
            reason = "unknown_face" if face is None else "wrong_part"
            raise Refused("bad_setup", reason=reason, face=id, part=str(part), known=", ".join(self.of(part)))
        return face


@lru_cache(maxsize=16)
def _laid(line: tuple[Face, ...], rulings: Rulings) -> Path:
    """:raises Refused: `bad_setup`, place_twice."""
    first = line[0]
    assert isinstance(first, StartFace)
    starts = tuple(sum(len(face.spaces) for face in line[:i]) for i in range(4))
    spaces = tuple(space.space() for face in line for space in face.spaces)
    gates = first.at(Place.GATES)[0]
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
        bridge=_pair(spaces, Place.BRIDGE),
        portal=_pair(spaces, Place.PORTAL),
        stele=next(iter(_where(spaces, Place.STELE)), None),
        nacelle=_pair(spaces, Place.NACELLE),
        funicular=_funicular(spaces),
        starts=starts,
        approximate=any(face.confidence is Confidence.GUESS for face in line),
    )


def load_faces(config_dir: File | None) -> Faces:
    """The owner's boards, or those that come along.

    :raises ConfigError: naming file, line and key.
    """
    file = load_toml(data_file("boards.toml", config_dir), FaceFile, check)
    return Faces({face.id: face for face in file.face}, {preset.id: preset for preset in file.preset})


def _straight(preset: Preset, rulings: Rulings) -> Path:
    """A path without places but den and Gates; `face_checks` made sure that nothing is missing."""
    told = (preset.length, preset.gates, preset.bonus2_last, preset.bonus1_last, preset.end_first, preset.rage_blanks)
    assert preset.den_marks is not None
    length, gates, bonus2, bonus1, end_first, blanks = (value for value in told if value is not None)
    spaces = tuple(
        Space(Place.DEN if i == 0 else Place.GATES if i == gates else None, i == 0 or i in preset.den_marks)
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


def _where(spaces: Iterable[Space], place: Place) -> list[int]:
    return [i for i, space in enumerate(spaces) if space.place is place]


def _pair(spaces: Iterable[Space], place: Place) -> tuple[int, int] | None:
    """The two spaces of a link.

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
    feet, tops = _where(spaces, Place.FUNICULAR_FOOT), _where(spaces, Place.FUNICULAR_TOP)
    if len(feet) > 1:
        raise _twice(Place.FUNICULAR_FOOT)
    return (feet[0], tops[0]) if feet else None


def _twice(place: Place) -> Refused:
    return Refused("bad_setup", reason="place_twice", place=str(place))
