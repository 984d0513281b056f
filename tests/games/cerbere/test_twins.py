"""CB-112, 4.3: two games that differ only in the boats that the companion keeps answer alike, whatever is said.

Inputs of every kind the protocol has, in any order, refused or not: commands at the wrong moment, boats' tags, every
field corrected, undo and redo, looks, exports, a game taken up again. Only the reveal of slot 1 may part the two.
"""

from __future__ import annotations

import json
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from companion.engine.codec import public_json
from tests.engine.subjects.cerbere import BOATS
from tests.games.cerbere.path import engine
from tests.games.cerbere.place import place
from tests.games.cerbere.wild import command
from tests.games.scenario import Json, TableDesk, written
from tests.thorough import rounds

ORDERS = list(permutations((1, 2, 3)))
NAMES = ["A", "B", "D", "E"]
BEGUN = (
    ("play card=act4_adv option=b", "resolve effect=0", "resolve effect=1"),
    ("play card=act4_adv option=b", "resolve effect=0", "resolve effect=1", "answer value=swap", "answer value='1'"),
    ("play card=act4_adv option=b", "resolve effect=0", "resolve effect=1", "boat_peek slot=2"),
    ("play card=act4_adv option=b", "resolve effect=0", "resolve effect=1", "boat_swap a=1 b=3", "end_turn"),
    (),
)
"""Who may look is asked; half a swap; somebody looks; boats were swapped; the turn has begun."""


def table(order: tuple[int, ...], level: str) -> tuple[TableDesk, list[bytes]]:
    made, heard = engine(), list[bytes]()
    made.engine.listen(lambda update: heard.append(public_json(update)))
    players = [{"seat": "A", "survival": 1}, {"seat": "B"}, {"seat": "D", "survival": 2}, {"seat": "E"}]
    pos = {"A": 16, "B": 9, "D": 9, "E": 9} if level == "board" else None
    position = place(players, pos, level=level, boating="kept", boats={"slots": list(order)})
    opening = {"game": "cerbere", "seats": NAMES, "position": position, "options": {"box": "demo"}, "seed": 1}
    assert made.ask({"open": opening})["ok"]
    return made, heard


def everything(made: TableDesk) -> list[Json]:
    """All that can be asked by those who do not look just now."""
    public = made.ask({"view": {}})
    peek = public["view"]["boats"]["peek"]
    others = [name for name in NAMES if not peek or name != peek[0]]
    audiences = ["public", "ended", *(f"seat:{name}" for name in others)]
    return [
        *(made.ask({"view": {}}, audience) for audience in audiences),
        *(made.ask({name: {}}) for name in ("legal", "position", "games")),
    ]


def requests() -> some.SearchStrategy[Json]:
    wild = some.integers(0, 2**32).map(lambda seed: {"move": command(Random(seed), NAMES)})
    boats = some.sampled_from([1, 2, 3]).flatmap(
        lambda n: some.sampled_from(
            [
                {"move": {"type": "lay_boat", "seats": n}},
                {"move": {"type": "boat_peek", "slot": n}},
                {"move": {"type": "boat_swap", "a": n, "b": n % 3 + 1}},
                {"move": {"type": "answer", "value": str(n)}},
                {"move": {"type": "answer", "value": "peek"}},
                {"move": {"type": "answer", "value": "swap"}},
                {"move": {"type": "correct", "patch": {"boats": {"slots": [n, n % 3 + 1, None]}}}},
                {"move": {"type": "correct", "patch": {"boats": {"slots": "sealed"}}}},
                {"move": {"type": "correct", "patch": {"boats": {"revealed": n}}}},
                {"move": {"type": "correct", "patch": {"boats": {"revealed": None}}}},
                {"signal": {"type": "tag", "reader": "table", "uid": BOATS[n - 1]}},
            ]
        )
    )
    stepping: some.SearchStrategy[Json] = some.sampled_from([{"undo": {}}, {"undo": {}}, {"redo": {}}])
    asked = some.sampled_from([{"export": {}}, {"legal": {}}, {"position": {}}, {"games": {}}, {"resume": {"id": 1}}])
    return some.one_of(boats, boats, wild, stepping, asked)


def revealed(answer: Json) -> bool:
    return any(event["type"] == "boat_revealed" for event in answer.get("events", ()))


@pytest.mark.parametrize("level", ["board", "tracker"])
@settings(max_examples=rounds(3, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    begun=some.sampled_from(BEGUN),
    asked=some.lists(requests(), min_size=3, max_size=14),
    pair=some.permutations(ORDERS),
)
def test_CB_112_whatever_is_said_games_that_differ_in_kept_boats_answer_alike(
    level: str, begun: tuple[str, ...], asked: list[Json], pair: list[tuple[int, ...]]
) -> None:
    """Byte for byte: answers, refusals, labels, views of all who do not look, positions, exports, what is heard."""
    (one, heard), (other, heard_too) = table(pair[0], level), table(pair[1], level)
    requests = [*({"move": written(text)} for text in begun), *asked]
    for step, request in enumerate(requests):
        mine, yours = one.ask(request), other.ask(request)
        if revealed(mine) and revealed(yours):
            return
        assert json.dumps(mine) == json.dumps(yours), f"step {step}: {request}"
        assert json.dumps(everything(one)) == json.dumps(everything(other)), f"after step {step}: {request}"
    assert json.dumps(one.ask({"export": {}})) == json.dumps(other.ask({"export": {}}))
    assert heard == heard_too


def refusal_codes(answers: list[Any]) -> list[str]:
    return [answer["error"]["code"] for answer in answers]


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("begun", BEGUN[:2] + BEGUN[4:])
def test_CB_112_three_taps_and_undos_tell_nothing(order: tuple[int, ...], begun: tuple[str, ...]) -> None:
    made, _ = table(order, "board")
    for text in begun:
        assert made.ask({"move": written(text)})["ok"]
    before = made.ask({"view": {}})
    tapped = [made.ask({"signal": {"type": "tag", "reader": "table", "uid": uid}}) for uid in BOATS]
    said = [made.ask({"move": {"type": "lay_boat", "seats": n}}) for n in (1, 2, 3)]
    assert refusal_codes(tapped) == refusal_codes(said) == ["wrong_phase"] * 3
    assert made.ask({"view": {}}) == before
