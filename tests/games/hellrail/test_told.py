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
    (
        {"entry": "C7", "seats": THREE | {"P1": {"at": "C7"}}},
        "keeper",
        ["use source=circle target=P3"],
        {"type": "effect_declared", "seat": "P1", "effect": "lust", "source": "circle", "target": "P3"},
    ),
    (
        {"entry": "C1", "seats": THREE | {"P3": {"heresy": "heresy_cancel"}}},
        "keeper",
        ["use source=circle", "heresy seat=P3 choice=cancel"],
        {"type": "effect_cancelled", "seat": "P1", "by": "P3"},
    ),
    (
        {"entry": "C1", "seats": THREE | {"P3": {"heresy": "heresy_cancel"}}},
        "keeper",
        ["use source=circle", "heresy seat=P3 choice=cancel"],
        {"type": "heresy_spent", "seat": "P3", "token": "heresy_cancel"},
    ),
    (
        {"entry": "C7", "seats": THREE | {"P1": {"at": "C7"}, "P2": {"heresy": "heresy_redirect"}}},
        "keeper",
        ["use source=circle target=P2", "heresy seat=P2 choice=redirect target=P3"],
        {"type": "effect_redirected", "seat": "P1", "by": "P2", "target": "P3"},
    ),
    (
        {"entry": "C1"},
        "map",
        ["use source=circle", "discard cards=[X13]", "pick card=X45"],
        {"type": "rail_removed", "card": "X45", "cell": "1,0", "markers": 0},
    ),
    (
        {"entry": "C1", "effects": ON | {"C1": "false_path"}},
        "keeper",
        ["use source=circle", "discard cards=[X13]", "turn_rail card=X45 rotation=2"],
        {"type": "rail_turned", "card": "X45", "cell": None, "rotation": 2},
    ),
    ({}, "keeper", ["move card=F01 to=C5"], {"type": "fuel_spent", "seat": "P1", "card": "F01", "limit": 6}),
    ({}, "keeper", ["move card=F01 to=CG"], {"type": "circle_entered", "seat": "P1", "circle": "CG", "choice": False}),
    (
        {"seats": THREE | {"P1": {"at": "C1", "hand": 1, "loaded": ["F02"], "soul_catcher": True}}},
        "keeper",
        ["move card=F01 to=off"],
        {"type": "derailed", "seat": "P1", "cars": ["F02"], "soul_catcher": True},
    ),
    (
        {"cerberus": "C1"},
        "keeper",
        ["move card=F01 toll=[F02] to=C5"],
        {"type": "toll_paid", "seat": "P1", "circle": "C1", "cards": ["F02"]},
    ),
    (
        {"seats": THREE | {"P1": {"at": "C1", "boatman": True}}},
        "keeper",
        ["boat card=F01 gap=2 to=C5"],
        {"type": "boat_used", "seat": "P1", "card": "F01", "gap": 2},
    ),
    ({"draw": 0, "discard": ["X13"], "phase": "start"}, "keeper", ["draw"], {"type": "recharged", "count": 1}),
    ({"draw": 0, "phase": "start"}, "keeper", ["draw"], {"type": "game_ended", "reason": "no_cards"}),
    (
        {"draw": 0, "phase": "ended", "seats": THREE | {"P2": {"delivered": ["F01"], "loaded": ["F02"]}}},
        "keeper",
        ["reveal"],
        {
            "type": "scores_shown",
            "scores": {
                "P1": {"delivered": 0, "loaded": 0, "rank": 2},
                "P2": {"delivered": 6, "loaded": 4, "rank": 1},
                "P3": {"delivered": 0, "loaded": 0, "rank": 2},
            },
        },
    ),
    (
        {"draw": 0, "phase": "ended", "seats": THREE | {"P2": {"delivered": ["F01"]}}},
        "keeper",
        ["reveal cards=P2:F02"],
        {"type": "reveal_mismatch", "seat": "P2", "missing": ["F01"], "extra": ["F02"]},
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
