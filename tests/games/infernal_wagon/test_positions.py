"""Every number of a position has a range, and what is refused names it; what is accepted can be played on."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.game import GameSetup
from companion.games.infernal_wagon.state import WagonState
from tests.games.infernal_wagon.wagon import GAME, engine, facts_of
from tests.games.scenario import Json, TableDesk, run, scenarios, written
from tests.thorough import THOROUGH, rounds

SEATS = ["a", "b", "c"]
BASE: Json = {
    "phase": "open",
    "options": {"box": "example", "attribution": "each_play"},
    "track": ["R1", "R2", "R3"],
    "exits": ["A"],
    "pile": 30,
}


def opened(position: Json, **options: Any) -> tuple[TableDesk, Json]:
    table = engine()
    return table, table.ask(
        {"open": {"game": "infernal_wagon", "seats": SEATS, "position": position, "options": options}}
    )


@pytest.mark.parametrize(
    ("more", "field", "range_"),
    [
        ({"hands": {"a": -1}}, "hands.a", ">= 0"),
        ({"hands": {"b": 99}}, "hands.b", "<= 96"),
        ({"hands": [3, 3]}, "hands", "by name"),
        ({"hands": {"z": 3}}, "hands.z", "only: a, b, c"),
        ({"hands": {"b": 10**30}}, "hands.b", "int"),
        ({"pile": 99}, "pile", "<= 96"),
        ({"pile": 70}, "pile", "0 and 69"),
        ({"discarded": -1}, "discarded", ">= 0"),
        ({"clock": {"elapsed": -1}}, "clock.elapsed", ">= 0"),
        ({"curses": 4}, "curses", "Curses"),
        ({"turn": {"actor": "z", "owner": "a"}}, "turn.actor", "a, b, c"),
        ({"turn": {"actor": "a", "owner": -1}}, "turn.owner", "a, b, c"),
        ({"turn": {"late": [12]}}, "turn.late[0]", "<= 9"),
        ({"streak": ["z", 1]}, "streak[0]", "a, b, c"),
        ({"drawer": "z"}, "drawer", "a, b, c"),
        ({"cursed": ["z"]}, "cursed[0]", "a, b, c"),
        ({"curses": 2, "cursed": ["a"]}, "cursed", "2 are left"),
        ({"clock": {"cue": 99}}, "clock.cue", "<="),
        ({"play": 0}, "play", "from 1 on"),
        ({"unnamed": 10**9}, "unnamed", "<="),
        ({"correction": -(10**9)}, "correction", ">="),
        ({"shown": -1}, "shown", ">= 0"),
        ({"tally": {"discards": -1}}, "tally.discards", ">= 0"),
        ({"tally": {"pace": [[-1, 3]]}}, "tally.pace[0][0]", ">= 0"),
        ({"asks": [{"question": "doubtful", "seat": "z"}]}, "asks[0].seat", "a, b, c"),
        (
            {"asks": [{"question": "who", "pending": {"slot": "R10", "end": 7, "actor": None}}]},
            "asks[0].pending.end",
            "no end 7",
        ),
        (
            {"asks": [{"question": "who", "pending": {"slot": "R99", "end": None, "actor": None}}]},
            "asks[0].pending",
            "no card R99",
        ),
        ({"held_at": 0, "asks": [{"question": "sing"}]}, "asks[0].question", "sing"),
        ({"phase": "ended"}, "result", "how it ended"),
        ({"phase": "exploit"}, "result", "how it ended"),
        ({"phase": "open", "result": {"at": 0, "elapsed": 5}}, "result", "how it ended"),
        ({"phase": "ended", "result": {"at": 0, "elapsed": -5}}, "result.elapsed", ">= 0"),
        ({"phase": "held"}, "phase", "held"),
        ({"phase": "ask"}, "phase", "ask"),
        ({"phase": "sing"}, "phase", "sing"),
        ({"track": []}, "track", "always there"),
        ({"track": ["R1", "R1"]}, "track", "once"),
        ({"track": ["R1", "R99"]}, "track[1]", "no card R99"),
        ({"track": ["S1"]}, "track[0]", "could lie there"),
        ({"exits": ["no such symbol"]}, "exits", "symbols"),
        ({"prep": {}}, "prep", "no such key"),
        ({"options": {"level": "L9"}}, "options.level", "L9"),
        ({"options": {"odd": 1}}, "options.odd", "no such option"),
    ],
)
def test_a_number_out_of_its_range_is_named_with_it(more: Json, field: str, range_: str) -> None:
    _table, answer = opened({**BASE, **more, "options": BASE["options"] | more.get("options", {})})
    assert not answer["ok"]
    assert answer["error"]["code"] == "bad_input"
    facts = answer["error"]["facts"]
    assert facts["field"] == field
    assert range_ in facts["reason"]


@pytest.mark.parametrize(
    ("options", "named", "range_"),
    [
        ({"hands": [-1, -1, -1, -1]}, "hands", ">= 1"),
        ({"hands": [4, 3, 2, 99]}, "hands", "<= 9"),
        ({"losses": -3}, "losses", ">= 0"),
        ({"wins": -1}, "wins", ">= 0"),
        ({"new_players": -1}, "new_players", ">= 0"),
        ({"easy": 9}, None, "0 to 8"),
    ],
)
def test_so_is_an_option(options: Json, named: str | None, range_: str) -> None:
    for opening in ({}, {"position": BASE}):
        answer = engine().ask({"open": {"game": "infernal_wagon", "seats": SEATS, "options": options} | opening})
        assert answer["error"]["code"] == "bad_input"
        assert (named or "easy") in str(answer["error"]["facts"])
        assert range_ in answer["error"]["facts"]["reason"]
    table = engine()
    table.ask({"open": {"game": "infernal_wagon", "seats": SEATS}})
    if named == "hands":
        change: Json = {"rulings": {"hands": options["hands"]}}
        assert table.ask({"correct": {"patch": change}})["error"]["code"] == "bad_input"


def test_counts_are_not_corrected_together_with_the_set_up() -> None:
    table = engine()
    table.ask({"open": {"game": "infernal_wagon", "seats": SEATS}})
    before = table.ask({"view": {}})["view"]
    assert table.ask({"correct": {"patch": {"sound": True, "pile": 3}}})["error"]["code"] == "bad_input"
    assert table.ask({"view": {}})["view"] == before


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the numbers of a position stand."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from numbers(inner, (*path, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from numbers(inner, (*path, i))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def played() -> Json:
    """A position in the middle of much: a card that may be judged anew, a question, a streak, a tally."""
    table, answer = opened(
        BASE
        | {"hands": {"a": 3, "b": 0, "c": 3}}
        | {"options": BASE["options"] | {"modules": ["uturn", "silence", "curse"], "level": "L1"}}
    )
    assert answer["ok"]
    for move in (
        "card uid=R4 seat=a",
        "miss kind=no_draw",
        "card uid=R12 seat=c",
        "card uid=U1",
        "card uid=R10 seat=a owner=b",
    ):
        assert table.ask({"move": written(move)})["ok"], move
    return dict(table.ask({"position": {}})["position"])


MOVES = (
    "answer question=who value=a", "card uid=R5 seat=c owner=a", "hit", "miss kind=discard n=2", "card uid=S1",
    "correct patch.pile=0", "curse seat=a", "exit_laid", "answer question=curses value=yes", "next", "tick id=welcome",
    "appeal",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(rounds(6, 15)))
def test_whatever_number_stands_there_it_is_refused_or_can_be_played_on(seed: int) -> None:
    """No fault of ours follows, and the position that is then written is one that is accepted."""
    rng = Random(seed)
    whole = played()
    for path in rng.sample(list(numbers(whole)), 12):
        position = copy.deepcopy(whole)
        place = position
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = rng.choice([-1, 7, 9, 99, 4000, -4000, 10**12, 10**30])
        table, answer = opened(position)
        if not answer["ok"]:
            assert answer["error"]["code"] in {"bad_input", "bad_player_count"}, path
            continue
        for move in rng.sample(MOVES, len(MOVES)):
            table.ask({"move": written(move)})
            again = table.ask({"position": {}})
            assert again["ok"], (path, move)
        table.ask({"undo": {}})


FIELDS = set(WagonState.__struct_fields__)
MOMENTS = {"clock", "held_at", "last", "asks", "result", "before_end"}
"""Fields of the state that hold session times: in a position they count from its own moment."""


def test_every_field_of_the_state_stands_in_the_position() -> None:
    """Wherever a scenario comes to is read again as it was, and the scenarios change every field."""
    states: list[WagonState] = []
    for scenario in scenarios(GAME):
        table = engine()

        def look(table: TableDesk = table, name: str = scenario.name) -> None:
            session = table.engine._session
            if session is None:  # the opening is refused
                return
            state, game = session.state, session.game
            states.append(state)
            if not THOROUGH and len(states) % 12:
                return
            again = game.import_position(
                GameSetup(), json.loads(json.dumps(game.position(state, session.last_at, True)))
            )
            assert [key for key in FIELDS - MOMENTS if getattr(state, key) != getattr(again, key)] == [], name

        run(scenario, table, facts_of(table), look)
    assert {key for key in FIELDS if all(getattr(s, key) == getattr(states[0], key) for s in states)} == set()
