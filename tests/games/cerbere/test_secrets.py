"""CB-112 and the hidden-information rule of 4.3: what lies in the boats is told to nobody before it is revealed."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from companion.engine.codec import public_json
from tests.engine.subjects.cerbere import BOATS
from tests.games.cerbere.path import engine
from tests.games.cerbere.place import place
from tests.games.scenario import Json, TableDesk, written

ORDERS = list(permutations((1, 2, 3)))
LOOK = (
    "play card=act4_adv option=b",
    "resolve effect=0",
    "resolve effect=1",
    "boat_peek slot=2",
    "end_turn",
    "play card=act4_adv option=b",
    "resolve effect=0",
    "resolve effect=1",
    "boat_swap a=1 b=3",
    "end_turn",
    "play card=sur_couardise option=a",
    "ok",
    "answer value=peek",
    "answer value='1'",
    "correct patch.die=6",
)
REVEAL = ("play card=act3_adv option=a", "resolve effect=1 pawn=A")
"""D moves A from the last middle space onto the End board."""
POSITION = place(
    [{"seat": "A", "survival": 1}, {"seat": "B"}, {"seat": "D", "survival": 2}, {"seat": "E"}],
    {"A": 16, "B": 9, "D": 9, "E": 9},
    level="board",
    boating="kept",
)
AUDIENCES = ("public", "ended", "seat:A", "seat:B", "seat:D", "seat:E")


def kept(order: Sequence[int]) -> tuple[TableDesk, list[bytes]]:
    """A table whose companion keeps the boats, in that order; and all that any listener heard."""
    table = engine()
    heard: list[bytes] = []
    table.engine.listen(lambda update: heard.append(public_json(update)))
    boats = {"slots": list(order)}
    opening = {"game": "cerbere", "seats": ["A", "B", "D", "E"], "position": POSITION | {"boats": boats}, "seed": 1}
    assert table.ask({"open": opening})["ok"]
    return table, heard


def everything(table: TableDesk, audiences: Sequence[str]) -> list[Json]:
    """All that can be asked by those who do not look just now."""
    return [
        *(table.ask({"view": {}}, audience) for audience in audiences),
        *(table.ask({name: {}}) for name in ("legal", "position", "games", "export")),
    ]


def watched(order: Sequence[int], moves: Sequence[str]) -> tuple[str, list[bytes], list[str]]:
    """All answers, all that was heard, all events told."""
    table, heard = kept(order)
    answers: list[Any] = []
    for move in moves:
        answers.append(table.ask({"move": written(move)}))
        peek = table.ask({"view": {}})["view"]["boats"]["peek"]
        looking = f"seat:{peek[0]}" if peek else ""
        answers += everything(table, [audience for audience in AUDIENCES if audience != looking])
    answers.append(table.ask({"undo": {}}))
    answers += everything(table, ["public"])
    told = [event["type"] for answer in answers for event in answer.get("events", [])]
    assert all(answer["ok"] for answer in answers), [answer for answer in answers if not answer["ok"]]
    return json.dumps(answers), heard, told


def test_CB_112_six_games_that_differ_only_in_the_kept_boats_are_the_same_to_everybody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Views, events, questions, undo labels, cues, positions, exports, log: byte for byte, looks and swaps included."""
    seen = []
    for order in ORDERS:
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            answers, heard, told = watched(order, LOOK)
        seen.append((answers, heard, [record.getMessage() for record in caplog.records]))
        assert told.count("boat_peeked") == 2, "or nothing was put to the test"
        assert told.count("boats_swapped") == 1
    assert all(other == seen[0] for other in seen)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_CB_110_the_two_boats_that_are_discarded_are_never_told(first: int) -> None:
    """After the reveal only slot 1 is known to everybody."""
    one, other = [order for order in ORDERS if order[2] == first]  # slot 3 was swapped to slot 1
    moves = (*LOOK, *REVEAL)
    answers, heard, told = watched(one, moves)
    assert told.count("boat_revealed") >= 1
    again, heard_again, _ = watched(other, moves)
    assert answers == again
    assert heard == heard_again


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_CB_112_only_who_looks_sees_it_and_only_then(order: tuple[int, int, int]) -> None:
    table, _ = kept(order)
    for move in LOOK[:4]:
        assert table.ask({"move": written(move)})["ok"]
    seen = {audience: table.ask({"view": {}}, audience)["view"]["boats"]["seen"] for audience in AUDIENCES}
    assert seen == dict.fromkeys(AUDIENCES, None) | {"seat:A": order[1]}
    assert table.ask({"move": written(LOOK[4])})["ok"]
    for audience in AUDIENCES:
        boats = table.ask({"view": {}}, audience)["view"]["boats"]
        assert boats["seen"] is None
        assert boats["peek"] is None


def test_CB_112_with_boats_of_cardboard_the_screen_shows_nothing_to_anybody() -> None:
    """Unknown and tagged boats are looked at on the table."""
    for boating in ("unknown", "tagged"):
        table = engine()
        boats = {"slots": [1, 2, 3] if boating == "tagged" else "sealed"}
        real = {"options": {"level": "board", "boats": boating}, "boats": boats}
        opening = {"game": "cerbere", "seats": ["A", "B", "D", "E"], "position": POSITION | real}
        assert table.ask({"open": opening})["ok"]
        for move in LOOK[:4]:
            assert table.ask({"move": written(move)})["ok"]
        for audience in AUDIENCES:
            assert table.ask({"view": {}}, audience)["view"]["boats"]["seen"] is None


def tagged(order: Sequence[int]) -> tuple[str, list[bytes]]:
    """The same with tags: the boats are tapped in that order, face down on slot 1, 2, 3."""
    table = engine()
    heard: list[bytes] = []
    table.engine.listen(lambda update: heard.append(public_json(update)))
    options = {"boats": "tagged", "box": "demo", "level": "board"}
    answers = [table.ask({"open": {"game": "cerbere", "seats": ["A", "B", "D", "E"], "options": options, "seed": 1}})]
    for seats in order:
        answers.append(table.ask({"signal": {"type": "tag", "reader": "table", "uid": BOATS[seats - 1]}}))
        answers += everything(table, AUDIENCES)
    for move in LOOK[:10]:
        answers.append(table.ask({"move": written(move)}))
        answers += everything(table, AUDIENCES)
    assert all(answer["ok"] for answer in answers), [answer for answer in answers if not answer["ok"]]
    return json.dumps(answers), heard


def test_CB_112_tagged_boats_are_followed_through_a_swap() -> None:
    """What was tapped third lies on slot 1 after the swap, and that is what is revealed."""
    for order in ORDERS:
        table = engine()
        options = {"boats": "tagged", "box": "demo", "level": "board"}
        table.ask({"open": {"game": "cerbere", "seats": ["A", "B", "D", "E"], "options": options}})
        for seats in order:
            table.ask({"signal": {"type": "tag", "reader": "table", "uid": BOATS[seats - 1]}})
        for move in ("correct patch.seats.A.at=16", *LOOK[5:9], "end_turn"):
            assert table.ask({"move": written(move)})["ok"], move
        for move in ("play card=act3_adv option=a", "resolve effect=1 pawn=A"):
            answer = table.ask({"move": written(move)})
        revealed = [event for event in answer["events"] if event["type"] == "boat_revealed"]
        assert revealed == [{"type": "boat_revealed", "slot": 1, "seats": order[2]}]
