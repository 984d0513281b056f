"""Rows of the engine: random play, replay, undo, the expiry with the real thread, the journal."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.bench.play import Played
from companion.bench.row import Figure, Row, percentile
from companion.engine.clock import ManualClock, RealClock
from companion.engine.codec import private_json
from companion.engine.desk import Desk
from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.game import Game, Label, Order, Player
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.replay import Replay
from companion.engine.requests import Legal, Make, Open, Redo, Undo
from companion.engine.table import Table
from companion.engine.update import Update
from companion.wiring import load_games, wall

SEATS = (Player("Ana"), Player("Bo"), Player("Cy"))
LONG_GAME = 5_000
EXPIRIES = 5


def _games() -> dict[str, Game[Any]]:
    return load_games(None)


def random_play() -> Iterator[Figure]:
    """Moves decided and applied in a second, choosing among the legal ones included."""
    for name, game in _games().items():
        moves, number, begun = 0, 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < 2.0:
            moves += Played(game, Order(SEATS), Random(number)).run().moves
            number += 1
        yield Figure(f"{name}: random play", moves / spent, "moves/s", 30_000, "higher", f"{number} games")


def _journaled(game: Game[Any], journal: Journal, entries: int) -> Desk:
    """A desk with a game of so many entries: a table that plays and takes back, over and over."""
    desk = Desk({game.name: game}, journal, ManualClock(), wall)
    rng = Random(7)
    desk.handle(Open(game.name, SEATS, seed=7))
    session = desk._session
    assert session is not None
    while session.seq < entries:
        _anything(desk, rng)
        if game.result(session.state, session.last_at) is not None:
            desk.handle(Undo())
    return desk


def _anything(desk: Desk, rng: Random) -> None:
    moves = desk.handle(Legal()).answer
    request: Make | Undo | Redo = Make(rng.choice(moves)) if moves and rng.random() < 0.9 else Undo()
    try:
        desk.handle(request)
    except Refused:
        return


def replay() -> Iterator[Figure]:
    """A game of 5,000 entries, from the file to its last state."""
    for name, game in _games().items():
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            journal = Journal(Path(folder) / "journal.db")
            desk = _journaled(game, journal, LONG_GAME)
            assert desk._session is not None
            times = []
            for _ in range(3):
                begun = time.perf_counter()
                saved = journal.load(1)
                assert saved is not None
                state = Replay(game).run(saved)
                times.append(time.perf_counter() - begun)
            assert private_json(state) == private_json(desk._session.state)
            journal.close()
        yield Figure(f"{name}: replay of {LONG_GAME:,} entries", min(times), "s", 0.3)


def undo() -> Iterator[Figure]:
    """One undo early and late in a game: it must not grow with the game."""
    for name, game in _games().items():
        spent = {}
        for entries in (10, LONG_GAME):
            desk = _journaled(game, Journal(), entries)
            times = []
            for _ in range(50):
                while desk._session is not None and desk._session.history.undo_label is None:
                    _anything(desk, Random(1))
                begun = time.perf_counter()
                desk.handle(Undo())
                times.append((time.perf_counter() - begun) * 1000)
                desk.handle(Redo())
            spent[entries] = percentile(times, 0.5)
            yield Figure(f"{name}: undo at entry {entries:,}", spent[entries], "ms")
        yield Figure(f"{name}: undo late / early", spent[LONG_GAME] / spent[10], "times", 1.5)


def expiry() -> Iterator[Figure]:
    """How late the engine thread tells the end of the time, with the real clock."""
    late: list[float] = []
    for _ in range(EXPIRIES):
        late.append(_one_expiry())
    yield Figure("infernal_wagon: error of the 7:00 expiry", max(late), "ms", 5, note=f"worst of {EXPIRIES}")


def _one_expiry() -> float:
    clock = RealClock()
    games = _games()
    table = Table(Desk(games, Journal(), clock, wall))
    heard: list[tuple[float, int, Update]] = []
    table.listen(lambda update: heard.append((time.monotonic_ns() / 1e6, clock.now_ms(), update)))
    table.start()
    table.ask(Open("infernal_wagon", SEATS))
    place = _position_before_expiry(table, 419_700)
    table.ask(Open("infernal_wagon", SEATS, position=place))
    resumed_at = time.monotonic_ns() / 1e6
    table.ask(Make({"type": "resume"}))
    answered_at = time.monotonic_ns() / 1e6
    left = 420_000 - 419_700
    time.sleep(left / 1000 + 0.2)
    table.close()
    ends = [when for when, _, update in heard if any(type(e).__name__ == "Lost" for e in update.events)]
    if not ends:
        raise RuntimeError("the time never ran out")
    due = (resumed_at + answered_at) / 2 + left
    return abs(ends[0] - due)


def _position_before_expiry(table: Table, elapsed_ms: int) -> dict[str, Any]:
    raise NotImplementedError


def commits() -> Iterator[Figure]:
    """One entry of usual size, durable."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        journal = Journal(Path(folder) / "journal.db")
        game = journal.begin("infernal_wagon", "table", SEATS, b"{}", wall())
        label = Label("card", "Card {card}", {"card": "R07"})
        times = []
        for seq in range(1, 1_001):
            entry = Entry(seq, seq, EntryKind.MOVE, label, b'{"type":"card"}', b'[{"type":"x"}]' * 20)
            begun = time.perf_counter()
            journal.commit(game, entry, None, Status.OPEN)
            times.append((time.perf_counter() - begun) * 1000)
        journal.close()
    yield Figure("journal: commit p50", percentile(times, 0.5), "ms", note=folder)
    yield Figure("journal: commit p99", percentile(times, 0.99), "ms", note="an SD card is slower")


ROWS = [
    Row("engine.random_play", random_play),
    Row("engine.replay", replay),
    Row("engine.undo", undo),
    Row("engine.expiry", expiry),
    Row("engine.journal", commits),
]
