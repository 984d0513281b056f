"""A row with the right checksum and a figure that none of ours has: it costs its own game, and no other."""

from __future__ import annotations

import shutil
import sqlite3
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.codec import private_json
from companion.engine.engine import Engine
from companion.engine.entry import Status
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.journal_file import ENTRY, HEAD, WRITE_ENTRY, WRITE_HEAD
from companion.engine.journal_rows import row_checksum
from companion.engine.refused import Refused
from companion.engine.requests import ForgetName, Leave, Open
from companion.games.registry import Games as AllGames
from tests.engine.tables import WALL, engine, move
from tests.thorough import THOROUGH

HUGE = 2**62
NUMBERS: tuple[Any, ...] = (HUGE, -1, 2**31, 1e300, float("inf"), "many")
TEXTS: tuple[Any, ...] = ("x" * 5_000_000, 7, b"\xff")
JSONS: tuple[Any, ...] = (b"{", b"x" * 20_000_000, 3, b"\xff\xfe")
HEADS = [
    *(("id", value) for value in (HUGE, -1, -HUGE, 2**31)),
    *((column, value) for column in ("last_at", "entries", "lost", "opening_crc", "epoch") for value in NUMBERS),
    *(("record", value) for value in (HUGE, -1, None, "x")),
    *((column, value) for column in ("name", "grp", "wall", "status", "uuid", "origin") for value in TEXTS),
    *((column, value) for column in ("seats", "result", "former") for value in JSONS),
]
ENTRIES = [
    *((column, value) for column in ("seq", "at") for value in NUMBERS),
    *(("kind", value) for value in TEXTS),
    *((column, value) for column in ("move", "events", "label") for value in JSONS),
]


def some(cases: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Half of them, every column and every value among them; all in a thorough run."""
    return [case for i, case in enumerate(cases) if THOROUGH or (i // 6 + i) % 2 == 0]


def shown(value: Any) -> str:
    """The beginning of it."""
    return repr(value[:12] if isinstance(value, str | bytes) else value)[:12]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with two games, both ended, of the same two."""
    path = tmp_path_factory.mktemp("ended") / "journal.db"
    journal = Journal(path)
    table = engine(journal)
    for _ in range(2):
        table.handle(Open("toy", (Player("Ana"), Player("Bo")), seed=1))
        move(table, "start")
        table.handle(Leave(for_good=True))
    journal.close()
    return path


@pytest.fixture
def path(ended: Path, tmp_path: Path) -> Path:
    """A copy of it, with all that lies beside it."""
    shutil.copytree(ended.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / ended.name


def spoil(path: Path, table: str, column: str, value: Any) -> None:
    """Write that into a row of game 1, and the checksum that belongs to it."""
    columns, write = (HEAD, WRITE_HEAD) if table == "game" else (ENTRY, WRITE_ENTRY)
    with sqlite3.connect(path) as db:
        key = "id" if table == "game" else "game"
        row = list(db.execute(f"SELECT {columns} FROM {table} WHERE {key}=1 ORDER BY 1, 2").fetchone())
        db.execute(f"DELETE FROM {table} WHERE {key}=1 AND crc=?", (row[-1],))
        row[columns.split(", ").index(column)] = value
        row[-1] = row_checksum(*row[:-1])
        db.execute(write, row)
    db.close()


def is_saved_on(path: Path) -> None:
    """A game is played and saved; the other one is as it was."""
    journal = Journal(path)
    table = engine(journal)
    other = journal.load(2)
    assert other is not None and len(other.entries) == 2
    table.handle(Open("toy", (Player("Cy"), Player("Dan")), seed=1))
    move(table, "start")
    table.handle(Leave())
    journal.flush(20)
    assert journal.saved and journal.trouble() is None
    assert {row.id for row in journal.games() if not row.damaged} >= {2}
    table.handle(ForgetName("Ana"))
    journal.close()
    again = Journal(path)
    assert again.take_news() == () or all(notice.code == "games_damaged" for notice in again.take_news())
    assert [row.status for row in again.games() if [seat.name for seat in row.seats] == ["Cy", "Dan"]] == [Status.OPEN]
    again.close()


@pytest.mark.parametrize(("column", "value"), some(HEADS), ids=shown)
def test_a_games_row(path: Path, column: str, value: Any) -> None:
    spoil(path, "game", column, value)
    is_saved_on(path)


@pytest.mark.parametrize(("column", "value"), some(ENTRIES), ids=shown)
def test_an_entrys_row(path: Path, column: str, value: Any) -> None:
    spoil(path, "entry", column, value)
    is_saved_on(path)


def test_a_mark(path: Path) -> None:
    figure = 2**32 - 1
    check = zlib.crc32(struct.pack("<QQ", 1, figure))
    mark = path.with_name("journal.db.mark")
    mark.write_bytes(mark.read_bytes()[:8] + struct.pack("<II", figure, check) + mark.read_bytes()[16:])
    is_saved_on(path)


RESULTS: tuple[Any, ...] = (
    {"players": 5, "new": 7},
    {"players": [{}], "won": []},
    {"new": [[]], "ticked": {}},
    {"players": {"x": 1}},
)


@pytest.mark.parametrize("result", RESULTS, ids=repr)
def test_a_result_of_another_kind_keeps_no_new_game_out(tmp_path: Path, result: Any) -> None:
    journal = Journal(tmp_path / "journal.db")
    number = journal.begin("infernal_wagon", "table", [Player("Ana")], b"{}", WALL)
    journal.amend(number, private_json(result))
    head = journal._head(number)
    head.status = Status.ENDED.value
    journal._put(head.row())
    table = Engine(AllGames(None), journal, ManualClock(), lambda: WALL)
    table.handle(Open("infernal_wagon", (Player("Ana", new=True), Player("Bo"))))
    assert journal.games()[0].status is Status.OPEN
    journal.close()


def test_what_would_be_an_absurd_row_is_not_begun(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    with pytest.raises(Refused, match="group"):
        engine(journal).handle(Open("toy", (Player("Ana"),), group="x" * 2_000))
    assert journal.games() == []
    journal.close()
