"""Whatever is wrong in a position is refused with the name of its field, and nothing else is."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from companion.engine.refused import BadInput, Refused
from companion.games.cerbere.state import CerbereState
from tests.games.cerbere.io.hand import BOARD, FOUR, GAME, MIDWAYS, STARTS, fresh, joined, made, written

SEVEN = [*FOUR, "Eli", "Flo", "Gus"]

WRONG: list[tuple[str, dict[str, Any]]] = [
    ("players", {"players": "Ana"}),
    ("players[1].name", {"players": ["Ana", {"colour": "red"}, "Bo"]}),
    ("options", {"players": FOUR, "options": {"mids": ["BRIDGE"]}}),
    ("options.odd", {"players": FOUR, "options": {"odd": 1}}),
    ("options.follow_cards", {"players": FOUR, "options": {"follow_cards": 3}}),
    ("caught[0]", {"players": FOUR, "caught": [None]}),
    ("seats.Bo.name", {"players": FOUR, "seats": {"Bo": {"name": "Zoe"}}}),
    ("path", {"players": FOUR, "path": {}}),
    ("seats", {"players": FOUR, "seats": ["Ana"]}),
    ("boats.slots", {"players": FOUR, "boats": {"slots": "sealed:abc"}}),
    ("odd", {"players": FOUR, "odd": 1}),
    ("options.level", {"players": FOUR, "options": {"level": "L2"}}),
    ("players", {"players": ["Ana", "Bo"]}),
    ("players", {"players": ["Ana", "Bo", "Cy", "Dan", "Eli", "Flo", "Gus", "Hal"]}),
    ("players", {"players": ["Ana", "Bo", "Ana"]}),
    ("players", {"players": ["Ana", "", "Bo"]}),
    ("players", {"players": ["Ana", "", "Bo"]}),
    ("seats.Bo.odd", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"odd": 1}}}),
    ("players", {"players": ["Ana", {"name": "Bo", "colour": "black"}, "Cy"]}),
    ("players", {"players": ["Ana", {"name": "Bo", "colour": "red"}, {"name": "Cy", "colour": "red"}]}),
    ("seats.Bo.side", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"side": "devil"}}}),
    ("seats.Bo.survival", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"survival": -1}}}),
    ("seats.Bo.survival", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"survival": True}}}),
    ("seats.Bo.survival", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"side": "cerberus", "survival": 1}}}),
    ("seats.Bo.betrayal", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"betrayal": 1}}}),
    ("seats.Bo.survival", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"side": "out", "survival": 1}}}),
    ("seats.Bo.hand[1]", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"hand": [1, 5]}}}),
    ("seats.Bo.hand", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"hand": [1, 1]}}}),
    ("seats.Bo.hand", {"players": ["Ana", "Bo", "Cy"], "seats": {"Bo": {"side": "out", "hand": [1]}}}),
    ("options", {"players": FOUR, "options": {"start_face": "S2", "mids": ["BRIDGE", "BRIDGE"], "end_face": "E3"}}),
    ("options", {"players": FOUR, "options": {"start_face": "S2", "mids": ["BRIDGE", "E3"], "end_face": "PORTAL"}}),
    ("options", {"players": FOUR, "options": {"preset": "NOTHING"}}),
    ("options", {"players": FOUR, "options": {"preset": "NOTHING"}}),
    ("options", {"players": FOUR, "options": {"start_face": "B7"}}),
    ("options", {"players": FOUR, "options": {"box": "mine"}}),
    ("options", {"players": FOUR, "options": {"m": 2}}),
    ("options", {"players": FOUR, "options": {"m": 7}}),
    ("options", {"players": ["Ana", "Bo", "Cy"], "options": {"m": 4}}),
    ("speed", {"players": FOUR, "speed": 9}),
    ("die", {"players": FOUR, "die": 2}),
    ("die", {"players": FOUR, "die": 10}),
    ("die", {"players": FOUR, "die": 9, "options": {"start_face": "S4"}}),
    ("die", {"players": FOUR, "die": 3.5}),
    ("bridge", {"players": FOUR, "bridge": 1}),
    ("options.gates_zone", {"players": FOUR, "options": {"gates_zone": "wide"}}),
    ("caught[0]", {"players": FOUR, "caught": ["Zoe"]}),
    ("caught", {"players": FOUR, "caught": ["Ana", "Ana"]}),
    ("caught", {"players": ["A", "B", "C"], "caught": [], "seats": {"C": {"side": "out"}}}),
    ("caught", {"players": ["A", "B", "C"], "caught": ["A"], "seats": {"A": {"side": "runner"}}}),
    ("seats.B.side", {"players": ["A", "B", "C"], "seats": {"A": {"side": "cerberus"}, "B": {"side": "cerberus"}}}),
    (
        "seats.B.side",
        {
            "players": ["A", "B", "C"],
            "over": {"side": "cerberus", "winners": ["A"]},
            "seats": {"A": {"side": "cerberus"}, "B": {"side": "cerberus"}, "C": {"side": "out"}},
        },
    ),
    ("over", {"players": ["A", "B", "C"], "seats": {"A": {"side": "out"}, "B": {"side": "out"}, "C": {"side": "out"}}}),
    ("survival", {"players": FOUR, "survival": {"draw": 29}}),
    ("survival", {"players": ["Ana", "Bo", "Cy"], "seats": {"Ana": {"survival": 29}}}),
    ("betrayal", {"players": FOUR, "betrayal": {"draw": 10, "discard": 9}}),
    ("betrayal.draw", {"players": FOUR, "betrayal": {"draw": -1}}),
    ("action", {"players": FOUR, "action": {"draw": 1}}),
    ("options.boats", {"players": FOUR, "options": {"boats": "ours"}}),
    ("boats.slots", {"players": FOUR, "options": {"boats": "kept"}}),
    ("boats.slots", {"players": FOUR, "boats": {"slots": [1, 2, None]}, "options": {"boats": "kept"}}),
    ("boats.slots", {"players": FOUR, "boats": {"slots": [1, 1, 3]}}),
    ("boats.slots", {"players": FOUR, "boats": {"slots": [1, 2]}}),
    ("boats.slots[2]", {"players": FOUR, "boats": {"slots": [1, 2, 4]}}),
    ("boats.revealed", {"players": FOUR, "boats": {"revealed": 4}}),
    ("boats.revealed", {"players": FOUR, "boats": {"revealed": 2, "slots": [1, 2, 3]}}),
    ("boats.slot", {"players": FOUR, "boats": {"slot": 0}}),
    ("boats.laid", {"players": FOUR, "boats": {"laid": 4}}),
    ("boats.aboard", {"players": FOUR, "boats": {"aboard": ["Ana"]}}),
    ("boats.aboard", {"players": FOUR, "boats": {"revealed": 1, "aboard": ["Ana", "Bo"]}}),
    ("boats.aboard", {"players": FOUR, "boats": {"revealed": 2, "aboard": ["Ana", "Ana"]}}),
    ("boats.aboard[0]", {"players": FOUR, "boats": {"revealed": 2, "aboard": ["Zoe"]}}),
    (
        "boats.aboard",
        {"players": ["A", "B", "C"], "boats": {"revealed": 2, "aboard": ["C"]}, "seats": {"C": {"side": "out"}}},
    ),
    ("peeking", {"players": FOUR, "peeking": ["Ana", 1]}),
    (
        "peeking[0]",
        {"players": FOUR, "boats": {"slots": [3, 1, 2]}, "peeking": ["Zoe", 1], "options": {"boats": "kept"}},
    ),
    (
        "peeking[1]",
        {"players": FOUR, "boats": {"slots": [3, 1, 2]}, "peeking": ["Ana", 4], "options": {"boats": "kept"}},
    ),
    ("turn.active", {"players": FOUR, "turn": {"active": "Zoe"}}),
    ("turn.active", {"players": ["A", "B", "C"], "turn": {"active": "C"}, "seats": {"C": {"side": "out"}}}),
    ("turn.n", {"players": FOUR, "turn": {"n": 0}}),
    ("turn.phase", {"players": FOUR, "turn": {"phase": "HUNT"}}),
    ("over.side", {"players": FOUR, "over": {"side": "nobody"}}),
    ("over.winners", {"players": FOUR, "over": {"side": "cerberus", "winners": ["Ana"]}}),
    ("over.winners", {"players": FOUR, "over": {"side": "runners", "winners": []}}),
    ("over.winners", {"players": FOUR, "over": {"side": "runners", "winners": ["Ana", "Ana"]}}),
    ("over.winners[0]", {"players": FOUR, "over": {"side": "runners", "winners": ["Zoe"]}}),
    (
        "play",
        {
            "players": ["Ana", "Bo", "Cy"],
            "boats": {"revealed": 1, "aboard": ["Ana"]},
            "play": {"card": "act2_adv", "player": "Ana"},
            "over": {"side": "runners", "winners": ["Ana"]},
            "seats": {"Bo": {"side": "cerberus"}, "Cy": {"side": "out"}},
        },
    ),
    (
        "agenda",
        {
            "players": ["Ana", "Bo", "Cy"],
            "boats": {"revealed": 1, "aboard": ["Ana"]},
            "agenda": [{"type": "boat", "player": "Ana", "asked": True}],
            "over": {"side": "runners", "winners": ["Ana"]},
            "seats": {"Bo": {"side": "cerberus"}, "Cy": {"side": "out"}},
        },
    ),
    ("seats.Ana.at", {"players": FOUR, "seats": {"Ana": {"at": 3}}}),
    ("cerberus", {"players": FOUR, "cerberus": 3}),
    ("cerberus", {"players": FOUR, "cerberus": 22, "options": {"level": "board"}}),
    ("seats.Ana.at", {"players": FOUR, "seats": {"Ana": {"at": 23}}, "options": {"level": "board"}}),
    ("seats.Ana.at", {"players": FOUR, "seats": {"Ana": {"at": -1}}, "options": {"level": "board"}}),
    ("seats.Ana.at", {"players": FOUR, "seats": {"Ana": {"at": "gates"}}, "options": {"level": "board"}}),
    ("seats.Ana.at", {"players": FOUR, "seats": {"Ana": {"at": True}}, "options": {"level": "board"}}),
    ("seats.Zoe", {"players": FOUR, "seats": {"Zoe": {"at": 1}}, "options": {"level": "board"}}),
    (
        "seats.C.at",
        {"players": ["A", "B", "C"], "seats": {"C": {"side": "out", "at": 4}}, "options": {"level": "board"}},
    ),
    ("boats.aboard", {"players": FOUR, "seats": {"Ana": {"at": 22}}, "options": {"level": "board"}}),
    (
        "boats.aboard",
        {
            "players": FOUR,
            "boats": {"revealed": 1},
            "seats": {"Ana": {"at": 22}, "Bo": {"at": 22}},
            "options": {"level": "board"},
        },
    ),
    (
        "seats.Bo.at",
        {
            "players": FOUR,
            "boats": {"revealed": 2, "aboard": ["Ana"]},
            "seats": {"Bo": {"at": 22}},
            "options": {"level": "board"},
        },
    ),
    (
        "seats.Ana.at",
        {
            "players": FOUR,
            "boats": {"revealed": 2, "aboard": ["Ana"]},
            "seats": {"Ana": {"at": 9}},
            "options": {"level": "board"},
        },
    ),
    (
        "seats.Ana.at",
        {
            "players": FOUR,
            "seats": {"Ana": {"at": 8}, "Bo": {"at": 8}},
            "options": {"level": "board", "start_face": "S2", "mids": ["STILTS", "PORTAL"], "end_face": "E3"},
        },
    ),
    ("tally.captures[0].seat", {"players": FOUR, "tally": {"captures": [{"turn": 1, "seat": 4, "role": "out"}]}}),
    ("tally.marks[0].die", {"players": FOUR, "tally": {"marks": [{"turn": 1, "die": 10, "home": 3, "speed": 3}]}}),
]


def _with(name: str, *path: str | int, to: Any) -> dict[str, Any]:
    """A position in the middle of something, with one value changed (`...` takes it away)."""
    place = copy.deepcopy(MIDWAYS[name])
    inner: Any = place
    for key in path[:-1]:
        inner = inner[key]
    if to is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return place


MID_WRONG: list[tuple[str, dict[str, Any]]] = [
    ("play.card", _with("option", "play", "card", to="act9_adv")),
    ("play.player", _with("option", "play", "player", to="Zoe")),
    ("play.player", _with("option", "play", "player", to=...)),
    ("play.odd", _with("option", "play", "odd", to=1)),
    ("play.option", _with("option", "play", "left", to=[0])),
    ("play.option", _with("pay", "play", "option", to="c")),
    ("play.owed", _with("pay", "play", "owed", to=[1])),
    ("play.owed", _with("pay", "play", "owed", to=[0, 0])),
    ("play.owed", {**BOARD, "play": {"card": "act2_adv", "player": "Ana", "option": "a", "owed": [0], "left": [0]}}),
    ("play.left", _with("pay", "play", "left", to=[0, 3])),
    ("play.left", {**BOARD, "play": {"card": "act2_adv", "player": "Ana", "option": "a"}}),
    ("play.slots", _with("pay", "play", "slots", to=[["z", "Dan"]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", "Ana"]])),
    ("play.slots[0][1]", _with("pay", "play", "slots", to=[["x", "Zoe"]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", "Cy"], ["y", "Cy"]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", "Cy"], ["x", "Dan"]])),
    ("play.donors[1]", _with("pay", "play", "donors", to=["Ana", "Zoe"])),
    ("play.donors", _with("pay", "play", "donors", to=["Ana", "Ana"])),
    ("play.donors", _with("pay", "play", "donors", to=["Ana", "Bo", "Cy"])),
    ("play.donors", _with("pay", "play", "owed", to=[])),
    ("play.several", _with("several", "play", "several", to=["Bo", "Bo"])),
    ("play.several[0]", _with("several", "play", "several", to=["Zoe"])),
    ("play.several", _with("several", "play", "going", to=None)),
    ("play.going", _with("several", "play", "going", to=1)),
    ("agenda", _with("path", "agenda", to={"type": "walk"})),
    ("agenda[0].type", _with("path", "agenda", 0, "type", to="run")),
    ("agenda[0].odd", _with("path", "agenda", 0, "odd", to=1)),
    ("agenda[0].pawn", _with("path", "agenda", 0, "pawn", to="Zoe")),
    ("agenda[0].left", _with("path", "agenda", 0, "left", to=-1)),
    ("agenda[0].made", _with("path", "agenda", 0, "made", to=-1)),
    ("agenda[0].fired", _with("path", "agenda", 0, "fired", to=[22])),
    ("agenda[0].asked", _with("path", "agenda", 0, "asked", to="boat")),
    ("agenda[0].asked", _with("path", "agenda", 0, "left", to=0)),
    ("agenda[0]", _with("path", "agenda", 0, "asked", to=None)),
    ("agenda[0]", {**MIDWAYS["path"], "options": {}, "seats": {}}),
    ("agenda[0].pawn", {**MIDWAYS["path"], "boats": {"revealed": 1}, "seats": {"Ana": {"at": 22}}}),
    ("agenda[1].player", _with("seats", "agenda", 1, "player", to="Zoe")),
    ("agenda[1]", {**MIDWAYS["seats"], "boats": {"revealed": 1}}),
    ("agenda[0].player", _with("boats", "agenda", 0, "player", to="Zoe")),
    ("agenda[1].picked", _with("zone", "agenda", 1, "picked", to=["Dan", "Dan"])),
    ("agenda[1].picked[0]", _with("zone", "agenda", 1, "picked", to=["Zoe"])),
    ("agenda[1].picked", _with("zone", "agenda", 1, "pawn", to="Dan")),
    ("agenda[1].picked", {**MIDWAYS["zone"], "boats": {"revealed": 1, "aboard": ["Dan"]}}),
    ("agenda[1].pawn", _with("zone", "agenda", 1, "pawn", to="Zoe")),
    ("agenda[0]", _with("zone", "agenda", 0, to=...)),
    ("agenda[1]", _with("zone", "agenda", 0, "chased", to=False)),
    ("agenda[1]", {**BOARD, "agenda": MIDWAYS["zone"]["agenda"]}),
    ("agenda[1].pawns", _with("order", "agenda", 1, "pawns", to=["Ana"])),
    ("agenda[1].pawns[1]", _with("order", "agenda", 1, "pawns", to=["Ana", "Eli"])),
    ("agenda[1].order", _with("order", "agenda", 1, "order", to=["Dan"])),
    ("agenda[1].order", _with("order", "agenda", 1, "order", to=["Ana", "Bo"])),
    ("agenda[0].player", _with("each", "agenda", 0, "player", to="Zoe")),
    ("agenda[0].rest", _with("each", "agenda", 0, "rest", to=["Bo"])),
    ("agenda[0].effect", _with("each", "agenda", 0, "effect", to=1)),
    ("agenda[0].effect", _with("each", "agenda", 0, "each", to=False)),
    ("agenda[0].effect", _with("either", "play", to=None)),
    ("agenda[0].pawns", _with("symbols", "agenda", 0, "pawns", to=["Bo", "Bo"])),
    ("agenda[0].pawns", _with("symbols", "agenda", 0, "pawns", to=[])),
    ("agenda[0].n", _with("symbols", "agenda", 0, "n", to=0)),
    ("agenda[1].seat", _with("symbols", "agenda", 1, "seat", to="Zoe")),
    ("agenda[1].pawn", _with("symbols", "agenda", 1, "pawn", to="Zoe")),
    ("agenda[1].ops", _with("symbols", "agenda", 1, "ops", to=[])),
    ("agenda[1].ops", _with("symbols", "agenda", 1, "ops", to=[{"op": "draw", "n": 0}])),
    ("agenda[1].ops[0].op", _with("symbols", "agenda", 1, "ops", to=[{"op": "sing"}])),
    ("agenda[2]", {**BOARD, "agenda": [*MIDWAYS["symbols"]["agenda"], {"type": "reveal", "player": "Ana"}]}),
    ("agenda[2]", {**BOARD, "agenda": [*MIDWAYS["symbols"]["agenda"][:2], {"type": "end_check"}]}),
]


def _id(case: object) -> str | None:
    return case if isinstance(case, str) else None


@pytest.mark.parametrize(("field", "position"), [*WRONG, *MID_WRONG], ids=_id)
def test_a_wrong_field_is_named(field: str, position: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        joined(position)
    assert caught.value.facts["field"] == field
    assert caught.value.facts["reason"]


def test_a_wrong_option_that_the_position_does_not_name_is_the_opening_s() -> None:
    with pytest.raises(Refused) as caught:
        joined({"speed": 4}, *FOUR, m=9)
    assert caught.value.code == "bad_setup"
    with pytest.raises(Refused) as caught:
        joined({"speed": 4}, *FOUR[:2])
    assert caught.value.code == "bad_setup"
    with pytest.raises(BadInput) as bad:
        joined({"speed": 4}, *FOUR, first="Zoe")
    assert bad.value.facts["option"] == "first"


# -- what nobody thought of --------------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    None, True, 0, 1, 2, 3, 5, 9, 22, 99, -1, 1.5, "", "a", "Ana", "out", "cerberus", "blocked", "kept", [], {},
    ["Ana"], [0, 1], {"type": "reveal", "player": "Ana"}, {"type": "boat", "player": "Bo", "optional": True},
    {"type": "walk", "pawn": "Ana", "left": 2, "ahead": True, "asked": "path"}, {"type": "catch"},
    {"type": "end_check"},
    {"type": "caught", "pawns": ["Ana", "Bo"]}, {"type": "pick", "player": "Ana", "effect": 0},
    {"type": "several", "pawns": ["Ana"], "n": -2},
)  # fmt: skip


def spoilt(place: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The position with something in it changed, taken away or put in."""
    place = copy.deepcopy(place)
    inner: Any = place
    while True:
        key = rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if not isinstance(inner[key], dict | list) or not inner[key] or rng.random() < 0.3:
            break
        inner = inner[key]
    match rng.randrange(5):
        case 0:
            del inner[key]
        case 1 if isinstance(inner, list):
            inner.append(copy.deepcopy(rng.choice(VALUES)))
        case 1:
            inner["odd"] = 1
        case _:
            inner[key] = copy.deepcopy(rng.choice(VALUES))
    return place


def played_on(state: CerbereState, rng: Random) -> None:
    """A state that was taken can be seen, written, and played: what is offered is not refused."""
    assert joined(written(state)) == state
    for _ in range(12):
        moves = list(GAME.legal(state, 0))
        if not moves:
            break
        state, _events = made(state, rng.choice(moves))


@pytest.mark.parametrize("name", [*STARTS, *MIDWAYS])
def test_a_spoilt_position_is_refused_by_name_or_can_be_played(name: str) -> None:
    rng = Random(name)
    place = written(joined({**STARTS, **MIDWAYS}[name]))
    place.pop("tally", None)
    taken = 0
    for _ in range(40):
        try:
            state = joined(spoilt(place, rng))
        except BadInput as error:
            assert error.facts["field"] and error.facts["reason"]
            continue
        taken += 1
        played_on(state, rng)
    assert taken, "some change does no harm, or nothing was put to the test"


def test_a_spoilt_game_in_the_middle_of_something() -> None:
    rng = Random(3)
    taken = 0
    for seed in range(30):
        state = fresh(seed, level=("tracker", "board")[seed % 2])
        for _ in range(40 + seed):
            moves = list(GAME.legal(state, 0))
            if not moves:
                break
            state, _events = made(state, rng.choice(moves))
        try:
            played_on(joined(spoilt(written(state), rng)), rng)
            taken += 1
        except BadInput as error:
            assert error.facts["field"] and error.facts["reason"]
    assert 0 < taken < 30
