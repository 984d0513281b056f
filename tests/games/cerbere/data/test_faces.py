"""CB-002: four faces one after the other; CB-170, CB-192: zones and marks; presets."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path as File

import pytest
from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.cerbere.data.faces import Confidence, Path, load_faces
from companion.games.cerbere.data.rulings import GatesZone, Rulings
from companion.games.cerbere.names import CaptureZone, FacePart, SpecialPlace
from tests.games.cerbere.data.files import changed

FACES = load_faces(None)
RULES = Rulings()
TEXT = Rulings(gates_zone=GatesZone.TEXT)

# Section 5, face by face: skulls, spaces, marks, places.
TABLE: dict[str, tuple[int, int, tuple[int, ...], dict[SpecialPlace, list[int]]]] = {
    "S2": (2, 7, (0, 2, 5), {SpecialPlace.DEN: [0], SpecialPlace.GATES: [2]}),
    "S4": (4, 7, (0, 1, 4), {SpecialPlace.DEN: [0], SpecialPlace.GATES: [1]}),
    "STILTS": (3, 5, (0, 3), {SpecialPlace.STILT: [1, 2]}),
    "PROMONTORY": (2, 4, (0, 2), {SpecialPlace.PROMONTORY: [1]}),
    "NACELLE": (3, 5, (0, 2), {SpecialPlace.NACELLE: [1, 3]}),
    "FUNICULAR": (2, 6, (0, 3), {SpecialPlace.FUNICULAR_FOOT: [1], SpecialPlace.FUNICULAR_TOP: [4]}),
    "BRIDGE": (3, 6, (0, 3), {SpecialPlace.BRIDGE: [1, 5]}),
    "PORTAL": (2, 5, (0, 2), {SpecialPlace.PORTAL: [1, 4], SpecialPlace.STELE: [3]}),
    "E3": (3, 5, (0,), {}),
}


def path(start: str, first: str, second: str, end: str = "E3", rulings: Rulings = RULES) -> Path:
    return FACES.path(start, (first, second), end, rulings)


def refused(start: str, first: str, second: str, end: str) -> Refused:
    with pytest.raises(Refused) as caught:
        path(start, first, second, end)
    assert caught.value.code == "bad_setup"
    return caught.value


@pytest.mark.parametrize("id", TABLE)
def test_CB_002_each_face_is_as_the_table_has_it(id: str) -> None:
    """CB-003, CB-192."""
    skulls, length, marks, places = TABLE[id]
    face = FACES.faces[id]
    assert (face.skulls, len(face.spaces)) == (skulls, length)
    assert tuple(i for i, space in enumerate(face.spaces) if space.marked) == marks
    assert {place: face.at(place) for place in SpecialPlace if face.at(place)} == places


def test_CB_002_any_two_middle_faces_in_any_order() -> None:
    """Section 5: 21 to 24 spaces before the boat, 9 to 13 skulls; the places shift with the faces before them."""
    lengths, skulls = set(), set()
    for start, (first, second) in product(("S2", "S4"), permutations(FACES.of(FacePart.MID), 2)):
        laid = path(start, first, second)
        lengths.add(laid.length)
        skulls.add(laid.skulls)
        sizes = [TABLE[face][1] for face in laid.faces]
        assert laid.starts == (0, sizes[0], sizes[0] + sizes[1], sum(sizes[:3]))
        assert laid.end_first == laid.starts[3]
        wanted = [at + mark for at, face in zip(laid.starts, laid.faces, strict=True) for mark in TABLE[face][2]]
        assert laid.marks == tuple(wanted)
        for at, face in zip(laid.starts, laid.faces, strict=True):
            for place, local in TABLE[face][3].items():
                assert [i for i, space in enumerate(laid.spaces) if space.place is place] == [at + i for i in local]
        assert laid.hunt == (9 if start == "S2" else 8)
        bridges = {face: laid.starts[i] for i, face in enumerate(laid.faces)}
        assert laid.bridge == ((bridges["BRIDGE"] + 1, bridges["BRIDGE"] + 5) if "BRIDGE" in bridges else None)
    assert (min(lengths), max(lengths)) == (21, 24)
    assert (min(skulls), max(skulls)) == (9, 13)


def test_CB_002_what_cannot_be_laid() -> None:
    twice = refused("S2", "BRIDGE", "BRIDGE", "E3")
    assert dict(twice.facts) == {"reason": "same_face_twice", "face": "BRIDGE"}
    unknown = refused("S9", "BRIDGE", "PORTAL", "E3")
    assert dict(unknown.facts) == {"reason": "unknown_face", "face": "S9", "part": "start", "known": "S2, S4"}
    for line, face, part in (
        (("E3", "BRIDGE", "PORTAL", "E3"), "E3", "start"),
        (("S2", "S4", "PORTAL", "E3"), "S4", "mid"),
        (("S2", "PORTAL", "E3", "E3"), "E3", "mid"),
        (("S2", "PORTAL", "BRIDGE", "STILTS"), "STILTS", "end"),
    ):
        wrong = refused(*line)
        assert (wrong.facts["reason"], wrong.facts["face"], wrong.facts["part"]) == ("wrong_part", face, part)
    assert refused("S2", "BRIDGE", "", "E3").facts["reason"] == "unknown_face"


def test_CB_002_a_path_has_one_place_of_a_kind(tmp_path: File) -> None:
    """An owner's second bridge: each face in itself is right, both together are not."""
    (tmp_path / "cerbere").mkdir()
    for kind, face in (("bridge", "BRIDGE"), ("nacelle", "NACELLE"), ("funicular_foot", "FUNICULAR")):
        text = changed("boards.toml", f'id = "{face}"', face, face)
        begin = text.index(f'[[face]]\nid = "{face}"')
        copy = text[begin : text.index("[[", begin + 2)].replace(f'id = "{face}"', 'id = "MINE"')
        (tmp_path / "cerbere" / "boards.toml").write_text(text + "\n" + copy, encoding="utf-8")
        own = load_faces(tmp_path)
        with pytest.raises(Refused) as caught:
            own.path("S2", (face, "MINE"), "E3", RULES)
        assert dict(caught.value.facts) == {"reason": "place_twice", "place": kind}
        assert own.path("S2", ("MINE", "PORTAL"), "E3", RULES).length == 7 + TABLE[face][1] + 5 + 5


@pytest.mark.parametrize(
    ("start", "rulings", "zones"),
    [("S2", RULES, "GGGSSSS"), ("S2", TEXT, "GGGSSSS"), ("S4", RULES, "GGGSSSS"), ("S4", TEXT, "GGSSSSS")],
)
def test_CB_170_circles_only_mark_the_zones(start: str, rulings: Rulings, zones: str) -> None:
    """CB-Q12: the printed marker, or the Gates as the words have it; CB-092..094, CB-078."""
    laid = path(start, "BRIDGE", "PROMONTORY", rulings=rulings)
    letters = {CaptureZone.GATES: "G", CaptureZone.START: "S", CaptureZone.MIDDLE: "M", CaptureZone.END: "E"}
    told = "".join(letters[laid.zone(at)] for at in range(laid.length + 1))
    assert told == zones + "M" * 10 + "E" * 6, "the boat counts as the End board"
    printed = path(start, "BRIDGE", "PROMONTORY")
    assert replace(laid, bonus2_last=printed.bonus2_last) == printed, "nothing else hangs on the circles"


def test_only_what_nobody_saw_is_approximate(tmp_path: File) -> None:
    """Faces read off a picture need no mark, but their confidence can be told; the owner's word ends the doubt."""
    assert path("S2", "BRIDGE", "PORTAL", "E_UNKNOWN").approximate
    assert not path("S2", "BRIDGE", "PORTAL").approximate
    assert {id: face.confidence for id, face in FACES.faces.items() if face.confidence is Confidence.GUESS} == {
        "E_UNKNOWN": Confidence.GUESS
    }
    (tmp_path / "cerbere").mkdir()
    text = changed("boards.toml", 'id = "E_UNKNOWN"', '"guess"', '"owner"')
    (tmp_path / "cerbere" / "boards.toml").write_text(text, encoding="utf-8")
    assert not load_faces(tmp_path).path("S2", ("BRIDGE", "PORTAL"), "E_UNKNOWN", RULES).approximate
    text = changed("boards.toml", 'id = "REF"', 'id = "REF"', 'id = "REF"\napproximate = true')
    (tmp_path / "cerbere" / "boards.toml").write_text(text, encoding="utf-8")
    assert load_faces(tmp_path).preset("REF", RULES).approximate
