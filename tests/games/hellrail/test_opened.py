"""HR-082, findings A1: the opened cars are put right at every level, by card or by worth, and the scores follow."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.registry import GAMES
from tests.games.hellrail.place import place
from tests.games.scenario import Json, TableDesk

LEVELS = ("light", "keeper", "map")


@pytest.fixture(params=LEVELS)
def table(request: pytest.FixtureRequest) -> TableDesk:
    """A game that has just ended: Ana delivered two cars, Bo one; nobody described them."""
    desk = TableDesk({"hellrail": GAMES["hellrail"](None)})
    deck = {} if request.param == "light" else {"deck": "demo"}
    seats = [{"seat": "Ana", "count": 2}, {"seat": "Bo", "count": 1}]
    position = place(seats, level=request.param, phase="ended", reason="no_cards")
    opened = desk.ask({"open": {"game": "hellrail", "options": deck, "position": position}})
    assert opened["ok"], opened
    return desk


def put_right(table: TableDesk, **delivered: Any) -> Json:
    seats = {name: {"delivered": cars} for name, cars in delivered.items()}
    return table.ask({"correct": {"patch": {"seats": seats}}})


def scores(answer: Json) -> dict[str, tuple[int, int]]:
    return {score["name"]: (score["delivered"], score["rank"]) for score in answer["view"]["scores"]}


def test_a_worth_that_was_typed_wrong_is_put_right(table: TableDesk) -> None:
    assert table.ask({"choose": {"key": "reveal"}})["ok"] or table.ask({"move": {"type": "reveal"}})["ok"]
    assert scores(put_right(table, Ana=[9, 1], Bo=[7])) == {"Ana": (10, 1), "Bo": (7, 2)}
    assert scores(put_right(table, Ana=[6, {"car": 2}])) == {"Ana": (8, 1), "Bo": (7, 2)}
    answer = put_right(table, Ana=[6])
    assert scores(answer) == {"Ana": (6, 2), "Bo": (7, 1)}, "one car less"
    assert [seat["delivered"] for seat in answer["view"]["seats"]] == [1, 1]
    assert scores(put_right(table, Ana=[6, 1, 3], Bo=[7])) == {"Ana": (10, 1), "Bo": (7, 2)}, "two more"
    assert scores(table.ask({"undo": {}})) == {"Ana": (6, 2), "Bo": (7, 1)}
    assert scores(table.ask({"redo": {}})) == {"Ana": (10, 1), "Bo": (7, 2)}


def test_before_they_are_opened_they_can_be_said_as_well(table: TableDesk) -> None:
    answer = put_right(table, Ana=[6, 2], Bo=[7])
    assert answer["ok"] and answer["view"]["scores"] is None
    assert "6" not in str(answer["view"]["seats"]), "nobody is told before"
    assert scores(table.ask({"move": {"type": "reveal"}})) == {"Ana": (8, 1), "Bo": (7, 2)}


@pytest.mark.parametrize("cars", [[100], [-1], [6.5], [True], [None], ["no such card"], [{"car": 6, "odd": 1}], 6, {}])
def test_what_no_car_can_be_is_refused_by_its_field(table: TableDesk, cars: Any) -> None:
    error = put_right(table, Ana=cars)["error"]
    assert (error["code"], error["facts"]["field"]) == ("bad_input", "seats.Ana.delivered")


def test_in_a_running_game_nothing_is_said_of_them() -> None:
    desk = TableDesk({"hellrail": GAMES["hellrail"](None)})
    seats = [{"seat": "Ana", "count": 2}, "Bo"]
    assert desk.ask({"open": {"game": "hellrail", "position": place(seats, level="light")}})["ok"]
    assert put_right(desk, Ana=[6, 2])["error"]["facts"]["field"] == "seats.Ana.delivered"
