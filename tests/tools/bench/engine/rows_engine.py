"""Rows of the engine: random play, replay, undo, the expiry with the real thread, the journal."""

from __future__ import annotations

import contextlib
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.clock import ManualClock, RealClock
from companion.engine.codec import private_json
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.game import Game, GameSetup, UndoLabel
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.replay import Replay
from companion.engine.requests import Legal, MakeMove, Open, Redo, Request, Undo
from companion.engine.update import Update
from companion.games.registry import Games
from companion.opening import wall
from kiosk.measure.figure import Measurement, percentile
from tests.random_play import SEATS, pace
from tests.tools.bench.row import Row

OPTIONS: dict[str, dict[str, Any]] = {
    "infernal_wagon": {"box": "demo"},
    "cerbere": {"level": "board", "boats": "kept"},
    "hellrail": {"level": "map", "deck": "demo"},
}
AIMS = {"infernal_wagon": 30_000, "cerbere": 20_000}
"""Moves of random play in a second: what each game's issue asks for. HellRail has rows of its own for it."""
LONG_GAME = 5_000
BEFORE_EXPIRY_MS = 400
EXPIRIES = 5


def random_play() -> Iterator[Measurement]:
    """Moves decided and applied in a second, choosing among the legal ones included."""
    games = Games(None)
    for name, aim in AIMS.items():
        game = games[name]
        moves, count = pace(game, GameSetup(SEATS, OPTIONS.get(name, {})), 2.0)
        yield Measurement(f"{name}: random play", moves, "moves/s", aim, "higher", f"{count} games")


ENDINGS = frozenset({"give_up", "exit_laid", "hold", "back"})
"""Moves that a long game does without as long as there is anything else to do."""
BACK = 25
"""Steps taken back when there is nothing left to do."""


def _journaled(game: Game[Any], journal: Journal, entries: int) -> Engine:
    """An engine with a game of so many entries: a table that plays to the end, takes many steps back, and plays on."""
    engine = Engine({game.name: game}, journal, ManualClock(), wall)
    rng = Random(7)
    engine.handle(Open(game.name, SEATS, OPTIONS.get(game.name, {}), seed=7))
    session = engine._session
    assert session is not None
    while session.seq < entries or not len(session.history):
        _play_on(engine, rng)
    return engine


def _play_on(engine: Engine, rng: Random) -> None:
    moves = [m for m in engine.handle(Legal()).answer if type(m).__struct_config__.tag not in ENDINGS]
    session = engine._session
    assert session is not None
    over = session.game.result(session.state, session.last_at) is not None
    requests: list[Request] = [Undo()] * BACK if over or not moves else [MakeMove(rng.choice(moves))]
    for request in requests:
        with contextlib.suppress(Refused):
            engine.handle(request)


def replay() -> Iterator[Measurement]:
    """A game of 5,000 entries, from the file to its last state."""
    for name, game in Games(None).items():
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            journal = Journal(Path(folder) / "journal.db")
            engine = _journaled(game, journal, LONG_GAME)
            assert engine._session is not None
            times = []
            for _ in range(3):
                begun = time.perf_counter()
                saved = journal.load(1)
                assert saved is not None
                state = Replay(game).run(saved)
                times.append(time.perf_counter() - begun)
            assert private_json(state) == private_json(engine._session.state)
            journal.close()
        yield Measurement(f"{name}: replay of {LONG_GAME:,} entries", min(times), "s", 0.3)


def undo() -> Iterator[Measurement]:
    """One undo early and late in a game: it must not grow with the game."""
    for name, game in Games(None).items():
        spent = {}
        for entries in (10, LONG_GAME):
            engine = _journaled(game, Journal(), entries)
            times = []
            for _ in range(50):
                begun = time.perf_counter()
                engine.handle(Undo())
                times.append((time.perf_counter() - begun) * 1000)
                engine.handle(Redo())
            spent[entries] = percentile(times, 0.5)
            yield Measurement(f"{name}: undo at entry {entries:,}", spent[entries], "ms")
        yield Measurement(f"{name}: undo late / early", spent[LONG_GAME] / spent[10], "times", 1.5)


def expiry() -> Iterator[Measurement]:
    """How late the engine thread tells the end of the time, with the real clock: a game joined shortly before 7:00."""
    late = [_one_expiry() for _ in range(EXPIRIES)]
    yield Measurement("infernal_wagon: error of the 7:00 expiry", max(late), "ms", 5, note=f"worst of {EXPIRIES}")


def _one_expiry() -> float:
    table = EngineThread(Engine(Games(None), Journal(), RealClock(), wall))
    heard: list[tuple[float, Update]] = []
    over = threading.Event()

    def listen(update: Update) -> None:
        heard.append((time.monotonic_ns() / 1e6, update))
        if any(type(event).__struct_config__.tag == "lost" for event in update.events):
            over.set()

    table.listen(listen)
    table.start()
    place = {"phase": "open", "clock": {"elapsed": 420_000 - BEFORE_EXPIRY_MS}}
    table.ask(Open("infernal_wagon", SEATS, position=place))
    if not over.wait(BEFORE_EXPIRY_MS / 1000 + 2):
        raise RuntimeError("the time never ran out")
    table.close()
    due = heard[0][1].stamp + BEFORE_EXPIRY_MS
    return abs(heard[-1][0] - due)


def commits() -> Iterator[Measurement]:
    """One entry of usual size, durable."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        journal = Journal(Path(folder) / "journal.db")
        game = journal.begin("infernal_wagon", "table", SEATS, b"{}", wall())
        times = []
        for seq in range(1, 1_001):
            entry = usual_entry(seq)
            begun = time.perf_counter()
            journal.commit(game, entry, None, Status.OPEN)
            times.append((time.perf_counter() - begun) * 1000)
        journal.close()
    yield Measurement("journal: commit p50", percentile(times, 0.5), "ms", note=folder)
    yield Measurement("journal: commit p99", percentile(times, 0.99), "ms", note="an SD card is slower")


def usual_entry(seq: int) -> Entry:
    label = UndoLabel("card", "Card {card}", {"card": "R07"})
    return Entry(seq, seq, EntryKind.MOVE, label, b'{"type":"card"}', b'[{"type":"x"}]' * 20)


ROWS = [
    Row("engine.random_play", random_play),
    Row("engine.replay", replay),
    Row("engine.undo", undo),
    Row("engine.expiry", expiry),
    Row("engine.journal", commits),
]
