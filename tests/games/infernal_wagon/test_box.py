"""The owner's cards: what is counted (IW-001), what a record holds (IW-039), what is said of a wrong one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.infernal_wagon.data.box import BoxError, find_box, parse_box
from companion.games.infernal_wagon.names import Kind, PenaltyKind, Special

EXPECTED = {
    Kind.EXIT: 1,
    Kind.START: 3,
    Kind.RAIL: 47,
    Kind.DANGER: 18,
    Kind.EASY: 8,
    Kind.CURSE: 5,
    Kind.SILENCE: 8,
    Kind.UTURN: 6,
}


def box(*cards: dict[str, Any], **header: Any) -> dict[str, Any]:
    """A box file with a few cards."""
    return {
        "box": {"game": "infernal-wagon"} | header,
        "symbols": [{"id": symbol} for symbol in "ABCD"],
        "cards": list(cards),
    }


def rail(slot: str = "rail-01", **fields: Any) -> dict[str, Any]:
    return {"slot": slot, "kind": "rail", "ends": ["A", "B"], "penalty": {"kind": "discard", "n": 2}} | fields


def test_IW_001_a_whole_box_holds_96_cards_by_kind() -> None:
    stock = find_box("demo").inventory()
    assert {kind: stock[kind].bound for kind in stock} == EXPECTED
    assert sum(entry.expected for entry in stock.values()) == 96
    assert not find_box("demo").incomplete


def test_IW_001_the_inventory_counts_enrolled_tags_per_kind() -> None:
    bound = parse_box(
        box(rail("r1", tags=[{"uid": "01"}]), rail("r2", tags=[{"uid": "02"}, {"uid": "03"}]), rail("r3"))
    )
    assert bound.inventory()[Kind.RAIL].bound == 2, "a card without a tag was not seen, one with two tags counts once"
    assert bound.inventory()[Kind.RAIL].expected == 47
    assert bound.inventory()[Kind.CURSE].bound == 0
    assert bound.incomplete


def test_IW_039_a_record_holds_all_that_a_card_shows() -> None:
    cards = find_box("example").cards
    free, crossing, arrow, tunnel = cards["R2"], cards["X1"], cards["G1"], cards["T3"]
    assert (free.kind, free.ends, free.directional) == (Kind.RAIL, ("B", "C"), False)
    assert (free.penalty.kind, free.penalty.n) == (PenaltyKind.DISCARD, 3)
    assert crossing.intersection
    assert crossing.ends == ("A", "B", "C", "B")
    assert arrow.kind is Kind.DANGER
    assert arrow.directional
    assert arrow.ends == ("B", "A")
    assert (tunnel.special, tunnel.penalty.kind) == (Special.TUNNEL, PenaltyKind.NO_DRAW)
    assert cards["K1"].special is Special.EXPLOSION
    assert cards["F1"].ends == ("*", "*")
    assert cards["M1"].ends == ("B", "D")
    assert cards["S1"].ends == ()


@pytest.mark.parametrize(
    ("card", "field"),
    [
        (rail(ends=["A"]), "ends"),
        (rail(ends=["A", "B", "C", "D"]), "ends"),
        (rail(ends=["A", "Z"]), "ends"),
        (rail(ends=["A", "B"], intersection=True), "ends"),
        (rail(penalty={"kind": "discard"}), "penalty.n"),
        (rail(penalty={"kind": "discard", "n": 0}), "penalty.n"),
        (rail(penalty={"kind": "discard", "n": 10}), "penalty.n"),
        (rail(penalty={"kind": "no_draw", "n": 2}), "penalty.n"),
        (rail(special="tunnel"), "special"),
        ({"slot": "s", "kind": "silence", "ends": ["A", "B"]}, "ends"),
        ({"slot": "e", "kind": "easy", "ends": ["A", "*"]}, "ends"),
        ({"slot": "e", "kind": "easy", "directional": True}, "directional"),
        ({"slot": "c", "kind": "curse", "ends": ["A"]}, "ends"),
    ],
)
def test_IW_039_what_is_wrong_with_a_record_is_named_by_slot_and_field(card: dict[str, Any], field: str) -> None:
    with pytest.raises(BoxError) as wrong:
        parse_box(box(card))
    assert (wrong.value.facts["slot"], wrong.value.facts["field"]) == (card["slot"], field)


def test_IW_001_no_more_cards_of_a_kind_than_the_box_has() -> None:
    with pytest.raises(BoxError):
        parse_box(box(*(rail(f"r{number}") for number in range(48))))
    with pytest.raises(BoxError):
        parse_box(box(rail("twice"), rail("twice")))
    with pytest.raises(BoxError):
        parse_box(box(rail("r1", tags=[{"uid": "01"}]), rail("r2", tags=[{"uid": "01"}])))
