"""After a correction that ends the game the table is asked, by the keys of the prompt (findings A6)."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from tests.games.scenario import TableDesk

SEATS = ["A", "B", "C", "D"]


@pytest.fixture
def table() -> TableDesk:
    desk = TableDesk({"cerbere": GAMES["cerbere"](None)})
    position = {"seats": {"D": {"side": "cerberus"}}, "boats": {"revealed": 2}, "turn": {"active": "A"}}
    assert desk.ask({"open": {"game": "cerbere", "seats": SEATS, "position": position}})["ok"]
    out = {"seats": {name: {"side": "out"} for name in "BC"}}
    answer = desk.ask({"correct": {"patch": out}})
    assert answer["prompt"]["id"] == "ending" and answer["view"]["over"] is None
    return desk


def test_it_is_over(table: TableDesk) -> None:
    answer = table.ask({"choose": {"key": "over"}})
    assert answer["view"]["over"] == {"side": "cerberus", "winners": ["D"]}


def test_put_it_right_takes_the_correction_back(table: TableDesk) -> None:
    answer = table.ask({"choose": {"key": "right"}})
    assert answer["prompt"]["id"] == "turn"
    assert [seat["side"] for seat in answer["view"]["seats"]] == ["runner", "runner", "runner", "cerberus"]
    assert table.ask({"redo": {}})["prompt"]["id"] == "ending"


def test_play_on(table: TableDesk) -> None:
    answer = table.ask({"choose": {"key": "on"}})
    assert answer["prompt"]["id"] == "turn" and answer["view"]["over"] is None
