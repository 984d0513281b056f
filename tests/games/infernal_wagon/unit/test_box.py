"""Box files: the schema to the last rule, the boxes that are shipped, and what a card knows of its ways round."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.engine.refused import BadInput
from companion.games.infernal_wagon.data.box import BoxError, find_box, load_box, parse_box
from companion.games.infernal_wagon.data.cards import EMPTY_BOX, EXPECTED, Card
from companion.games.infernal_wagon.names import CardKind, Level

Json = dict[str, Any]


def tagged(slot: str, kind: str, **more: Any) -> Json:
    return {"slot": slot, "kind": kind, "tags": [{"uid": f"AA{slot}"}], "state": "bound"} | more


def box(*cards: Json, **more: Any) -> Json:
    return {
        "box": {"game": "infernal-wagon", "label": "ours", "edition": "fr-2022", "tag_ends": False},
        "symbols": [{"id": "A"}, {"id": "B"}, {"id": "C"}],
        "joker": "*",
        "cards": list(cards),
    } | more


def wrong(data: Any) -> tuple[str, str]:
    with pytest.raises(BoxError) as caught:
        parse_box(data)
    assert caught.value.code == "bad_box"
    assert caught.value.facts["reason"]
    return caught.value.slot, caught.value.field


# --- boxes that are shipped -------------------------------------------------------------------------------


def test_IW_001_a_whole_box_has_96_cards() -> None:
    assert sum(EXPECTED.values()) == 96
    demo = find_box("demo")
    assert Counter(demo.cards[slot].kind for slot in {tag.slot for tag in demo.tags.values()}) == dict(EXPECTED)


# --- finding a box ----------------------------------------------------------------------------------------


def test_without_an_own_box_no_card_is_known(tmp_path: Path) -> None:
    assert find_box("", tmp_path) is find_box() is EMPTY_BOX
    assert EMPTY_BOX.default_level() is Level.L0
    assert EMPTY_BOX.starts == ("ST3", "ST2", "ST1")


def test_the_own_box_is_found_by_default_and_others_by_name(tmp_path: Path) -> None:
    (tmp_path / "box.json").write_text(json.dumps(box(tagged("r1", "rail"))), "utf-8")
    (tmp_path / "infernal_wagon").mkdir()
    (tmp_path / "infernal_wagon/holiday.toml").write_text(
        '[box]\ngame = "infernal-wagon"\nlabel = "on the road"\n'
        '[[cards]]\nslot = "r1"\nkind = "rail"\nstate = "bound"\ntags = [{ uid = "AB12" }]\n',
        "utf-8",
    )
    assert find_box("", tmp_path).label == "ours"
    assert find_box("holiday", tmp_path).label == find_box("holiday.toml", tmp_path).label == "on the road"
    assert find_box("holiday", tmp_path).default_level() is Level.L1


@pytest.mark.parametrize("name", ["nothing", "../box", "/etc/passwd", "..", "x" * 5000, "a\0b"])
def test_a_box_that_is_not_there_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(BoxError):
        find_box(name, tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[]", b"null", b'"x"', b"[" * 100_000, b'{"box": {"game": "cerbere"}}']
)
@pytest.mark.parametrize("suffix", ["json", "toml"])
def test_a_file_that_is_no_box_is_named(content: bytes, suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"box.{suffix}"
    file.write_bytes(content)
    with pytest.raises(BoxError) as caught:
        load_box(file)
    assert caught.value.facts["file"] == str(file)
    assert str(file) in str(caught.value)


# --- the rules of the schema ------------------------------------------------------------------------------

MISTAKES: list[tuple[str, str, Json]] = [
    ("r1", "ends", tagged("r1", "rail", ends=["A"])),
    ("r1", "ends", tagged("r1", "rail", ends=["A", "B", "C"])),
    ("r1", "ends", tagged("r1", "rail", ends=["A", "B", "C", "A"])),
    ("r1", "ends", tagged("r1", "rail", ends=["A", "B"], intersection=True)),
    ("r1", "ends", tagged("r1", "rail", ends=["A", "Z"])),
    ("r1", "ends[1]", tagged("r1", "rail", ends=["A", 3])),
    ("r1", "ends", tagged("r1", "rail", state="checked")),
    ("c1", "ends", tagged("c1", "curse", ends=["A"])),
    ("s1", "ends", tagged("s1", "silence", ends=["A", "B"])),
    ("u1", "ends", tagged("u1", "uturn", ends=["*", "*"])),
    ("e1", "ends", tagged("e1", "easy", ends=["A", "*"])),
    ("e1", "ends", tagged("e1", "easy", ends=["*"])),
    ("x", "ends", tagged("x", "exit", ends=["A", "B", "C"])),
    ("d1", "intersection", tagged("d1", "danger", intersection=True)),
    ("e1", "directional", tagged("e1", "easy", directional=True)),
    ("r1", "directional", tagged("r1", "rail", directional="yes")),
    ("r1", "special", tagged("r1", "rail", special="tunnel")),
    ("d1", "special", tagged("d1", "danger", special="lava")),
    ("r1", "penalty.n", tagged("r1", "rail", penalty={"kind": "discard"})),
    ("r1", "penalty.n", tagged("r1", "rail", penalty={"kind": "discard", "n": 0})),
    ("r1", "penalty.n", tagged("r1", "rail", penalty={"kind": "discard", "n": 10})),
    ("r1", "penalty.n", tagged("r1", "rail", penalty={"kind": "no_draw", "n": 2})),
    ("r1", "penalty.kind", tagged("r1", "rail", penalty={"kind": "explode"})),
    ("r1", "penalty.kind", tagged("r1", "rail", penalty={"n": 2})),
    ("e1", "penalty.kind", tagged("e1", "easy", penalty={"kind": "discard", "n": 2})),
    ("r1", "tags", {"slot": "r1", "kind": "rail", "state": "bound"}),
    ("r1", "tags.uid", tagged("r1", "rail", tags=[{"uid": ""}])),
    ("r1", "tags.uid", tagged("r1", "rail", tags=[{"uid": "AB"}, {"uid": "ab"}])),
    ("r1", "tags.uid", tagged("r1", "rail", tags=[{"uid": "R1"}])),
    ("r1", "tags[0].uid", tagged("r1", "rail", tags=[{"uid": 17}])),
    ("r1", "tags.end", tagged("r1", "rail", tags=[{"uid": "AB", "end": 2}])),
    ("r1", "tags.end", tagged("r1", "rail", tags=[{"uid": "AB", "end": -1}])),
    ("s1", "tags.end", tagged("s1", "silence", tags=[{"uid": "AB", "end": 0}])),
    ("r1", "state", tagged("r1", "rail", state="lost")),
    ("r1", "kind", tagged("r1", "train")),
    ("cards[0]", "slot", {"kind": "rail"}),
    ("", "slot", tagged("", "rail")),
    ("r1", "colour", tagged("r1", "rail", colour="red")),
]


@pytest.mark.parametrize(("slot", "field", "card"), MISTAKES)
def test_IW_039_a_mistake_in_a_card_names_its_slot_and_field(slot: str, field: str, card: Json) -> None:
    """IW-039, section 4.3."""
    assert wrong(box(card)) == (slot, field)


@pytest.mark.parametrize(("kind", "most"), [(kind.value, n) for kind, n in EXPECTED.items()])
def test_IW_001_more_cards_than_a_box_has_are_a_mistake(kind: str, most: int) -> None:
    cards = [tagged(f"x{n}", kind) for n in range(most + 1)]
    parse_box(box(*cards[:most]))
    assert wrong(box(*cards)) == (f"x{most}", "kind")


def test_a_slot_and_a_tag_belong_to_one_card() -> None:
    assert wrong(box(tagged("r1", "rail"), tagged("r1", "rail"))) == ("r1", "slot")
    assert wrong(box(tagged("r1", "rail"), tagged("r2", "rail", tags=[{"uid": "aar1"}]))) == ("r2", "tags.uid")


@pytest.mark.parametrize(
    ("slot", "field", "symbols"),
    [
        ("", "symbols", [{"id": "A"}]),
        ("", "symbols", [{"id": f"{n}"} for n in range(10)]),
        ("*", "id", [{"id": "A"}, {"id": "*"}]),
        ("A", "id", [{"id": "A"}, {"id": "A"}]),
        ("A", "colour", [{"id": "A", "colour": "red"}, {"id": "B"}]),
        ("A", "icon", [{"id": "A", "icon": -1}, {"id": "B"}]),
        ("A", "icon", [{"id": "A", "icon": "3"}, {"id": "B"}]),
        ("symbols[0]", "id", [{"name": "A"}, {"id": "B"}]),
    ],
)
def test_symbols_are_2_to_9_and_well_formed(slot: str, field: str, symbols: list[Json]) -> None:
    assert wrong(box(symbols=symbols)) == (slot, field)


def test_end_tags_are_only_used_if_the_box_says_so() -> None:
    card = tagged("r1", "rail", ends=["A", "B"], tags=[{"uid": "ab", "end": 1}])
    without = parse_box(box(card))
    assert without.find("AB") == (without.cards["r1"], None)
    header = {"game": "infernal-wagon", "tag_ends": True}
    ours = parse_box(box(card, box=header))
    assert ours.find("ab") == ours.find("AB") == (ours.cards["r1"], 1)
    assert ours.find("r1") == (ours.cards["r1"], None)
    assert ours.find("nobody's") is None


# --- Start cards, the Exit, levels ------------------------------------------------------------------------


def test_IW_003_start_cards_lie_3_2_1_by_their_numbers_else_as_the_file_has_them() -> None:
    named = [tagged(slot, "start") for slot in ("start-1", "start-3", "start-2")]
    assert parse_box(box(*named)).starts == ("start-3", "start-2", "start-1")
    free = [tagged(slot, "start") for slot in ("left", "middle", "right")]
    ours = parse_box(box(*free))
    assert ours.starts == ("left", "middle", "right")
    assert [ours.cards[slot].ends for slot in ours.starts] == [(), (), ("*",)]
    assert wrong(box(tagged("left", "start", ends=["*"]), *free[1:])) == ("left", "ends")
    assert wrong(box(*free[:2], tagged("right", "start", ends=["A"]))) == ("right", "ends")


def test_start_cards_and_exit_that_are_left_out_are_added() -> None:
    ours = parse_box(box(tagged("r1", "rail")))
    assert ours.starts == ("ST3", "ST2", "ST1")
    assert [ours.cards[slot].ends for slot in ours.starts] == [(), (), ("*",)]
    assert parse_box(box(tagged("last", "start"))).starts == ("ST3", "ST2", "last")
    assert wrong(box(tagged("ST1", "rail"))) == ("ST1", "slot")
    assert wrong(box(tagged("EXIT", "rail"))) == ("EXIT", "slot")


@pytest.mark.parametrize(("ends", "entry"), [([], "*"), (["*"], "*"), (["B"], "B"), (["B", "A"], "B")])
def test_IW_076_of_the_exit_only_its_entry_is_kept(ends: list[str], entry: str) -> None:
    """IW-076, IW-Q7."""
    ours = parse_box(box(tagged("x", "exit", ends=ends)))
    assert ours.cards["x"].ways == ((entry, ()),)


def test_the_level_follows_from_what_is_enrolled() -> None:
    """Section 3.2."""
    full = tagged("r1", "rail", ends=["A", "B"], state="described")
    assert parse_box(box()).default_level() is Level.L0
    assert parse_box(box(full)).default_level() is Level.L2
    assert parse_box(box(full, tagged("c1", "curse"), tagged("s1", "silence"))).default_level() is Level.L2
    assert parse_box(box(full, tagged("d1", "danger"))).default_level() is Level.L1
    assert parse_box(box(full, {"slot": "r2", "kind": "rail"})).default_level() is Level.L1
    assert parse_box(box(tagged("s1", "silence"))).default_level() is Level.L1


# --- ways round -------------------------------------------------------------------------------------------

WAYS: list[tuple[str, tuple[Any, ...]]] = [
    ("R1", (("A", ("B",)), ("B", ("A",)))),
    ("R4", (("A", ("A",)),)),
    ("G1", (("B", ("A",)),)),
    ("X1", (("A", ("B", "C", "B")), ("B", ("A", "C", "B")), ("C", ("A", "B", "B")), ("B", ("A", "B", "C")))),
    ("F1", (("*", ("*",)),)),
    ("EXIT", (("*", ()),)),
    ("ST1", ()),
    ("S1", ()),
    ("U1", ()),
    ("M1", ()),
]


@pytest.mark.parametrize(("slot", "ways"), WAYS)
def test_IW_031_IW_034_IW_094_ways_round(slot: str, ways: tuple[Any, ...]) -> None:
    """IW-031, IW-034, IW-036, IW-094."""
    assert find_box("example").cards[slot].ways == ways


def test_IW_036_an_intersection_with_an_arrow_has_one_way_in_and_three_out() -> None:
    """IW-Q39."""
    card = Card("x", CardKind.RAIL, ("A", "B", "C", "D"), intersection=True, directional=True, described=True)
    assert card.ways == (("A", ("B", "C", "D")),)
    assert card.way_from(2) == card.ways[0]


def test_IW_033_a_seen_end_leaves_one_way() -> None:
    cards = find_box("example").cards
    assert cards["R1"].way_from(1) == ("B", ("A",))
    assert cards["X1"].way_from(3) == ("B", ("A", "B", "C"))
    assert cards["G1"].way_from(1) == ("B", ("A",)), "IW-034: the arrow has the last word"
    assert cards["F1"].way_from(1) == ("*", ("*",))
    assert cards["EXIT"].way_from(0) == ("*", ())
    assert cards["S1"].way_from(0) is None
    for slot, end in (("R1", 2), ("R1", -1), ("X1", 4), ("F1", 2)):
        with pytest.raises(BadInput):
            cards[slot].way_from(end)
