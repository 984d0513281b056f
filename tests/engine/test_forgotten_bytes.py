"""A name that was forgotten is in no byte of the data folder, of a new export, position, backup or support file."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
import struct
import tarfile
import time
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import logs
from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.journal_copies import make_copy
from companion.engine.journal_file import PAGE
from companion.engine.journal_names import unfinished_of
from companion.engine.journal_writer import JournalFile, Writer
from companion.engine.requests import (
    Correct,
    Export,
    ForgetGroup,
    ForgetName,
    Leave,
    ListGames,
    MakeMove,
    Open,
    Position,
    Resume,
)
from companion.games.registry import Games as AllGames
from companion.tools.backup.make import make_backup
from companion.tools.doctor.support import write_support
from companion.web.desk.host import PagesHost
from companion.web.desk.pairing import Pairings
from tests.engine.tables import WALL
from tests.openings import ON_TABLE, OPENINGS
from tests.patience import PATIENCE_S
from tests.thorough import THOROUGH

HERE = Path(__file__).parents[1]
OTHERS = ("Plain", "Other", "Third", "Fourth")
NAMES = ("Zorblaxia", 'Zoë "Жанна" \\Élodie')
GAMES = AllGames(None)
LEAVES = (0x0A, 0x0D)
"""First byte of a page of SQLite that has rows."""


def forms(name: str) -> Iterator[bytes]:
    for form in ("NFC", "NFD"):
        shape = unicodedata.normalize(form, name)
        escaped = json.dumps(shape)[1:-1]
        for way in (
            shape,
            json.dumps(shape, ensure_ascii=False)[1:-1],
            escaped,
            re.sub(r"[0-9a-f]{4}", _upper, escaped),
        ):
            yield way.encode()


def _upper(found: re.Match[str]) -> str:
    return found[0].upper()


def holding(folder: Path, name: str) -> list[str]:
    """The files of a folder that have a name in them."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and any(form in path.read_bytes() for form in forms(name)):
            found.append(path.name)
    return found


class Table:
    """The companion on a journal in a folder, as `companion headless --data` has it, in this process."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._table = EngineThread(Engine(GAMES, Journal(data / "journal.db"), ManualClock(), lambda: WALL))
        self._table.engine.forgotten.add(logs.forget_name)
        self._table.start()
        self._table.engine.journal.copy()

    def ask(self, request: Any) -> Any:
        return self._table.ask(request, PATIENCE_S).answer

    def play(self, opening: Open, rng: Random, moves: int) -> None:
        """So many moves at random, then the game is put away if it has not ended."""
        self.ask(opening)
        game = GAMES[opening.game]
        for _ in range(moves):
            session = self._table.engine._session
            assert session is not None
            if session.status.value == "ended":
                break
            legal = game.legal(session.state, session.last_at)
            if not legal:
                break
            self.ask(MakeMove(rng.choice(list(legal))))
        self.ask(Leave(for_good=True))

    def close(self) -> None:
        self._table.close()


def openings(name: str, rng: Random) -> Iterator[Open]:
    """A game of each kind with somebody of that name in it."""
    for key in ("board", "tracker", "no tags", "kinds"):
        one = OPENINGS[key]
        seats = [Player(n) for n in (name, *OTHERS)][: len(one.seats)]
        rng.shuffle(seats)
        yield Open(one.game, tuple(seats), one.options, seed=rng.randrange(1000))
    three = (Player(name), Player("Other"), Player("Third"))
    yield Open("hellrail", three, {"level": "light"}, seed=1)
    yield Open("hellrail", (), {}, position=_renamed(OPENINGS["keeper"].position, name), seed=1)
    hands = {name: 3, "Other": 3}
    place = {"players": [name, "Other"], "phase": "open", "pile": 20, "hands": hands}
    yield Open("infernal_wagon", (), {}, position=place, seed=1)
    assert ON_TABLE


def _renamed(position: Any, name: str) -> Any:
    return json.loads(json.dumps(position).replace('"Ana"', json.dumps(name)))


def an_evening(table: Table, name: str, rng: Random) -> None:
    """All games with the name in them, then some without it; one in which somebody else took its place before the
    start."""
    for opening in openings(name, rng):
        table.play(opening, rng, 25)
    table.ask(Open("infernal_wagon", (Player(name, new=True), Player("Other"))))
    table.ask(Correct({"seats": ["Plain", "Other"]}))
    table.ask(MakeMove({"type": "confirm"}))
    table.ask(MakeMove({"type": "start"}))
    table.ask(MakeMove({"type": "give_up"}))
    table.ask(Leave())
    for game in ("infernal_wagon", "cerbere", "hellrail"):
        table.play(Open(game, (Player("Plain"), Player("Other"), Player("Third")), {}, seed=2), rng, 25)


@pytest.mark.parametrize("name", NAMES if THOROUGH else NAMES[1:])
def test_a_name_is_in_no_file_any_more(tmp_path: Path, name: str) -> None:
    rng = Random(name)
    data = tmp_path / "state"
    data.mkdir()
    logs_of = logs._WholeStory(data)
    (data / "companion.log.1").write_text(f"refused: card_elsewhere {{'seat': {name!r}}}\n")
    old_journal(data, name)
    typed = unicodedata.normalize("NFD", name)
    for _ in range(3):
        table = Table(data)
        an_evening(table, typed, rng)
        table.close()
    assert len(holding(data, name)) >= 4, "journal, copies, the old one, the log"
    table = Table(data)
    table.ask(ForgetName(name))
    public = [table.ask(Export(row.id)) for row in table.ask(ListGames()) if not row.forgotten]
    table.ask(Open("infernal_wagon", (Player("Plain"), Player("Other"))))
    public.append(json.dumps(table.ask(Position(reveal=True))).encode())
    assert len(public) > 8 and not any(form in repr(public).encode() for form in forms(name))
    logs_of.forget(name)
    logs_of.close()
    table.close()
    assert holding(data, name) == []
    for _ in range(3):
        table = Table(data)
        table.play(Open("infernal_wagon", (Player("Plain"), Player("Other"))), rng, 5)
        table.close()
        assert holding(data, name) == []
    made = tmp_path / "made"
    made.mkdir()
    make_backup(data, None, made / "backup.tar.gz", WALL)
    with tarfile.open(made / "backup.tar.gz") as archive:
        for member in archive.getmembers():
            (made / member.name.replace("/", "-")).write_bytes(archive.extractfile(member).read())  # type: ignore[union-attr]
    with zipfile.ZipFile(write_support(data, [], {}, made / "support.zip")) as support:
        for part in support.namelist():
            (made / part).write_bytes(support.read(part))
    assert holding(made, name) == [] and holding(data, name) == []


def old_journal(data: Path, name: str) -> None:
    """Journals of the second schema and of this one, put aside, and one that cannot be read."""
    old = data / "journal.db.older-1"
    old.write_bytes(gzip.decompress((HERE / "data/journal_2.db.gz").read_bytes()))
    with sqlite3.connect(old) as db:
        seats = json.dumps([{"name": name}, {"name": "Bo"}]).encode()
        db.execute("UPDATE game SET seats=?, opening=?", (seats, json.dumps({"known": [name]}).encode()))
        db.execute("UPDATE entry SET events=?", (seats,))
    db.close()
    table = Table(data)
    table.play(Open("infernal_wagon", (Player(name), Player("Other"))), Random(1), 5)
    table.close()
    shutil.copy(data / "journal.db", data / "journal.db.damaged-1")
    whole = (data / "journal.db").read_bytes()
    (data / "journal.db.damaged-2").write_bytes(b"SQLite format 3\0" + whole[16:40] + bytes(60) + whole[100:])


def test_a_group_is_in_no_file_any_more(tmp_path: Path) -> None:
    names = ("Zorblaxia", "Quixotha")
    old_journal(tmp_path, "Zorblaxia")
    for _ in range(2):
        table = Table(tmp_path)
        for opening in (*OPENINGS.values(),):
            if len(opening.seats) == 2:
                table.play(Open(opening.game, tuple(map(Player, names)), opening.options), Random(1), 20)
        table.close()
    table = Table(tmp_path)
    table.ask(ForgetGroup(names))
    table.close()
    assert holding(tmp_path, "Quixotha") == []


def test_who_plays_on_is_not_touched(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.ask(Open("infernal_wagon", (Player("Zorblaxia"), Player("Other"))))
    table.ask(ForgetName("Zorblaxia"))
    table.ask(Leave())
    table.ask(Resume())
    assert "Zorblaxia" in repr(table.ask(ListGames()))
    table.close()


def test_the_unused_part_of_a_page_has_it_no_more(tmp_path: Path) -> None:
    """SQLite leaves there what lay in a page before it was split."""
    table = Table(tmp_path)
    table.play(Open("infernal_wagon", (Player("Zorblaxia"), Player("Other"))), Random(1), 20)
    table.play(Open("infernal_wagon", (Player("Plain"), Player("Other"))), Random(1), 20)
    table.close()
    data = bytearray((tmp_path / "journal.db").read_bytes())
    written = 0
    for page in range(PAGE, len(data), PAGE):
        cells, start = struct.unpack_from(">HH", data, page + 3)
        free = 8 + 2 * cells
        if data[page] in LEAVES and start - free > 200:
            data[page + start - 100 : page + start - 91] = b"Zorblaxia"
            written += 1
    assert written
    (tmp_path / "journal.db").write_bytes(data)
    table = Table(tmp_path)
    assert not any(row.damaged for row in table.ask(ListGames()))
    table.ask(ForgetName("Zorblaxia"))
    table.close()
    assert holding(tmp_path, "Zorblaxia") == []


def test_a_copy_that_is_made_while_a_name_is_being_forgotten_has_it_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that begins when that is noted, and before it is written, has the name, and is not the last."""
    table = Table(tmp_path)
    table.play(Open("infernal_wagon", (Player("Zorblaxia"), Player("Other"))), Random(1), 20)
    write = JournalFile.write

    def after_a_copy(self: JournalFile, batch: Any) -> None:
        if unfinished_of(self.path).exists():
            make_copy(self.path)
        write(self, batch)

    monkeypatch.setattr(JournalFile, "write", after_a_copy)
    table.ask(ForgetName("Zorblaxia"))
    table.close()
    assert holding(tmp_path, "Zorblaxia") == []
    assert not unfinished_of(tmp_path / "journal.db").exists()


def test_the_power_goes_meanwhile_and_the_next_start_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path)
    table.play(Open("infernal_wagon", (Player("Zorblaxia"), Player("Other"))), Random(1), 20)
    table.close()
    with monkeypatch.context() as patch:
        patch.setattr(JournalFile, "clean", lambda _self: None)
        patch.setattr(Writer, "copy", lambda _self, closing=False: None)
        table = Table(tmp_path)
        table.ask(ForgetName("Zorblaxia"))
        table.close()
    Table(tmp_path).close()
    assert holding(tmp_path, "Zorblaxia") == []
    assert not (tmp_path / "journal.db.forgetting").exists()


def test_a_repair_that_was_killed_leaves_nothing(tmp_path: Path) -> None:
    left = tmp_path / ".journal.db.repair.x"
    left.mkdir()
    for file in (left / "journal.db", tmp_path / "journal.db.copy", tmp_path / "journal.db.draft"):
        file.write_bytes(b"Zorblaxia")
    Table(tmp_path).close()
    assert holding(tmp_path, "Zorblaxia") == [] and not left.exists()


def test_a_phone_keeps_no_name_of_who_was_forgotten(tmp_path: Path) -> None:
    kept = tmp_path / "phones.json"
    pairings = Pairings(kept, time.time)
    for seat in ("Zorblaxia", "Other"):
        pairings.begin(seat)
    table = EngineThread(Engine(GAMES, Journal(), ManualClock(), lambda: WALL))
    host = PagesHost(table, tmp_path, tmp_path)
    host.forget("Zorblaxia")
    assert b"Zorblaxia" not in kept.read_bytes() and b"Other" in kept.read_bytes()
