"""A game that is imported is there once; a journal that was put aside gives its games that are over."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion import commands
from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.entry import Status
from companion.engine.game import Player
from companion.engine.journal import GameRow, Journal
from companion.engine.journal_rows import row_checksum
from companion.engine.requests import Advance, Export, ForgetName, Leave, Open, Resume
from companion.tools.doctor.finding import Case
from companion.tools.doctor.journal import look
from companion.tools.doctor.system import System
from tests.engine.tables import WALL, know_only_toy, move
from tests.engine.toy import Toy

HERE = Path(__file__).parents[1]
NAMES = ("Zoë", "Bo")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    know_only_toy(monkeypatch)


def table_on(data: Path) -> Engine:
    return Engine({"toy": Toy()}, Journal(data / "journal.db"), ManualClock(), lambda: WALL)


def begun(data: Path) -> None:
    table = table_on(data)
    table.handle(Open("toy", tuple(map(Player, NAMES)), seed=1))
    move(table, "start")
    table.handle(Leave())
    table.journal.close()


def ended(data: Path) -> None:
    """What was begun is played to its end."""
    table = table_on(data)
    table.handle(Resume())
    move(table, "start")
    table.handle(Advance(60_000))
    table.handle(Leave())
    table.journal.close()


def export(data: Path, to: Path, reveal: bool) -> Path:
    table = table_on(data)
    to.write_bytes(b"".join(table.handle(Export(None, reveal=reveal)).answer))
    table.journal.close()
    return to


def load(data: Path, file: Path) -> int:
    return commands.load(data, None, file)


def games(data: Path) -> list[GameRow]:
    journal = Journal(data / "journal.db", read_only=True)
    rows = journal.games()
    journal.close()
    return rows


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The same game as files: begun and ended, public and whole."""
    source = tmp_path / "source"
    begun(source)
    made = {f"begun {reveal}": export(source, tmp_path / f"begun-{reveal}.jsonl", reveal) for reveal in (False, True)}
    ended(source)
    return made | {
        f"ended {reveal}": export(source, tmp_path / f"ended-{reveal}.jsonl", reveal) for reveal in (False, True)
    }


ORDERS = [
    (["ended False"] * 3, Status.ENDED, True),
    (["ended True"] * 3, Status.ENDED, False),
    (["begun True", "ended True", "begun True", "ended False"], Status.ENDED, False),
    (["begun False", "ended False", "begun False"], Status.ENDED, True),
    (["ended False", "ended True", "ended False"], Status.ENDED, False),
    (["begun False", "begun True"], Status.OPEN, False),
    (["begun True", "ended False"], Status.OPEN, False),
    (["ended False", "begun True"], Status.ENDED, True),
]


@pytest.mark.parametrize(("order", "status", "record"), ORDERS, ids=str)
def test_a_file_is_one_game_however_often_it_comes(
    tmp_path: Path, files: dict[str, Path], order: list[str], status: Status, record: bool
) -> None:
    data = tmp_path / "other"
    for name in order:
        assert load(data, files[name]) == commands.WELL
    (row,) = games(data)
    assert (row.status, row.record) == (status, record)
    assert [seat.name for seat in row.seats] == list(NAMES)


@pytest.mark.parametrize("name", ["begun False", "begun True", "ended False", "ended True"])
def test_a_game_of_this_journal_is_there_already(
    tmp_path: Path, files: dict[str, Path], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = games(tmp_path / "source")
    assert load(tmp_path / "source", files[name]) == commands.WELL
    assert "there already" in capsys.readouterr().out
    assert games(tmp_path / "source") == before


@pytest.mark.parametrize("reveal", [False, True])
def test_of_a_file_without_a_name_for_its_game_the_course_tells(
    tmp_path: Path, files: dict[str, Path], reveal: bool
) -> None:
    file, data = files[f"ended {reveal}"], tmp_path / "other"
    lines = file.read_bytes().splitlines()
    head = json.loads(lines[0])
    del head["origin"]
    file.write_bytes(b"\n".join([json.dumps(head).encode(), *lines[1:]]))
    for _ in range(2):
        assert load(data, file) == commands.WELL
    assert len(games(data)) == 1


def test_another_course_of_the_same_game_is_refused(
    tmp_path: Path, files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = files["begun True"].read_bytes().splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | {"at": 7}).encode()
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"\n".join(lines))
    assert load(tmp_path / "source", other) == commands.BAD_INPUT
    assert "went on otherwise: game 1" in capsys.readouterr().err


def test_a_name_of_a_file_is_found_however_it_was_written(tmp_path: Path, files: dict[str, Path]) -> None:
    file = files["ended False"]
    text = "\n".join(json.dumps(json.loads(line)) for line in file.read_text().splitlines())
    file.write_text(text.replace("Zo\\u00eb", "Zoe\\u0308"), encoding="utf-8")
    data = tmp_path / "other"
    assert load(data, file) == commands.WELL
    table = table_on(data)
    table.handle(ForgetName("Zoë"))
    table.journal.close()
    kept = b"".join(path.read_bytes() for path in data.iterdir())
    assert not any(form in kept for form in ("Zoë".encode(), "Zoe\u0308".encode(), b"Zo\\u00eb", b"Zoe\\u0308"))


# --- journals that were put aside ---------------------------------------------------------------------------------


def of_schema_6(path: Path) -> None:
    """Take from a journal what the seventh schema added."""
    with sqlite3.connect(path) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(game)")]
        kept = [column for column in columns if column not in ("former", "origin", "crc")]
        rows = db.execute(f"SELECT {', '.join(kept)} FROM game").fetchall()
        db.execute("DROP TABLE game")
        db.execute(f"CREATE TABLE game ({', '.join(kept).replace('id', 'id INTEGER PRIMARY KEY', 1)}, crc)")
        for row in rows:
            db.execute(f"INSERT INTO game VALUES ({', '.join('?' * (len(row) + 1))})", (*row, row_checksum(*row)))
        db.execute("PRAGMA user_version=6")
        db.execute(f"PRAGMA application_id={0x49430000 | (~6 & 0xFFFF)}")
    db.close()


def put_aside(data: Path) -> Path:
    """The next start with a journal of the sixth schema: a new one begins."""
    of_schema_6(data / "journal.db")
    journal = Journal(data / "journal.db")
    (notice,) = journal.take_news()
    assert notice.code == "journal_set_aside", "and nothing is said to be lost"
    journal.close()
    return Path(str(notice.facts["kept"]))


def findings(data: Path) -> dict[str, Any]:
    return {one.code: one.facts for one in look(System(), Case(data, data))}


def test_the_games_that_are_over_come_back_as_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    begun(data)
    ended(data)
    begun(data)
    (before,) = (row for row in games(data) if row.status is Status.ENDED)
    kept = put_aside(data)
    assert games(data) == [] and findings(data)["journal_aside"] == {"path": str(kept), "games": 1}
    for _ in range(2):
        assert load(data, kept) == commands.WELL
    assert f"left in {kept}: 1\n" in capsys.readouterr().out
    (row,) = games(data)
    assert row.record and row.status is Status.ENDED
    assert (row.seats, row.wall, row.result, row.game) == (before.seats, before.wall, before.result, before.game)
    assert "journal_aside" not in findings(data)
    table = table_on(data)
    table.handle(ForgetName("Zoë"))
    table.journal.close()
    assert b"Zo\xc3\xab" not in b"".join(path.read_bytes() for path in data.iterdir())
    assert load(data, kept) == commands.WELL and len(games(data)) == 1


def test_an_export_that_was_made_before_is_the_same_game(tmp_path: Path, files: dict[str, Path]) -> None:
    data = tmp_path / "source"
    kept = put_aside(data)
    assert load(data, kept) == commands.WELL
    assert load(data, files["ended True"]) == commands.WELL
    (row,) = games(data)
    assert not row.record and row.entries > 0, "a whole game is more than its record"


def test_a_journal_of_the_second_schema(tmp_path: Path) -> None:
    data, old = tmp_path / "data", tmp_path / "old.db"
    old.write_bytes(gzip.decompress((HERE / "data/journal_2.db.gz").read_bytes()))
    with sqlite3.connect(old) as db:
        db.execute("UPDATE game SET name='toy', status='ended', result=?", (b'{"won":true}',))
        count = db.execute("SELECT count(*) FROM game").fetchone()[0]
    db.close()
    for _ in range(2):
        assert load(data, old) == commands.WELL
    assert len(games(data)) == count > 0 and all(row.result == {"won": True} for row in games(data))


def test_what_is_no_journal_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "x.db"
    broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert load(tmp_path / "data", broken) == commands.NO_JOURNAL
    assert str(broken) in capsys.readouterr().err
