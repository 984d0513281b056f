"""Evenings that are over: what the hub keeps of them, and what they make together."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.engine.entry import Status
from companion.engine.requests import ForgetGroup, Leave
from companion.games.registry import show_of
from companion.hub.figures import Past, past
from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.uplink.link.wire import GameResult
from tests.hub.tables import SEATS, Table, Wire

LONG = 3_000
"""Acts: more than any game takes."""


def evening(
    game: str = "G", how: str = "won", minutes: float = 30, lost: bool | None = None, begun: str = ""
) -> GameResult:
    words = {"en": how, "fr": f"{how} (fr)"}
    return GameResult("Bar", {"en": game}, begun or "2026-11-01T20:00:00", int(60_000 * minutes), 3, words, lost)


@pytest.mark.parametrize("which", range(3))
def test_how_a_game_ended_is_at_the_hub_until_it_is_forgotten(tmp_path: Path, which: int) -> None:
    hub = Ingest(SqliteStore(tmp_path / "hub.db"))
    line, rng = Wire(hub, Random(1)), Random(which)
    table = Table("t1", line)
    table.open(which, which)
    for _ in range(LONG):
        if table.games()[0].status is Status.ENDED:
            break
        table.play(rng, leave=False)
    for _ in range(60):
        table.pump(again=True)
        line.carry()
    [kept] = hub.past().evenings
    assert kept.how["en"] != kept.how["fr"] and kept.game["fr"] and kept.seats == 3 and kept.length_ms >= 0
    assert not any(seat.name in str(kept) for seat in SEATS)
    table.engine.handle(Leave(for_good=True))
    table.engine.handle(ForgetGroup(tuple(seat.name for seat in SEATS)))
    table.pump()
    line.carry()
    assert hub.past() == Past()
    assert (tmp_path / "hub.db-wal").stat().st_size == 0, "nor does the -wal have it"
    hub.close()


@pytest.mark.parametrize(
    ("game", "result", "said", "lost"),
    [
        ("infernal_wagon", {"won": True, "elapsed_ms": 312_900}, "Out in 5:12", False),
        ("infernal_wagon", {"won": False, "reason": "time"}, "Time is up", True),
        ("cerbere", {"winner": "runners"}, "Escaped", False),
        ("cerbere", {"winner": "cerberus"}, "Cerbère wins", True),
        ("hellrail", {"scores": {"Ana": {"delivered": 21}, "Bo": {"delivered": 8}}}, "Most delivered: 21", None),
        ("hellrail", {"ended": "empty"}, "never opened", None),
        ("example", {"anything": 1}, "Over", None),
    ],
)
def test_a_result_in_words(game: str, result: dict[str, object], said: str, lost: bool | None) -> None:
    ending = show_of(game).ending(result)
    assert str(ending.how) == said
    assert ending.lost is lost


def test_figures_over_all_evenings() -> None:
    found = [("t1", evening("A", "fell", minutes, lost=True)) for minutes in (10, 20, 30)]
    found += [("t1", evening("A", "out", 40, lost=False)), ("t2", evening("A", "time", 50, lost=True))]
    found += [("t2", evening("B", "best", 60, begun="2026-11-02T20:00:00"))]
    made = past(found)
    one, other = made.games
    assert (one.games, one.together, one.lost, one.minutes) == (5, 5, 4, (20, 30, 40))
    assert [(cause.how["en"], cause.games) for cause in one.causes] == [("fell", 3), ("time", 1)]
    assert (other.games, other.together, other.lost, other.causes) == (1, 0, 0, ())
    assert [(box.games, box.hours, box.together, box.lost) for box in made.boxes] == [(4, 1.7, 4, 3), (2, 1.8, 1, 1)]
    assert made.evenings[0].game == {"en": "B"}, "the last first"


def test_without_evenings_there_are_no_figures() -> None:
    assert past([]) == Past()


def test_a_thousand_tables_that_say_nonsense_make_figures(tmp_path: Path) -> None:
    found = [(f"t{number}", GameResult("", {}, "", 0, 0, {}, True)) for number in range(1_000)]
    made = past(found)
    assert made.games[0].causes[0].games == 1_000 and len(made.boxes) == 1_000
