"""A name, or a group with its results, is taken out of the games that are over, and out of the file."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.clock import ManualClock
from companion.engine.engine_thread import EngineThread
from companion.engine.entry import Status
from companion.engine.forgetting import NOBODY, without
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.journal_copies import make_copy
from companion.engine.journal_rows import GameRow
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Export, ForgetGroup, ForgetName, Leave, ListGames, MakeMove, Open, Resume
from companion.games.registry import Games as AllGames
from tests.engine.tables import table
from tests.patience import PATIENCE_S


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def ask(engine: EngineThread, request: Any) -> Any:
    return engine.ask(request, PATIENCE_S).answer


def started(path: Path) -> EngineThread:
    engine = table(path, ManualClock())
    engine.start()
    return engine


def play(engine: EngineThread, *names: str, over: bool = True) -> None:
    """A toy game, left when it is over, or before."""
    ask(engine, Open("toy", tuple(map(Player, names)), seed=1))
    ask(engine, MakeMove({"type": "start"}))
    ask(engine, Advance(60_000 if over else 1_000))
    ask(engine, Leave())


def names_of(rows: tuple[GameRow, ...]) -> list[list[str]]:
    return [[seat.name for seat in row.seats] for row in rows]


def code(engine: EngineThread, request: Any) -> str:
    with pytest.raises(Refused) as caught:
        ask(engine, request)
    return caught.value.code


def test_a_name_goes_from_what_is_over_and_stays_where_it_is_played_on(path: Path) -> None:
    engine = started(path)
    play(engine, "Ana", "Zoe")
    play(engine, "Zoe", "Bo", over=False)
    play(engine, "Ana", "Bo")
    before = ask(engine, ListGames())
    ask(engine, ForgetName("Zoe"))
    ask(engine, ForgetName("Zoe"))
    after = ask(engine, ListGames())
    assert names_of(after) == [["Ana", "Bo"], ["Zoe", "Bo"], ["Ana", NOBODY]]
    assert [(row.status, row.wall, row.entries) for row in after] == [
        (row.status, row.wall, row.entries) for row in before
    ]
    assert after[2].result is not None and after[:2] == before[:2]
    assert code(engine, Export(1)) == "journal_forgotten"
    assert ask(engine, Export(3))
    ask(engine, Resume(2))
    ask(engine, ForgetName("Bo"))
    assert names_of(ask(engine, ListGames())) == [["Ana", NOBODY], ["Zoe", "Bo"], ["Ana", NOBODY]]
    engine.close()


def test_it_is_so_after_a_restart_and_the_file_does_not_hold_the_name(path: Path) -> None:
    engine = started(path)
    play(engine, "Ana", "Zorglub")
    ask(engine, ForgetName("Zorglub"))
    rows = ask(engine, ListGames())
    engine.close()
    assert b"Zorglub" not in path.read_bytes()
    again = Journal(path)
    assert again.games() == list(rows) and again.take_news() == (), "nothing is missed, nothing is damaged"
    again.close()


def test_a_copy_does_not_bring_it_back(path: Path) -> None:
    """The file is damaged after a name was forgotten, and made anew: what is newer counts."""
    engine = started(path)
    play(engine, "Ana", "Zoe")
    play(engine, "Ana", "Bo")
    engine.close()
    make_copy(path, lambda: None)
    engine = started(path)
    ask(engine, ForgetName("Zoe"))
    engine.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE game SET wall='?' WHERE id=2")
    db.close()
    engine = started(path)
    found = ask(engine, ListGames())
    assert names_of(found) == [["Ana", "Bo"], ["Ana", NOBODY]] and not any(row.damaged for row in found)
    assert code(engine, Export(1)) == "journal_forgotten"
    engine.close()


def test_a_group_goes_with_its_results_whatever_the_order(path: Path) -> None:
    engine = started(path)
    play(engine, "Ana", "Bo")
    play(engine, "Bo", "Ana", over=False)
    play(engine, "Ana", "Bo", "Cy")
    play(engine, "Bo", "Ana")
    ask(engine, ForgetGroup(("Ana", "Bo")))
    rows = ask(engine, ListGames())
    assert names_of(rows) == [["–", "––"], ["Ana", "Bo", "Cy"], ["Bo", "Ana"], ["–", "––"]]
    assert [row.status for row in rows] == [Status.LEFT, Status.ENDED, Status.OPEN, Status.LEFT]
    assert [row.result is None for row in rows] == [True, False, True, True]
    assert code(engine, Resume(1)) == "journal_forgotten"
    engine.close()


def test_the_game_that_was_played_last_is_held_as_it_was_written_over(path: Path) -> None:
    """Where another game is found damaged, the last one is written again: as it is now."""
    engine = started(path)
    play(engine, "Ana", "Bo")
    play(engine, "Ana", "Zorglub")
    ask(engine, ForgetName("Zorglub"))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entry SET crc=0 WHERE game=1")
    db.close()
    with contextlib.suppress(Refused):
        ask(engine, Export(1))
    assert "journal_corrupt" in {notice.code for notice in engine.engine.update().notices}
    assert names_of(ask(engine, ListGames())) == [["Ana", NOBODY], ["Ana", "Bo"]]
    engine.close()
    assert b"Zorglub" not in path.read_bytes()


def test_a_damaged_game_loses_the_name_too(path: Path) -> None:
    engine = started(path)
    play(engine, "Ana", "Zoe")
    engine.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE game SET crc=-1, entries=?", (2**52,))
    db.close()
    engine = started(path)
    ask(engine, ForgetName("Zoe"))
    (row,) = ask(engine, ListGames())
    assert row.damaged and [seat.name for seat in row.seats] == ["Ana", NOBODY]
    engine.close()


@pytest.mark.parametrize("name", ["", " ", "\u200b", "a\nb"])
def test_a_name_that_cannot_be_is_bad_input(path: Path, name: str) -> None:
    engine = started(path)
    assert code(engine, ForgetName(name)) == "bad_input"
    engine.close()


RESULTS: dict[str, dict[str, Any]] = {
    "infernal_wagon": {"won": False, "players": ["easy", "Bo"], "new": ["easy"], "modules": ["easy"], "level": "L0"},
    "cerbere": {
        "winner": "cerberus", "winners": ["cerberus"], "players": ["cerberus", "Bo"], "escaped": [],
        "captured": [{"name": "cerberus", "role": "cerberus", "turn": 3}], "faces": ["S2"],
    },
    "hellrail": {
        "ended": "fuel", "level": "light", "players": ["light", "Bo"], "winners": ["light"],
        "scores": {"light": {"delivered": 3}, "Bo": {"delivered": 1}}, "deliveries": {"light": 2, "Bo": 0},
    },
}  # fmt: skip


@pytest.mark.parametrize("game", RESULTS)
def test_only_names_are_replaced_in_a_result(game: str) -> None:
    """A player may be called as something of the game is."""
    result = RESULTS[game]
    name = result["players"][0]
    row = GameRow(1, game, "table", "", (Player(name), Player("Bo")), Status.ENDED, result, 0, 0)
    seats, told = without(row, name, AllGames(None)[game].named)
    assert [seat.name for seat in seats] == [NOBODY, "Bo"] and told is not None
    same = set(result) - set(AllGames(None)[game].named)
    assert {key: told[key] for key in same} == {key: result[key] for key in same}
    text = msgspec.json.encode({key: told[key] for key in told.keys() - same}).decode()
    assert f'"{name}"' not in text.replace(f'"role":"{name}"', "") and "Bo" in text
