"""Damaged journals: bits flipped in every column and anywhere, torn pages, a -wal cut or changed. Nothing goes wrong
silently, nothing ends in a fault of ours, and every game that SQLite can still read is still in the list."""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.journal import Journal
from companion.engine.journal_copies import copied_index
from companion.engine.journal_names import copies_of
from companion.engine.requests import Leave, Undo
from companion.games.registry import GAMES, Games
from companion.headless import Headless
from companion.opening import build_table, wall
from companion.options import JOURNAL
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.open_files import copied
from tests.tools.soak.report import Finding

SAID = {"journal_corrupt", "journal_lost", "games_damaged", "not_saved"}
"""Notices after which whoever sits there knows that something is lost."""
GAMES_EACH = 3
INPUTS = 40
KINDS = ("column", "bit", "page", "cut", "wal_bit", "wal_cut", "wal_page", "wal_gone")


class _Faults(logging.Handler):
    """Counts faults of ours, which the log tells with their traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(record.getMessage())


def make_journals(folder: Path, seed: int) -> tuple[Path, Path]:
    """Two folders with the same games: one left in order, one whose last games are still in its -wal."""
    closed, killed = folder / "closed", folder / "killed"
    rng = Random(seed)
    journal = Journal(closed / JOURNAL)
    for number in range(GAMES_EACH):
        for name in ("toy", *GAMES):
            if name != "toy":
                _play(journal, name, rng, put_away=number == 1)
        if number == 0:
            journal.copy()
            journal.close()  # what is there so far is in the file and its copy, the rest in its -wal
            journal = Journal(closed / JOURNAL)
    assert journal._writer is not None
    copied(journal)  # else the copy may be between two names
    shutil.copytree(closed, killed, ignore=shutil.ignore_patterns("*.lock", "*.copy"))
    journal.close()
    return closed, killed


def _play(journal: Journal, name: str, rng: Random, put_away: bool) -> None:
    known = subject(name)
    opening, moves = known.openings[rng.randrange(len(known.openings))]
    driver = Driver(known, opening, moves, journal)
    driver.engine = Engine(Games(None), journal, driver.clock, wall)
    driver.engine.handle(opening)
    for step in moves:
        driver.step(step)
    driver.wander(rng, INPUTS)
    driver.attempt(Undo())
    driver.engine.handle(Leave(for_good=put_away))


class Peer:
    """The real table on a folder, spoken to by lines; every answer is looked at."""

    def __init__(self, data: Path) -> None:
        self.table, notices = build_table(data, None, ManualClock())
        self.table.start()
        self.headless = Headless(self.table, reveal=True, moves=True)
        for notice in notices:
            self.headless.tell(notice)
        self.notices: set[str] = set()
        self.internal = 0

    def ask(self, **request: Any) -> dict[str, Any]:
        answer = dict(json.loads(self.headless.answer(json.dumps(request))))
        self.notices |= {notice["code"] for notice in answer.get("notices", []) if not notice["gone"]}
        self.internal += not answer["ok"] and answer["error"]["code"] == "internal"
        return answer

    def on_resume(self, game: int) -> tuple[Any, bool]:
        """The position of a game after it was taken up, or the code of the refusal; whether it was said to be cut."""
        self.notices.discard("game_cut")
        answer = self.ask(resume={"id": game})
        if not answer["ok"]:
            return answer["error"]["code"], False
        cut = "game_cut" in self.notices
        return self.ask(position={})["position"], cut


def truth(data: Path) -> tuple[dict[int, dict[str, Any]], dict[int, Any]]:
    """The rows and the positions of all games of a good journal."""
    peer = Peer(data)
    rows = {row["id"]: row for row in peer.ask(games={})["games"]}
    positions = {game: peer.on_resume(game)[0] for game in rows}
    assert not peer.notices and not peer.internal
    peer.table.close()
    return rows, positions


def damage(data: Path, kind: str, rng: Random) -> str:
    """Damage a journal in one way; what was done."""
    path = data / JOURNAL
    wal = data / f"{JOURNAL}-wal"
    match kind:
        case "column":
            return _flip_column(path, rng)
        case "wal_gone":
            wal.unlink()
            return kind
        case "bit" | "page" | "cut":
            return _spoil(path, kind, rng)
        case _:
            return _spoil(wal, kind.removeprefix("wal_"), rng)


def _spoil(path: Path, how: str, rng: Random) -> str:
    text = bytearray(path.read_bytes())
    at = rng.randrange(len(text))
    match how:
        case "bit":
            text[at] ^= 1 << rng.randrange(8)
        case "page":  # of the disk: 512 bytes of something else
            at -= at % 512
            text[at : at + 512] = rng.choice((bytes(512), rng.randbytes(512), bytes(text[:512])))
        case _:
            del text[at:]
    path.write_bytes(text)
    return f"{path.name} {how} {at}"


KEYS = {"game": ("id",), "opening": ("game",), "entry": ("game", "seq")}
"""The columns that name a row of each table."""


def _flip_column(path: Path, rng: Random) -> str:
    """One bit of one value of one row, as a database that is quite well."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        table = rng.choice(tuple(KEYS))
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        column = rng.choice(columns)
        keys = KEYS[table]
        rows = db.execute(f"SELECT {', '.join(keys)}, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
        if not rows:
            return f"{table}.{column}: nothing there"
        *key, value = rng.choice(rows)
        where = " AND ".join(f"{name}=?" for name in keys)
        with contextlib.suppress(sqlite3.IntegrityError):  # that number is another's
            db.execute(f"UPDATE {table} SET {column}=? WHERE {where}", (_flipped(value, rng), *key))
        return f"{table}.{column} of {key}"


def _flipped(value: Any, rng: Random) -> Any:
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(max(3, value.bit_length())))
    text = bytearray(value.encode() if isinstance(value, str) else value)
    if not text:
        return value
    text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
    return text.decode("latin-1") if isinstance(value, str) else bytes(text)


def readable(data: Path) -> set[int]:
    """The games that SQLite can read in that file, by any way."""
    found: set[int] = set()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(data, copy)
        db = sqlite3.connect(copy / JOURNAL)
        rows = "SELECT id FROM game WHERE name IS NOT NULL"  # a page of zeros reads as rows of nothing
        for sql in (rows, f"{rows} ORDER BY id DESC"):
            with contextlib.suppress(sqlite3.Error):
                found.update(row[0] for row in db.execute(sql))
        for number in range(60):
            with contextlib.suppress(sqlite3.Error):
                found.update(row[0] for row in db.execute("SELECT id FROM game WHERE id=?", (number,)))
        db.close()
    return found


def soak_damage(count: int, seed: int = 1) -> Finding:
    """Damage `count` journals and play on with each."""
    begun = time.perf_counter()
    rng = Random(seed)
    outcomes: Counter[str] = Counter()
    broken: list[str] = []
    faults = _Faults()
    logging.getLogger().addHandler(faults)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder:
            bases = make_journals(Path(folder), seed)
            for number in range(count):
                kind = KINDS[number % len(KINDS)]
                data = Path(folder) / "case"
                base = bases[1] if kind.startswith("wal") or rng.random() < 0.3 else bases[0]
                shutil.copytree(base, data)
                with_copies = rng.random() < 0.5
                if not with_copies:
                    for copy in copies_of(data / JOURNAL):
                        copy.unlink(missing_ok=True)
                copied = {number: row[9] for number, row in copied_index(data / JOURNAL).items()}
                what = f"case {number}: {damage(data, kind, rng)}, {len(copied)} games copied"
                for line in _one(data, bases[0], copied, outcomes):
                    broken.append(f"{what}: {line}")
                shutil.rmtree(data)
    finally:
        logging.getLogger().removeHandler(faults)
    broken += [f"a fault: {line}" for line in faults.found[:3]]
    figures = {"journals": count, **dict(sorted(outcomes.items())), "seconds": int(time.perf_counter() - begun)}
    return Finding("damaged journals", figures, "; ".join(broken[:5]) if broken else None)


_TRUTH: dict[Path, tuple[dict[int, dict[str, Any]], dict[int, Any]]] = {}


def _known(good: Path) -> tuple[dict[int, dict[str, Any]], dict[int, Any]]:
    if good not in _TRUTH:
        copy = good.with_name("truth")
        shutil.copytree(good, copy)
        _TRUTH[good] = truth(copy)
    return _TRUTH[good]


def _one(data: Path, good: Path, copied: dict[int, int], outcomes: Counter[str]) -> Iterator[str]:
    """What went wrong with one damaged journal. `copied`: game -> how many entries its copy has."""
    rows, positions = _known(good)
    there = readable(data)
    peer = Peer(data)
    listed = {row["id"]: row for row in peer.ask(games={}).get("games") or []}
    paused = {row["id"] for row in peer.ask(paused={}).get("paused") or []}
    said = bool(peer.notices & SAID)
    missing = there - set(listed)
    if missing:
        yield f"SQLite still reads {sorted(missing)}, the list does not have them"
    whole = True
    for game, row in rows.items():
        now = listed.get(game)
        if now is None:
            whole = False
            if not said and not any(other["damaged"] for other in listed.values()):
                yield f"game {game} is gone and nobody says so"
            continue
        position, cut = peer.on_resume(game)
        if position != positions[game]:
            whole = False
            outcomes["games cut" if cut else "games damaged" if isinstance(position, str) else "games other"] += 1
            if copied.get(game) == row["entries"]:
                yield f"game {game} was copied and is not whole"
            if position != "journal_damaged" and not cut:
                yield f"game {game} is another one and nobody says so ({str(position)[:200]})"
        elif not now["damaged"] and (now["status"], now["result"]) != (row["status"], row["result"]) and not said:
            yield f"game {game} is {now['status']} and nobody says so"
        elif not now["damaged"] and (row["status"] == "open") != (game in paused) and not said:
            yield f"game {game} is in the wrong list"
    outcomes["whole" if whole else "said"] += 1
    yield from _play_on(peer)
    if peer.internal:
        yield "internal"
    peer.table.close()
    again = Peer(data)
    if "journal_corrupt" in again.notices or again.internal:
        yield f"the second start says {sorted(again.notices)}"
    again.table.close()


def _play_on(peer: Peer) -> Iterator[str]:
    """A new game is played and kept, and what is left of the others is taken up."""
    for game in [row["id"] for row in peer.ask(paused={}).get("paused") or []]:
        answer = peer.ask(resume={"id": game, "rest": True})
        if not answer["ok"] and answer["error"]["code"] != "journal_damaged":
            yield f"what is left of game {game}: {answer['error']}"
    opened = peer.ask(open={"game": "infernal_wagon", "seats": ["Ana", "Bo", "Cy"]})
    moved = peer.ask(move={"type": "confirm"})
    if not opened["ok"] or not moved["ok"]:
        yield f"no new game: {opened} {moved}"
    export = peer.ask(export={})
    if not export["ok"] or len(export["export"]) != 2:
        yield f"the new game is not in the journal: {export}"
