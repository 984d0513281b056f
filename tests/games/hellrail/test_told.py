"""4.3: what each event tells, field by field, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.hellrail.eyes import Watched
from tests.games.scenario import Json

THREE = {"P1": {"at": "C1"}, "P2": {}, "P3": {}}
ON = {f"C{n}": e for n, e in enumerate(("abyss", "boatmen", "heresy", "geryon", "gluttony", "guard_duty", "lust"), 1)}
Case = tuple[dict[str, Any], str, list[str], Json]
CASES: list[Case] = [
    ({}, "keeper", ["pickup card=F01"], {"type": "car_loaded", "seat": "P1", "card": "F01"}),
    (
        {"seats": THREE | {"P1": {"at": "C5", "loaded": ["F01"]}}},
        "keeper",
        ["setout card=F01"],
        {"type": "car_delivered", "seat": "P1", "count": 1},
    ),
    (
        {"phase": "start"},
        "keeper",
        ["draw n=1"],
        {"type": "cards_drawn", "seat": "P1", "n": 1},
    ),
    (
        {},
        "map",
        ["lay card=F01 cell=3,0 rotation=1"],
        {"type": "rail_laid", "seat": "P1", "card": "F01", "cell": "3,0", "rotation": 1},
    ),
    (
        {},
        "keeper",
        ["lay card=F01"],
        {"type": "rail_laid", "seat": "P1", "card": "F01", "cell": None, "rotation": None},
    ),
    ({}, "keeper", ["end_turn"], {"type": "turn_ended", "seat": "P1", "next": "P2"}),
    ({}, "map", ["move card=F01 path=p1"], {"type": "stepped", "seat": "P1", "node": "1,0:W", "heading": "in"}),
    ({}, "keeper", ["move card=F01 to=rail"], {"type": "stepped", "seat": "P1", "node": "rail", "heading": None}),
    (
        {"entry": "C2", "seats": THREE | {"P1": {"at": "C2"}}},
        "keeper",
        ["use source=circle"],
        {"type": "effect_resolved", "seat": "P1", "effect": "boatmen"},
    ),
    (
        {"entry": "C5", "seats": THREE | {"P1": {"at": "C5", "hand": 1}, "P2": {"hand": 2}}},
        "keeper",
        ["use source=circle target=P2", "take target=P2"],
        {"type": "card_taken", "source": "P2", "target": "P1"},
    ),
    (
        {"entry": "C7", "seats": THREE | {"P1": {"at": "C7"}}},
        "keeper",
        ["use source=circle target=P2", "flip card=F02", "give seat=P2 n=1 cards=[F11]"],
        {"type": "cards_given", "source": "P2", "target": "P1", "n": 1},
    ),
    (
        {"entry": "C4", "seats": THREE | {"P1": {"at": "C4", "loaded": ["F01"]}}},
        "keeper",
        ["use source=circle car=F01"],
        {"type": "effect_declared", "seat": "P1", "effect": "geryon", "source": "circle"},
    ),
]


@pytest.mark.parametrize(("more", "level", "moves", "told"), CASES)
def test_4_3_an_event_has_these_fields_and_no_others(more: Json, level: str, moves: list[str], told: Json) -> None:
    """HR-026, HR-102: identities that are kept from the public are not there at all."""
    short = {"map": "M1", "effects": ON, "seats": THREE, "phase": "actions"} | more
    table = Watched(short, level)
    events: list[Json] = []
    for move in moves:
        answer = table.do(move)
        assert answer["ok"], answer
        events = answer["events"]
    (event,) = [event for event in events if event["type"] == told["type"]]
    assert event == told


def test_4_3_a_pass_has_no_event_of_its_own() -> None:
    """Reading 12."""
    short = {"entry": "C1", "effects": {"C1": "abyss"}, "seats": THREE | {"P2": {"heresy": "heresy_cancel"}}}
    table = Watched(short, "keeper")
    table.do("use source=circle")
    assert table.do("heresy seat=P2 choice=pass")["events"] == []
