"""IW-121: what a Curse says stays in its holder's hand. Two games that differ only in Curses look alike."""

from __future__ import annotations

import json

import pytest

from companion.engine.codec import public_json
from tests.games.infernal_wagon.wagon import engine
from tests.games.scenario import Json, TableDesk, written

POSITION = {
    "phase": "open",
    "options": {"modules": ["curse"]},
    "cursed": ["a", "b", "c"],
    "track": ["ST1", "R4", "R1", "R12"],
    "exits": ["E"],
    "pile": 1,
}
"""Neither D→B (M2) nor C→A (M4) lies on this track, once the joker of ST1 is gone; the Exit comes after an A."""

MOVES = (
    "correct patch.track=[R4,R1,R12]",
    "curse uid={curse} seat=b",
    "answer question=doubtful value=no",
    "curse uid={curse} seat=c",
    "card uid=R10 seat=a end=1",
    "curse uid={curse} seat=b",
    "hold",
    "resume",
    "card uid=EXIT seat=b",
    "curse uid={curse} seat=c",
    "answer question=doubtful value=no",
)


def watched(curse: str) -> tuple[TableDesk, list[bytes]]:
    """A game in which `curse` is tapped and not laid open; with it all that any listener ever heard."""
    table = engine()
    heard: list[bytes] = []
    table.engine.listen(lambda update: heard.append(public_json(update)))
    opening = {"game": "infernal_wagon", "seats": ["a", "b", "c"], "options": {"box": "example"}}
    assert table.ask({"open": opening | {"position": POSITION, "seed": 1}})["ok"]
    return table, heard


def everything(table: TableDesk) -> list[Json]:
    """All that can be asked in public."""
    looks = ["public", "ended", "seat:a", "seat:b"]
    return [
        *(table.ask({"view": {}}, audience) for audience in looks),
        *(table.ask({name: {}}) for name in ("legal", "position", "games")),
    ]


def game(curse: str) -> tuple[list[Json], list[bytes]]:
    table, heard = watched(curse)
    answers = []
    for move in MOVES:
        answers.append(table.ask({"move": written(move.format(curse=curse))}))
        answers += everything(table)
        table.ask({"clock": {"advance": 0.5}})
    answers.append(table.ask({"undo": {}}))
    answers += everything(table)
    answers.append(table.ask({"clock": {"advance": 10}}))
    answers += everything(table)
    return answers, heard


def test_IW_121_two_games_that_differ_only_in_the_curses_are_the_same_to_everybody() -> None:
    """Views, events, choices, undo labels, cues, positions: byte for byte."""
    one, heard_one = game("M2")
    other, heard_other = game("M4")
    assert json.dumps(one) == json.dumps(other)
    assert heard_one == heard_other
    told = [event["type"] for answer in one for event in answer.get("events", [])]
    assert told.count("curse_doubtful") == 4, "or nothing was put to the test"


def test_IW_121_a_public_export_does_not_name_a_curse_that_was_not_laid_open() -> None:
    exports = []
    for curse in ("M2", "M4"):
        table, _ = watched(curse)
        for move in MOVES[:6]:
            table.ask({"move": written(move.format(curse=curse))})
        exports.append(table.ask({"export": {}}))
    assert exports[0]["ok"]
    assert json.dumps(exports[0]) == json.dumps(exports[1])


@pytest.mark.parametrize("audience", ["public", "ended", "seat:a", "seat:b"])
def test_IW_121_no_view_says_more_of_a_curse_than_that_it_is_held(audience: str) -> None:
    table, _ = watched("M2")
    view = table.ask({"view": {}}, audience)["view"]
    assert [hand["curse"] for hand in view["hands"]] == [True, True, True]
    text = json.dumps(view)
    assert "M1" not in text
    assert "M2" not in text
    assert "M4" not in text
