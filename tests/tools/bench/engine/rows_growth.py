"""Rows of growth: what a box of many tags, a long game and a full journal cost beside small ones.

The map's own row, cost against its size, stands with HellRail's.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import typed
from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.entry import Status
from companion.engine.game import Game
from companion.engine.journal import Journal
from companion.engine.replay import Replay
from companion.engine.requests import MakeMove, Open
from companion.engine.signals import Tag
from companion.games.cerbere.moves import Correct
from companion.games.infernal_wagon.data.box import PACKAGED, load_box
from companion.games.registry import Games
from companion.opening import wall
from kiosk.measure.figure import Measurement, percentile
from tests.random_play import SEATS
from tests.tools.bench.engine.rows_engine import usual_entry
from tests.tools.bench.row import Row

TAGS = (96, 1_000, 10_000)
ENTRIES = (50, 500, 5_000)
GAMES = (1, 100, 1_000)
ROUNDS = 5
COMMITS = 200


def _ms(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median time of a call."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        call()
        times.append((time.perf_counter() - begun) * 1000)
    return percentile(times, 0.5)


def tags() -> Iterator[Measurement]:
    """An owner's box with so many tags: read from its file, and a tap of each card of the box."""
    packaged = typed.from_json((PACKAGED / "demo.json").read_bytes())
    packaged["box"] |= {"demo": False, "tag_ends": False}
    taps: list[float] = []
    for count in TAGS:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            file = Path(folder) / "infernal_wagon" / "box.json"
            file.parent.mkdir()
            file.write_bytes(msgspec.json.encode(_with_tags(packaged, count)))
            begun = time.perf_counter()
            box = load_box(file)
            read = (time.perf_counter() - begun) * 1000
            assert len(box.tags) == count
            engine = Engine(Games(Path(folder)), Journal(), ManualClock(), wall)
            place = {"phase": "open"}
            engine.handle(Open("infernal_wagon", SEATS, {"box": ""}, seed=7, position=place))
            uids = iter({tag.slot: uid for uid, tag in box.tags.items()}.values())  # every card once
            taps.append(_ms(lambda: engine.handle(Tag("table", next(uids))), TAGS[0]))  # noqa: B023
        yield Measurement(f"a box of {count:,} tags: read", read, "ms")
        yield Measurement(f"a box of {count:,} tags: a tap", taps[-1], "ms")
    yield Measurement(f"a tap with {TAGS[-1]:,} tags / with {TAGS[0]:,}", taps[-1] / taps[0], "times", 1.5)


def _with_tags(packaged: dict[str, Any], count: int) -> dict[str, Any]:
    """The box's data with exactly so many tags, shared out among its cards."""
    cards = packaged["cards"]
    each, over = divmod(count, len(cards))
    made, number = [], 0
    for place, card in enumerate(cards):
        mine = range(number, number := number + each + (place < over))
        made.append(card | {"tags": [{"uid": f"{0x10000000 + n:08X}"} for n in mine]})
    return packaged | {"cards": made}


def entries() -> Iterator[Measurement]:
    """A game of so many entries, from the journal's file to its last state: per entry it must not grow."""
    game = Games(None)["cerbere"]
    each: list[float] = []
    for count in ENTRIES:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            journal = Journal(Path(folder) / "journal.db")
            engine = Engine({game.name: game}, journal, ManualClock(), wall)
            engine.handle(Open(game.name, SEATS, {"level": "tracker"}, seed=7))
            _fill(engine, count)
            each.append(_ms(lambda: _take_up(game, journal), 3) / count)  # noqa: B023
            journal.close()
        yield Measurement(f"taking up a game of {count:,} entries", each[-1] * count, "ms")
    yield Measurement(f"an entry taken up, of {ENTRIES[-1]:,} / of {ENTRIES[0]:,}", each[-1] / each[0], "times", 1.5)


def _take_up(game: Game[Any], journal: Journal) -> None:
    saved = journal.load(1)
    assert saved is not None
    Replay(game).run(saved)


def _fill(engine: Engine, count: int) -> None:
    """Corrections of Cerbère's Speed: any number of them may follow one another."""
    for number in range(count - 1):
        engine.handle(MakeMove(Correct({"speed": 3 + number % 2})))


def games() -> Iterator[Measurement]:
    """A journal of so many games: one more entry, durable, and the list of games that wait."""
    commits: list[float] = []
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        journal = Journal(Path(folder) / "journal.db")
        there = 0
        for count in GAMES:
            while there < count:
                there += 1
                game = journal.begin("infernal_wagon", "table", SEATS, b"{}", wall())
                journal.commit(game, usual_entry(1), None, Status.OPEN)
            seq = 1

            def commit() -> None:
                nonlocal seq
                seq += 1
                journal.commit(game, usual_entry(seq), None, Status.OPEN)  # noqa: B023

            commits.append(_ms(commit, COMMITS))
            yield Measurement(f"journal of {count:,} games: commit p50", commits[-1], "ms", note=folder)
            yield Measurement(f"journal of {count:,} games: those that wait", _ms(journal.paused), "ms")
        journal.close()
    yield Measurement(
        f"a commit after {GAMES[-1]:,} games / after {GAMES[0]:,}", commits[-1] / commits[0], "times", 1.5
    )


ROWS = [Row("growth.tags", tags), Row("growth.entries", entries), Row("growth.games", games)]
