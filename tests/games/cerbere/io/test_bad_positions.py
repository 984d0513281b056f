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
LOST = [{"seat": name, "side": "cerberus"} for name in "AB"] + [{"seat": "C", "side": "out"}]

WRONG: list[tuple[str, dict[str, Any]]] = [
    # what is no position at all
    ("players", {}),
    ("odd", {"players": FOUR, "odd": 1}),
    ("level", {"players": FOUR, "level": "L2"}),
    # players
    ("players", {"players": "Ana"}),
    ("players", {"players": FOUR[:2]}),
    ("players", {"players": [*SEVEN, "Hal"]}),
    ("players", {"players": ["Ana", "Bo", "Ana"]}),
    ("players", {"players": ["Ana", "", "Bo"]}),
    ("players[1].seat", {"players": ["Ana", {"seat": ""}, "Bo"]}),
    ("players[1].seat", {"players": ["Ana", {"colour": "red"}, "Bo"]}),
    ("players.Bo.odd", {"players": ["Ana", {"seat": "Bo", "odd": 1}, "Cy"]}),
    ("players.Bo.colour", {"players": ["Ana", {"seat": "Bo", "colour": "black"}, "Cy"]}),
    ("players.Cy.colour", {"players": ["Ana", {"seat": "Bo", "colour": "red"}, {"seat": "Cy", "colour": "red"}]}),
    ("players.Bo.side", {"players": ["Ana", {"seat": "Bo", "side": "devil"}, "Cy"]}),
    ("players.Bo.survival", {"players": ["Ana", {"seat": "Bo", "survival": -1}, "Cy"]}),
    ("players.Bo.survival", {"players": ["Ana", {"seat": "Bo", "survival": True}, "Cy"]}),
    ("players.Bo.survival", {"players": ["Ana", {"seat": "Bo", "side": "cerberus", "survival": 1}, "Cy"]}),
    ("players.Bo.betrayal", {"players": ["Ana", {"seat": "Bo", "betrayal": 1}, "Cy"]}),
    ("players.Bo.survival", {"players": ["Ana", {"seat": "Bo", "side": "out", "survival": 1}, "Cy"]}),
    ("players.Bo.actions_in_hand[1]", {"players": ["Ana", {"seat": "Bo", "actions_in_hand": [1, 5]}, "Cy"]}),
    ("players.Bo.actions_in_hand", {"players": ["Ana", {"seat": "Bo", "actions_in_hand": [1, 1]}, "Cy"]}),
    ("players.Bo.actions_in_hand", {"players": ["Ana", {"seat": "Bo", "side": "out", "actions_in_hand": [1]}, "Cy"]}),
    # the board and the dice
    ("faces", {"players": FOUR, "faces": ["S2"] * 3}),
    ("faces", {"players": FOUR, "faces": ["S2", "BRIDGE", "BRIDGE", "E3"]}),
    ("faces", {"players": FOUR, "faces": ["S2", "BRIDGE", "E3", "PORTAL"]}),
    ("faces", {"players": FOUR, "faces": ["NOTHING"]}),
    ("preset", {"players": FOUR, "preset": "NOTHING"}),
    ("B", {"players": FOUR, "B": 7}),
    ("B", {"players": FOUR, "B": 1, "faces": ["S2", "BRIDGE", "PORTAL", "E3"]}),
    ("box", {"players": FOUR, "box": "mine"}),
    ("m", {"players": FOUR, "m": 2}),
    ("m", {"players": FOUR, "m": 7}),
    ("m", {"players": FOUR[:3], "m": 4}),
    ("speed", {"players": FOUR, "speed": 9}),
    ("die", {"players": FOUR, "die": 2}),
    ("die", {"players": FOUR, "die": 10}),
    ("die", {"players": FOUR, "die": 9, "B": 1}),
    ("die", {"players": FOUR, "die": 3.5}),
    ("bridge_intact", {"players": FOUR, "bridge_intact": 1}),
    ("gates_zone", {"players": FOUR, "gates_zone": "wide"}),
    ("follow_cards", {"players": FOUR, "follow_cards": None}),
    # the Rage track (section 2)
    ("track", {"players": FOUR, "track": ["blocked", "blocked"]}),
    ("track", {"players": FOUR, "track": ["blocked"] * 4}),
    ("track", {"players": FOUR, "track": ["blocked"] * 3 + ["Zoe"]}),
    ("track", {"players": FOUR, "track": ["blocked"] * 3 + [None, "Ana"]}),
    ("track", {"players": FOUR, "track": ["blocked"] * 3 + ["Ana", "Ana"]}),
    ("track", {"players": ["A", "B", {"seat": "C", "side": "out"}], "track": ["blocked"] * 4}),
    ("players.A.side", {"players": [{"seat": "A", "side": "runner"}, "B", "C"], "track": ["blocked"] * 4 + ["A"]}),
    ("players.B.side", {"players": [{"seat": n, "side": "cerberus"} for n in "AB"] + ["C"]}),
    ("players.B.side", {"players": LOST, "over": {"side": "cerberus", "winners": ["A"]}}),
    ("over", {"players": [{"seat": n, "side": "out"} for n in "ABC"]}),
    # cards
    ("piles.survival", {"players": FOUR, "piles": {"survival": {"draw": 29}}}),
    ("piles.survival", {"players": [{"seat": "Ana", "survival": 29}, "Bo", "Cy"]}),
    ("piles.betrayal", {"players": FOUR, "piles": {"betrayal": {"draw": 10, "discard": 9}}}),
    ("piles.betrayal.draw", {"players": FOUR, "piles": {"betrayal": {"draw": -1}}}),
    ("piles.action", {"players": FOUR, "piles": {"action": {"draw": 1}}}),
    # boats
    ("boats.boating", {"players": FOUR, "boats": {"boating": "ours"}}),
    ("boats.hidden", {"players": FOUR, "boats": {"boating": "kept"}}),
    ("boats.hidden", {"players": FOUR, "boats": {"boating": "kept", "hidden": [1, 2, None]}}),
    ("boats.hidden", {"players": FOUR, "boats": {"hidden": [1, 1, 3]}}),
    ("boats.hidden", {"players": FOUR, "boats": {"hidden": [1, 2]}}),
    ("boats.hidden[2]", {"players": FOUR, "boats": {"hidden": [1, 2, 4]}}),
    ("boats.revealed", {"players": FOUR, "boats": {"revealed": 4}}),
    ("boats.revealed", {"players": FOUR, "boats": {"revealed": 2, "hidden": [1, 2, 3]}}),
    ("boats.slot", {"players": FOUR, "boats": {"slot": 0}}),
    ("boats.laid", {"players": FOUR, "boats": {"laid": 4}}),
    ("boats.seated", {"players": FOUR, "boats": {"seated": ["Ana"]}}),
    ("boats.seated", {"players": FOUR, "boats": {"revealed": 1, "seated": ["Ana", "Bo"]}}),
    ("boats.seated", {"players": FOUR, "boats": {"revealed": 2, "seated": ["Ana", "Ana"]}}),
    ("boats.seated", {"players": FOUR, "boats": {"revealed": 2, "seated": ["Zoe"]}}),
    ("boats.seated", {"players": ["A", "B", {"seat": "C", "side": "out"}], "boats": {"revealed": 2, "seated": ["C"]}}),
    ("peek", {"players": FOUR, "peek": {"seat": "Ana", "slot": 1}}),
    ("peek.seat", {**STARTS["hidden"], "peek": {"seat": "Zoe", "slot": 1}}),
    ("peek.slot", {**STARTS["hidden"], "peek": {"seat": "Ana", "slot": 4}}),
    # the turn, the end
    ("turn.active", {"players": FOUR, "turn": {"active": "Zoe"}}),
    ("turn.active", {"players": ["A", "B", {"seat": "C", "side": "out"}], "turn": {"active": "C"}}),
    ("turn.n", {"players": FOUR, "turn": {"n": 0}}),
    ("turn.phase", {"players": FOUR, "turn": {"phase": "HUNT"}}),
    ("over.side", {"players": FOUR, "over": {"side": "nobody"}}),
    ("over.winners", {"players": FOUR, "over": {"side": "cerberus", "winners": ["Ana"]}}),
    ("over.winners", {"players": FOUR, "over": {"side": "runners", "winners": []}}),
    ("over.winners", {"players": FOUR, "over": {"side": "runners", "winners": ["Ana", "Ana"]}}),
    ("over.winners", {"players": FOUR, "over": {"side": "runners", "winners": ["Zoe"]}}),
    ("play", {**STARTS["won"], "play": {"card": "act2_adv", "player": 0}}),
    ("agenda", {**STARTS["won"], "agenda": [{"type": "boat", "player": 0}]}),
    # pawns
    ("pos", {"players": FOUR, "pos": {"Ana": 3}}),
    ("cerberus", {"players": FOUR, "cerberus": 3}),
    ("cerberus", {**BOARD, "cerberus": 22}),
    ("pos.Ana", {**BOARD, "pos": {"Ana": 23}}),
    ("pos.Ana", {**BOARD, "pos": {"Ana": -1}}),
    ("pos.Ana", {**BOARD, "pos": {"Ana": "gates"}}),
    ("pos.Ana", {**BOARD, "pos": {"Ana": True}}),
    ("pos.Zoe", {**BOARD, "pos": {"Zoe": 1}}),
    ("pos.C", {"level": "board", "players": ["A", "B", {"seat": "C", "side": "out"}], "pos": {"C": 4}}),
    ("pos.Ana", {**BOARD, "pos": {"Ana": 22}}),
    ("pos.Bo", {**BOARD, "pos": {"Ana": 22, "Bo": 22}, "boats": {"revealed": 1}}),
    ("pos.Bo", {**BOARD, "pos": {"Bo": 22}, "boats": {"revealed": 2, "seated": ["Ana"]}}),
    ("pos.Ana", {**BOARD, "pos": {"Ana": 9}, "boats": {"revealed": 2, "seated": ["Ana"]}}),
    ("pos.Bo", {**BOARD, "faces": ["S2", "STILTS", "PORTAL", "E3"], "pos": {"Ana": 8, "Bo": 8}}),
    ("tally.captures[0].seat", {"players": FOUR, "tally": {"captures": [{"turn": 1, "seat": 4, "role": "out"}]}}),
    ("tally.marks[0]", {"players": FOUR, "tally": {"marks": [{"turn": 1, "die": 10, "home": 3, "speed": 3}]}}),
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
    ("play.player", _with("option", "play", "player", to=4)),
    ("play.player", _with("option", "play", "player", to=...)),
    ("play.odd", _with("option", "play", "odd", to=1)),
    ("play.option", _with("option", "play", "left", to=[0])),
    ("play.option", _with("pay", "play", "option", to="c")),
    ("play.owed", _with("pay", "play", "owed", to=[1])),
    ("play.owed", _with("pay", "play", "owed", to=[0, 0])),
    ("play.owed", {**BOARD, "play": {"card": "act2_adv", "player": 0, "option": "a", "owed": [0], "left": [0]}}),
    ("play.left", _with("pay", "play", "left", to=[0, 3])),
    ("play.left", {**BOARD, "play": {"card": "act2_adv", "player": 0, "option": "a"}}),
    ("play.slots", _with("pay", "play", "slots", to=[["z", 3]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", 0]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", 4]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", 2], ["y", 2]])),
    ("play.slots", _with("pay", "play", "slots", to=[["x", 2], ["x", 3]])),
    ("play.donors", _with("pay", "play", "donors", to=[0, 9])),
    ("play.donors", _with("pay", "play", "donors", to=[0, 0])),
    ("play.donors", _with("pay", "play", "donors", to=[0, 1, 2])),
    ("play.donors", _with("pay", "play", "owed", to=[])),
    ("play.several", _with("several", "play", "several", to=[1, 1])),
    ("play.several", _with("several", "play", "several", to=[7])),
    ("play.several", _with("several", "play", "going", to=None)),
    ("play.going", _with("several", "play", "going", to=1)),
    ("agenda", _with("path", "agenda", to={"type": "walk"})),
    ("agenda[0].type", _with("path", "agenda", 0, "type", to="run")),
    ("agenda[0].odd", _with("path", "agenda", 0, "odd", to=1)),
    ("agenda[0].pawn", _with("path", "agenda", 0, "pawn", to=9)),
    ("agenda[0].left", _with("path", "agenda", 0, "left", to=-1)),
    ("agenda[0].made", _with("path", "agenda", 0, "made", to=-1)),
    ("agenda[0].fired", _with("path", "agenda", 0, "fired", to=[22])),
    ("agenda[0].asked", _with("path", "agenda", 0, "asked", to="boat")),
    ("agenda[0].asked", _with("path", "agenda", 0, "left", to=0)),
    ("agenda[0]", _with("path", "agenda", 0, "asked", to=None)),
    ("agenda[0]", {**MIDWAYS["path"], "level": "tracker", "pos": None}),
    ("agenda[0].pawn", {**MIDWAYS["path"], "boats": {"revealed": 1}, "pos": {"Ana": 22}}),
    ("agenda[1].player", _with("seats", "agenda", 1, "player", to=-1)),
    ("agenda[1]", {**MIDWAYS["seats"], "boats": {"revealed": 1}}),
    ("agenda[0].player", _with("boats", "agenda", 0, "player", to=4)),
    ("agenda[1].picked", _with("zone", "agenda", 1, "picked", to=[3, 3])),
    ("agenda[1].picked", _with("zone", "agenda", 1, "picked", to=[5])),
    ("agenda[1].picked", _with("zone", "agenda", 1, "pawn", to=3)),
    ("agenda[1].picked", {**MIDWAYS["zone"], "boats": {"revealed": 1, "seated": ["Dan"]}}),
    ("agenda[1].pawn", _with("zone", "agenda", 1, "pawn", to=8)),
    ("agenda[0]", _with("zone", "agenda", 0, to=...)),
    ("agenda[1]", _with("zone", "agenda", 0, "chased", to=False)),
    ("agenda[1]", {**BOARD, "agenda": MIDWAYS["zone"]["agenda"]}),
    ("agenda[1].pawns", _with("order", "agenda", 1, "pawns", to=[0])),
    ("agenda[1].pawns", _with("order", "agenda", 1, "pawns", to=[0, 4])),
    ("agenda[1].order", _with("order", "agenda", 1, "order", to=[3])),
    ("agenda[1].order", _with("order", "agenda", 1, "order", to=[0, 1])),
    ("agenda[0].player", _with("each", "agenda", 0, "player", to=4)),
    ("agenda[0].rest", _with("each", "agenda", 0, "rest", to=[1])),
    ("agenda[0].effect", _with("each", "agenda", 0, "effect", to=1)),
    ("agenda[0].effect", _with("each", "agenda", 0, "each", to=False)),
    ("agenda[0].effect", _with("either", "play", to=None)),
    ("agenda[0].pawns", _with("symbols", "agenda", 0, "pawns", to=[1, 1])),
    ("agenda[0]", _with("symbols", "agenda", 0, "pawns", to=[])),
    ("agenda[0]", _with("symbols", "agenda", 0, "n", to=0)),
    ("agenda[1].seat", _with("symbols", "agenda", 1, "seat", to=4)),
    ("agenda[1].pawn", _with("symbols", "agenda", 1, "pawn", to=4)),
    ("agenda[1].ops", _with("symbols", "agenda", 1, "ops", to=[])),
    ("agenda[1].ops", _with("symbols", "agenda", 1, "ops", to=[{"op": "draw", "n": 0}])),
    ("agenda[1].ops[0].op", _with("symbols", "agenda", 1, "ops", to=[{"op": "sing"}])),
    ("agenda[2]", {**BOARD, "agenda": [*MIDWAYS["symbols"]["agenda"], {"type": "reveal", "player": 0}]}),
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
        joined({"players": FOUR}, m=9)
    assert caught.value.code == "bad_setup"
    with pytest.raises(Refused) as caught:
        joined({"speed": 4}, *FOUR[:2])
    assert caught.value.code == "bad_setup"
    with pytest.raises(BadInput) as bad:
        joined({"players": FOUR}, first="Zoe")
    assert bad.value.facts["option"] == "first"


# -- what nobody thought of --------------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    None, True, 0, 1, 2, 3, 5, 9, 22, 99, -1, 1.5, "", "a", "Ana", "out", "cerberus", "blocked", "kept", [], {},
    ["Ana"], [0, 1], {"type": "reveal", "player": 0}, {"type": "boat", "player": 1, "optional": True},
    {"type": "walk", "pawn": 0, "left": 2, "ahead": True, "asked": "path"}, {"type": "catch"}, {"type": "end_check"},
    {"type": "caught", "pawns": [0, 1]}, {"type": "pick", "player": 0, "effect": 0},
    {"type": "several", "pawns": [0], "n": -2},
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
    del place["tally"]
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
