"""HR-026, 4.2: what was delivered is known to nobody before the end. Two games that differ only in it look alike."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.games.hellrail.eyes import Watched, alike, same
from tests.games.scenario import Json
from tests.thorough import rounds

LEVELS = ("keeper", "map")
TWINS: dict[str, Any] = {"X30": {"car": 9}, "X31": {"car": 1}}
"""Two cards that differ in nothing but the value of their car; both are set out at circle 8."""
MOVES = (
    "draw",
    "pickup card=F01",
    "end_turn",
    "draw seat=P2",
    "fan seat=P2 card=F03",
    "undo",
    "redo",
    "undo",
    "undo",
    "redo",
    "draw seat=P1",
    "reveal",
    "fan card=F02",
    "setout card=X20",
)


def stage(delivered: str, **more: Any) -> dict[str, Any]:
    """P1 has delivered that card, P2 the other one's twin is nowhere in the open."""
    seats = {"P1": {"at": "C1", "delivered": [delivered, "X20"], "hand": 3}, "P2": {"at": "C5", "delivered": ["X21"]}}
    return {"deck": TWINS, "map": "M1", "phase": "start", "seats": seats | {"P3": {}}} | more


@pytest.mark.parametrize("level", LEVELS)
def test_HR_026_two_games_that_differ_only_in_a_delivered_card_are_the_same_to_everybody(level: str) -> None:
    """Answers, views, choices, legal moves, positions, undo labels, refusals, exports, logs: byte for byte."""
    one, other = Watched(stage("X30"), level), Watched(stage("X31"), level)
    answers = alike(one, other, MOVES)
    assert {answer["ok"] for answer in answers} == {True, False}, "or refusals were not put to the test"
    assert one.table.hidden() != other.table.hidden(), "or nothing was secret"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(rounds(1, 3)))
def test_HR_026_whole_random_games_that_differ_only_in_delivered_cards(level: str, seed: int) -> None:
    """Moves of any kind, undo and redo; neither twin is ever tapped, for nobody has it."""
    rng = Random(seed)
    short = stage("X30", effects={"C1": "geryon", "C5": "lust"}), stage("X31", effects={"C1": "geryon", "C5": "lust"})
    one, other = Watched(short[0], level), Watched(short[1], level)
    for step in range(60):
        legal = one.table.ask({"legal": {}})
        same(legal, other.table.ask({"legal": {}}), f"step {step}")
        move = next((m for m in rng.sample(legal["legal"], len(legal["legal"])) if not twin(m)), None)
        request: Json = (
            rng.choice([{"undo": {}}, {"redo": {}}]) if rng.random() < 0.15 or move is None else {"move": move}
        )
        same(one.table.ask(request), other.table.ask(request), f"step {step}: {request}")
        same(one.shown(), other.shown(), f"after step {step}: {request}")
    same(one.export(), other.export(), "export")
    assert one.heard == other.heard
    assert "X30" in json.dumps(one.table.hidden()["seats"])


def twin(move: Json) -> bool:
    """Whether a twin's card would be tapped: in one of the two games it cannot be in a hand."""
    return any(name in json.dumps(move) for name in TWINS)


@pytest.mark.parametrize("level", LEVELS)
def test_HR_026_a_car_that_was_set_out_is_named_no_more_not_even_by_older_lines(level: str) -> None:
    """The train is public while it is loaded; from the delivery on, everything that is told anew is equal."""
    tables = []
    for car in TWINS:
        table = Watched(stage("X22", seats={"P1": {"at": "C9"}, "P2": {}, "P3": {}}, phase="actions"), level)
        for move in (
            f"pickup card={car}",
            "end_turn",
            "draw seat=P2",
            "end_turn seat=P2",
            "draw seat=P3",
            "end_turn seat=P3",
        ):
            assert table.do(move)["ok"]
        assert table.do("correct patch.seats.P1.at=C8")["ok"]
        tables.append(table)
    one, other = tables
    assert json.dumps(one.export()) != json.dumps(other.export()), "a loaded car is public"
    for table in tables:
        assert table.do("draw seat=P1")["ok"]
    delivered = [table.do(f"setout card={car}") for table, car in zip(tables, TWINS, strict=True)]
    same(delivered[0], delivered[1], "setout")
    for move in ("", "undo", "redo", "undo", "undo", "undo", "redo", "redo", "redo"):
        if move:
            same(one.do(move), other.do(move), move)
        same(one.shown(), other.shown(), f"after {move}")
        same(one.export(), other.export(), f"export after {move}")


@pytest.mark.parametrize("level", LEVELS)
def test_HR_026_undo_gives_back_a_covered_car_and_no_way_of_stepping_uncovers_it(level: str) -> None:
    table = Watched(
        stage("X22", seats={"P1": {"at": "C8", "train": ["X30", "F02"]}, "P2": {}, "P3": {}}, phase="actions"), level
    )

    def car() -> Json:
        return dict(table.table.ask({"view": {}})["view"]["seats"][0]["train"][0])

    blank = {"id": None, "car": None, "setout": None, "brimstone": None, "covered": True, "here": False}
    assert car()["id"] == "X30"
    assert table.do("setout card=X30")["ok"]
    table.do("undo")
    assert car() == blank
    table.do("redo")
    table.do("undo")
    assert car() == blank
    table.do("end_turn")
    assert car() == blank, "time does not uncover it either"
    assert "X30" not in json.dumps(table.shown()[:5])
    assert not table.do("tap card=X31 zone=train")["ok"], "only its own card uncovers it"
    for _ in range(2):
        table.do("draw")
        table.do("end_turn")
    table.do("draw")
    assert table.do("tap card=X30 zone=train")["ok"]
    assert car()["id"] == "X30"


def test_HR_026_a_covered_car_is_set_out_by_its_place_and_moves_like_any_other() -> None:
    """Nobody can take a hint from what a covered car may do."""
    tables = []
    for car in ("X30", "F01"):
        seats = {"P1": {"at": "C8" if car == "X30" else "C5", "train": [car]}, "P2": {}, "P3": {}}
        tables.append(Watched(stage("X22", seats=seats, phase="actions"), "keeper"))
    for table, car in zip(tables, ("X30", "F01"), strict=True):
        table.do(f"setout card={car}")
        table.do("undo")
        assert table.do("correct patch.seats.P1.at=C2")["ok"]
    one, other = tables
    views = [table.table.ask({"view": {}})["view"] for table in tables]
    same(views[0]["seats"][0]["train"], views[1]["seats"][0]["train"], "train")
    same(views[0]["turn"], views[1]["turn"], "turn")
    same(one.table.ask({"legal": {}})["legal"][:1], other.table.ask({"legal": {}})["legal"][:1], "legal")


OTHERS: dict[str, Any] = {
    "X30": {"car": 9, "setout": "8", "brimstone": 1},
    "X31": {"car": 1, "setout": "5", "brimstone": 4},
}
"""Two cards that differ in all that is printed on them."""


@pytest.mark.parametrize("level", LEVELS)
def test_4_2_a_covered_car_that_is_called_by_its_place_tells_nothing_and_is_taken_at_its_true_worth(level: str) -> None:
    """Reading 42: on the keypad, by its place, by the phone of its seat, at its circle or another: always accepted."""
    for circle in ("C8", "C2"):
        seats = {"P1": {"at": circle, "train": ["X30", "F02"]}, "P2": {}, "P3": {}}
        others = {"P1": {**seats["P1"], "train": ["X31", "F02"]}, "P2": {}, "P3": {}}
        common = {"phase": "actions", "deck": OTHERS}
        one = Watched(stage("X22", seats=seats, sealed=["X30"], **common), level)
        other = Watched(stage("X22", seats=others, sealed=["X31"], **common), level)
        for worth in (1, 6, 9):
            for ask in (
                [{"choose": {"key": "deliver"}}, {"choose": {"key": f"c{worth}"}}],
                [{"choose": {"key": f"c{worth}", "path": ["deliver"]}}],
                [{"move": {"type": "setout", "card": "#1", "car": worth}}],
            ):
                for request in ask:
                    mine, yours = (table.table.ask(request, "seat:P1") for table in (one, other))
                    same(mine, yours, str(request))
                    assert mine["ok"], mine
                same(one.shown(), other.shown(), f"after {ask}")
                for table, car in ((one, "X30"), (other, "X31")):
                    assert table.table.secrets()["seats"][0]["delivered"][-1] == car
                    assert table.do("undo")["ok"]


@pytest.mark.parametrize("value", [(9, 1), (3, 8)])
def test_HR_026_a_car_without_a_tag_keeps_its_value_to_itself(value: tuple[int, int]) -> None:
    """4.2: on a table without tags a card is entered by its values, the last of them on the covered keypad."""
    tables = [
        Watched(stage("X22", seats={"P1": {"at": "C1"}, "P2": {}, "P3": {}}, phase="actions"), "keeper") for _ in value
    ]
    for table, car in zip(tables, value, strict=True):
        assert table.do("pickup card=~-/1/1/2")["ok"]
        answer = table.do(f"setout card=#1 car={car} setout='1'")
        assert answer["ok"], answer
    one, other = tables
    alike(one, other, ["end_turn", "undo", "redo", "undo", "undo", "redo", "redo"])
    assert one.table.hidden() != other.table.hidden()


@pytest.mark.parametrize("entered", ["2", "9", "G"])
def test_HR_026_a_circle_entered_covered_is_not_repeated(entered: str) -> None:
    table = Watched(stage("X22", seats={"P1": {"at": "C1"}, "P2": {}, "P3": {}}, phase="actions"), "keeper")
    assert table.do("pickup card=~-/1/-/2")["ok"]
    error = table.do(f"setout card=#1 car=3 setout='{entered}'")["error"]
    assert (error["code"], error["facts"]) == ("wrong_circle", {"at": "1"})


def test_HR_026_entered_by_its_values_no_card_is_tested_against_what_was_delivered() -> None:
    """Nobody can probe by typing: the twin of a delivered card and a card that was not delivered answer alike."""
    one, other = Watched(stage("X30", phase="actions"), "keeper"), Watched(stage("X31", phase="actions"), "keeper")
    typed = ["move card=~9/9/8/1/NE+SW to=rail", "lay card=~1/9/8/1/NE+SW", "fan card=~9/9/8/1/NE+SW", "undo", "undo"]
    answers = alike(one, other, typed)
    assert answers[0]["ok"]
    assert answers[1]["ok"]


@pytest.mark.parametrize("level", LEVELS)
def test_HR_079_after_the_end_and_before_the_reveal_nothing_is_told(level: str) -> None:
    """4.2: no sum, no ranking, no hint of who leads, neither in the view nor in the list of games."""
    seats = [{"P1": {"delivered": [car]}, "P2": {"delivered": ["F01"]}, "P3": {}} for car in TWINS]
    one, other = (Watched(stage("X22", seats=s, draw=0), level) for s in seats)
    answers = alike(one, other, ["draw", "draw", "undo", "redo"])
    assert answers[0]["events"][-1]["type"] == "game_ended"
    shown = [table.do("reveal")["view"]["scores"][0]["delivered"] for table in (one, other)]
    assert shown == [9, 1], "and then everything"


def test_HR_082_undo_is_closed_once_the_cars_were_shown() -> None:
    """4.2: or one could look and play on."""
    table = Watched(stage("X22", seats={"P1": {"delivered": ["X30"]}, "P2": {}, "P3": {}}, draw=0), "keeper")
    table.do("draw")
    assert table.do("reveal")["ok"]
    assert not table.do("undo")["ok"]
    assert table.table.ask({"view": {}})["view"]["phase"] == "ended"


@pytest.mark.parametrize("cards", ["F11", "F02"])
def test_HR_102_cards_of_lust_are_seen_by_the_two_seats_only(cards: str) -> None:
    """HR-Q37, `cards_given`: which cards changed hands is kept from the public."""
    tables = []
    for card in ("F11", cards):
        short = stage("X22", entry="C1", effects={"C1": "lust"}, seats={"P1": {}, "P2": {}, "P3": {}}, phase="actions")
        table = Watched(short, "keeper")
        for move in ("use source=circle target=P2", "flip card=F08", f"give seat=P2 n=1 cards=[{card}]", "end_turn"):
            assert table.do(move)["ok"]
        tables.append(table)
    one, other = tables
    same(
        one.shown(("public", "ended", "seat:P3", "seat:P2")),
        other.shown(("public", "ended", "seat:P3", "seat:P2")),
        "shown",
    )
    same(one.export(), other.export(), "export")
    assert one.heard == other.heard
    mine = one.table.ask({"view": {}}, "seat:P1")["view"]["seats"][0]
    assert [card["id"] for card in mine["known"]] == ["F11"], "the owner sees it"
